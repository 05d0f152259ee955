"""Files of the user's are read with care: a pipe, a device or a file without end is refused,
wherever it is given."""

import os
import re
import shutil
import signal

import pytest
from command import check_errors

from puzzlebook import make_book

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes on this system")

QUICK = ("make", "sheets", "--mazes", "2", "--seed", "owl")
GIVEN = {
    "silhouette": (*QUICK, "--silhouette", "THIS.svg"),
    "silhouette of a maze": ("maze", "--silhouette", "THIS.svg", "-o", "m.svg"),
    "start": (*QUICK, "--start", "THIS.svg"),
    "finish": (*QUICK, "--finish", "THIS.svg"),
    "font": (*QUICK, "--font", "THIS.ttf"),
    "theme": (*QUICK, "--theme", "THIS.toml"),
    "language": (*QUICK, "--language", "THIS.toml"),
    "logo": (*QUICK, "--set", "book.logo=THIS.png"),
    "cover picture": (*QUICK, "--set", "cover.picture=THIS.png"),
    "book to avoid": (*QUICK, "--set", 'avoid=["THIS"]'),
    "class list": ("make", "class", "--seed", "owl", "--names", "THIS.csv"),
    "recipe": ("make", "THIS.toml"),
    "base": ("new", "mine.toml", "--from", "THIS.toml"),
    "source": ("rebuild", "THIS"),
    "PDF": ("check", "THIS", "--printer", "home"),
}
READERS = ("verify", "rebuild", "check", "cover", "preview")
SAID = ("is not a file", "is empty", '"/dev/zero"')
"""What is said of such a file; of a link, what it leads to may be named."""


@pytest.fixture
def refused(tmp_path, puzzlebook_here):
    """Runs a command that must be refused within seconds, and changes nothing."""

    def run(*arguments):
        before = sorted(tmp_path.rglob("*"))
        handler = signal.signal(signal.SIGALRM, lambda *_: pytest.fail("it hangs"))
        signal.alarm(20)
        done = puzzlebook_here(*arguments)
        signal.alarm(0)
        signal.signal(signal.SIGALRM, handler)
        assert done.code in (1, 2)
        assert done.out == ""
        assert sorted(tmp_path.rglob("*")) == before
        return check_errors(done.err)

    return run


@pytest.mark.parametrize("given", GIVEN)
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_what_might_never_end_is_not_read(kind, given, tmp_path, refused):
    arguments = [argument.replace("THIS", "endless") for argument in GIVEN[given]]
    path = tmp_path / re.search(r"endless[.a-z]*", " ".join(arguments))[0]
    if given == "book to avoid":
        path.mkdir()
        path /= "manifest.json"
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    (line,) = refused(*arguments)
    assert any(said in line for said in SAID), line


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return make_book(
        "sheets", seed="owl", output=tmp_path_factory.mktemp("made"), overrides={"mazes": 2}
    ).folder


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize("name", ["manifest.json", "sheets.pdf"])
@pytest.mark.parametrize("kind", ["pipe", "device", "without end"])
def test_what_stands_in_a_book(kind, name, command, made, tmp_path, refused):
    shutil.copytree(made, tmp_path / "sheets")
    path = tmp_path / "sheets" / name
    path.unlink()
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    else:
        path.touch()
        os.truncate(path, 3_000_000_000)
    if name == "sheets.pdf" and command == "cover":
        return  # it does not read it
    lines = refused(command, str(path) if command == "rebuild" else "sheets")
    assert not any("mistake" in line for line in lines)


@pytest.mark.parametrize("command", [("rebuild",), ("check", "--printer", "home")])
def test_a_file_without_end(command, tmp_path, refused):
    (tmp_path / "endless").touch()
    os.truncate(tmp_path / "endless", 3_000_000_000)
    (line,) = refused(*command, "endless")
    assert "is too large" in line
