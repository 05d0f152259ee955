"""Silhouettes: what is read is what a renderer shows, and what is cut hangs together."""

from __future__ import annotations

import re
from collections import deque
from functools import cache
from io import BytesIO
from itertools import groupby
from math import cos, pi, sin
from struct import pack
from zlib import crc32

import cairosvg
import fontpkg_atkinson_hyperlegible as atkinson
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from puzzlebook.geometry.arcs import bulge_from_sweep
from puzzlebook.ground.faults import Refused
from puzzlebook.ground.images import MAX_BYTES
from puzzlebook.ground.printed_codes import fingerprint
from puzzlebook.ground.templates import read
from puzzlebook.mazes.codes import Design
from puzzlebook.mazes.cutting import cut
from puzzlebook.mazes.silhouettes import Silhouette
from puzzlebook.mazes.tilings import Tiling, square
from puzzlebook.outlines import Outline, outline_letters, outline_svg, read_outline
from puzzlebook.outlines.from_pixels import outline_picture
from puzzlebook.outlines.outline import SPAN
from puzzlebook.recipes.assets import read_letters_font
from puzzlebook.verbs.one_maze import make_maze, maze_from_code


def svg(body: str, box: str = "-30 -30 160 160") -> bytes:
    xlink = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {xlink} viewBox="{box}">{body}</svg>'.encode()


def png(picture: Image.Image, form: str = "PNG") -> bytes:
    out = BytesIO()
    picture.save(out, form)
    return out.getvalue()


def png_that_says(width: int, height: int) -> bytes:
    """A small picture whose head says that it is as large as this."""
    small = png(Image.new("1", (9, 9)))
    head = b"IHDR" + pack(">II", width, height) + small[24:29]
    return small[:12] + head + pack(">I", crc32(head)) + small[33:]


@cache
def bold() -> bytes:
    return (atkinson.ROOT / "files" / "AtkinsonHyperlegible-Bold.ttf").read_bytes()


def cells(tiling: Tiling) -> set[tuple[int, ...]]:
    """The cells of a square tiling by their top left corner."""
    return {ring[0] for ring in tiling.rings}


