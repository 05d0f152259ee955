"""Worksheets that say what to do in two languages."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from puzzlebook import make_book, verify
from puzzlebook.ground.faults import Refused
from puzzlebook.language.words import load_words
from puzzlebook.recipes.other_names import find_languages


def make_sheets(folder: Path, **given: object) -> Path:
    overrides = {"svg": False, "codes": "none", **given}
    return make_book("worksheet", seed="owl", name="two", output=folder, overrides=overrides).folder


def list_lines(folder: Path) -> list[str]:
    """The text of each page, in one line."""
    document = pypdfium2.PdfDocument(folder / "two.pdf")
    return [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]


def task(language: str) -> str:
    words = load_words(language)
    return words("worksheet_icons", start=words.end("start", "rabbit"),
                 finish=words.end("finish", "carrot"))  # fmt: skip


def test_a_pupil_reads_what_to_do_in_one_language_or_in_two(tmp_path: Path) -> None:
    pupils = [
        {"name": "Mia"}, {"name": "Ben", "language": "fr,de"}, {"name": "Zoë", "language": "es"},
    ]  # fmt: skip
    folder = make_sheets(tmp_path, pupil=pupils, **{"worksheet.second_language": "de"})
    assert verify(folder).faults == ()
    mia, ben, zoe, *_ = list_lines(folder)
    for page, told, other in (
        (mia, ("en", "de"), ("fr", "es")), (ben, ("fr", "de"), ("en", "es")), (zoe, ("es",), ("de",)),
    ):  # fmt: skip
        places = [page.index(task(language)) for language in told]
        assert places == sorted(places)
        assert not [language for language in other if task(language) in page]
    assert "Date / Datum" in mia
    assert "Nom / Name" in ben


def test_polish_stands_below_english_in_whatever_order_and_never_alone(tmp_path: Path) -> None:
    assert find_languages("Polish and English".replace(" and ", ",")) == ["en", "pl"]
    folder = make_sheets(tmp_path, mazes=1, **{"worksheet.second_language": "pl"})
    assert verify(folder).faults == ()
    (page, *_) = list_lines(folder)
    polish = load_words("pl")("worksheet_icons")
    assert 0 < page.index(task("en")) < page.index(polish)
    assert "Name / Imię" in page
    with pytest.raises(Refused, match="worksheets have it as a second language"):
        find_languages("pl")
    with pytest.raises(Refused, match='no language called "pl"'):
        make_sheets(tmp_path, pupil=[{"name": "Mia", "language": "pl"}])


def test_a_key_has_the_answers_of_a_class_on_one_page(tmp_path: Path) -> None:
    folder = make_sheets(tmp_path, mazes=28, answers=30, **{"worksheet.key": "separate"})
    assert len(pypdfium2.PdfDocument(folder / "two-key.pdf")) == 1


def test_a_right_to_left_line_begins_at_the_right(tmp_path: Path) -> None:
    """Its right end is at the right edge of the page's text, and the first line's is not."""
    folder = make_sheets(tmp_path, mazes=1, **{"worksheet.second_language": "fa"})
    text = pypdfium2.PdfDocument(folder / "two.pdf")[0].get_textpage()
    boxes = [text.get_rect(index) for index in range(text.count_rects())]
    rights = {}
    for left, bottom, right, top in boxes:
        said = text.get_text_bounded(left, bottom, right, top)
        rights[said.strip()] = max(right, rights.get(said.strip(), 0))
    persian = max(right for said, right in rights.items() if any(c > "\u0600" for c in said))
    english = max(right for said, right in rights.items() if said.startswith("Find the"))
    assert persian > english + 100


def test_the_command_takes_two_languages(tmp_path: Path, puzzlebook_here) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "3b.csv").write_text('name,language\nMia,"French + Persian"\nBen,\n', "utf-8")
    done = puzzlebook_here(
        "make", "worksheet", "--names", "3b.csv", "--language", "en,de", "--no-svg", "--why",
        "younger", "--seed", "owl",
    )  # fmt: skip
    assert done.code == 0, done.err
    recipe = (tmp_path / "output/3b/recipe.toml").read_text("utf-8")
    for line in ('language = "fr,fa"', 'second_language = "de"', 'why = "younger"'):
        assert line in recipe
    for wrong, said in (
        (("worksheet", "--language", "en,tlh"), '--language: there is no language called "tlh"'),
        (("worksheet", "--language", "en,de,fr"), "--language: has 3 languages; give one, or two"),
        (("ages-7-8", "--language", "en,de"), "worksheet.second_language: this book has no"),
        (("worksheet", "--why", "all"), '--why: "all" is not known'),
    ):
        assert puzzlebook_here("make", *wrong).err.startswith(f"error: {said}")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"pupil": [{"name": "Mia", "language": "en,de,fr"}]}, "pupil.1.language: has 3 languages"),
        ({"pupil": [{"name": "Mia", "language": "en,tlh"}]}, "pupil.1.language: there is no language"),
        ({"worksheet.second_language": "xx"}, "worksheet.second_language: there is no language"),
        ({"worksheet.second_language": "de", "worksheet.wall": "2x2"}, "worksheet.second_language: the"),
    ],
)  # fmt: skip
def test_bad_input_is_refused(given: dict[str, object], said: str, tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        make_sheets(tmp_path, **given)
    assert str(refused.value).startswith(said)
