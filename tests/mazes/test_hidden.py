"""Pictures that the way draws: what is offered, how it lies on the cells, and what is refused."""

from itertools import pairwise

import numpy as np
import pypdfium2
import pytest
from command import check_errors

from puzzlebook import make_book, make_maze
from puzzlebook.ground.faults import Refused
from puzzlebook.mazes.codes import Design, read_code
from puzzlebook.mazes.grids import make_grid
from puzzlebook.mazes.hidden import HiddenPicture, find_smallest_size, lay_blocks
from puzzlebook.mazes.silhouettes import Silhouette
from puzzlebook.mazes.tilings import format_size
from puzzlebook.recipes.assets import read_letters_font
from puzzlebook.verbs.one_maze import maze_from_code
from puzzlebook.verbs.rebuilding import rebuild

KEY = "7q4k2m9x0c3t5v8w"


def rows(name):
    return HiddenPicture.drawings()[name]["blocks"].split()


@pytest.mark.parametrize("name", HiddenPicture.drawings())
def test_a_drawing_in_blocks_is_shown_block_by_block(name):
    drawn = rows(name)
    wide, high = len(drawn[0]), len(drawn)
    assert {len(row) for row in drawn} == {wide}
    blocks = {(x, y) for y, row in enumerate(drawn) for x, block in enumerate(row) if block == "#"}
    size = HiddenPicture.smallest_size(name)
    assert size == (2 * wide + 2, 2 * high + 2)
    found = lay_blocks(HiddenPicture.built_in(name), size)
    assert {
        ((x - 1) // 2, (y - 1) // 2) for x, y in found.corners
    } == blocks  # so they hang together: none was added
    assert find_smallest_size(HiddenPicture.built_in(name)) == size
    with pytest.raises(Refused, match=f"does not fit into .*; {size[0]}x{size[1]} cells or more"):
        lay_blocks(HiddenPicture.built_in(name), (size[0] - 1, size[1]))


@pytest.mark.parametrize("name", ["bell", "cat", "owl", "turtle"])
def test_the_size_from_which_a_silhouette_is_drawn_is_the_measured_one(name):
    assert HiddenPicture.smallest_size(name) == find_smallest_size(
        HiddenPicture.from_silhouette(Silhouette.built_in(name))
    )


def test_every_picture_has_a_size():
    wrong = [
        f'{name} = "{format_size(size)}"'
        for name in sorted(set(Silhouette.titles()) - set(HiddenPicture.drawings()))
        if (size := find_smallest_size(HiddenPicture.built_in(name)))
        and size != HiddenPicture.smallest_size(name)
    ]
    assert not wrong, f"templates/pictures.toml: [fewest] lacks {wrong}"
    assert len(HiddenPicture.drawings()) >= 20


def test_in_much_more_room_the_silhouette_takes_the_place_of_the_drawing():
    rocket = HiddenPicture.built_in("rocket")
    assert {
        tuple(np.ptp(lay_blocks(rocket, size).corners, axis=0) // 2 + 1)
        for size in ((20, 26), (30, 36))
    } == {(9, 12)}
    assert max(np.ptp(lay_blocks(rocket, (40, 48)).corners, axis=0) // 2 + 1) > 20


# -- The answer, by its pixels ------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["smile", "text:A"])
def test_the_shaded_cells_are_those_of_the_picture_and_of_the_legs(tmp_path, way):
    """Found from the pixels of the answer: the middle of a cell's quarter is shaded, or it is
    not."""
    maze = make_maze("square", "26x28", seed="owl", way=way)
    maze.save(tmp_path / "answer.pdf", solution=True, marks="none", line="0.25pt", cell="20pt")
    page = pypdfium2.PdfDocument(tmp_path / "answer.pdf")[0].render(scale=1).to_numpy()[..., 0]
    left = (page.shape[1] - 26 * 20) / 2
    top = (page.shape[0] - 28 * 20) / 2
    shaded = {
        row * 26 + column
        for row in range(28)
        for column in range(26)
        if page[round(top + row * 20 + 3), round(left + column * 20 + 3)] < 230
    }
    assert shaded == set(maze.solution)
    picture = HiddenPicture.built_in("smile")
    if way != "smile":
        picture = HiddenPicture.from_silhouette(
            Silhouette.from_letters("A", read_letters_font("text"))
        )
    inside = {cell for block in lay_blocks(picture, (26, 28)).cells for cell in block}
    on_way = [cell in inside for cell in maze.solution]
    first, last = on_way.index(True), len(on_way) - on_way[::-1].index(True)
    assert all(on_way[first:last])
    assert shaded - inside == {*maze.solution[:first], *maze.solution[last:]}
    assert inside < shaded


def test_the_puzzle_does_not_say_what_it_is():
    maze = make_maze("square", "24x26", seed="owl", way="heart")
    assert "heart" not in maze.svg().lower()
    assert "way.heart" in maze.svg(solution=True)


def test_the_way_is_the_only_one():
    maze = make_maze("square", "24x26", seed="owl", way="heart", method="passages")
    assert {(min(pair), max(pair)) for pair in pairwise(maze.solution)} <= set(maze.passages)
    assert len(maze.passages) == maze.grid.cells - 1
    assert (maze.start, maze.end) == (maze.solution[0], maze.solution[-1])


# -- Codes --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "picture",
    ["heart", "owl.largest", "file.0123456789", "text.8n0m6.0123456789", "line.0123456789"],
)
def test_a_code_says_what_the_way_draws_in_place_of_the_ends(picture):
    apart = Design("square", (24, 26), KEY, f"way.{picture}.apart")
    if picture.startswith("line."):
        with pytest.raises(Refused, match="not a maze code"):
            read_code(apart.code)
    else:
        assert read_code(apart.code) == apart
        assert apart.picture == picture
    design = Design("square", (24, 26), KEY, f"way.{picture}")
    assert design.code.startswith(f"1-square-24x26-way.{picture}-{KEY}-")
    assert read_code(design.code) == design
    assert design.picture == picture


@pytest.mark.parametrize("ends", [None, "apart", "short"])
@pytest.mark.parametrize("way", ["duck", "text:7", "Owl"])
def test_a_code_makes_the_maze_again(way, ends):
    maze = make_maze("square", "24x26", seed="owl", way=way, ends=ends)
    assert [end for end in ("apart", "short") if f".{end}-" in maze.code] == [ends] * bool(ends)
    again = maze_from_code(maze.code)
    assert (again.digest, again.solution, again.code) == (maze.digest, maze.solution, maze.code)


def test_a_file_is_asked_for(tmp_path):
    (tmp_path / "l.svg").write_text('<svg viewBox="0 0 10 10"><path d="M0 2H8V8H0"/></svg>')
    maze = make_maze("square", "10x10", seed="owl", way=f"line:{tmp_path / 'l.svg'}")
    assert maze_from_code(maze.code, way=f"line:{tmp_path / 'l.svg'}").digest == maze.digest
    with pytest.raises(
        Refused, match="the maze's way is a line in a file; add way line: with that file"
    ):
        maze_from_code(maze.code)
    (tmp_path / "k.svg").write_text('<svg viewBox="0 0 10 10"><path d="M0 2H8V8H1"/></svg>')
    with pytest.raises(Refused, match="not the file of the maze's way"):
        maze_from_code(maze.code, way=f"line:{tmp_path / 'k.svg'}")


# -- Lines --------------------------------------------------------------------------------------------------


def test_a_line_in_a_file_without_an_ending_travels_with_the_book(tmp_path):
    (tmp_path / "path").write_text('<svg viewBox="0 0 10 10"><path d="M0 2H8V8H0"/></svg>')
    (tmp_path / "book.toml").write_text(
        'audience = "7-8"\n[book]\ntitle = "T"\n'
        '[[section]]\nkey = "a"\ntitle = "A"\nmazes = 1\nway = "line:path"\n'
    )
    book = make_book(tmp_path / "book.toml", seed="owl", output=tmp_path / "output")
    (tmp_path / "path").unlink()
    rebuild(str(book.folder / "manifest.json"), output=tmp_path / "again")
    pdf = "book/book.pdf"
    assert (tmp_path / "again" / pdf).read_bytes() == (tmp_path / "output" / pdf).read_bytes()


def line(tmp_path, drawn, size="6x4", page="0 0 6 4"):
    (tmp_path / "line.svg").write_text(f'<svg viewBox="{page}">{drawn}</svg>')
    return make_maze("square", size, seed="owl", way=f"line:{tmp_path / 'line.svg'}").solution


def test_a_line_is_laid_along_the_cells(tmp_path):
    assert line(tmp_path, '<path d="M0.5 0.5H4.5V2.5H2.5"/>') == (0, 1, 2, 3, 4, 10, 16, 15, 14)
    assert line(tmp_path, '<g transform="translate(1 1)"><polyline points="0,0 2,2"/></g>') == (
        7,
        8,
        14,
        15,
        21,
    )
    # Its page is fitted into the maze: here each of its units is two cells.
    assert line(tmp_path, '<line x1="0" y1="0" x2="3" y2="0"/>', page="0 0 3 2") == (
        0,
        1,
        2,
        3,
        4,
        5,
    )


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        ('<path d="M1 1H5V3H3V0"/>', "the line comes to a cell of 6x4 a second time"),
        ('<path d="M1 1H7"/>', "the line leaves the maze"),
        ('<path d="M1 1H5V3Z"/>', "its <path> is closed; draw an open line"),
        ('<rect x="1" y="1" width="3" height="2"/>', "its <rect> is closed"),
        ('<path d="M1 1H5M1 3H5"/>', "2 lines are drawn in it; draw one open line"),
        ("", "no lines are drawn in it"),
        ('<path d="M1.2 1.2H1.4"/>', "the line stays within one cell"),
    ],
)
def test_a_line_that_is_none(tmp_path, drawn, said):
    with pytest.raises(Refused) as caught:
        line(tmp_path, drawn)
    assert said in str(caught.value)


