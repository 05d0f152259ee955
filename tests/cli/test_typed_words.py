"""The words that people type: understood, or answered with the command that they meant."""

from __future__ import annotations

import json
import shlex

import pytest

from puzzlebook.recipes.files import load


@pytest.fixture
def drafted(puzzlebook_here):
    """The manifest of what a command would make."""

    def draft(typed: str) -> dict:
        few = () if "--mazes" in typed else ("--mazes", "1")
        done = puzzlebook_here(
            *shlex.split(typed), *few, "--no-svg", "--dry-run", "--json", "--seed", "owl"
        )
        assert done.code == 0, done.err
        return json.loads(done.out)["manifest"]

    return draft


@pytest.mark.parametrize(
    ("typed", "key", "value"),
    [
        ("make sheets --language german", "language", "de"),
        ("make sheets --language Deutsch", "language", "de"),
        ("make sheets --language de_DE", "language", "de"),
        ("make sheets --language pt-BR", "language", "pt"),
        ("make sheets --language pt_PT", "language", "pt-PT"),
        ("make sheets --language 'Português de Portugal'", "language", "pt-PT"),
        ("make sheets --set language=Français", "language", "fr"),
        ("make sheets --printer kdp --mazes 22", "printer", "kdp-paperback"),
        ("make sheets --printer 'KDP Paperback' --mazes 22", "printer", "kdp-paperback"),
        ("make sheets --page 8,5x11", "page", "8.5x11"),
        ("make sheets --page A4", "page", "a4"),
        ("make sheets --page 'US Letter'", "page", "letter"),
        ("make sheets --page us-letter", "page", "letter"),
        ("make sheets --page '8.5\" x 11\"'", "page", "8.5x11"),
        ("make sheets --page '6in by 9in'", "page", "6x9"),
        ("make sheets --page 21,0x29,7cm", "page", "21.0x29.7cm"),
        ("make sheets --theme Bee", "theme", "bee"),
        ("make sheets --theme Einhorn", "theme", "unicorn"),
        ("make sheets --theme licorne", "theme", "unicorn"),
        ("make sheets --theme pirates", "theme", "pirate"),
        ("make sheets --audience 7", "audience", "7-8"),
        ("make sheets --audience 'ages 9 to 11'", "audience", "9-11"),
        ("make sheets --audience LARGE_PRINT", "audience", "large-print"),
        ("make sheets --age 5", "audience", "5-6"),
        ("make sheets --audience blind", "audience", "tactile"),
        ("make blind", "audience", "tactile"),
        ("make sheets --age 14", "audience", "adult"),
        ("make --age 5", "audience", "5-6"),
        ("make 7-8", "audience", "7-8"),
        ("make AGES_7_8", "audience", "7-8"),
        ("make 'Large Print'", "audience", "large-print"),
    ],
)
def test_a_name_is_understood(drafted, typed, key, value):
    assert drafted(typed)["recipe"][key] == value


def test_a_book_of_an_age_is_the_readers_own_and_codes_say_our_names(drafted):
    assert drafted("make --age 5")["code"] == drafted("make ages-5-6")["code"]
    assert ":theme=bee:" in drafted("make sheets --set theme=BEE")["code"]


@pytest.mark.parametrize(
    ("typed", "shape"), [("hex", "hexagonal"), ("Honeycomb", "hexagonal"), ("round", "polar")]
)
def test_shapes(drafted, puzzlebook_here, typed, shape):
    size = "5" if shape == "polar" else "5x5"
    assert drafted(f"make sheets --shape {typed} --size {size}")["mazes"][0]["shape"] == shape
    assert (
        f"1-{shape}-"
        in puzzlebook_here("maze", "--shape", typed, "--size", size, "-o", "m.svg").out
    )


