"""Pictures of pages, and the pages for boards and walls."""

import numpy as np
import pypdfium2
import pytest
from PIL import Image

import puzzlebook
from puzzlebook.checks.verify import verify
from puzzlebook.cli.papers import choose_page
from puzzlebook.ground.faults import Refused
from puzzlebook.printers.trims import trim


def test_every_page_is_drawn_at_200_dpi_and_the_book_is_as_it_was(puzzlebook_here, tmp_path):
    (tmp_path / "3b.csv").write_text("Mia Berg\nNoah Ek\n", encoding="utf-8")
    done = puzzlebook_here("make", "worksheet", "--names", "3b.csv", "--page", "slide", "--key", "separate", "--png",
                           "--no-svg", "--seed", "owl")  # fmt: skip
    assert done.code == 0
    assert "Pictures:   png/" in done.out
    folder = tmp_path / "output" / "3b"
    names = sorted(path.name for path in (folder / "png").iterdir())
    assert names == ["3b-001.png", "3b-002.png", "3b-key-001.png"]
    page = np.asarray(Image.open(folder / "png" / "3b-002.png"))
    assert page.shape == (1500, 2667)
    shown = (
        pypdfium2.PdfDocument(folder / "3b.pdf")[1]
        .render(scale=200 / 72, grayscale=True)
        .to_numpy()
    )
    assert (page == shown.reshape(page.shape)).all()
    assert not verify(folder).faults
    (folder / "png" / "3b-002.png").write_bytes(b"")
    assert verify(folder).faults
    assert puzzlebook.preview(folder, pages=True) == folder / "png"
    assert not verify(folder).faults
    with pytest.raises(Refused, match="is for a contact sheet"):
        puzzlebook.preview(folder, pages=True, output="x.png")
    again = puzzlebook_here("make", "worksheet", "--names", "3b.csv", "--page", "slide", "--key", "separate",
                            "--no-svg", "--seed", "owl", "--only", "Noah Ek")  # fmt: skip
    assert again.code == 0
    assert not verify(folder).faults
    assert not any((folder / "png").glob("*")), "they would show the sheet as it was"


@pytest.mark.parametrize(
    ("typed", "size"),
    [
        ("slide", (960, 540)),
        ("16:9", (960, 540)),
        ("A4 landscape", (842, 595)),
        ("a3", (842, 1191)),
        ("landscape a3", (1191, 842)),
    ],
)
def test_pages_for_walls_and_boards(typed, size):
    page = trim(typed)
    assert (round(page.width), round(page.height)) == size


@pytest.mark.parametrize(
    ("settings", "page"),
    [
        ({"LANG": "en_US.UTF-8"}, "letter"),
        ({"LANG": "es_MX"}, "letter"),
        ({"LANG": "en_US.UTF-8", "LC_PAPER": "de_DE.UTF-8"}, "a4"),
        ({"LC_ALL": "fr_CA", "LANG": "fr_FR"}, "letter"),
        ({"LANG": "de_DE.UTF-8"}, "a4"),
        ({"LANG": "C"}, "a4"),
    ],
)
def test_the_paper_of_a_country(settings, page):
    assert choose_page("auto", settings) == page
    assert choose_page("6x9", settings) == "6x9"
    assert choose_page(None, settings) is None