# -- What is refused ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--way", "hart"], "there is no picture called 'hart'; did you mean"),
        (["--way", "heart", "--size", "9x12"], "A heart does not fit into 9x12 cells, in blocks of two by two; 20x20"),
        (["--way", "cat", "--size", "12x12"], "A sitting cat does not fit into 12x12 cells, in blocks of two by"),
        (["--way", "heart", "--shape", "polar", "--size", "12"], 'only square mazes can draw a picture with their path; set shape'),
        (["--way", "heart,owl"], "'heart,owl' names 2 pictures; give one for a single maze"),
        (["--way", "initial"], "'initial' names no pictures"),
        (["--way", "heart", "--ends", "far"], "has its own ends"),
        (["--way", "heart", "--ends", "far"], 'has its own ends; no ends, "apart" or "short" beside it'),
        (["--way", "heart", "--silhouette", "owl", "--size", "20x20"], "does not fit into this outline"),
        (["--way", "line:none.svg"], "there is no such file"),
        (["1-square-9x12-far-7q4k2m9x0c3t5v8w-p", "--way", "heart"], "cannot be combined with this code"),
    ],
)  # fmt: skip
def test_what_is_refused(tmp_path, puzzlebook_here, arguments, said):
    done = puzzlebook_here("maze", *arguments, "-o", "maze.svg")
    (line,) = check_errors(done.err)
    assert (done.code, said in line) == (2, True), line
    assert list(tmp_path.iterdir()) == []


