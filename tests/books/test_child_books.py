"""A book for one child, and the short options that parents type."""

import pypdfium2

from puzzlebook.ground import templates
from puzzlebook.language.words import load_words


def read_pages(folder):
    document = pypdfium2.PdfDocument(folder / f"{folder.name}.pdf")
    return [page.get_textpage().get_text_range() for page in document]


def test_a_child_is_on_title_page_and_certificate_and_is_praised(puzzlebook_here, tmp_path):
    few = (
        "make",
        "ages-5-6",
        "--mazes",
        "5",
        "--seed",
        "owl",
        "--no-svg",
        "--no-check",
        "--child",
        "Tom",
    )
    assert puzzlebook_here(*few, "--certificate", "--name", "tom").code == 0
    pages = read_pages(tmp_path / "output" / "tom")
    assert "For Tom" in pages[0]
    assert "This book belongs to" in pages[1]
    assert "Tom" in pages[1]
    assert any("This is to certify that" in page and "Tom" in page for page in pages)
    assert "Well done, Tom!" in "".join(pages[-2:])
    assert puzzlebook_here(*few, "--title", "Mazes for Tom", "--name", "plain").code == 0
    pages = read_pages(tmp_path / "output" / "plain")
    assert "For Tom" not in pages[0]
    assert "This book belongs to" in pages[1]
    assert not any("certify" in page for page in pages)


def test_a_short_book_in_colour_has_mazes_and_answers_only(puzzlebook_here, tmp_path):
    words = (
        "make",
        "--age",
        "7",
        "--mazes",
        "4",
        "--seed",
        "owl",
        "--no-svg",
        "--short",
        "--color",
    )
    assert puzzlebook_here(*words, "--set", "book.certificate=true", "--name", "short").code == 0
    pages = read_pages(tmp_path / "output" / "short")
    assert [page.split()[0] for page in pages] == [
        "Maze",
        "Maze",
        "Maze",
        "Maze",
        "Answers",
        "Certificate",
    ]
    recipe = (tmp_path / "output" / "short" / "recipe.toml").read_text("utf-8")
    assert 'ink = "premium-color"' in recipe
    done = puzzlebook_here(*words, "--set", 'book.matter=["title"]')
    assert done.err.startswith("error: --set: sets book.matter twice")


def test_every_language_has_the_words_for_a_child():
    for name in templates.list_names("languages"):
        words = load_words(name)
        if not words.wordless:
            for key in ("title_child", "well_done_child"):
                assert "Tom" in words(key, child="Tom"), (name, key)


def test_a_page_for_an_age(puzzlebook_here, tmp_path):
    size = ("maze", "--seed", "owl", "--page", "a4", "-o", "fridge.pdf", "--force")
    codes = {}
    for age in ("3", "5", "7", "10"):
        done = puzzlebook_here(*size, "--age", age)
        assert done.code == 0
        codes[age] = done.out.rpartition("Maze code:")[2].split("-")[2]
    cells = [int(code.partition("x")[0]) for code in codes.values()]
    assert cells == sorted({*cells})
    assert len(pypdfium2.PdfDocument(tmp_path / "fridge.pdf")) == 1
    cut = puzzlebook_here(*size, "--age", "5", "--silhouette", "heart").out
    assert int(cut.rpartition("Maze code:")[2].split("-")[2].partition("x")[0]) < cells[1]
    assert puzzlebook_here(*size, "--age", "5", "--size", "4x5").err.startswith(
        "error: --age: chooses the cells of a page;"
    )
    assert puzzlebook_here(*size, "--age", "old").err.startswith(
        'error: --age: there is no age group for "old"; such as'
    )