def test_silhouettes_of_a_maze_and_in_turn(drafted, puzzlebook_here):
    assert drafted("make sheets --silhouette 'Heart, DINO' --size 14x18")["recipe"]["section"][0][
        "silhouette"
    ] == ("heart,dinosaur")
    assert "-heart-" in puzzlebook_here("maze", "--silhouette", "HEART", "-o", "m.svg").out
    assert puzzlebook_here("maze", "--theme", "Bee", "-o", "b.svg").code == 0


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (
            "make sheets --theme elephant",
            "a silhouette of that name (try: puzzlebook make sheets --silhouette elephant",
        ),
        (
            "make sheets --page kdp",
            "a printer of that name (try: puzzlebook make sheets --printer kdp",
        ),
        ("make sheets --printer=a4", "a page of that name (try: puzzlebook make sheets --page a4"),
        (
            "make sheets --shape heart",
            "a silhouette of that name (try: puzzlebook make sheets --silhouette heart",
        ),
        (
            "make sheets --language 5",
            "an audience of that name (try: puzzlebook make sheets --audience 5",
        ),
        (
            "make elephant",
            "a silhouette of that name (try: puzzlebook make sheets --silhouette elephant",
        ),
        ("make spanish", "a language of that name (try: puzzlebook make --language spanish"),
        (
            "make dinosar",
            "did you mean the theme dinosaur? (try: puzzlebook make sheets --theme dinosaur",
        ),
        (
            "make Germna",
            "did you mean the language german? (try: puzzlebook make --language german",
        ),
        (
            "make sheets --audience dyslexic",
            "a font of yours (try: puzzlebook make sheets --audience large-print",
        ),
        ("make dyslexia", "--font FILE those of a font of yours (try: puzzlebook make --audience"),
        (
            "make sheets --audience braille",
            "with words in print (try: puzzlebook make sheets --audience tactile",
        ),
        (
            "make Braille",
            "mazes that can be felt, with words in print (try: puzzlebook make --audience tactile",
        ),
        (
            "make sheets --theme princess",
            "the nearest theme is unicorn: a unicorn and the rainbow (try: puzzlebook make sheets --theme unicorn",
        ),
        (
            "make sheets --theme 'fire engine'",
            "the nearest theme is digger: a digger and a heap of sand (try: puzzlebook make sheets --theme digger",
        ),
        ("make Feuerwehr", "a heap of sand (try: puzzlebook make --theme digger"),
        (
            "make sheets --size 8.5x11",
            "a page of that name (try: puzzlebook make sheets --page 8.5x11",
        ),
        ("new my.toml --theme elephant", "(try: puzzlebook new my.toml --silhouette elephant"),
    ],
)
def test_a_name_of_another_kind_is_answered_with_the_command_that_works(
    puzzlebook_here, typed, meant
):
    few = ["--mazes", "22" if "kdp" in typed else "2"]
    done = puzzlebook_here(*shlex.split(typed), *few)
    assert done.code == 2
    assert meant in done.err
    command = done.err.partition("(try: puzzlebook ")[2].partition(")")[0]
    assert (
        puzzlebook_here(
            *shlex.split(command), *([] if "new" in command else ["--no-svg", "--no-check"])
        ).code
        == 0
    )


def test_a_size_in_cells_that_is_also_a_page_is_pointed_out(puzzlebook_here):
    note = "note: --size 6x9 counts cells; if you mean the page, in inches: --page 6x9\n"
    draft = ("make", "sheets", "--mazes", "2", "--dry-run")
    assert note in puzzlebook_here(*draft, "--size", "6x9").err
    for more in (["--page", "a4"], ["--quiet"]):
        assert note not in puzzlebook_here(*draft, "--size", "6x9", *more).err
    assert "counts cells" not in puzzlebook_here(*draft, "--size", "9x12").err


def test_ages_that_are_no_readers_and_both_at_once(puzzlebook_here):
    assert (
        'error: --age: there is no age group for "5-9"; allowed: 3-4, 5-6'
        in puzzlebook_here("make", "--age", "5-9").err
    )
    assert (
        "--age: cannot be combined with --audience"
        in puzzlebook_here("make", "sheets", "--age", "5", "--audience", "7-8").err
    )


def test_help_is_a_command(puzzlebook_here):
    assert puzzlebook_here("help", "make").out == puzzlebook_here("make", "--help").out
    assert 'there is no topic "bake"' in puzzlebook_here("help", "bake").err


def test_lists_and_checks_know_the_names_too(puzzlebook_here):
    assert (
        puzzlebook_here("list", "Printer", "KDP").out
        == puzzlebook_here("list", "printers", "kdp-paperback").out
    )
    assert puzzlebook_here("list", "shapes", "hex").out.startswith("hexagonal")
    assert (
        puzzlebook_here("make", "sheets", "--mazes", "1", "--no-svg", "--page", "8.5x11").code == 0
    )
    assert (
        "kdp-paperback"
        in puzzlebook_here("check", "output/sheets/sheets.pdf", "--printer", "kdp").out
    )


