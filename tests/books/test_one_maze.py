"""A book that is one maze: followed from its first page to its last by what is printed, checked,
made again, and explained to its readers."""

from __future__ import annotations

import json
import re
import sys
from itertools import pairwise
from pathlib import Path
from time import process_time
from types import SimpleNamespace

import pikepdf
import pypdfium2
import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from rendering import Picture, Printed

from puzzlebook import Refused, make_book, maze_from_code, rebuild, verify
from puzzlebook.books.pages.rooms import lay_out_plan
from puzzlebook.books.planning.pagination import paginate
from puzzlebook.language.words import load_words
from puzzlebook.maze_art.room_signs import letter_doors
from puzzlebook.mazes.grids import make_grid
from puzzlebook.mazes.rooms import RoomPlan, draw_rooms
from puzzlebook.recipes.files import decide_seed, load
from puzzlebook.recipes.order import settle

LANGUAGES = ("en", "de", "fr", "es", "pt", "pt-PT", "bn", "fa")
"""Punjabi needs a font of the system."""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("shelf")


@pytest.fixture(scope="module")
def folder(shelf) -> Path:
    return make_book(
        "one-maze", seed="owl", overrides={"page": "6x9", "pdf": "both"}, output=shelf
    ).folder


@pytest.fixture(scope="module")
def book(folder) -> Printed:
    return Printed(folder)


def read_signs(book: Printed, room: dict) -> dict[int, tuple[str, int, str]]:
    """The signs on the page of a room, by the cells of their doors: the letter in the cell, and the
    room and the letter beyond."""
    place = room["puzzle"]
    left, top, width, height = place["box"]
    columns = int(room["size"].split("x")[0])
    cell = width / columns
    letters, signs = {}, []
    for line in book.lines(place["page"]):
        x, y = (line.left + line.right) / 2, (line.top + line.bottom) / 2
        if left < x < left + width and top < y < top + height:
            letters[int((y - top) / cell) * columns + int((x - left) / cell)] = line.text, x, y
        elif match := re.fullmatch(r"([0-9]+) ([A-E])", line.text):
            signs.append((int(match[1]), match[2], line))
    assert len(letters) == len(signs)
    read = {}
    for at, (letter, x, y) in letters.items():
        number, beyond, line = min(signs, key=lambda sign: distance(sign[2], x, y))
        assert distance(line, x, y) < 1.2 * cell  # it stands at its own door
        read[at] = letter, number, beyond
    return read


def distance(line, x: float, y: float) -> float:
    across = max(line.left - x, 0, x - line.right)
    down = max(line.top - y, 0, y - line.bottom)
    return max(across, down)


def walk(book: Printed, kind: str = "puzzle") -> list[tuple[int, int]]:
    """The way through a book, by the walls on its pages and the signs at its doors alone."""
    beside: dict[tuple[int, int], list[tuple[int, int]]] = {}
    doors = {}
    for room in book.mazes:
        number = room["room"]
        beside |= {(number, cell): [] for cell in range(room["cells"])}
        for a, b in Picture(book, room, kind).passages():
            beside[number, a].append((number, b))
            beside[number, b].append((number, a))
        for cell, (letter, there, beyond) in read_signs(book, room).items():
            doors[number, letter] = cell, (there, beyond)
    for (number, _), (cell, beyond) in doors.items():
        there, _ = doors[beyond]
        beside[number, cell].append((beyond[0], there))
    assert sum(map(len, beside.values())) == 2 * (len(beside) - 1)  # as a tree
    start, end = (1, book.mazes[0]["start"]), (len(book.mazes), book.mazes[-1]["end"])
    before, waiting = {end: None}, [end]
    while waiting:
        here = waiting.pop()
        new = [there for there in beside[here] if there not in before]
        before |= dict.fromkeys(new, here)
        waiting += new
    assert len(before) == len(beside)  # in one piece
    way = [start]
    while before[way[-1]] is not None:
        way.append(before[way[-1]])
    return way


