"""Scenes: what each piece of a theme keeps to, how it is read, and that a file holds it once."""

from __future__ import annotations

import re
import shutil
from io import BytesIO
from itertools import chain

import pikepdf
import pytest

from puzzlebook.drawing.drawing import BLACK, WHITE
from puzzlebook.geometry.curves import point_at
from puzzlebook.ground import templates
from puzzlebook.maze_art.scenes import (
    _PATH,
    CORNERS,
    MORE_PIECES,
    PIECES,
    Scenes,
    load_scenes,
)
from puzzlebook.maze_art.theme import load_theme, replace_pictures
from puzzlebook.maze_art.things import drop_covered_things
from puzzlebook.maze_art.visitors import choose_visitors
from puzzlebook.outlines import outline_svg
from puzzlebook.typesetting.page import Page, Picture
from puzzlebook.typesetting.pdf.document import Document
from puzzlebook.typesetting.pdf.writer import write_pdf

THEMES = sorted(path.name for path in (templates.find_folder() / "scenes").glob("*"))
HEAD = re.compile(
    r'<svg xmlns="http://www\.w3\.org/2000/svg" viewBox="0 0 [\d.]+ [\d.]+" stroke-linecap="round"'
    r' stroke-linejoin="round" fill-rule="evenodd"(?: class="(?:aloft)?(?:(?: |(?<="))(?:hero|goal|prop)-[1-8])*")?>'
)
BACKDROPS = ("backdrop", "backdrop-2", "backdrop-3")
RUN_OFF = {*CORNERS, "band", *BACKDROPS}
FIXED = {
    "corner": (120, 120),
    "hanging": (120, 120),
    "standing": (120, 120),
    "band": (480, 48),
    **dict.fromkeys(BACKDROPS, (600, 800)),
}
MIN_LINE = 1.8


def faults(theme, name):
    """What a piece does not keep to."""
    text = templates.read(f"scenes/{theme}", name, ".svg").decode("ascii")
    head, *rows, last = text.splitlines()
    if not HEAD.fullmatch(head) or last != "</svg>":
        yield "is not as flat as the others"
    yield from (f"holds {row[:60]}" for row in rows if not _PATH.fullmatch(row))
    if len(text) > 16_000 or len(rows) > 80:
        yield f"is too large: {len(rows)} paths, {len(text)} bytes"
    piece = Scenes(theme, True).piece(name)
    yield from size_faults(name, piece)
    if any(0 < layer.style.width < MIN_LINE for layer in piece.layers):
        yield "has a line that is too thin"
    if name not in RUN_OFF and not all(is_inside(layer, piece) for layer in piece.layers):
        yield "pokes out of its box"
    if not any(layer.style.width for layer in piece.layers):
        yield "has no lines"
    if name in BACKDROPS and {*chain.from_iterable(piece.layers[0].subpaths[0].points)} != {
        0,
        600,
        800,
    }:
        yield "does not begin with its ground"


def size_faults(name, piece):
    size = piece.width, piece.height
    if name in FIXED and size != FIXED[name]:
        yield f"is {size}"
    if name.startswith(("hero", "goal")) and not (size[1] == 160 and 70 <= size[0] <= 230):
        yield f"is {size}"
    if name.startswith("prop") and not all(50 <= side <= 100 for side in size):
        yield f"is {size}"


def is_inside(layer, piece):
    """Whether a layer's lines and areas lie in the piece's box: first by what steers its curves,
    which enclose it."""
    edge = layer.style.width / 2 - 0.05

    def holds(points):
        return all(
            edge <= x <= piece.width - edge and edge <= y <= piece.height - edge for x, y in points
        )

    for subpath in layer.subpaths:
        ahead = [*subpath.points[1:], subpath.points[0]]
        bends = subpath.bends or [0.0] * len(ahead)
        curves = [
            (a, *(bend or ()), b) for a, bend, b in zip(subpath.points, bends, ahead, strict=False)
        ]
        if not all(
            holds(curve) or holds(point_at(curve, step / 16) for step in range(17))
            for curve in curves
        ):
            return False
    return True


def test_every_piece_keeps_to_what_pages_count_on():
    assert [name for name in THEMES if name in templates.list_names("themes")] == THEMES
    pieces = {
        theme: [
            *PIECES,
            Scenes(theme, True).corner,
            *(name for name in MORE_PIECES if Scenes(theme, True).has(name)),
        ]
        for theme in THEMES
    }
    for theme in THEMES:
        assert templates.list_names(f"scenes/{theme}", ".svg") == sorted(pieces[theme]), theme
    assert [
        f"{theme}/{name} {fault}"
        for theme in THEMES
        for name in pieces[theme]
        for fault in faults(theme, name)
    ] == []


