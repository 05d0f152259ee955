"""What a project shows to strangers: how to report, cite and contribute, and what a release lacks.

Nothing is invented: an address is in `[project.urls]`, or nowhere.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tomllib
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from zipfile import ZipFile

import pytest
import yaml

from puzzlebook import __version__
from puzzlebook.ground import templates

ROOT = Path(__file__).parents[1]
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*-*.yml"))
PAGES = ("CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md")
TOP = {
    "pyproject.toml", "README.md", "ARCHITECTURE.md", "CHANGELOG.md", "LICENSE", "LICENSE-OUTPUT", *PAGES,
    "CITATION.cff", ".gitignore", ".ci", ".github", "benchmarks", "docs", "output", "puzzlebook", "templates", "tests",
    "web",
}  # fmt: skip
"""What is on the top level of the source; nothing else belongs there."""
NOT_OF_THE_SOURCE = {".git", ".venv", "dist", ".hypothesis", *(f".{tool}_cache" for tool in ("mypy", "pytest", "ruff"))}  # fmt: skip

pytestmark = pytest.mark.skipif(
    not (ROOT / "CITATION.cff").exists(), reason="the documents are not installed"
)
sys.path.append(str(ROOT / ".ci"))
release = import_module("release") if (ROOT / ".ci" / "release.py").exists() else None
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def read(name):
    return (ROOT / name).read_text("utf-8")


def test_the_top_level_holds_what_belongs_there():
    there = {path.name for path in ROOT.iterdir()} - NOT_OF_THE_SOURCE
    assert {name for name in there if not name.endswith(".egg-info")} == TOP


# -- Addresses ----------------------------------------------------------------------------------------------


def test_an_address_is_in_one_place():
    urls = PROJECT.get("urls", {})
    assert set(urls) <= {"Source", "Issues", "Security", "Documentation", "Changelog"}
    for name in PAGES[1:]:
        assert "`[project.urls]`" in " ".join(read(name).split())
    for path in [*map(ROOT.joinpath, PAGES), ROOT / "CITATION.cff", *FORMS]:
        text = path.read_text("utf-8").replace(f"repository-code: {urls.get('Source')}\n", "")
        assert not re.search(r"[\w.]+@[\w-]+\.\w+|github\.com|gitlab|example\.(com|org)", text), (
            path
        )


@pytest.fixture
def ready(tmp_path):
    """A checkout from which nothing stands between it and a release; a function changes a file."""
    for name in ("CHANGELOG.md", "CITATION.cff", "README.md", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    for folder in ("puzzlebook/ground", "templates/releases"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(ROOT / release.VERSION, tmp_path / release.VERSION)
    (tmp_path / "templates" / "releases" / f"{__version__}.toml").touch()

    def change(name, pattern, new):
        text, count = re.subn(
            pattern, new, (tmp_path / name).read_text("utf-8"), count=1, flags=re.M
        )
        assert count
        (tmp_path / name).write_text(text, "utf-8")

    change("CHANGELOG.md", rf"^## {re.escape(__version__)} .*$", f"## {__version__} – 2031-05-06")
    change(
        "CITATION.cff", r"\Z", "date-released: 2031-05-06\nrepository-code: https://code.test/p\n"
    )
    change("README.md", r"Once\s+puzzlebook\s+is\s+released", "Now")
    change("README.md", r"There\s+is\s+no\s+public\s+address\s+yet", "There it is")
    addresses = 'Source = "https://code.test/p"\nIssues = "https://code.test/p/i"\nSecurity = "mailto:us@code.test"'
    change("pyproject.toml", r"^\[project\.urls\](\n\w.*)*", f"[project.urls]\n{addresses}")
    return tmp_path, change


def test_a_checkout_with_everything_is_ready(ready):
    assert list(release.find_problems(ready[0])) == []


@pytest.mark.parametrize(
    ("name", "pattern", "new", "said"),
    [
        ("pyproject.toml", r'^Security = .*\n?', "", "pyproject.toml: [project.urls] has no Security"),
        ("pyproject.toml", r'^Source = .*$', 'Source = "soon"', "pyproject.toml: [project.urls] has no Source"),
        ("CHANGELOG.md", r" – 2031-05-06$", " – not yet released", "CHANGELOG.md: begins with"),
        ("CITATION.cff", r"^version: .*$", "version: 9.9.9", "CITATION.cff: names another version"),
        ("CITATION.cff", r"^date-released: .*\n", "", "CITATION.cff: lacks the date"),
        ("CITATION.cff", r"^repository-code: .*\n", "", "CITATION.cff: lacks the address"),
        ("README.md", r"\Z", "\nOnce puzzlebook\nis released", 'README.md: says "Once'),
        ("README.md", r"\Z", "\nThere is no\npublic address yet", 'README.md: says "There'),
        ("puzzlebook/ground/__init__.py", r'^__version__ = "(.*)"$', r'__version__ = "\1.dev1"', "is no version"),
    ],
)  # fmt: skip
def test_what_a_release_lacks_is_said(ready, name, pattern, new, said):
    place, change = ready
    change(name, pattern, new)
    assert any(said in problem for problem in release.find_problems(place))


def test_templates_that_are_not_kept_are_no_release(ready):
    (ready[0] / "templates" / "releases" / f"{__version__}.toml").unlink()
    (problem,) = release.find_problems(ready[0])
    assert "is not kept; python -m puzzlebook.verbs.releases" in problem


def test_a_trial_too_needs_what_builds_the_page(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(release, "PAGE_TOOLS", ("git", "no-such-tool"))
    monkeypatch.setattr(release, "find_spec", {"git": True}.get)
    (tmp_path / "kept").touch()
    assert release.main(["--try", "-o", str(tmp_path)]) == 2
    *_, tool, pip, extra = capsys.readouterr().err.splitlines()
    assert tool.startswith("error: web.zip: no-such-tool is not installed; https://")
    assert re.fullmatch(
        r"error: web\.zip: \S+ has no pip; python -m ensurepip, or uv pip install pip", pip
    )
    assert re.fullmatch(
        r"error: \S+ lacks the extra `release`; pip install -e '.\[release\]'", extra
    )
    assert (tmp_path / "kept").exists()


def test_the_page_is_packed_in_a_folder_of_its_own_with_the_same_bytes(tmp_path):
    page = tmp_path / "puzzlebook"
    (page / "ready").mkdir(parents=True)
    sums = set()
    for name in ("licences.txt", "index.html", "ready/a.pdf"):
        (page / name).write_text(name, "utf-8")
    for stamp in (1e9, 2e9):
        for path in page.rglob("*"):
            os.utime(path, (stamp, stamp))
        release.zip_folder(page, tmp_path / "web.zip")
        sums.add(sha256((tmp_path / "web.zip").read_bytes()).digest())
    assert len(sums) == 1
    with ZipFile(tmp_path / "web.zip") as archive:
        names = ("index.html", "licences.txt", "ready/a.pdf")
        assert archive.namelist() == [f"puzzlebook/{name}" for name in names]
        assert archive.read("puzzlebook/ready/a.pdf") == b"ready/a.pdf"


def test_links_of_the_readme_lead_to_the_source_on_an_index_page():
    text = release.link_to_source(read("README.md"), "https://code.test/p/", "0.1.0")
    targets = re.findall(r"\]\(([^)]*)\)", text)
    pictures = re.findall(r"!\[[^]]*\]\(([^)]*)\)", text)
    assert "https://code.test/p/raw/v0.1.0/docs/images/spread.png" in pictures
    assert "https://code.test/p/blob/v0.1.0/docs/tutorial.md" in targets
    assert {target in pictures for target in targets if "/raw/" in target} == {True}
    assert not any("/blob/" in picture for picture in pictures)
    assert all(target.startswith(("https://", "#")) for target in targets)


def test_the_bill_of_materials_has_every_library():
    bill = release.json.loads(release.write_sbom(PROJECT, __version__))
    names = {part["name"] for part in bill["components"]}
    assert {
        "reportlab",
        "svgwrite",
        "typer",
        "uharfbuzz",
        "fontpkg-nunito",
        "pydantic-core",
    } <= names
    assert all(part["licenses"][0]["license"]["name"] for part in bill["components"])
    assert bill["dependencies"][0]["dependsOn"] == [part["bom-ref"] for part in bill["components"]]


# -- Citation, forms, workflows -----------------------------------------------------------------------------


def test_the_citation_says_what_the_project_says():
    cited = yaml.safe_load(read("CITATION.cff"))
    assert cited["cff-version"] == "1.2.0"
    assert {"message", "title", "authors"} <= cited.keys()
    assert (cited["title"], cited["version"], cited["license"]) == (
        PROJECT["name"],
        __version__,
        PROJECT["license"],
    )
    assert cited["authors"] == PROJECT["authors"]
    told = tomllib.loads(read("pyproject.toml"))["tool"]["hatch"]["build"]["targets"]
    assert {"CITATION.cff", "SECURITY.md"} <= told["wheel"]["extra-metadata"].keys()
    assert cited["abstract"] == f"{PROJECT['description']}."


KINDS = {"input", "textarea", "dropdown", "checkboxes", "markdown"}


@pytest.mark.parametrize("form", FORMS, ids=lambda path: path.stem)
def test_a_form_can_be_filled_in(form):
    told = yaml.safe_load(form.read_text("utf-8"))
    assert {"name", "description", "title", "body"} == told.keys()
    names = [field["id"] for field in told["body"]]
    assert len(set(names)) == len(names)
    for field in told["body"]:
        assert field["type"] in KINDS
        assert field["attributes"]["label"]
        options = field["attributes"].get("options", [])
        assert all(isinstance(option, str) for option in options)
        assert bool(options) == (field["type"] == "dropdown")
    assert sum(field.get("validations", {}).get("required", False) for field in told["body"]) >= 3


def options(form, field):
    told = yaml.safe_load(read(f".github/ISSUE_TEMPLATE/{form}.yml"))
    (found,) = (each for each in told["body"] if each["id"] == field)
    return found["attributes"]["options"]


def test_forms_know_what_there_is():
    assert len(FORMS) == 3
    assert {*options("wrong-word", "language")} == {
        *templates.list_names("languages"),
        *templates.list_names("second_languages"),
        "another (in a class list)",
    } - {"none"}
    assert {*options("printer-refused", "printer")} == {
        *templates.list_names("printers"),
        "another printer",
    }


def test_the_quick_tests_run_on_three_systems_and_the_ends_of_our_pythons():
    job = yaml.safe_load(read(".github/workflows/quick.yml"))["jobs"]["quick"]
    assert job["strategy"]["matrix"] == {
        "os": ["ubuntu-latest", "windows-latest", "macos-latest"],
        "python": ["3.11", "3.14"],
    }
    assert PROJECT["requires-python"] == ">=3.11"
    assert job["steps"][-1]["run"] == "python -m pytest -m quick"


def test_the_page_is_used_in_both_browsers_and_nothing_of_it_is_skipped():
    """Without a browser the default run says what was not tried; where the page is judged, it
    fails."""
    import conftest

    steps = yaml.safe_load(read(".github/workflows/web.yml"))["jobs"]["web"]["steps"]
    assert {"chromium", "firefox-esr", "npm"} <= {*steps[0]["run"].split()}
    assert steps[-1]["run"] == ".ci/web"
    assert "--nothing-skipped" in read(".ci/web")
    for is_asked, skipped, code in ((True, ["it"], 1), (True, [], 0), (False, ["it"], 0)):
        reporter = SimpleNamespace(stats={"skipped": skipped})
        config = SimpleNamespace(
            pluginmanager=SimpleNamespace(get_plugin={"terminalreporter": reporter}.get),
            option=SimpleNamespace(nothing_skipped=is_asked),
        )
        session = SimpleNamespace(config=config, exitstatus=0)
        conftest.pytest_sessionfinish(session)
        assert session.exitstatus == code


def test_only_the_publishing_job_may_sign():
    told = yaml.safe_load(read(".github/workflows/release.yml"))
    assert told["permissions"] == {"contents": "read"}
    assert told["jobs"]["publish"]["permissions"] == {"id-token": "write"}
    assert "permissions" not in told["jobs"]["build"]


def test_a_few_cases_are_as_many_however_many_there_are():
    from conftest import is_of_a_few

    chosen = [[place for place in range(n) if is_of_a_few(place, n, 4)] for n in (3, 4, 8, 19, 480)]
    assert chosen == [[0, 1, 2], [0, 1, 2, 3], [0, 2, 4, 6], [0, 5, 10, 15], [0, 120, 240, 360]]
    assert is_of_a_few(7, 19, None)


def test_the_tables_of_quick_and_sampled_tests_name_tests_that_are_there():
    import conftest

    left = (*conftest.SAMPLED, *conftest.A_FEW)
    named = [*conftest.QUICK, *(name.replace(".py", "") for name in left)]
    assert len(named) > 200
    files = {path.with_suffix("").relative_to(ROOT / "tests").as_posix(): path
             for path in (ROOT / "tests").rglob("test_*.py")}  # fmt: skip
    by_stem = {path.stem: path for path in files.values()}
    for name in named:
        file, _, test = name.partition("[")[0].partition("::")
        path = files.get(file) or by_stem[file]
        assert not test or f"\ndef {test}(" in path.read_text("utf-8"), name
    ends = [end.partition("[")[0] for end in conftest.IN_THE_FULL_RUN]
    for end in ends:
        file, _, test = end.partition("::")
        assert f"\ndef {test}(" in by_stem[file.removesuffix(".py")].read_text("utf-8"), end
