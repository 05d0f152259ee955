"""Work shared by processes: the same book whatever their number, and none of them left behind."""

import errno
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from multiprocessing.process import BaseProcess

import pytest
from command import PUZZLEBOOK, environment, run, snapshot
from tasks import ended, hear, heard, news, noted, process_id, refused, squared, starved, unfinished

from puzzlebook import make_book
from puzzlebook.checks.preflight import check_pdf_file
from puzzlebook.checks.verify import verify
from puzzlebook.ground.faults import Fault, Refused, Unfinished
from puzzlebook.printers.profiles import load_printer
from puzzlebook.running import process_pool as sharing
from puzzlebook.running.process_pool import WorkerPool, estimate_jobs, open_pool
from puzzlebook.verbs.gifts import make_gifts
from puzzlebook.verbs.request import MakeRequest


def content(folder):
    return {name: total for name, (total, *_) in snapshot(folder).items()}


@pytest.fixture(params=["fork", "spawn"])
def begun(request, monkeypatch):
    """Both ways in which processes begin."""
    if request.param == "fork" and not sys.platform.startswith("linux"):
        pytest.skip("processes are copied on Linux only")
    monkeypatch.setattr(sharing, "_may_fork", lambda: request.param == "fork")


def test_results_come_in_order_from_other_processes(begun):
    with open_pool(2) as shared:
        assert list(shared.run_each(squared, range(100))) == [
            (number, number * number) for number in range(100)
        ]
        assert os.getpid() not in dict(shared.run_each(process_id, range(100))).values()


def test_an_initializer_runs_here_and_in_every_later_worker(begun):
    with open_pool(2) as shared:
        before = dict(dict(shared.run_each(heard, range(4), batch=1)).values())
        shared.initialize_workers(hear, "the news")
        after = dict(dict(shared.run_each(heard, range(4), batch=1)).values())
    assert news == [(os.getpid(), "the news")]
    assert list(before.values()) == [[]] * len(before)
    assert all(told == [(process, "the news")] for process, told in after.items())
    assert before.keys().isdisjoint(after)
    news.clear()


def test_what_nobody_waits_for_is_not_done(tmp_path):
    """A book that is refused ends its processes: what they were to do next is left undone."""
    places = [tmp_path / str(number) for number in range(200)]
    with open_pool(2) as shared:
        next(shared.run_each(noted, places, batch=1))
    submitted = sharing._BATCHES_PER_WORKER * 2
    assert 0 < len(list(tmp_path.iterdir())) < submitted


def test_no_more_processes_begin_than_a_machine_can_bear(monkeypatch):
    if sys.platform.startswith("linux"):  # where a copy costs little
        monkeypatch.setattr(sharing, "_may_fork", lambda: True)
    with open_pool(80) as shared:
        assert list(shared.run_each(squared, range(3))) == [(0, 0), (1, 1), (2, 4)]
        assert len(multiprocessing.active_children()) <= 61


def test_one_process_is_this_one():
    with open_pool(1) as shared:
        assert set(dict(shared.run_each(process_id, range(3))).values()) == {os.getpid()}
    assert estimate_jobs(1) <= 1 <= estimate_jobs(100_000)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks Linux for its cores")
@pytest.mark.parametrize(("forks", "tasks"), [(True, 30), (False, 100)])
def test_as_many_processes_as_pay(monkeypatch, forks, tasks):
    monkeypatch.setattr(sharing, "_may_fork", lambda: forks)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 3, 5})
    found = [estimate_jobs(each) for each in (tasks - 1, tasks, 3 * tasks - 1, 3 * tasks, 10**6)]
    assert found == [0, 1, 2, 3, 3]
    monkeypatch.setattr(sharing, "estimate_jobs", estimate_jobs)
    assert [sharing.choose_jobs(asked, 10**6) for asked in (None, 1, 7)] == [3, 1, 7]


def test_results_do_not_pile_up():
    taken = []
    with open_pool(2) as shared:
        first = next(
            shared.run_each(squared, (taken.append(number) or number for number in range(10_000)))
        )
    assert first == (0, 0)
    assert len(taken) < 1000