def test_a_picture_too_thin_for_blocks(tmp_path):
    (tmp_path / "thin.svg").write_text(
        '<svg viewBox="0 0 900 900"><path d="M0 0h900v1H1v899H0z"/></svg>'
    )
    with pytest.raises(Refused, match="use a bolder picture: its parts are too thin for blocks"):
        make_maze("square", "24x26", seed="owl", way=str(tmp_path / "thin.svg"))


@pytest.mark.parametrize("ends", [None, "apart", "short"])
def test_a_picture_in_an_outline_has_a_cell_all_around_it(ends):
    maze = make_maze("square", "30x30", seed="round", silhouette="circle", way="apple", ends=ends)
    again = maze_from_code(maze.code)
    assert (again.solution, again.digest) == (maze.solution, maze.digest)
    assert {maze.solution[0], maze.solution[-1]} <= set(maze.grid.rim)
    cut = Silhouette.built_in("circle")
    blocks = lay_blocks(
        HiddenPicture.built_in("apple"), (30, 30), maze=make_grid("square", (30, 30), cut)
    )
    inside = {cell for block in blocks.cells for cell in block}
    assert inside <= set(maze.solution)
    assert len(inside) == 4 * sum(row.count("#") for row in rows("apple"))
    assert inside.isdisjoint(maze.grid.rim)