def pieces_of(kept: set[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    """Flood fill over squares, by coordinates alone: nothing of the code under test."""
    left, found = set(kept), []
    while left:
        queue = deque([left.pop()])
        piece = set(queue)
        while queue:
            x, y = queue.popleft()
            for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if cell in left:
                    left.remove(cell)
                    piece.add(cell)
                    queue.append(cell)
        found.append(piece)
    return found


# Reading SVG, against a renderer that shares no code with ours


def agreement(outline: Outline, rendered: bytes) -> float:
    """How many of a grid of points, none near an edge, lie inside for both the outline and
    cairosvg's picture."""
    shown = cairosvg.svg2png(
        rendered, output_width=600, output_height=600, background_color="white"
    )
    grey = np.asarray(Image.open(BytesIO(shown)).convert("L"))
    ink = grey < 128
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    left, top, right, bottom = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1
    points, wanted = [], []
    for y in range(top + 2, bottom - 2, 5):
        for x in range(left + 2, right - 2, 5):
            around = ink[max(0, y - 3) : y + 4, max(0, x - 3) : x + 4]
            if around.all() or not around.any():
                share_x, share_y = (
                    (x + 0.5 - left) / (right - left),
                    (y + 0.5 - top) / (bottom - top),
                )
                points.append((round(share_x * outline.width), round(share_y * outline.height)))
                wanted.append(bool(ink[y, x]))
    assert len(points) > 500
    return float(
        np.mean(np.array(list(outline.find_inside(points)), dtype=bool) == np.array(wanted))
    )


FEATURES = {
    "absolute": "M10 10 L60 10 H90 V40 C90 70 60 60 60 90 S30 80 20 90 Q0 70 20 60 T10 30 A12 9 20 1 1 12 12 Z",
    "relative": "m10 10 l50 0 h30 v30 c0 30 -30 20 -30 50 s-30 -10 -40 0 q-20 -20 0 -30 t-10 -30 a12 9 20 1 0 2 -18 z",
    "implicit": "M10,10 90,20 80,90-.5,80.5zm30 30 20 0 0,20-20,0z",
    "arcs": "M50 5A45 45 0 0 1 95 50A20 40 30 0 0 50 95a45,45,0,0,1-45-45 a 30 30 0 1 0 45-45z",
    "compact arcs": "M10 50a40 40 0 0180 0a40 30 0\n0\n1-80 0",
    "small arcs grow": "M10 50A1 1 0 0 1 90 50A1 1 0 0 1 10 50",
    "after close": "M10 10h30v30z l20 60 40 -10z",
    "open": "M10 10 L90 20 L50 90 M20 70 l10 0 l0 10",
    "exponents": "M1e1 10 L9E+1 .2e2 L50 900e-1z",
    "two holes": "M0 0H100V100H0ZM20 20V40H40V20ZM60 60V80H80V60Z",
    "turned alike": "M0 0H100V100H0ZM20 20H80V80H20Z",
    "star": "M50 0L80 95L2 35H98L20 95Z",
}
SHAPES = {
    **{name: f'<path d="{d}"/>' for name, d in FEATURES.items()},
    "even-odd star": f'<path fill-rule="evenodd" d="{FEATURES["star"]}"/>',
    "even-odd by style": f'<g style="fill-rule: evenodd"><path d="{FEATURES["turned alike"]}"/></g>',
    "rect": '<rect x="10" y="20" width="70" height="30"/>',
    "rounded rect": '<rect x="10" y="20" width="70" height="60" rx="25"/>',
    "oval-cornered rect": '<rect x="10" y="20" width="70" height="60" rx="10" ry="45"/>',
    "circle": '<circle cx="40" cy="50" r="30"/>',
    "ellipse": '<ellipse cx="40" cy="50" rx="30" ry="15"/>',
    "polygon": '<polygon points="10,10 90,20,80 90 -5 80.5"/>',
    "polyline": '<polyline points="10 10 90 20 80 90"/>',
    "nested transforms": '<g transform="translate(20 10) scale(.5)"><g transform="rotate(30 50,50)">'
    '<rect width="60" height="90" transform="skewX(20)"/></g></g>',
    "matrix and skewY": '<g transform="matrix(.6 .2 -.1 .5 20 20)"><circle r="30" cx="40" cy="40"/>'
    '<rect width="30" height="20" transform="skewY(-25), translate(40)"/></g>',
    "mirrored hole": '<path transform="translate(100) scale(-1 1)" d="M0 0H90V90H0ZM20 20V50H40V20Z"/>',
    "hidden parts": '<g display="none"><rect width="100" height="100"/></g><circle cx="50" cy="50" r="20"/>'
    '<rect width="90" height="9" fill="none"/><rect width="9" height="90" style="fill:none"/>'
    '<g visibility="hidden"><rect x="70" width="9" height="90"/><circle cx="9" cy="9" r="8" visibility="visible"/></g>'
    '<rect y="80" width="90" height="9" opacity="0"/><rect y="90" width="90" height="9" fill-opacity="0"/>',
    "never shown": '<defs><rect id="r" width="100" height="100"/></defs><clipPath><circle r="99"/></clipPath>'
    '<circle cx="50" cy="50" r="20"/><line x2="100" y2="100"/><path d="M0 0L100 100"/>',
    "use": '<defs><path id="p" d="M0 0h20v30z"/></defs><use href="#p"/><use xlink:href="#p" x="40" y="20"'
    ' transform="rotate(20)"/><g id="q"><circle r="9" cx="70" cy="70"/></g><use href="#q" x="-40"/>',
    "inherited fill": '<g fill="none"><rect width="99" height="9"/><circle fill="black" cx="50" cy="50" r="30"/></g>',
    "white is paper": '<rect x="-30" y="-30" width="100%" height="100%" fill="#FFF"/><circle cx="50" cy="50" r="40"/>'
    '<circle cx="40" cy="40" r="9" style="fill: white"/><circle cx="40" cy="40" r="4"/>',
    "classes": "<style>/* a */ .a, rect { fill: none } #b{fill:#000} path.c{fill:white;stroke:red}</style>"
    '<rect width="99" height="50"/><rect id="b" y="50" width="50" height="20"/><circle class="a" r="99"/>'
    '<circle class="b" cx="50" cy="50" r="30"/><path class="x c" d="M40 40h20v20h-20z"/>',
    "lengths": '<rect x="1mm" width="50%" height="2cm" y="10px"/><circle cx="50%" r="10%" cy="60"/>',
    "lines": '<g fill="none" stroke="black" stroke-width="8"><line x1="10" y1="10" x2="90" y2="30"/>'
    '<polyline points="10 50 50 90 90 50"/><circle cx="50" cy="50" r="14" stroke-width="5%"/></g>',
    "filled and drawn": '<rect x="20" y="20" width="60" height="60" stroke="#333" stroke-width="20"/>'
    '<path d="M20 50H80" stroke="white" stroke-width="10"/>',
    "a line by its class": "<style>.a{stroke:#000;stroke-width:9;fill:none}</style><g class='a' "
    "transform='rotate(30 50 50) scale(1 .5)'><path d='M20 80L50 20L80 80'/></g>",
    "islands": '<circle cx="20" cy="20" r="15"/><circle cx="80" cy="70" r="18"/>',
}


@pytest.mark.parametrize("name", SHAPES)
def test_reads_what_a_renderer_shows(name: str) -> None:
    drawing = svg(SHAPES[name])
    assert agreement(outline_svg(drawing, name), drawing) >= 0.995


@pytest.mark.parametrize("name", sorted(Silhouette.titles()))
def test_built_in_drawings_are_read_as_shown(name: str) -> None:
    data = read("silhouettes", name, ".svg")
    width, height = re.search(rb'viewBox="\S+ \S+ (\S+) (\S+)"', data).groups()
    stretched = data.replace(
        b"<svg ", b'<svg width="%s" height="%s" preserveAspectRatio="none" ' % (width, height), 1
    )
    assert agreement(Silhouette.built_in(name).outline, stretched) >= 0.995


def test_the_comparison_can_fail() -> None:
    """A wrong fill rule, a lost transform and a dropped command are all seen."""
    star = svg(SHAPES["star"])
    assert agreement(outline_svg(svg(SHAPES["even-odd star"]), "star"), star) < 0.95
    turned = svg(SHAPES["nested transforms"])
    assert (
        agreement(outline_svg(turned.replace(b"rotate(30", b"rotate(20"), "turned"), turned) < 0.98
    )
    path = svg(SHAPES["absolute"])
    assert agreement(outline_svg(path.replace(b"T10 30", b"L10 30"), "path"), path) < 0.995


def test_encodings_and_prologues() -> None:
    plain = svg(SHAPES["circle"])
    wanted = read_outline(plain, "plain")
    prologue = b'<?xml version="1.0"?>\n<!-- hello -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://x/svg11.dtd">'
    assert read_outline(prologue + plain, "doctype") == wanted
    assert read_outline(b"\xef\xbb\xbf" + plain, "byte-order mark") == wanted
    assert read_outline(plain.decode().encode("utf-16"), "utf-16") == wanted


def test_all_white_is_ink() -> None:
    """An icon for dark backgrounds."""
    assert outline_svg(svg('<circle r="9" fill="#ffffff"/>'), "icon") == outline_svg(
        svg('<circle r="9"/>'), "icon"
    )


def test_outline_is_measured() -> None:
    outline = outline_svg(svg('<rect x="5" y="7" width="20" height="10"/>'), "rect")
    assert (outline.width, outline.height) == (SPAN, SPAN // 2)
    points = [(0, 0), (SPAN, 5), (SPAN + SPAN // 50_000, 5), (5, SPAN // 2)]
    # The last lies on a level edge, which belongs to what lies below it.
    assert [*outline.find_inside(points)] == [1, 1, 0, 0]


# Pictures


def painted(mode: str, ground: object, ink: object) -> Image.Image:
    picture = Image.new(mode, (60, 40), ground)
    picture.paste(ink, (10, 5, 50, 35))
    picture.paste(ground, (20, 15, 30, 25))
    return picture


PICTURES = {
    "grey": png(painted("L", 255, 90)),
    "one bit": png(painted("1", 1, 0)),
    "colour": png(painted("RGB", "white", "navy")),
    "palette": png(painted("RGB", "white", "navy").convert("P")),
    "16 bits": png(Image.fromarray(np.asarray(painted("L", 255, 90)).astype(np.uint16) * 257)),
    "see-through, light ink": png(painted("RGBA", (0, 0, 0, 0), (255, 255, 0, 255))),
    "grey see-through": png(painted("LA", (0, 0), (255, 255))),
    "opaque though it could be see-through": png(
        painted("RGBA", (255, 255, 255, 255), (0, 0, 0, 255))
    ),
    "jpeg": png(painted("RGB", "white", "navy"), "JPEG"),
    "grey jpeg": png(painted("L", 255, 90), "JPEG"),
    "cmyk jpeg": png(painted("CMYK", (0, 0, 0, 0), (255, 255, 0, 99)), "JPEG"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures(name: str) -> None:
    """A block of 40 × 30 pixels with a hole of 10 × 10, whatever it was saved as."""
    kept = cells(cut(square(40, 30), read_outline(PICTURES[name], name)))
    hole = {(x, y) for x in range(10, 20) for y in range(10, 20)}
    assert kept == {(x, y) for x in range(40) for y in range(30)} - hole


def test_a_large_picture_is_scaled_down() -> None:
    x, y = np.meshgrid(np.arange(3200), np.arange(3200))
    disc = ((x - 1600) ** 2 + (y - 1600) ** 2 > 1500**2).astype(np.uint8) * 255
    outline = outline_picture(png(Image.fromarray(disc)), "disc")
    assert sum(len(area.polygons) for area in outline.areas) <= 1000
    drawn = outline_svg(svg(SHAPES["circle"]), "circle")
    assert cells(cut(square(20, 20), outline)) == cells(cut(square(20, 20), drawn))


def test_a_photograph_is_turned_upright() -> None:
    picture = Image.new("L", (60, 40), 255)
    picture.paste(0, (0, 0, 60, 20))
    picture.paste(0, (0, 20, 10, 40))
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was held on its side
    out = BytesIO()
    picture.save(out, "JPEG", exif=exif)
    outline = outline_picture(out.getvalue(), "photo")
    assert outline.height > outline.width


# Letters


def test_a_frame_leaves_the_cells_near_the_rim() -> None:
    kept = cells(cut(square(9, 11), Silhouette.frame(9, 11, 2).outline))
    assert kept == {(x, y) for x in range(9) for y in range(11) if min(x, y, 8 - x, 10 - y) < 2}


def test_letters_are_joined() -> None:
    for text in ("MIA", "Öli", "A B", "j7", "i", "Zoë & Max"):
        kept = cells(cut(square(20 * len(text), 30), outline_letters(text, bold(), "text")))
        assert len(pieces_of(kept)) == 1, text


def test_letters_keep_their_holes_and_their_order() -> None:
    outline = outline_letters("OI", bold(), "text")
    middle = outline.height // 2
    crossed = outline.find_inside([(x, middle) for x in range(0, outline.width, SPAN // 200)])
    stretches = [(is_in, sum(1 for _ in run)) for is_in, run in groupby(crossed)]
    # O, its hole, O, the gap, the stem of the I, and what its foot leaves free beside the stem.
    assert [is_in for is_in, _ in stretches] == [True, False, True, False, True, False]
    assert stretches[1][1] > stretches[3][1] > stretches[5][1]


def test_letters_agree_with_a_rendering() -> None:
    """The same line as FreeType shows it, at a size where both are sharp."""
    from PIL import ImageDraw, ImageFont

    font = ImageFont.truetype(BytesIO(bold()), 200)
    sheet = Image.new("L", (900, 400), 255)
    ImageDraw.Draw(sheet).text((40, 40), "Säge5", font=font, fill=0)
    outline = outline_letters("Säge5", bold(), "text")
    seen = outline_picture(png(sheet), "sheet")
    points = [
        (x, y) for x in range(0, SPAN, SPAN // 120) for y in range(0, outline.height, SPAN // 120)
    ]
    assert abs(seen.height - outline.height) < SPAN / 100
    assert (
        np.mean(np.array(outline.find_inside(points)) != np.array(seen.find_inside(points))) < 0.04
    )


# Cutting


def test_a_bitmap_comes_back_cell_by_cell() -> None:
    rng = np.random.default_rng(3)
    mask = rng.random((24, 20)) < 0.8
    mask[0, :] = mask[-1, :] = mask[:, 0] = mask[:, -1] = True
    outline = outline_picture(png(Image.fromarray(np.where(mask, 0, 255).astype(np.uint8))), "mask")
    wanted = {(int(x), int(y)) for y, x in zip(*np.nonzero(mask), strict=True)}
    assert max(pieces_of(wanted), key=len) == cells(cut(square(20, 24), outline, "largest"))
    assert wanted <= cells(cut(square(20, 24), outline))


def test_cells_keep_their_order_and_their_rings() -> None:
    tiling = square(12, 9)
    kept = cut(tiling, Silhouette.built_in("heart").outline).rings
    places = [tiling.rings.index(ring) for ring in kept]
    assert places == sorted(places)


def test_fitted_centred_and_in_proportion() -> None:
    bar = outline_svg(svg('<rect width="50" height="10"/>'), "bar")
    assert cells(cut(square(10, 10), bar)) == {(x, y) for x in range(10) for y in (4, 5)}
    assert cells(cut(square(20, 4), bar)) == {(x, y) for x in range(20) for y in range(4)}


def test_two_islands_are_joined_by_a_shortest_bridge() -> None:
    islands = outline_svg(svg(SHAPES["islands"]), "islands")
    for size in (24, 31):
        joined = cells(cut(square(size, size), islands))
        largest = cells(cut(square(size, size), islands, "largest"))
        assert len(pieces_of(joined)) == 1
        assert largest < joined
        # The bridge is found again by what breaks when a cell is taken away.
        assert any(len(pieces_of(joined - {cell})) == 2 for cell in joined - largest)


def test_nothing_is_joined_by_a_corner() -> None:
    """Two squares that touch at a corner need one more cell, the lower of the two that would do."""
    domino = outline_svg(svg('<path d="M0 0h10v10h-10zM10 10h10v10h-10z"/>'), "corner")
    assert cells(cut(square(2, 2), domino)) == {(0, 0), (1, 1), (1, 0)}
    assert cells(cut(square(4, 4), domino, "largest")) == {(0, 0), (1, 0), (0, 1), (1, 1)}


def steps_between(a: set[tuple[int, int]], b: set[tuple[int, int]]) -> int:
    """The least number of cells that joins two pieces in an open field."""
    return min(abs(ax - bx) + abs(ay - by) for ax, ay in a for bx, by in b) - 1


masks = st.lists(st.lists(st.booleans(), min_size=9, max_size=9), min_size=8, max_size=8)


@settings(max_examples=60, deadline=None)
@given(masks)
def test_pieces_of_any_picture(rows: list[list[bool]]) -> None:
    """Everything is kept and hangs together; the bridges cost no more than a minimum spanning tree
    of the pieces."""
    mask = np.array(rows)
    mask[0, 0] = mask[-1, -1] = mask[0, 1] = True  # the box is the whole grid
    wanted = {(int(x), int(y)) for y, x in zip(*np.nonzero(mask), strict=True)}
    outline = outline_picture(png(Image.fromarray(np.where(mask, 0, 255).astype(np.uint8))), "mask")
    joined = cells(cut(square(9, 8), outline))
    assert wanted <= joined
    assert len(pieces_of(joined)) == 1
    islands = pieces_of(wanted)
    reached, cost = [islands[0]], 0
    rest = islands[1:]
    while rest:
        least, nearest = min(
            (min(steps_between(piece, other) for other in reached), number)
            for number, piece in enumerate(rest)
        )
        cost += least
        reached.append(rest.pop(nearest))
    assert len(joined) - len(wanted) <= cost
    if len(islands) == 2:
        assert len(joined) - len(wanted) == cost
    largest = cells(cut(square(9, 8), outline, "largest"))
    assert largest in islands
    assert len(largest) == max(map(len, islands))


corners = st.tuples(st.integers(0, 97), st.integers(0, 97))


@settings(max_examples=60, deadline=None)
@given(
    st.lists(corners, min_size=3, max_size=8, unique=True),
    st.sampled_from([0.25, 3, 40]),
    st.integers(-900, 900),
    st.sampled_from(["evenodd", "nonzero"]),
)
def test_moving_and_scaling_change_nothing(
    points: list[tuple[int, int]], scale: float, by: int, rule: str
) -> None:
    # A prime number of cells, and a frame: no centre lies on an edge, and the box is the same for
    # all.
    shape = (
        f'<path fill-rule="{rule}" d="M{"L".join(f"{x + 1.5} {y + 1.5}" for x, y in points)}Z"/>'
    )
    frame = '<path d="M0 0h100v6h-100zM0 94h100v6h-100z"/>'

    def kept(transform: str) -> set[tuple[int, ...]]:
        drawing = svg(f'<g transform="{transform}">{shape}{frame}</g>')
        return cells(cut(square(31, 31), outline_svg(drawing, "drawing"), "largest"))

    plain = kept("")
    assert kept(f"translate({by} {-by}) scale({scale})") == plain
    assert kept(f"scale({scale}) translate({by / 8} {by})") == plain


@settings(max_examples=60, deadline=None)
@given(
    st.lists(corners, min_size=3, max_size=8, unique=True), st.sampled_from(["evenodd", "nonzero"])
)
def test_a_mirror_mirrors(points: list[tuple[int, int]], rule: str) -> None:
    shape = (
        f'<path fill-rule="{rule}" d="M{"L".join(f"{x + 1.5} {y + 1.5}" for x, y in points)}Z"/>'
    )
    frame = '<path d="M0 0h100v6h-100zM0 94h100v6h-100z"/>'

    def within(transform: str, spots: list[tuple[int, int]]) -> bytearray:
        outline = outline_svg(svg(f'<g transform="{transform}">{shape}{frame}</g>'), "drawing")
        return outline.find_inside(
            [((2 * x + 1) * SPAN // 62, (2 * y + 1) * SPAN // 62) for x, y in spots]
        )

    spots = [(x, y) for x in range(31) for y in range(31)]
    plain = within("", spots)
    assert within("matrix(-1 0 0 1 7 9)", [(30 - x, y) for x, y in spots]) == plain


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(sorted(Silhouette.titles())), st.integers(-9, 9), st.integers(-9, 9))
def test_another_machine_s_arithmetic_cuts_alike(name: str, dx: int, dy: int) -> None:
    """Positions that differ in the tenth decimal, as those of another sine may, decide nothing."""
    plain = square(20, 24)
    shaken = plain._replace(
        place=lambda corner: (
            corner[0] + dx * 1e-10 * (-1) ** corner[1],
            corner[1] + dy * 1e-10 * (-1) ** corner[0],
        ),
    )
    assert (
        cut(shaken, Silhouette.built_in(name).outline).rings
        == cut(plain, Silhouette.built_in(name).outline).rings
    )


HEART = """
 ..####..####..
 .############.
 ##############
 ##############
 ##############
 .############.
 .############.
 ..##########..
 ...########...
 ....######....
 .....####.....
 ......##......
"""


def test_the_heart_stays_as_it_is() -> None:
    kept = cells(cut(square(14, 12), Silhouette.built_in("heart").outline))
    shown = "\n".join(" " + "".join(".#"[(x, y) in kept] for x in range(14)) for y in range(12))
    assert shown == HEART.strip("\n"), shown


def polar(rings: int, sectors: int, turn: float) -> Tiling:
    """A hubless round tiling whose corners miss the axes, so that only its arcs reach the box."""

    def place(corner: tuple[int, ...]) -> tuple[float, float]:
        ring, sector = corner
        angle = 2 * pi * (sector + turn) / sectors
        return (ring + 1) * cos(angle), (ring + 1) * sin(angle)

    def bulge(a: tuple[int, ...], b: tuple[int, ...]) -> float:
        if a[0] != b[0]:
            return 0.0
        return bulge_from_sweep(2 * pi / sectors * (1 if (b[1] - a[1]) % sectors == 1 else -1))

    return Tiling(
        [
            ((r + 1, s), (r + 1, (s + 1) % sectors), (r, (s + 1) % sectors), (r, s))
            for r in range(rings)
            for s in range(sectors)
        ],
        place,
        bulge,
    )


def test_arcs_count_for_the_box() -> None:
    """A disc cut from a round tiling loses nothing; with five sectors the corners alone would be
    off centre."""
    disc = outline_svg(svg(SHAPES["circle"]), "disc")
    for turn in (0.0, 0.25, 0.5):
        tiling = polar(3, 5, turn)
        assert cut(tiling, disc).rings == tiling.rings
    half = outline_svg(svg('<path d="M0 0h100v50h-100zM0 99.9h100v.1h-100z"/>'), "half")
    tiling = polar(6, 5, 0.25)
    upper = {
        ring for ring in tiling.rings if sum(tiling.place(corner)[1] for corner in ring) < -1e-9
    }
    assert set(cut(tiling, half).rings) == upper


# The built-in silhouettes


def test_there_are_enough_of_them() -> None:
    assert len(Silhouette.titles()) >= 28
    for name, line in Silhouette.titles().items():
        assert re.fullmatch(r"[a-z]+", name)
        assert name not in ("drawn", "largest", "file", "text", "passages", "walls")
        assert 3 < len(line) < 60, name


def test_every_built_in_drawing_has_its_row() -> None:
    rows, drawn = set(Silhouette.fewest_cells()), set(Silhouette.titles())
    assert not drawn - rows, f"templates/silhouettes.toml: lacks {sorted(drawn - rows)}"
    assert not rows - drawn, f"templates/silhouettes: lacks {sorted(rows - drawn)}"


def test_every_built_in_drawing_has_enough_cells_on_a_childs_page() -> None:
    found = {
        name: len(cells(cut(square(20, 24), Silhouette.built_in(name).outline)))
        for name in Silhouette.titles()
    }
    few = {name: count for name, count in found.items() if count < 200}
    assert not few, f"{few}: cells on 20x24 squares; 200 or more: draw it higher or fuller"


@pytest.mark.parametrize("name", sorted(Silhouette.titles()))
def test_built_in(name: str) -> None:
    """In one piece as drawn, so that no bridge disfigures it."""
    outline = Silhouette.built_in(name).outline
    joined = cells(cut(square(20, 24), outline))
    assert joined == cells(cut(square(20, 24), outline, "largest"))
    assert len(pieces_of(joined)) == 1
    for size in (26, 41, 60):
        assert (
            cut(square(size, size), outline).rings
            == cut(square(size, size), outline, "largest").rings
        )


@pytest.mark.parametrize("name", ["heart", "butterfly", "rocket", "teddy", "owl", "castle"])
def test_what_is_drawn_symmetrical_is_cut_symmetrical(name: str) -> None:
    for width in (20, 23, 30):
        kept = cells(cut(square(width, 40), Silhouette.built_in(name).outline))
        assert kept == {(width - 1 - x, y) for x, y in kept}


# What is refused


def refusal(call: object, *arguments: object) -> str:
    with pytest.raises(Refused) as caught:
        call(*arguments, "picture.svg")  # type: ignore[operator]
    (fault,) = caught.value.faults
    assert fault.where == "picture.svg"
    assert all(fault[:3])
    assert "\n" not in str(fault)
    assert len(str(fault)) < 250
    return str(fault)


ENTITY = b'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>'
LAUGHS = b'<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>'
USE = "<use href='#a%d'/>"
BAD_FILES = {
    "empty": (b"", "empty"),
    "too large": (bytes(MAX_BYTES + 1), "20 MB"),
    "pdf": (b"%PDF-1.7\n", "SVG, PNG or JPEG"),
    "gif": (b"GIF89a\x01\x00", "SVG, PNG or JPEG"),
    "words": (b"a heart, please", "SVG, PNG or JPEG"),
    "web page": (b"<html><svg/></html>", "not an SVG"),
    "broken xml": (svg("<g>"), "not an SVG"),
    "cut short": (svg("")[:40], "not an SVG"),
    "unknown encoding": (b'<?xml version="1.0" encoding="klingon"?><svg/>', "encoding"),
    "external entity": (ENTITY, "entities"),
    "billion laughs": (LAUGHS, "entities"),
    "style sheet": (
        b'<?xml-stylesheet href="http://x/y.css"?>' + svg("<circle r='9'/>"),
        "style sheet",
    ),
    "script": (svg("<script>alert(1)</script><circle r='9'/>"), "script"),
    "handler": (svg('<circle r="9" onclick="alert(1)"/>'), "script"),
    "remote use": (svg('<use xlink:href="http://example.org/a.svg#b"/>'), "http://example.org"),
    "remote link": (
        svg('<a href="https://example.org"><circle r="9"/></a>'),
        "https://example.org",
    ),
    "remote fill": (
        svg('<circle r="9" fill="url(http://example.org/a#b)"/>'),
        "http://example.org",
    ),
    "import": (svg("<style>@import 'a.css';</style><circle r='9'/>"), "@import"),
    "image": (svg('<image href="#a" width="9" height="9"/>'), "<image>"),
    "words in it": (svg("<text>Mia</text>"), "<text>"),
    "clipped": (svg('<circle r="9" clip-path="url(#a)"/>'), "clip-path"),
    "styled transform": (svg('<circle r="9" style="transform: scale(2)"/>'), "transform"),
    "selector": (svg("<style>g > path {fill: none}</style><circle r='9'/>"), "style rule"),
    "all unfilled": (
        svg('<circle r="9" fill="none"/><path style="fill:none" d="M0 0h9v9z"/>'),
        "filled",
    ),
    "only lines": (svg('<path d="M0 0L9 9"/><line x2="9" y2="9"/><path d="M0 0H50"/>'), "filled"),
    "dashes": (svg('<path stroke="#000" stroke-dasharray="3 1" d="M0 0L9 9"/>'), "dashed"),
    "arrow": (svg('<path stroke="#000" marker-end="url(#a)" d="M0 0L9 9"/>'), "markers"),
    "width of its own": (
        svg('<path stroke="#000" vector-effect="non-scaling-stroke" d="M0 0L9 9"/>'),
        "scale",
    ),
    "odd corners": (svg('<path stroke="#000" stroke-linejoin="arcs" d="M0 0L9 9"/>'), "'arcs'"),
    "odd width": (svg('<path stroke="#000" stroke-width="9em" d="M0 0L9 9"/>'), "9em"),
    "hair": (svg('<path stroke="#000" stroke-width="1e-320" d="M0 0L9 9"/>'), "too thin"),
    "nothing": (svg(""), "filled"),
    "bad path": (svg('<path d="M0 0 L 5"/>'), "M0 0 L 5"),
    "bad arc": (svg('<path d="M0 0 A 5 5 0 2 3 4 4"/>'), "cannot be read"),
    "words as path": (svg('<path d="hello"/>'), "hello"),
    "bad points": (svg('<polygon points="1 2 3"/>'), "points"),
    "bad transform": (svg('<circle r="9" transform="rotate(1 2)"/>'), "rotate"),
    "strange transform": (svg('<circle r="9" transform="wobble(1)"/>'), "wobble"),
    "bad length": (svg('<circle r="9em"/>'), "9em"),
    "endless": (svg('<path d="M0 0H1e999V5z"/>'), "too large"),
    "very large": (svg('<path d="M0 0H1e300V1e300z"/>'), "too large"),
    "deep": (svg("<g>" * 500 + "</g>" * 500), "deep"),
    "use of itself": (svg('<g id="a"><use href="#a"/><circle r="9"/></g>'), "parts"),
    "use of uses": (
        svg("".join(f"<g id='a{n}'>{9 * (USE % (n + 1))}</g>" for n in range(20))),
        "parts",
    ),
    "half a png": (PICTURES["colour"][:60], "damaged"),
    "half a jpeg": (PICTURES["jpeg"][:300], "damaged"),
    "only a png's head": (b"\x89PNG\r\n\x1a\n", "damaged"),
    "white picture": (png(Image.new("L", (9, 9), 255)), "dark"),
    "nothing but air": (png(Image.new("RGBA", (9, 9), (0, 0, 0, 0))), "opaque"),
    "bomb": (png_that_says(30_000, 30_000), "64 million"),
    "large picture": (png_that_says(9_000, 8_000), "9000 × 8000 pixels"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_files(name: str) -> None:
    data, said = BAD_FILES[name]
    assert said in refusal(read_outline, data)


def test_bad_letters() -> None:
    assert "no letter" in refusal(outline_letters, "", bold())
    assert "no letter" in refusal(outline_letters, "♥ ♥", bold())
    assert "U+0416" in refusal(outline_letters, "AЖ", bold())
    assert "U+732B CJK UNIFIED" in refusal(outline_letters, "M猫A", bold())
    assert "U+000A" in refusal(outline_letters, "MIA\nLOU", bold())
    assert "60" in refusal(outline_letters, "A" * 61, bold())
    assert "font cannot be read" in refusal(outline_letters, "MIA", b"no font at all")


def test_bad_cuts() -> None:
    ring = outline_svg(svg('<path fill-rule="evenodd" d="M0 0H100V100H0ZM1 1H99V99H1Z"/>'), "ring")
    with pytest.raises(Refused, match=r"no cell .* lies inside"):
        cut(square(9, 9), ring)
    with pytest.raises(Refused, match="only one cell"):
        cut(
            square(3, 3),
            outline_svg(
                svg('<path d="M0 0H99V2H2V99H0Z"/><rect x="40" y="40" width="20" height="20"/>'),
                "L",
            ),
        )
    with pytest.raises(Refused, match="joined, largest"):
        cut(square(3, 3), Silhouette.built_in("heart").outline, "all")
    with pytest.raises(Refused, match="did you mean rabbit"):
        _ = Silhouette.built_in("rabit").outline


@pytest.mark.parametrize("kind", ["name", "text"])
def test_letters_of_another_font_are_not_these(kind):
    with pytest.raises(Refused, match="the maze's letters are from another font"):
        Silhouette.from_code(f"{kind}.94.0000000000", read_letters_font)


# -- What would cover next to nothing -----------------------------------------------------------------------


@pytest.mark.parametrize("code", ["name.94.{}", "text.94.{}", "heart"])
def test_a_board_far_too_long_for_its_silhouette_is_never_tiled(code, monkeypatch):
    """A letter has four cells of four million in one column, which took gigabytes."""
    mark = fingerprint(read_letters_font(code[:4])) if "." in code else ""
    design = Design("square", (1, 4_000_000), "7q4k2m9x0c3t5v8w", silhouette=code.format(mark))
    monkeypatch.setattr("puzzlebook.mazes.tilings.pairwise", None)
    with pytest.raises(
        Refused,
        match="would cover next to nothing of 1x4000000; use a size with its own proportions",
    ):
        maze_from_code(design.code)


@pytest.mark.parametrize("silhouette", ["heart", "text:I", "letters:I"])
def test_nor_is_one_that_is_asked_for(silhouette, monkeypatch):
    monkeypatch.setattr("puzzlebook.mazes.tilings.pairwise", None)
    with pytest.raises(
        Refused,
        match="would cover next to nothing of 4000000x1; use a size with its own proportions",
    ):
        make_maze("square", "4000000x1", seed="a", silhouette=silhouette)


def test_a_small_board_may_have_any_proportions():
    """As it always could: what a code makes it makes for ever."""
    assert make_maze("square", "2x1000", seed="a", silhouette="heart").grid.cells == 2


# -- The user's own drawings -----------------------------------------------------------------------

PEN = '<g fill="none" stroke="#222" stroke-width="2">{}</g>'
FACE = PEN.format(
    '<circle cx="50" cy="50" r="45"/><circle cx="35" cy="40" r="5"/><path d="M30 70L70 70"/>'
)
FILLED = '<circle cx="50" cy="50" r="45"/>'


def draw(body, title=""):
    named = f"<title>{title}</title>" if title else ""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{named}{body}</svg>'.encode()


def read_own(body, title=""):
    return Silhouette.from_file(draw(body, title), "clip_0042")


def test_a_drawing_in_lines_is_cut_as_if_it_were_filled():
    face, filled = read_own(FACE), read_own(FILLED)
    assert face.is_of_lines
    assert not filled.is_of_lines
    assert cells(face.cut("square", (20, 20))) == cells(filled.cut("square", (20, 20)))
    nearly = read_own(PEN.format('<path d="M5 5L95 5L95 95L5 95L5 7"/>'))
    assert nearly.is_of_lines  # a hand leaves a gap


@pytest.mark.parametrize(
    "body",
    [
        FILLED + FACE,  # something is filled
        PEN.format('<path d="M5 5L95 50L5 95"/>'),  # nothing is closed
        '<circle cx="50" cy="50" r="45"/><path d="M0 0h100v100h-100z" fill="none"/>',  # unseen
    ],
)
def test_other_drawings_are_what_is_painted(body):
    silhouette = read_own(body)
    assert not silhouette.is_of_lines
    assert silhouette.outline == read_outline(draw(body), "d.svg")


def test_a_code_from_before_cuts_along_the_lines_as_it_did():
    content = draw(FACE)
    now = Silhouette.from_file(content, "face")
    assert now.code.endswith(".inside")
    before = now.code.removesuffix(".inside")
    old, new = (Silhouette.from_code(code, lambda _: b"", content) for code in (before, now.code))
    assert old.outline == read_outline(content, "d.svg")
    assert (old.code, new.code) == (before, now.code)
    assert new.outline == now.outline != old.outline


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Little house", "Little house"),
        ("Rock &amp; roll", "clip_0042"),
        ("clipart_0042-FINAL v2", "clip_0042"),
        ("", "clip_0042"),
        ("Mia’s  cat!", "Mia’s cat!"),
    ],
)
def test_only_a_drawings_own_title_says_what_it_shows(title, shown):
    silhouette = read_own(FILLED, title)
    assert silhouette.title == shown
    assert silhouette.is_named is (shown != "clip_0042")


def test_white_on_black_is_a_hole() -> None:
    drawn = (
        '<rect width="40" height="30"/><rect x="10" y="10" width="10" height="10" fill="white"/>'
    )
    kept = cells(cut(square(40, 30), outline_svg(svg(drawn), "hole")))
    hole = {(x, y) for x in range(10, 20) for y in range(10, 20)}
    assert kept == {(x, y) for x in range(40) for y in range(30)} - hole
