"""Whatever comes, goes, or kills us in the middle: no work is lost, a book is whole or not there,
and nothing stays."""

import json
import os
import shutil
import subprocess
import sys
import threading
from errno import ENOLCK, ENOSYS
from pathlib import Path

import pytest
from command import environment, snapshot
from killed import BOOK, put_book, seed_of, without_exchange

from puzzlebook.ground.faults import Refused, Unfinished
from puzzlebook.shelf import folder as folders
from puzzlebook.shelf import partials, placing, renames
from puzzlebook.shelf.folder import add_files, check_free, create_folder
from puzzlebook.shelf.manifest import open_book
from puzzlebook.shelf.placing import put_files

POSIX = pytest.mark.skipif(os.name != "posix", reason="needs fork and SIGKILL")
KILLED = Path(__file__).parent / "killed.py"
_CAN_EXCHANGE = bool(renames._EXCHANGE)


def killed(*arguments):
    return subprocess.run(
        [sys.executable, KILLED, *map(str, arguments)],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.fixture(params=["exchange", "rename"])
def system(request, monkeypatch):
    """A system that exchanges two folders in one step, and one that only knows rename."""
    if request.param == "exchange" and not _CAN_EXCHANGE:
        pytest.skip("this system exchanges nothing")
    monkeypatch.setattr(renames, "_NO_REPLACE", renames._NO_REPLACE)
    monkeypatch.setattr(renames, "_EXCHANGE", renames._EXCHANGE)
    if request.param == "rename":
        without_exchange()
    return request.param


# -- Killed -------------------------------------------------------------------------------------------------


@POSIX
@pytest.mark.parametrize("exchange", ["yes", "no"])
@pytest.mark.parametrize("there", ["nothing", "a book"])
def test_killed_before_each_change_of_the_disk(there, exchange, tmp_path):
    """One whole book stands there, or can be had back; the next run finds all that is left and says
    what it did."""
    before, put_back = "old" if there == "a book" else None, 0
    for step in range(1, 100):
        shelf = tmp_path / f"{step}"
        shelf.mkdir()
        if before:
            put_book(shelf, before)
        done = killed("steps", shelf, "new", exchange, step)
        if done.returncode == 0:
            break
        assert (done.returncode, done.stderr) == (-9, "")
        stands = seed_of(shelf / BOOK) if list((shelf / BOOK).glob("*")) else None
        remarks = check_free(shelf / BOOK, force=True, command="")
        if stands is None and before:
            put_back += 1
            assert exchange == "no"
            assert remarks == [f"{BOOK} was put back: a run replacing it was killed"]
            assert seed_of(shelf / BOOK) == "old"
        else:
            assert remarks == []
            assert stands in (before, "new")
        assert [path.name for path in shelf.iterdir() if path.name != BOOK] == []
        put_book(shelf, "next")
        assert seed_of(shelf / BOOK) == "next"
    assert done.returncode == 0
    assert seed_of(shelf / BOOK) == "new"
    assert step > 12
    assert bool(put_back) == (exchange == "no" and there == "a book")


@POSIX
@pytest.mark.parametrize("again", ["first", "again"])
def test_killed_while_a_cover_is_added(again, tmp_path):
    """The book is whole, whatever cover it has; and whoever makes the cover next finds nothing in
    the way."""
    done = killed("additions", tmp_path, again)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 8
    assert [path.name for path in tmp_path.iterdir()] == [BOOK]


@POSIX
@pytest.mark.exhaustive
@pytest.mark.parametrize("command", ["cover", "preview"])
def test_killed_before_each_change_that_a_command_makes(command, tmp_path):
    done = killed("commands", tmp_path, command)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 8
    assert [path.name for path in tmp_path.iterdir()] == [BOOK]


TIMES = (5, pytest.param(60, marks=pytest.mark.exhaustive))


@POSIX
@pytest.mark.parametrize("times", TIMES)
def test_killed_at_random_moments(times, tmp_path):
    done = killed("moments", tmp_path, "owl", times)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= times / 2  # a few may have been done by then
    assert [path.name for path in tmp_path.iterdir()] == [BOOK]


def test_what_cannot_be_removed_is_said_and_removed_later(tmp_path, monkeypatch):
    """Its lock goes last: so the next run knows it for a dead one's."""
    real = os.unlink

    def unlink(path, **options):
        if str(path).endswith("001.svg"):
            raise PermissionError(13, "Permission denied", str(path))
        real(path, **options)

    put_book(tmp_path, "old")
    monkeypatch.setattr(os, "unlink", unlink)
    with create_folder(tmp_path / BOOK, force=True) as new:
        new.write("manifest.json", b"")
    (home,) = tmp_path.glob(".*.partial")
    assert new.remarks == [f"{home} is left over and cannot be removed"]
    assert check_free(tmp_path / "other", force=False, command="") == new.remarks
    monkeypatch.undo()
    assert check_free(tmp_path / "other", force=False, command="") == []
    assert [path.name for path in tmp_path.iterdir()] == [BOOK]


def test_a_run_that_is_alive_is_left_alone(tmp_path):
    with create_folder(tmp_path / "slow") as slow:
        slow.write("a", b"a")
        put_book(tmp_path, "quick")
        assert check_free(tmp_path / "other", force=False, command="") == []
        slow.write("b", b"b")
    assert (tmp_path / "slow" / "a").read_bytes() == b"a"
    assert sorted(path.name for path in tmp_path.iterdir()) == [BOOK, "slow"]


def test_a_new_folder_that_is_taken_for_a_dead_ones(tmp_path, monkeypatch):
    """Between its being made and its being locked another run may look: then it is made once
    more."""
    real, made = partials._make_folder, []

    def new_folder(*where):
        made.append(real(*where))
        if len(made) < 3:
            shutil.rmtree(made[-1])
        return made[-1]

    monkeypatch.setattr(partials, "_make_folder", new_folder)
    put_book(tmp_path, "owl")
    assert len(made) == 3
    assert seed_of(tmp_path / BOOK) == "owl"


def test_a_lock_that_another_run_holds_is_not_ours(tmp_path, monkeypatch):
    """Of a disk that has no locks nothing is known."""
    locks = [os.open(tmp_path / partials.LOCK, os.O_RDWR | os.O_CREAT) for _ in range(2)]
    assert [partials._is_ours(lock) for lock in locks] == [True, False]
    for lock in locks:
        os.close(lock)

    def hold(lock):
        raise OSError(ENOLCK, "No locks available")

    monkeypatch.setattr(partials, "_hold", hold)
    assert partials._is_ours(-1) is None


def test_what_is_not_ours_is_left_alone(tmp_path):
    for name in (
        ".sheets.12345.partial",
        ".sheets.abcdef01.partial",
        "sheets.abcdef01.partial",
        ".sheets.abcdef01",
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "note.txt").write_text("mine")
    (tmp_path / ".notes.abcdef01.partial").write_text("mine")
    before = snapshot(tmp_path)
    put_book(tmp_path, "owl")
    shutil.rmtree(tmp_path / BOOK)
    assert snapshot(tmp_path) == before


# -- Many at once -------------------------------------------------------------------------------------------


MAKES = (6, pytest.param(20, marks=pytest.mark.exhaustive))


@POSIX
@pytest.mark.parametrize("makes", MAKES)
@pytest.mark.parametrize("numbers", ["many", "one"])
def test_many_makes_of_one_name(numbers, makes, tmp_path):
    done = killed("at-once", tmp_path, makes, numbers)
    codes, seed = json.loads(done.stdout)
    assert sorted(codes) == [0, *[2] * (makes - 1)]
    assert seed == f"turn {codes.index(0)}"
    # Each writes on the same stderr when it likes: counted, not split into lines.
    assert (
        done.stderr.count("error: ")
        == done.stderr.count(f"error: {tmp_path / BOOK}: there is a book already")
        == makes - 1
    )
    assert done.stderr.count("\n") == makes - 1
    assert [path.name for path in tmp_path.iterdir()] == [BOOK]


# -- Come and gone meanwhile --------------------------------------------------------------------------------

COME = {
    "an empty folder": Path.mkdir,
    "a folder": lambda place: [place.mkdir(), (place / "note.txt").write_text("mine")],
    "a file": lambda place: place.write_text("mine"),
    "a dead link": lambda place: place.symlink_to("nowhere"),
    "a book with a note": lambda place: [
        put_book(place.parent, "other"),
        (place / "note.txt").write_text("mine"),
    ],
}


def at_the_last_moment(monkeypatch, do):
    """Do something when all has been looked at: right before the first rename of the book's own
    place."""
    left = [do]
    for name in ("rename_to_free", "exchange"):
        real = getattr(folders, name)

        def late(*paths, real=real):
            if left:
                left.pop()()
            return real(*paths)

        monkeypatch.setattr(folders, name, late)


def once_all_was_looked_at(monkeypatch, do):
    """Do something between the last look at the book's own place and the first thing that is done
    to it."""
    real = folders._change_places

    def late(*what):
        monkeypatch.setattr(folders, "_change_places", real)
        do()
        real(*what)

    monkeypatch.setattr(folders, "_change_places", late)


@pytest.mark.parametrize("when", ["meanwhile", "once all was looked at", "at the last moment"])
@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize("come", COME.values(), ids=COME)
def test_what_comes_meanwhile_stays(come, force, when, system, tmp_path, monkeypatch):
    place = tmp_path / BOOK

    def meanwhile():
        if when == "meanwhile":
            come(place)
        elif when == "at the last moment":
            at_the_last_moment(monkeypatch, lambda: come(place))
        else:
            once_all_was_looked_at(monkeypatch, lambda: come(place))

    with pytest.raises(Refused, match=r"since this book was started"):
        put_book(tmp_path, "new", force, meanwhile)
    assert sorted(path.name for path in tmp_path.iterdir()) == [BOOK]
    monkeypatch.undo()
    other = tmp_path / "other"
    other.mkdir()
    come(other / BOOK)
    ours, theirs = (
        {name: row[0] for name, row in snapshot(where).items()} for where in (place, other / BOOK)
    )
    assert ours == theirs
    assert place.is_symlink() == (other / BOOK).is_symlink()


@pytest.mark.parametrize("when", ["meanwhile", "at the last moment"])
def test_a_note_in_a_book_that_is_replaced(when, system, tmp_path, monkeypatch):
    put_book(tmp_path, "old")
    before = snapshot(tmp_path / BOOK)

    def write():
        (tmp_path / BOOK / "note.txt").write_text("mine")

    def meanwhile():
        if when == "meanwhile":
            write()
        else:
            at_the_last_moment(monkeypatch, write)

    with pytest.raises(Refused, match=r"does not list: note.txt"):
        put_book(tmp_path, "new", meanwhile=meanwhile)
    note = tmp_path / BOOK / "note.txt"
    assert note.read_text() == "mine"
    note.unlink()
    assert snapshot(tmp_path / BOOK) == before
    assert [path.name for path in tmp_path.iterdir()] == [BOOK]


def test_an_old_book_that_goes_meanwhile(system, tmp_path, monkeypatch):
    put_book(tmp_path, "old")
    at_the_last_moment(monkeypatch, lambda: shutil.rmtree(tmp_path / BOOK))
    put_book(tmp_path, "new")
    assert seed_of(tmp_path / BOOK) == "new"
    assert [path.name for path in tmp_path.iterdir()] == [BOOK]


def test_a_book_that_comes_meanwhile_is_replaced_by_force_alone(system, tmp_path, monkeypatch):
    at_the_last_moment(monkeypatch, lambda: put_book(tmp_path, "other"))
    put_book(tmp_path, "new")
    assert seed_of(tmp_path / BOOK) == "new"
    with pytest.raises(Refused, match=r"there is a book already"):
        put_book(tmp_path, "newer", force=False)
    assert seed_of(tmp_path / BOOK) == "new"


def test_a_book_that_comes_when_all_was_looked_at_stays(system, tmp_path, monkeypatch):
    once_all_was_looked_at(monkeypatch, lambda: put_book(tmp_path, "other"))
    with pytest.raises(
        Refused, match=r"there is a book already, \S+ \(since this book was started\)"
    ):
        put_book(tmp_path, "new", force=False)
    assert seed_of(tmp_path / BOOK) == "other"
    assert [path.name for path in tmp_path.iterdir()] == [BOOK]


# -- The hidden folder goes, or loses something -------------------------------------------------------------

TIDIED = {
    "the folder": lambda home: shutil.rmtree(home),
    "what is in it": lambda home: shutil.rmtree(home / "new"),
    "the pictures": lambda home: shutil.rmtree(home / "new" / "svg"),
    "a picture": lambda home: (home / "new" / "svg" / "1.svg").unlink(),
    "half a picture": lambda home: (home / "new" / "svg" / "1.svg").write_bytes(b""),
    "a folder for a picture": lambda home: [
        (home / "new/svg/1.svg").unlink(),
        (home / "new/svg/1.svg").mkdir(),
    ],
}


@pytest.mark.parametrize("last", [False, True], ids=["in the middle", "at the end"])
@pytest.mark.parametrize("there", ["nothing", "a book"])
@pytest.mark.parametrize("tidy", TIDIED.values(), ids=TIDIED)
def test_no_half_a_book(tidy, there, last, tmp_path):
    if there == "a book":
        put_book(tmp_path, "old")
    before = snapshot(tmp_path)

    def make():
        with create_folder(tmp_path / BOOK, force=True) as new:
            new.write("svg/1.svg", b"one")
            (home,) = tmp_path.glob(".*.partial")
            if not last:
                tidy(home)
            new.write("svg/2.svg", b"two")
            if last:
                tidy(home)

    with pytest.raises(
        Unfinished,
        match=r"^\S+: another program changed this book while it was made: .*; nothing",
    ):
        make()
    assert snapshot(tmp_path) == before


def test_what_is_missing_elsewhere_is_not_told_as_meddling(tmp_path):
    def pieces():
        yield b"one"
        yield (tmp_path / "drawings" / "missing.svg").read_bytes()

    shelf = tmp_path / "shelf"
    with (
        pytest.raises(Unfinished, match=r"missing\.svg: is needed but is not there; nothing"),
        create_folder(shelf / BOOK) as new,
    ):
        new.write_pieces("svg/1.svg", pieces())
    assert snapshot(tmp_path) == {}


# -- Files by themselves ------------------------------------------------------------------------------------


def contents(place):
    return {path.name: path.read_text() for path in place.iterdir()}


@pytest.mark.parametrize(
    "old", [{}, {"a": "old"}, {"a": "old", "b": "old"}], ids=["none", "one", "both"]
)
@pytest.mark.parametrize("nth", [1, 2, 3])
@pytest.mark.parametrize(
    "error", [OSError(5, "Input/output error"), KeyboardInterrupt()], ids=["error", "interrupt"]
)
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_files_that_belong_together_take_their_places_together(
    nth, error, after, old, tmp_path, monkeypatch
):
    for name, content in old.items():
        (tmp_path / name).write_text(content)
    real, turns = placing._take_place, iter(range(1, 4))

    def take_place(*arguments):
        late = next(turns) == nth
        if not late or after:
            real(*arguments)
        if late:
            raise error

    monkeypatch.setattr(placing, "_take_place", take_place)
    before = snapshot(tmp_path)
    with pytest.raises((Unfinished, KeyboardInterrupt)):
        put_files([(tmp_path / name, b"new") for name in "abc"], free=[tmp_path / "c"])
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("come", ["a file", "a folder", "a dead link"])
def test_a_file_that_is_to_replace_nothing(come, system, tmp_path):
    COME[come](tmp_path / "b")
    (tmp_path / "a").write_text("old")
    before = snapshot(tmp_path)
    with pytest.raises(
        Refused, match=r"b: appeared while this was made; look at it, and try again"
    ):
        put_files([(tmp_path / "a", b"new"), (tmp_path / "b", b"new")], free=[tmp_path / "b"])
    assert snapshot(tmp_path) == before


def test_what_killed_runs_leave_beside_files(tmp_path):
    dead = tmp_path / ".puzzlebook.abcdef01.partial"
    (dead / "new").mkdir(parents=True)
    (dead / "new" / "0").write_text("half a file")
    (dead / "puzzlebook.lock").touch()
    (tmp_path / ".puzzlebook.12345678.partial").mkdir()  # killed before it had a lock
    put_files([(tmp_path / "a", b"new")])
    assert contents(tmp_path) == {"a": "new"}


def test_a_dead_runs_folder_in_a_book_is_no_reason_to_keep_the_book(tmp_path):
    put_book(tmp_path, "old")
    dead = tmp_path / BOOK / ".puzzlebook.abcdef01.partial"
    (dead / "new").mkdir(parents=True)
    (dead / "puzzlebook.lock").touch()
    check_free(tmp_path / BOOK, force=True, command="")
    put_book(tmp_path, "new")
    assert seed_of(tmp_path / BOOK) == "new"


@pytest.fixture
def a_book(tmp_path):
    """A book whose manifest says all that is asked of it."""
    from puzzlebook.verbs.make import make_book

    return make_book(
        "sheets", seed="owl", output=tmp_path, overrides={"mazes": 1, "svg": False}
    ).folder


def test_two_that_add_to_a_book_at_once(a_book, monkeypatch):
    """Both are in the manifest afterwards: the second reads it when the first has written it."""
    real, waits, begun = folders.put_files, threading.Event(), threading.Event()

    def slowly(*arguments):
        begun.set()
        waits.wait(0.5)
        real(*arguments)

    monkeypatch.setattr(folders, "put_files", slowly)
    book = open_book(a_book)
    first = threading.Thread(target=add_files, args=(book, {"cover.pdf": b"cover"}))
    first.start()
    begun.wait()
    add_files(book, {"preview.png": b"preview"})
    first.join()
    assert {"cover.pdf", "preview.png"} <= open_book(a_book).files.keys()


def test_a_cover_is_not_entered_in_another_book(a_book, tmp_path):
    from puzzlebook.verbs.make import make_book

    book = open_book(a_book)
    make_book(
        "sheets", seed="other", output=tmp_path, overrides={"mazes": 1, "svg": False}, force=True
    )
    before = snapshot(tmp_path)
    with pytest.raises(
        Unfinished,
        match=r"another book appeared while this one was made; nothing was changed; try again",
    ):
        add_files(book, {"cover.pdf": b"cover"})
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("command", ["cover", "preview"])
def test_a_link_that_leads_nowhere_is_not_replaced(command, a_book, puzzlebook_here):
    ending = {"cover": "cover.pdf", "preview": "preview.png"}[command]
    (a_book / f"{BOOK}-{ending}").symlink_to("nowhere")
    before = snapshot(a_book)
    done = puzzlebook_here(command, a_book)
    assert done.code == 2
    assert done.err.startswith(f"error: {a_book / BOOK}-{ending}: ")
    assert snapshot(a_book) == before


def test_where_the_disk_cannot_exchange_it_is_said_and_nothing_moves(tmp_path, monkeypatch):
    """Some disks know the system call and refuse it."""
    system = type("System", (), {"renameat2": lambda *_: -1, "renamex_np": lambda *_: -1})()
    monkeypatch.setattr("ctypes.CDLL", lambda *_, **__: system)
    monkeypatch.setattr("ctypes.get_errno", lambda: ENOSYS)
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    assert not renames.exchange(one, other)
    renames.rename_to_free(one, tmp_path / "new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new", "other"]


def test_a_name_that_could_not_be_taken_is_left_free(tmp_path, monkeypatch):
    """Where the disk cannot refuse to replace, a name is claimed first; the claim goes if all fails."""
    monkeypatch.setattr(renames, "_NO_REPLACE", 0)
    monkeypatch.setattr("os.rename", lambda *_: (_ for _ in ()).throw(OSError("full")))
    file, folder = tmp_path / "file", tmp_path / "folder"
    file.touch()
    folder.mkdir()
    for one in (file, folder):
        with pytest.raises(OSError, match="full"):
            renames.rename_to_free(one, tmp_path / "new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]


@POSIX
def test_what_is_no_file_is_never_replaced_by_one(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Refused, match="pipe: is not a file"):
        placing.check_place([tmp_path / "pipe"], placing.Place(force=True))
