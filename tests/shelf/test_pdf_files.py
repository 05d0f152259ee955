"""A PDF file that asks for more than there is, or that is none, is refused in a line by all that read one."""

from __future__ import annotations

import shutil
import sys

import pytest
from command import check_errors
from forked import forked
from pikepdf import Encryption
from spoiled import book, changed
from traps import TRAPS

from puzzlebook import make_book
from puzzlebook.shelf.pdf_objects import pdf_opened
from puzzlebook.shelf.pdf_weights import pages_in_excess

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs limits on memory")
LIMITS = {"seconds": 3, "memory": 300 << 20}  # two seconds, on the machine of whoever looks at it
READERS = (("check", "sheets"), ("preview", "sheets"), ("verify", "sheets"), ("rebuild", "sheets/sheets.pdf"),
           ("check", "sheets/sheets.pdf", "--printer", "home"))  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return make_book("sheets", seed="owl", output=tmp_path_factory.mktemp("made"), overrides={"mazes": 2}).folder


@pytest.fixture
def read(made, tmp_path):
    """Puts a PDF file into a book, and reads it with each command; what each says on stderr and stdout."""

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
    "encrypted": lambda whole: changed(lambda pdf: None, whole, encryption=Encryption(owner="owner", user="user")),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_what_is_damaged_is_said(damage, made, read):
    whole = (made / "sheets.pdf").read_bytes()
    assert len(list(read(DAMAGED[damage](whole)))) == len(READERS)


def test_our_own_books_are_far_from_excess(printed):
    for name in ("shapes", "ages-7-8"):
        content = printed(name).pdf.read_bytes()
        with pdf_opened(content, name) as pdf:
            assert pages_in_excess(pdf, len(content) // 20) == {}