def test_what_goes_wrong_in_a_process_is_told_here():
    with pytest.raises(Refused), open_pool(2) as shared:
        list(shared.run_each(refused, range(3)))
    with pytest.raises(Unfinished) as told, open_pool(2) as shared:
        list(shared.run_each(unfinished, range(3)))
    assert told.value.fault == Fault("a folder", "was removed")
    with (
        pytest.raises(Unfinished, match="a process that shared the work ended"),
        open_pool(2) as shared,
    ):
        list(shared.run_each(ended, range(3)))
    assert isinstance(shared, WorkerPool)


@pytest.fixture
def killed_after():
    """No process of a test is left behind, whatever the test finds."""
    yield
    for process in multiprocessing.active_children():
        process.kill()
        process.join()


@pytest.mark.usefixtures("killed_after")
@pytest.mark.parametrize("granted", [0, 1])
def test_where_no_process_can_be_had_one_does_all_the_work(begun, granted, monkeypatch):
    """Those that have begun end."""
    real, left = BaseProcess.start, [granted]

    def start(process):
        if not left[0]:
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        left[0] -= 1
        real(process)

    monkeypatch.setattr(BaseProcess, "start", start)
    with open_pool(2) as shared:
        assert list(shared.run_each(squared, range(200))) == [
            (number, number * number) for number in range(200)
        ]
        assert shared.is_alone
        assert multiprocessing.active_children() == []
    assert "one process does all the work" in shared.remarks[0]