def test_recipes_are_understood_too(tmp_path):
    recipe = 'language = "Deutsch"\nprinter = "KDP"\npage = "8,5x11"\nbase = "7-8"\n'
    (tmp_path / "r.toml").write_text(recipe + '[[section]]\nkey = "warm-up"\nshape = "hex"\n')
    recipe = load(str(tmp_path / "r.toml")).recipe
    assert (recipe.language, recipe.printer, recipe.page.name) == ("de", "kdp-paperback", "8.5x11")
    assert {section.key: section.shape for section in recipe.sections}["warm-up"] == "hexagonal"


def test_texts_of_the_book_are_options(drafted):
    given = "--isbn 978-3-16-148410-0 --dedication 'For Mia' --publisher Owl --subtitle 'For two' --child Mia"
    book = drafted(f"make ages-7-8 {given}")
    assert {key: book["recipe"]["book"][key] for key in ("isbn", "dedication", "publisher", "subtitle", "child")} == {
        "isbn": "978-3-16-148410-0", "dedication": "For Mia", "publisher": "Owl", "subtitle": "For two", "child": "Mia",
    }  # fmt: skip


def test_sheets_of_a_second_evening_number_themselves(puzzlebook_here, tmp_path):
    few = ("make", "sheets", "--mazes", "1", "--no-svg", "--no-check")
    assert [puzzlebook_here(*few).code for _ in range(3)] == [0, 0, 0]
    assert sorted(path.name for path in (tmp_path / "output").iterdir()) == [
        "sheets",
        "sheets-2",
        "sheets-3",
    ]
    assert (tmp_path / "output" / "sheets-2" / "sheets-2.pdf").exists()
    assert (
        "was made earlier and is kept: these sheets are in output/sheets-4"
        in puzzlebook_here(*few).err
    )
    assert puzzlebook_here(*few, "--name", "sheets").code == 2
    assert puzzlebook_here(*few, "--force").code == 0
    assert not (tmp_path / "output" / "sheets-5").exists()


def test_make_says_that_the_check_passed_and_nothing_of_a_page_that_is_the_books_own(
    puzzlebook_here,
):
    few = ("make", "ages-7-8", "--mazes", "4", "--no-svg", "--seed", "owl")
    done = puzzlebook_here(*few, "--page", "letter")
    assert "Check:      passed: the interior meets the rules of home" in done.out
    assert "other mazes" not in done.err
    done = puzzlebook_here(*few, "--page", "a4", "--no-check", "--name", "a4")
    assert "Check:" not in done.out
    assert "on a4 mazes" not in done.err


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("make worksheet --list 3b.csv", "--list: there is no such option; did you mean --names?"),
        (
            "make worksheet --large",
            "--large: there is no such option; did you mean --audience large-print?",
        ),
        ("make --bleed 3mm", "--bleed: there is no such option; see puzzlebook make --help"),
        ("maze --strokes 3", "--strokes: there is no such option; see puzzlebook maze --help"),
        (
            "maze --stroke-width 1mm",
            "--stroke-width: there is no such option; did you mean --line?",
        ),
        ("maze --answer", "--answer: there is no such option; did you mean --solution?"),
        ("make --a4", "--a4: there is no such option; did you mean --page a4?"),
        ("make --german", "--german: there is no such option; did you mean --language german?"),
        ("make --ink color", "--ink: there is no such option; did you mean --set ink=…?"),
        ("make --blurb x", "--blurb: there is no such option; did you mean --set cover.blurb=…?"),
        ("make --lang de", "--lang: there is no such option; did you mean --language?"),
        (
            "make worksheet --copies 28",
            "--copies: there is no such option; for different sheets --mazes 28; for copies of one,",
        ),
        (
            "make worksheet --two-a-page",
            "--two-a-page: there is no such option; did you mean --set mazes_a_page=2?",
        ),
        (
            "make worksheet --two-levels",
            "--two-levels: there is no such option; did you mean --levels?",
        ),
        ("make --slides", "--slides: there is no such option; did you mean --page slide?"),
        ("make --mazs 3", "--mazs: there is no such option; did you mean --mazes?"),
        (
            "make worksheet --set load=core",
            'load: there is no such key; it is a column of a class list: --names FILE.csv, with "load"',
        ),
        (
            "make worksheet 3b.csv --page a4",
            'puzzlebook make: I don\'t understand "3b.csv"; give a list with --names (try: puzzlebook make worksheet --names',
        ),
        (
            "make 3b.csv",
            "3b.csv: is a list of names, not a recipe; give a list with --names (try: puzzlebook make",
        ),
        (
            "make ages 5-6",
            "puzzlebook make: I don't understand \"5-6\"; a book's name is one word (try: puzzlebook make ages-5-6)",
        ),
        ("make worksheet --names 3C", "--names: 3C: there is no such file; did you mean 3c.csv?"),
        (
            "make worksheet --level 2",
            "--level: 2 is not a level of a book; easy, normal or hard; that of a class is --set work",
        ),
        ("make worksheet --set level=9", "worksheet.level: 9 is too large; at most 5"),
        (
            "make --page '21 x 29.7'",
            '--page: no listed page is "21 x 29.7" inches; add its unit, such as "21x29.7cm"',
        ),
        (
            "maze --silhouette Mia",
            "--silhouette: there is no silhouette called 'Mia'; allowed: apple, archway",
        ),
        ("make --set bleed=true", "bleed: there is no such key; allowed: "),
        ("make --isbn 123", '--isbn: "123" is not an ISBN;'),
        ("make --trim 3x3", '--trim: no listed page is "3x3" inches;'),
        (
            "make --page 3x3in",
            '--page: 3x3in has no room for passages of 8 mm for readers of "7-8"; pages that do:',
        ),
        ("make --set page=3x3", 'page: no listed page is "3x3" inches;'),
        ("make --size 1", "--size: "),
        ("new my.toml --volume 0", "--volume: 0 is too small; at least 1"),
        (
            "make sheets --only 3",
            "--only: this book has no worksheets; to remake one maze of a finished book: puzzlebook",
        ),
    ],
)
def test_what_is_wrong_is_called_as_it_was_typed(puzzlebook_here, tmp_path, typed, said):
    for name in ("3b.csv", "3c.csv"):
        (tmp_path / name).write_text("Mia\n")
    done = puzzlebook_here(*shlex.split(typed))
    assert done.code == 2
    assert done.err.startswith(f"error: {said}")
    assert done.err.count("\n") == 1, "once is enough"