SHIP = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 160">
<path d="M10 100L110 100C100 150 20 150 10 100Z" fill="#8a5a2b" stroke="#402010" stroke-width="3.2"/>
<path d="M60 100L60 10" fill="none" stroke="#000000" stroke-width="2.2"/>
<path d="M70 110L80 110L80 120ZM40 110L50 110L50 120Z" fill="#000000"/>
</svg>
"""


@pytest.fixture
def ship(monkeypatch, tmp_path):
    (tmp_path / "scenes" / "sea").mkdir(parents=True)
    (tmp_path / "scenes" / "sea" / "hero-1.svg").write_text(SHIP)
    # A document asks for it as soon as it has a face.
    shutil.copy(templates.find_folder() / "plain_zero.toml", tmp_path)
    monkeypatch.setattr(templates, "find_folder", lambda: tmp_path)
    return load_scenes("sea", True)


def test_a_piece_is_read_in_colour_and_in_black(ship):
    hull, mast, holes = ship.piece("hero-1").layers
    assert (hull.subpaths[0].points[1], hull.subpaths[0].bends) == (
        (110, 100),
        (0, ((100, 150), (20, 150))),
    )
    assert (hull.style.fill, hull.style.width) == ((138 / 255, 90 / 255, 43 / 255), 3.2)
    assert (mast.style.fill, mast.subpaths[0].closed, len(holes.subpaths)) == (None, False, 2)
    hull, mast, holes = Scenes("sea", False).piece("hero-1").layers
    assert [layer.style.fill for layer in (hull, mast, holes)] == [WHITE, None, BLACK]
    assert hull.style.line == BLACK
    assert load_scenes("land", True) is None


def test_a_piece_is_turned_over_within_its_box(ship):
    over = ship.piece("hero-1", across=True)
    assert over.layers[1].subpaths[0].points == ((60, 100), (60, 10))
    assert over.layers[0].subpaths[0].points[0] == (110, 100)
    assert ship.piece("hero-1", down=True).layers[1].subpaths[0].points == ((60, 60), (60, 150))


def test_a_file_holds_a_piece_once(ship):
    """At any scale, with its lines, as long as these are wide enough; and cut off where its visible
    part ends."""
    assert ship.piece("hero-1") is ship.piece("hero-1")
    drawn = [ship.enlarged("hero-1", scale, 0.75) for scale in (0.5, 1, 1.25, 0.25)]
    drawn.append(drawn[1]._replace(top=80, height=40))
    pages = [Page(200, 200, (Picture(0, 0, drawing),)) for drawing in drawn]
    with pikepdf.open(pdf_stream(pages)) as pdf:
        forms = [
            thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream) and "/BBox" in thing
        ]
        boxes = [[float(side) for side in form.BBox] for form in forms]
        assert boxes == [[0, 0, 120, 160], [0, 0, 120, 160], [0, 80, 120, 120]]
        lines = [
            [float(width) for width in re.findall(rb"([\d.]+) w", form.read_bytes())]
            for form in forms
        ]
        assert lines == [
            pytest.approx(wide, abs=1e-4) for wide in ([3.2, 2.2], [3.2, 3], [3.2, 2.2])
        ]


def pdf_stream(pages):
    return BytesIO(write_pdf(pages, Document()))


def test_drawings_of_ones_own_have_no_scenes():
    theme = load_theme("bee")._replace(scenes=Scenes("bee", True))
    assert replace_pictures(theme, None, None).scenes
    cat = outline_svg(
        b'<svg xmlns="http://www.w3.org/2000/svg"><circle cx="4" cy="4" r="4"/></svg>', "cat.svg"
    )
    assert replace_pictures(theme, cat, None).scenes is None


def test_of_many_stars_none_is_left_alone(monkeypatch, tmp_path):
    stars = "".join(
        f'<path d="M{x} 10L{x + 4} 10L{x} 14Z" fill="#ffff00"/>\n' for x in (10, 50, 90)
    )
    sky = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 160">\n{stars}</svg>\n'
    (tmp_path / "scenes" / "sky").mkdir(parents=True)
    (tmp_path / "scenes" / "sky" / "backdrop.svg").write_text(sky)
    monkeypatch.setattr(templates, "find_folder", lambda: tmp_path)
    landscape = load_scenes("sky", True).piece("backdrop")
    left = [len(drop_covered_things(landscape, [(0, 0, x, 20)]).layers) for x in (0, 20, 60, 120)]
    assert left == [3, 2, 0, 0]


def test_of_a_landscape_nothing_in_its_sky_is_cut_off(monkeypatch, tmp_path):
    """But what stands at its edge goes on beyond what is seen."""
    things = "".join(f'<path d="M{x} {y}L{x + 20} {y}L{x} {y + 10}Z" fill="#ffff00"/>\n'
                     for x, y in ((-5, 20), (85, 60), (50, 20), (-5, 120), (95, 120), (50, 120)))  # fmt: skip
    view = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 160">\n{things}</svg>\n'
    (tmp_path / "scenes" / "view").mkdir(parents=True)
    (tmp_path / "scenes" / "view" / "backdrop.svg").write_text(view)
    monkeypatch.setattr(templates, "find_folder", lambda: tmp_path)
    landscape = load_scenes("view", True).piece("backdrop")
    shown = drop_covered_things(landscape, [], (10, 0, 100, 160))
    assert [layer.subpaths[0].points[0] for layer in shown.layers] == [
        (50, 20),
        (-5, 120),
        (50, 120),
    ]


def test_no_ship_visits_a_place_whose_doors_are_on_land():
    for theme, ships in (("pirate", {"pirate/hero-1", "pirate/hero-2"}), ("farm", set())):
        scenes = Scenes(theme, False)
        heroes = {choose_visitors(scenes, number)[0] for number in range(12)}
        assert not heroes & ships
        assert len(heroes) > 2
