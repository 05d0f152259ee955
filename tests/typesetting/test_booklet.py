"""Booklets, against an imposition of the plain PDF that is worked out here by folding paper."""

from __future__ import annotations

import json

import numpy as np
import pypdfium2
import pytest

from puzzlebook.typesetting.imposition import count_booklet_pages, saddle_order


def folded(sheets, right):
    """The pages in the order in which a reader turns them, of sheets that are put into each other
    and folded."""
    stack = [
        [None, None, None, None] for _ in range(sheets)
    ]  # front left, front right, back left, back right
    order = []
    for sheet in range(
        sheets
    ):  # from the outermost: its inner half of the front, then what is behind it
        order += [(sheet, 1), (sheet, 2)]
    for sheet in reversed(range(sheets)):
        order += [(sheet, 3), (sheet, 0)]
    for number, (sheet, place) in enumerate(order, 1):
        stack[sheet][{0: 1, 1: 0, 2: 3, 3: 2}[place] if right else place] = number
    return [tuple(side) for sheet in stack for side in (sheet[:2], sheet[2:])]


@pytest.mark.parametrize("right", [False, True])
def test_saddle_order_is_that_of_folded_sheets(right):
    for count in range(1, 50):
        assert list(saddle_order(count, right)) == folded(count_booklet_pages(count) // 4, right)
    assert [count_booklet_pages(count) for count in (1, 4, 5, 8)] == [4, 4, 8, 8]


@pytest.mark.parametrize(("paper", "language"), [("letter", "en"), ("letter", "fa"), ("a4", "de")])
def test_a_booklet_is_the_book_two_pages_a_side(puzzlebook_here, tmp_path, paper, language):
    made = (
        "make",
        "ages-7-8",
        "--mazes",
        "4",
        "--no-svg",
        "--seed",
        "owl",
        "--booklet",
        "--language",
        language,
    )
    done = puzzlebook_here(*made, "--page", paper)
    assert done.code == 0, done.err
    folder = tmp_path / "output" / "ages-7-8"
    assert f"Open first: {folder / 'ages-7-8-booklet.pdf'}\n" in done.out
    size = {"letter": "letter (8.5 x 11 in)", "a4": "a4 (8.268 x 11.693 in)"}[paper]
    assert (
        f"Paper:      {size}, print at 100%, double-sided, flipped on the short edge; then fold it\n"
        in done.out
    )
    assert "Unfolded:   ages-7-8.pdf, page by page" in done.out
    plain, booklet = (
        pypdfium2.PdfDocument(folder / f"ages-7-8{end}.pdf") for end in ("", "-booklet")
    )
    assert (
        "ages-7-8-booklet.pdf" in json.loads((folder / "manifest.json").read_text("utf-8"))["files"]
    )
    wide, high = {"letter": (792, 612), "a4": (841.89, 595.276)}[paper]
    assert all(
        booklet.get_page_size(side) == pytest.approx((wide, high), abs=0.01)
        for side in range(len(booklet))
    )
    pictures = [page.render(scale=1.5).to_numpy()[:, :, 0] for page in plain]
    for side, pair in enumerate(folded(count_booklet_pages(len(plain)) // 4, language == "fa")):
        shown = booklet[side].render(scale=1.5).to_numpy()[:, :, 0]
        for left, number in enumerate(pair):
            half = shown[:, shown.shape[1] // 2 :] if left else shown[:, : shown.shape[1] // 2]
            if number > len(plain):
                assert half.min() == 255
                continue
            page = pictures[number - 1]
            found = half[:, : page.shape[1]] if left else half[:, half.shape[1] - page.shape[1] :]
            if paper == "letter":
                # What is cut off between two pixels goes to the one or the other.
                assert (np.abs(found.astype(int) - page) > 8).sum() < 20, (side, number)
            else:
                assert abs(float(found.mean()) - float(page[:, : found.shape[1]].mean())) < 0.5, (
                    side,
                    number,
                )
                said = booklet[side].get_textpage()
                box = (0, 0, wide / 2, high) if not left else (wide / 2, 0, wide, high)
                words = plain[number - 1].get_textpage().get_text_range().split()
                assert sorted(said.get_text_bounded(*box).split()) == sorted(words)
    assert puzzlebook_here("verify", folder).code == 0
    assert puzzlebook_here("rebuild", folder, "-o", "again").code == 0
    again = tmp_path / "again" / "ages-7-8" / "ages-7-8-booklet.pdf"
    assert again.read_bytes() == (folder / "ages-7-8-booklet.pdf").read_bytes()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("worksheet",), "--booklet: worksheets are not folded; make a book for the printer home"),
        (("ages-7-8", "--printer", "kdp"), "--booklet: kdp-paperback binds a book itself"),
    ],
)
def test_what_is_no_booklet(puzzlebook_here, options, said):
    assert said in puzzlebook_here("make", *options, "--booklet").err