def test_a_book_is_made_again_from_the_recipe_beside_its_pdf(puzzlebook_here, tmp_path):
    (tmp_path / "mine.toml").write_text('base = "ages-7-8"\nseed = "owl"\n')
    few = ("--mazes", "2", "--no-svg", "--no-check")
    assert puzzlebook_here("make", "mine.toml", *few).code == 0
    home = tmp_path / "output" / "mine"
    assert (
        "Files:      1 of 1 the same"
        in puzzlebook_here("rebuild", home / "mine.pdf", "-o", "again").out
    )
    (home / "recipe.toml").rename(tmp_path / "recipe.txt")
    assert (
        "--recipe with its recipe.toml"
        in puzzlebook_here("rebuild", home / "mine.pdf", "-o", "more").err
    )


def test_a_draft_says_what_the_list_says(puzzlebook_here, tmp_path):
    (tmp_path / "3b.csv").write_text(
        "name,print,language,level,copies\nMia Berg,large,fr,easier,2\nBen,,,,\n"
    )
    rows = puzzlebook_here("make", "worksheet", "--names", "3b.csv", "--dry-run").out.splitlines()
    assert "Mia Berg  easier, large print, fr, 2 copies  1-square-" in rows[0]
    assert "Ben       same   " in rows[1]
    done = puzzlebook_here("make", "worksheet", "--names", "3b.csv", "--only", "mia", "--dry-run")
    assert (
        done.err == 'error: --only: nobody on the list is called "mia"; did you mean "Mia Berg"?\n'
    )


def test_a_cover_alone_is_judged_as_the_cover_of_its_book(puzzlebook_here, tmp_path):
    assert (
        puzzlebook_here(
            "make", "ages-7-8", "--mazes", "2", "--no-svg", "--no-check", "--name", "mine"
        ).code
        == 0
    )
    assert puzzlebook_here("cover", "output/mine").code == 0
    for typed, lines in (("output/mine/mine-cover.pdf", ["mine-cover.pdf"]), ("output/mine/mine.pdf", ["mine.pdf"]),
                         ("output/mine", ["mine.pdf", "mine-cover.pdf"])):  # fmt: skip
        done = puzzlebook_here("check", typed)
        assert done.code == 0, done.err
        assert [
            line.partition(":")[0] for line in done.out.splitlines() if ".pdf: " in line
        ] == lines
    for name, is_cover in (("cover", True), ("My Cover (2)", True), ("discover", False)):
        (tmp_path / f"{name}.pdf").write_bytes(
            (tmp_path / "output/mine/mine-cover.pdf").read_bytes()
        )
        done = puzzlebook_here("check", f"{name}.pdf", "--printer", "kdp")
        assert (
            "is a cover, judging by its name; whether it fits depends on its book" in done.err
        ) == is_cover