@pytest.mark.usefixtures("killed_after")
def test_where_no_thread_can_be_had_one_process_does_all_the_work(monkeypatch):
    def start(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    with open_pool(2) as shared:
        assert list(shared.run_each(squared, range(200))) == [
            (number, number * number) for number in range(200)
        ]
    assert multiprocessing.active_children() == []


def test_what_a_process_has_too_few_files_for_is_done_here(begun):
    with open_pool(2) as shared:
        assert list(shared.run_each(starved, range(100))) == [(n, n) for n in range(100)]


@pytest.mark.skipif(os.name != "posix", reason="needs a limit of open files")
def test_a_book_with_few_files_to_open(tmp_path):
    command = [
        *PUZZLEBOOK,
        "make",
        "sheets",
        "--mazes",
        "8",
        "--jobs",
        "2",
        "--no-svg",
        "--no-check",
    ]
    shell = ["sh", "-c", 'ulimit -n 14; exec "$@"', "sh", *command]
    done = subprocess.run(
        shell, cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("note: the system grants no more processes")
    assert (tmp_path / "output" / "sheets" / "sheets.pdf").exists()


def test_a_program_without_a_main_guard_is_told_so(tmp_path):
    (tmp_path / "program.py").write_text(
        "from puzzlebook import make_book; from puzzlebook.running import process_pool as sharing\n"
        "sharing._may_fork = lambda: False\n"
        "make_book('sheets', seed='owl', overrides={'mazes': 20, 'svg': False}, jobs=2)\n"
    )
    done = subprocess.run([sys.executable, "program.py"], cwd=tmp_path, env=environment(), capture_output=True,
                          text=True, timeout=60)  # fmt: skip
    last = done.stderr.splitlines()[-1]
    assert "a process that shared the work ended" in last
    assert 'under `if __name__ == "__main__":`' in last
    assert list(tmp_path.rglob("*.pdf")) == []


@pytest.mark.parametrize("book", ["ages-7-8", "silhouettes", "worksheet"])
def test_a_book_is_the_same_whatever_the_number_of_processes(tmp_path, book):
    overrides = {"mazes": 8, "grade": "even"} if book != "worksheet" else {"mazes": 6}
    for jobs in (1, 2, 3):
        make_book(
            book,
            seed="owl",
            name="book",
            output=tmp_path / str(jobs),
            overrides=overrides,
            jobs=jobs,
        )
    assert content(tmp_path / "1") == content(tmp_path / "2") == content(tmp_path / "3")


def list_of_gifts(shelf):
    (shelf / "gifts.csv").write_text("name\nMia\n")
    given = {"mazes": 2, "title": "For {name}", "name": "made"}
    make_gifts(MakeRequest("sheets", given=given, output=shelf, names=shelf / "gifts.csv", jobs=2))


def one_book(shelf):
    make_book("sheets", name="made", output=shelf, overrides={"mazes": 2}, jobs=2)


@pytest.mark.parametrize("make", [one_book, list_of_gifts])
def test_processes_end_before_there_is_a_book(tmp_path, monkeypatch, make):
    ends, end = [], WorkerPool.end
    monkeypatch.setattr(
        WorkerPool, "end", lambda crew: ends.append((tmp_path / "made").exists()) or end(crew)
    )
    make(tmp_path)
    *before, last = ends
    assert (before[-1:], any(before), last) == ([False], False, True)


def test_processes_find_the_same_faults(tmp_path):
    book = make_book(
        "sheets", seed="owl", output=tmp_path, overrides={"mazes": 40, "svg": True}
    ).folder
    for name in ("002.svg", "033-solution.svg"):
        content = (book / "svg" / name).read_bytes()
        (book / "svg" / name).write_bytes(content.replace(b"h1", b"h2", 1))
    alone, together = (verify(book, jobs=jobs) for jobs in (1, 2))
    assert alone == together
    assert {fault.where for fault in alone.faults} >= {"svg/002.svg", "maze 2", "maze 33"}


def test_processes_find_what_a_printer_refuses(tmp_path):
    book = make_book("sheets", seed="owl", output=tmp_path, overrides={"mazes": 40, "svg": False})
    alone, together = (
        check_pdf_file(book.pdf, load_printer("kdp-paperback"), jobs=jobs) for jobs in (1, 2)
    )
    assert alone == together
    assert alone.findings


@pytest.mark.parametrize("command", ["check", "verify"])
def test_no_process_finds_nothing_out(tmp_path, command):
    make_book("sheets", seed="owl", output=tmp_path, overrides={"mazes": 1, "svg": False})
    done = run(command, "sheets", "--jobs", 0, cwd=tmp_path)
    assert (done.code, done.err) == (
        2,
        "error: --jobs: 0 cannot be the number of processes; 1 or more\n",
    )


@pytest.mark.parametrize("jobs", [0, -1])
def test_no_process_makes_no_book(tmp_path, jobs):
    done = run("make", "sheets", "--jobs", jobs, cwd=tmp_path)
    assert (done.code, done.err) == (
        2,
        f"error: --jobs: {jobs} cannot be the number of processes; 1 or more\n",
    )


def children(parent):
    """The processes that a process has begun."""
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True
    )
    return [int(number) for number in listed.stdout.split()]


def is_running(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="asks ps for the children of a process"
)
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 1), (signal.SIGTERM, 1), (signal.SIGKILL, -signal.SIGKILL)]
)
def test_no_process_is_left_behind(tmp_path, number, code):
    command = [
        *PUZZLEBOOK,
        "make",
        "sheets",
        "--mazes",
        "3000",
        "--jobs",
        "2",
        "--quiet",
        "--no-check",
    ]
    made = subprocess.Popen(
        command, cwd=tmp_path, env=environment(), stderr=subprocess.PIPE, start_new_session=True
    )
    begun = []
    while len(begun) < 2 and made.poll() is None:
        begun = children(made.pid)
        time.sleep(0.02)
    time.sleep(0.3)
    # As a terminal does it: everybody hears of Ctrl-C.
    os.killpg(made.pid, number) if number == signal.SIGINT else made.send_signal(number)
    _, err = made.communicate(timeout=60)
    assert made.returncode == code
    if code == 1:
        assert err.decode() == "error: puzzlebook: interrupted; nothing was changed\n"
        assert not list(tmp_path.rglob("*.svg"))
    until = time.monotonic() + 10
    while any(map(is_running, begun)) and time.monotonic() < until:
        time.sleep(0.05)
    assert len(begun) == 2
    assert not any(map(is_running, begun))
