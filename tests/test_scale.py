"""Many books on a cluster: the example of docs/scale.md, on a cluster of two processes of this
machine."""

import sys
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="needs dask[distributed]")

ROOT = Path(__file__).parent.parent
NAMES = ["Mia", "Zoë"]


@pytest.fixture
def example(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{ROOT / 'docs'}:{ROOT / 'tests'}")
    import many_books

    yield many_books
    del sys.modules["many_books"]


def failing_once(number, name, shelf):
    """Makes a book, but fails the first time that it is asked for the second one, when half of it
    may be there."""
    from many_books import personal_book

    total = personal_book(number, name, shelf)
    if number == 2 and not (lost := Path(shelf) / "lost").exists():
        lost.touch()
        raise OSError("a machine was lost")
    return total


def test_many_books_are_those_of_one_machine_and_a_failed_job_runs_again(example, tmp_path):
    from dask import distributed  # slow to load, for whoever runs other tests

    alone = [
        example.personal_book(number, name, str(tmp_path / "alone"))
        for number, name in enumerate(NAMES, 1)
    ]
    shelf = str(tmp_path / "shelf")
    with distributed.Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
        made = list(example.many_books(client, NAMES, shelf, failing_once))
    assert (tmp_path / "shelf" / "lost").exists()
    assert made == list(enumerate(alone, 1))
    for number, total in made:
        folder = Path("0000", f"{number:07}")
        for file in (tmp_path / "alone" / folder).rglob("*.*"):
            assert (tmp_path / "shelf" / folder / file.name).read_bytes() == file.read_bytes()
        assert (
            sha256((tmp_path / "shelf" / folder / f"{number:07}.pdf").read_bytes()).hexdigest()
            == total
        )