def test_the_signs_lead_from_the_first_page_to_the_last(book):
    way = walk(book)
    assert len(way) == sum(room["solution_length"] for room in book.mazes)
    pages = [room["puzzle"]["page"] for room in book.mazes]
    visited = [pages[room - 1] for room, _ in way]
    assert (visited[0], visited[-1]) == (pages[0], pages[-1])
    turned = sum(one // 2 != other // 2 for one, other in pairwise(visited))
    assert turned >= 10


def test_the_first_room_is_on_a_right_hand_page_and_none_leads_to_its_own_leaf(book):
    pages = [room["puzzle"]["page"] for room in book.mazes]
    assert pages == [*range(pages[0], pages[0] + 24)]
    assert pages[0] % 2
    for room in book.mazes:
        for there, _ in room["doors"]:
            assert (pages[room["room"] - 1] + 1) // 2 != (pages[there - 1] + 1) // 2


def test_the_key_says_for_each_room_how_the_way_goes_on(book):
    """Followed here line by line, from page to page of the key."""
    lines = {}
    for room in book.mazes:
        for line in book.lines(room["answer"]["page"]):
            if match := re.fullmatch(r"([0-9]+)\. (From the start|In by [A-E]), (.*)\.", line.text):
                lines[int(match[1])] = match[2], match[3]
    assert sorted(lines) == [*range(1, len(lines) + 1)]
    visits = sorted(
        (number, room["room"], enter, leave)
        for room in book.mazes
        for number, enter, leave in room["visits"]
    )
    letters = letter_doors(load_words("en"))
    for (number, here, _, leave), (_, there, enter, _) in pairwise(visits):
        out = f"out by {letters[leave - 1]} to {there} {letters[enter - 1]}"
        assert lines[number][1] == out
        assert lines[number + 1][0] == f"In by {letters[enter - 1]}"
        assert book.mazes[here - 1]["doors"][leave - 1] == [there, enter]
    assert lines[1][0] == "From the start"
    assert lines[len(lines)][1] == "on to the finish"


def test_nothing_on_the_page_of_a_room_tells_whether_the_way_leads_there(book):
    assert all(room["stars"] is None and room["minutes"] is None for room in book.mazes)
    assert {len(room["visits"]) > 0 for room in book.mazes} == {False, True}


def test_a_screen_has_links_at_the_doors(folder, book):
    with pikepdf.open(folder / "one-maze-screen.pdf") as pdf:
        pages = [page.objgen for page in pdf.pages]
        for room in book.mazes:
            page = pdf.pages[room["puzzle"]["page"] - 1]
            leads = [pages.index(link.Dest[0].objgen) + 1 for link in page.Annots]
            expected = [book.mazes[there - 1]["puzzle"]["page"] for there, _ in room["doors"]]
            assert leads[: len(expected)] == expected or leads[-len(expected) :] == expected


def test_nothing_is_wrong_with_it_and_it_is_made_again(folder, tmp_path):
    assert verify(folder).faults == ()
    rebuilt = rebuild(str(folder / "manifest.json"), output=tmp_path)
    assert rebuilt.comparison is not None
    assert rebuilt.comparison.identical


def test_a_door_that_was_spoiled_is_found(folder, tmp_path):
    """The manifest says of a room what its code makes; another sign there is noticed."""
    import shutil

    spoiled = tmp_path / "one-maze"
    shutil.copytree(folder, spoiled)
    manifest = spoiled / "manifest.json"
    row = json.loads(manifest.read_bytes())["mazes"][6]
    there, door = row["doors"][0]
    old = json.dumps(row["doors"][0])
    text = manifest.read_text(encoding="utf-8")
    at = text.index(row["code"])
    new = json.dumps([there % 24 + 1, door])
    manifest.write_text(text[:at] + text[at:].replace(old, new, 1), encoding="utf-8")
    assert any("doors" in fault.what for fault in verify(spoiled).faults)


def test_a_room_is_drawn_alone_from_its_code(book, tmp_path):
    room = next(room for room in book.mazes if len(room["visits"]) == 1)
    maze = maze_from_code(room["code"])
    facts = maze.to_dict()
    assert all(facts[key] == room[key] for key in ("room", "rooms", "doors", "visits", "digest"))
    for solution in (False, True):
        svg = maze.svg(solution=solution)
        assert 'id="doors"' in svg
        assert all(f"{there} {'ABCDE'[door - 1]}</title>" in svg for there, door in room["doors"])
    path = maze.save(tmp_path / "room.pdf")
    text = pypdfium2.PdfDocument(path)[0].get_textpage().get_text_bounded().split()
    assert all(str(there) in text for there, _ in room["doors"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_explain_doors_in_every_language(language, shelf):
    """What do I do at door C?"""
    words = load_words(language)
    made = make_book(
        "one-maze",
        seed="owl",
        mazes=10,
        overrides={"language": language, "svg": False, "section.rooms.size": "6x7"},
        name=f"one-{language}",
        output=shelf,
    )
    document = pypdfium2.PdfDocument(made.folder / f"one-{language}.pdf")
    text = "".join(page.get_textpage().get_text_bounded() for page in document)
    letters = letter_doors(words)
    assert len({*letters[:5]}) == 5
    room = json.loads((made.folder / "manifest.json").read_bytes())["mazes"][0]
    there, door = room["doors"][0]
    sign = f"{words.number(there)} {letters[door - 1]}"
    blanks = {"letter": letters[0], "sign": sign, "room": there, "there": letters[door - 1]}
    said = [
        *words.lines("how_to_rooms"),
        words("how_to_door", **blanks),
        words("how_to_hint"),
        words("how_to_lost", title=words.quote(words("colophon_title"))),
        words("plan_note"),
        words("plan_title"),
    ]
    if language in ("en", "de", "fr", "es", "pt", "pt-PT"):
        flat = " ".join(text.split())
        assert [line for line in said if " ".join(line.split()) not in flat] == []
        assert words("room", number=7) in flat
        assert re.search(
            re.escape(words("how_to_time", least="@", most="@")).replace("@", ".{5,14}"), flat
        )
    else:
        assert words.number(10) in text
        assert all(line and not re.search("[A-Za-z]", line) for line in said)


def test_the_drawn_door_is_that_of_the_first_room(book):
    """The how-to page has the letter and the sign of a door of room 1, as that page has them."""
    signs = read_signs(book, book.mazes[0])
    lines = {line.text: line for line in book.lines(3)}
    letter, there, beyond = min(signs.values())
    assert letter == "A"
    assert {letter, f"{there} {beyond}"} <= {*lines}
    on_page = {line.text: line for line in book.lines(book.mazes[0]["puzzle"]["page"])}
    drawn, real = ((found[f"{there} {beyond}"], found[letter]) for found in (lines, on_page))
    assert find_direction(*drawn) == find_direction(*real)


def find_direction(sign, letter) -> str:
    """Where a sign stands, as seen from the letter of its door."""
    if sign.bottom < letter.top:
        return "above"
    if sign.top > letter.bottom:
        return "below"
    return "left" if sign.right < letter.left else "right"


def test_the_line_above_a_room_explains_a_sign_of_its_page(book):
    for room in book.mazes:
        lines = [line.text for line in book.lines(room["puzzle"]["page"])]
        (line,) = (line for line in lines if line.startswith("The sign"))
        match = re.fullmatch(
            r"The sign ([0-9]+ [A-E]) at a door leads to door ([A-E]) of room ([0-9]+)\.", line
        )
        assert match[1] in lines
        assert match[1] == f"{match[3]} {match[2]}"


def test_the_plan_has_each_room_with_its_doors(book):
    """Each number, and below it the letters of the doors of that room."""
    lines = book.lines(4)
    numbers = [line for line in lines if re.fullmatch("[0-9]+", line.text)]
    letters = [line for line in lines if re.fullmatch("[A-E]", line.text)]
    numbers.remove(max(numbers, key=lambda line: line.top))  # of the page
    assert sorted(int(line.text) for line in numbers) == [*range(1, 25)]
    found: dict[int, str] = {}
    for line in letters:
        above = [n for n in numbers if n.top < line.top and n.left < line.right]
        nearest = min(above, key=lambda n: (line.top - n.bottom) + 3 * (line.left - n.left))
        room = int(nearest.text)
        found[room] = found.get(room, "") + line.text
    expected = {room["room"]: "ABCDE"[: len(room["doors"])] for room in book.mazes}
    assert {room: "".join(sorted(seen)) for room, seen in found.items()} == expected
    boxes = [(line.left, line.top, line.right, line.bottom) for line in letters]
    for number, one in enumerate(boxes):
        for other in boxes[:number]:
            assert (
                one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            )


def test_the_key_begins_with_the_whole_way(book):
    """Followed here from sign to sign, through the doors that the pages have."""
    page = min(room["answer"]["page"] for room in book.mazes)
    text = " ".join(" ".join(line.text for line in book.lines(page)).split())
    match = re.search(r"The whole way, from sign to sign: 1 → (.*) → the moon", text)
    signs = match[1].split(" → ")
    visits = sorted(visit for room in book.mazes for visit in room["visits"])
    assert len(signs) == len(visits) - 1
    here = 1
    for sign in signs:
        on_page = read_signs(book, book.mazes[here - 1]).values()
        assert sign in [f"{there} {beyond}" for _, there, beyond in on_page]
        here = int(sign.split()[0])
    assert here == 24


def test_a_plan_of_sixty_rooms_on_a_small_page_takes_two(shelf):
    made = make_book(
        "one-maze-adult",
        seed="owl",
        overrides={"page": "5x8", "svg": False, "section.rooms.size": "6x7"},
        name="sixty",
        output=shelf,
    )
    document = pypdfium2.PdfDocument(made.pdf)
    plans = [page.get_textpage().get_text_bounded() for page in document][3:5]
    assert all("Plan of the rooms" in plan for plan in plans)
    numbers = [*map(int, re.findall("(?m)^[0-9]+", "\n".join(plans)))]
    assert {*numbers} >= {*range(1, 61)}


def test_each_page_of_a_plan_goes_on_where_the_last_stopped():
    loaded = load("one-maze-adult", {"seed": "owl", "page": "5x8", "section.rooms.size": "6x7"})
    setting = paginate(settle(decide_seed(loaded), loaded.folder)).setting
    room = SimpleNamespace(plate=SimpleNamespace(width=6.0, height=7.0), room=None)
    numbers = []
    for page in (0, 1):
        *items, _ = lay_out_plan(setting, 4 + page, [room] * 60, page).items  # without the folio
        numbers += [int(item.text) for item in items if item.text.isdecimal()]
    assert numbers == [*range(1, 61)]


def test_sixty_rooms_are_drawn_in_two_seconds():
    grid = make_grid("square", (22, 29))
    start = process_time()
    rooms = draw_rooms(RoomPlan(60, 4), grid, "0123456789abcdef", 1)
    assert process_time() - start < 2
    assert len(rooms) == 60


@pytest.mark.parametrize(
    ("overrides", "wrong"),
    [
        (
            {"section.rooms.mazes": 7},
            "section.rooms.mazes: 7 rooms are too few for 4 doors each; use at least 10",
        ),
        (
            {"section.rooms.shape": "hexagonal"},
            "section.rooms.doors: hexagonal mazes have no doors to others",
        ),
        (
            {"section.rooms.size": "3x3"},
            "rooms of 3x3 are too small for 4 doors each; use larger rooms",
        ),
        ({"section.rooms.size": "100x110"}, "264,000 cells; at most 250,000"),
        (
            {"section.rooms.silhouette": "heart"},
            "cannot be combined with an outline or a drawing around mazes",
        ),
        ({"section.rooms.bridges": 4}, "cannot be combined with bridges"),
        ({"audience": "tactile"}, "cannot be combined with tactile mazes"),
        ({"section.rooms.doors": 9}, "9 is too large; at most 5"),
        ({"mazes_a_page": 2}, "cannot be combined with several mazes a page"),
        ({"section.rooms.ends": "none"}, 'cannot be combined with ends = "none"'),
        ({"book.secret": "WELL DONE"}, "cannot be combined with a secret sentence"),
        ({"texture": "deep"}, 'cannot be combined with texture = "deep"'),
        ({"section.rooms.questions": "times 7"}, "cannot be combined with questions"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(overrides, wrong, shelf):
    with pytest.raises(Refused) as refused:
        make_book("one-maze", seed="owl", name="none", output=shelf, overrides=overrides)
    assert wrong in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1
    assert not (shelf / "none").exists()


def spoil_a_sign(monkeypatch) -> None:
    """Print one letter of one sign wrong, in files and on pages: at the first door of room 3."""
    from puzzlebook.maze_art import room_signs

    told = room_signs.print_room

    def tell_wrong(maze, words):
        room = told(maze, words)
        if room is None or room.number != 3:
            return room
        first, *others = room.signs
        wrong = f"{first.room} {'B' if first.there != 'B' else 'C'}"
        return room._replace(signs=(first._replace(beyond=wrong), *others))

    monkeypatch.setattr(room_signs, "print_room", tell_wrong)


def test_a_wrong_letter_on_a_sign_is_found(shelf, monkeypatch):
    import puzzlebook.checks.verify  # noqa: F401 — has its own, before what it imports is spoiled

    with monkeypatch.context() as spoiled:
        spoil_a_sign(spoiled)
        made = make_book(
            "one-maze",
            seed="owl",
            mazes=10,
            overrides={"section.rooms.size": "6x7"},
            name="spoiled-sign",
            output=shelf,
        )
    faults = [str(fault) for fault in verify(made.folder).faults]
    assert len(faults) == 3  # both files, and the page of the room
    assert all("maze 3" in fault for fault in faults)
    assert sum("is not at its door" in fault for fault in faults) == 2
    assert sum("does not stand at its door" in fault for fault in faults) == 1
