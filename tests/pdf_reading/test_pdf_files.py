"""A PDF file that asks for more than there is, or that is none, is refused in a line by all that
read one."""

from __future__ import annotations

import os
import shutil
import sys
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from command import check_errors
from forked import forked
from pikepdf import Encryption
from spoiled import book, changed
from traps import PACKED_AS_A_PICTURE, TRAPS

from puzzlebook import make_book
from puzzlebook.pdf_reading.objects import open_pdf
from puzzlebook.pdf_reading.weights import find_excessive_pages

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs limits on memory")
LIMITS = {"seconds": 3, "memory": 300 << 20}  # two seconds, on the machine of whoever looks at it
READERS = (("check", "sheets"), ("preview", "sheets"), ("verify", "sheets"), ("rebuild", "sheets/sheets.pdf"),
           ("check", "sheets/sheets.pdf", "--printer", "home"))  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return make_book(
        "sheets", seed="owl", output=tmp_path_factory.mktemp("made"), overrides={"mazes": 2}
    ).folder


@pytest.fixture
def read(made, tmp_path):
    """Puts a PDF file into a book, and reads it with each command; what each says on stderr and
    stdout."""

    def all_read(content):
        shutil.copytree(made, tmp_path / "sheets")
        (tmp_path / "sheets" / "sheets.pdf").write_bytes(content)
        before = sorted(tmp_path.rglob("*"))
        for arguments in READERS:
            done = forked(tmp_path, *arguments, **LIMITS)
            assert done.code in (1, 2), (arguments, done)
            assert not any(word in done.err for word in ("mistake", "memory")), (arguments, done)
            if done.code == 2 or arguments[0] == "verify":
                assert all("error: " in line for line in check_errors(done.err))
            assert sorted(tmp_path.rglob("*")) == before
            yield done

    return all_read


@pytest.mark.parametrize("trap", TRAPS)
def test_a_trap_catches_nobody(trap, read):
    assert len(list(read(TRAPS[trap]()))) == len(READERS)


@pytest.fixture
def jbig2dec(tmp_path_factory, monkeypatch):
    """A program by the name of the one that unpacks JBIG2, which tells that it was started."""
    folder = tmp_path_factory.mktemp("bin")
    (folder / "jbig2dec").write_text(f"#!/bin/sh\ntouch '{folder}/started'\necho jbig2dec 0.20\n")
    (folder / "jbig2dec").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    return folder / "started"


@pytest.mark.parametrize("is_there", [True, False])
@pytest.mark.parametrize("packing", [b"/JBIG2Decode", b"[/JBIG2Decode]", b"/JBIG2#44ecode"])
@pytest.mark.parametrize("what", PACKED_AS_A_PICTURE)
def test_no_program_is_started_on_a_strangers_file(
    what, packing, is_there, jbig2dec, puzzlebook_here
):
    Path("x.pdf").write_bytes(PACKED_AS_A_PICTURE[what](b"/Filter " + packing))
    if not is_there:
        (jbig2dec.parent / "jbig2dec").unlink()
    done = puzzlebook_here("check", "x.pdf", "--printer", "home")
    assert done.code in ((0,) if what == "a picture" else (1, 2))
    assert "mistake" not in done.err
    assert not jbig2dec.exists()


@pytest.mark.parametrize("packing", [b"JBIG2Decode", b"DCTDecode", b"CCF"])
def test_content_that_is_packed_as_a_picture_is_refused_in_a_line(packing, puzzlebook_here):
    Path("x.pdf").write_bytes(PACKED_AS_A_PICTURE["content"](b"/Filter /" + packing))
    done = puzzlebook_here("check", "x.pdf", "--printer", "home")
    assert done.code == 1
    assert "its content is compressed in a way that only suits pictures" in done.out


def test_what_else_a_program_reads_is_left_to_its_own_decoder(jbig2dec):
    content = PACKED_AS_A_PICTURE["content"](b"/Filter /JBIG2Decode")
    with (
        open_pdf(content, "x.pdf"),
        pytest.raises(pikepdf.PdfError),
        pikepdf.open(BytesIO(content)) as pdf,
    ):
        pikepdf.parse_content_stream(pdf.pages[0])
    assert not jbig2dec.exists()
    with pikepdf.open(BytesIO(content)) as pdf, pytest.raises(pikepdf.PdfError):
        pikepdf.parse_content_stream(pdf.pages[0])
    assert jbig2dec.exists()


def cut(share):
    return lambda whole: whole[: int(len(whole) * share)]


DAMAGED = {
    "empty": lambda whole: b"",
    "no PDF": lambda whole: b"no PDF at all\n" * 99,
    "its first line": cut(0.0005),
    "half of it": cut(0.5),
    "nearly all of it": cut(0.99),
    "zeros": lambda whole: whole[:1000] + bytes(len(whole) - 1000),
    "another file's end": lambda whole: whole[: len(whole) // 2] + book()[-2000:],
    "without pages": lambda whole: whole.replace(b"/Kids", b"/Kads"),
    "encrypted": lambda whole: changed(
        lambda pdf: None, whole, encryption=Encryption(owner="owner", user="user")
    ),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_what_is_damaged_is_said(damage, made, read):
    whole = (made / "sheets.pdf").read_bytes()
    assert len(list(read(DAMAGED[damage](whole)))) == len(READERS)


def test_our_own_books_are_far_from_excess(printed):
    for name in ("shapes", "ages-7-8"):
        content = printed(name).pdf.read_bytes()
        with open_pdf(content, name) as pdf:
            assert find_excessive_pages(pdf, len(content) // 20) == {}
