"""Every command in the README and in docs/ runs, and what they say of files and images is true."""

from __future__ import annotations

import ast
import os
import re
import runpy
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pytest
from command import Done
from conftest import IN_THE_FULL_RUN

import puzzlebook
from puzzlebook.cli.parsing import StrictCommand
from puzzlebook.ground import templates
from puzzlebook.language.words import load_words
from puzzlebook.mazes.levels import MAX_ATTEMPTS
from puzzlebook.mazes.tilings import SHAPES

ROOT = Path(__file__).parent.parent
TOP = [ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY", "CODE_OF_CONDUCT")]
PAGES = [*TOP, *sorted((ROOT / "docs").glob("*.md"))]
# What a page's commands may run besides our own, as modules.
PROGRAMS = {"vpype": "vpype_cli"}
_BASH = re.compile(r"^```bash\n(.*?)^```", re.MULTILINE | re.DOTALL)
_TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)

pytestmark = [
    pytest.mark.skipif(not (ROOT / "README.md").exists(), reason="the documents are not installed"),
    pytest.mark.usefixtures("coarse"),
]


def blocks(page: Path, language: str) -> list[str]:
    return [
        text
        for found, text in _BLOCK.findall(page.read_text(encoding="utf-8"))
        if found == language
    ]


def files(page: Path) -> dict[str, str]:
    """The files that a page shows, by the name in the line above each: `3b.csv`:"""
    found = re.findall(
        r"`([\w.-]+\.csv)`:\n\n```csv\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S
    )
    assert len(found) == len(blocks(page, "csv"))
    return dict(found)


def commands(page: Path) -> list[str]:
    """The lines that a reader would type, in their order."""
    lines = [line for block in blocks(page, "sh") for line in block.splitlines()]
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


Run = Callable[..., Done]


@pytest.fixture
def run_line(
    mazes_of_books: str, puzzlebook_here: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Run:
    """Runs a line as a reader types it; ours in this process, since it is far quicker. Nothing is
    opened: no program is found."""
    monkeypatch.setenv("BROWSER", "true")
    monkeypatch.delenv("DISPLAY", raising=False)

    def run(command: str) -> None:
        program, *arguments = shlex.split(command)
        if program == "puzzlebook":
            done = puzzlebook_here(*arguments)
        else:
            line = [sys.executable, "-m", PROGRAMS[program], *arguments]
            ended = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True)
            done = Done(ended.returncode, ended.stdout, ended.stderr)
        assert done.code == 0, f"{command}\n{done.err}"

    return run


def as_in_every_run(lines: list[str]) -> Iterator[str]:
    """The commands of a page where those are only tried (`--dry-run`) that make a book at which no
    later one looks: all but the first. Full runs make all."""
    is_first = True
    for place, line in enumerate(lines):
        words = shlex.split(line)
        is_first = is_first and "--open" not in words
        if words[:2] == ["puzzlebook", "make"] and not {"--dry-run", "--open"} & {*words}:
            names = {
                Path(word).stem
                for before, word in pairwise(words)
                if before in ("make", "--name", "--names")
            }
            if not re.search(
                rf"/({'|'.join(map(re.escape, names))})\b", "\n".join(lines[place + 1 :])
            ):
                line += "" if is_first else " --dry-run"
                is_first = False
        yield line


MADE_IN_EVERY_RUN = ("README", "classroom")
"""The pages whose commands are carried out in every run; the others' are there but read, every
option and its kind of value. The full run carries out all."""
TRIED_IN_EVERY_RUN = ("SKILL",)
"""Of these pages, the books are tried (`--dry-run`)."""


def test_books_at_which_nothing_looks_are_tried_alone() -> None:
    kept = [
        "puzzlebook make sheets --name a",
        "puzzlebook make x.toml",
        "puzzlebook check output/x",
    ]
    assert list(as_in_every_run(kept)) == kept
    assert list(as_in_every_run(kept[:1] * 3)) == [kept[0], *[f"{kept[0]} --dry-run"] * 2]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_runs(
    page: Path,
    tmp_path: Path,
    run_line: Run,
    mazes_of_books: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # One folder for the page: later commands use what earlier ones made.
    for name, content in files(page).items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    lines = commands(page)
    if mazes_of_books == "few":
        lines = [*as_in_every_run(lines)]
        if page.stem not in MADE_IN_EVERY_RUN:
            if page.stem in TRIED_IN_EVERY_RUN:
                for command in lines:
                    if command.startswith("puzzlebook make"):
                        run_line(f"{command.removesuffix(' --dry-run')} --dry-run")
            monkeypatch.setattr(StrictCommand, "invoke", lambda command, context: 0)
            lines = [line for line in lines if line.startswith("puzzlebook ")]
    for command in lines:
        run_line(command)


ARCHITECTURE, CHANGELOG = ROOT / "ARCHITECTURE.md", ROOT / "CHANGELOG.md"


@pytest.mark.parametrize("page", [*PAGES, ARCHITECTURE, CHANGELOG], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_the_front_door_for_assistants_leads_somewhere() -> None:
    text = (ROOT / "docs" / "llms.txt").read_text(encoding="utf-8")
    assert re.match(r"# \w+\n\n> ", text)
    targets = re.findall(r"^- \[[^]]+\]\(([^)]+)\): \S", text, re.MULTILINE)
    assert len(targets) == text.count("](") > 10
    assert [target for target in targets if not (ROOT / "docs" / target).is_file()] == []
    for command in re.findall(r"`(python3 [^`]*)`", text):
        assert f"\n{command} &&" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_skill_has_a_head_that_says_when_it_helps() -> None:
    text = (ROOT / "docs" / "SKILL.md").read_text(encoding="utf-8")
    name, description = re.match(r"---\nname: (.*)\ndescription: (.*)\n---\n", text).groups()
    assert name == "puzzlebook"
    assert 100 < len(description) <= 1024


OUTSIDE = re.compile(r"https://(?!localhost)(?:[a-z0-9-]+\.)+[a-z]{2,}(?:/[\w./%~#?=&:+-]*)?")


@pytest.mark.parametrize("page", [*PAGES, ARCHITECTURE, CHANGELOG], ids=lambda page: page.name)
def test_links_to_the_outside_look_like_addresses(page: Path) -> None:
    """Nobody is asked for them: that would be a test of other people's servers."""
    for target in re.findall(r"\]\((\w+:[^)]*)\)", page.read_text(encoding="utf-8")):
        assert OUTSIDE.fullmatch(target), target


def test_python_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in files(ROOT / "README.md").items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    for text in blocks(ROOT / "README.md", "python"):
        exec(compile(text, "README.md", "exec"), {})
    assert (tmp_path / "maze.pdf").exists()
    assert {path.name for path in (tmp_path / "output").glob("*/*.pdf")} == {
        "ages-7-8.pdf",
        "sheets.pdf",
        "3b.pdf",
    }


def test_python_of_its_own_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = ROOT / "docs" / "python.md"
    for text in blocks(page, "python"):
        exec(compile(text, page.name, "exec"), {})
    names = set(re.findall(r"\b[a-z_]+\b", "".join(blocks(page, "python"))))
    assert {
        name for name in puzzlebook.__all__ if name.islower() and name != "__version__"
    } <= names


def test_the_reference_is_made_from_the_code() -> None:
    program = runpy.run_path(str(ROOT / "docs" / "reference.py"))
    page = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    assert program["write_page"]() == page, "run python docs/reference.py"


TOPICS = sorted((templates.find_folder() / "help").glob("*.txt"))


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.stem)
def test_every_command_of_a_help_topic_runs(
    topic: Path, tmp_path: Path, run_line: Run, mazes_of_books: str
) -> None:
    text = topic.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 40
    assert max(map(len, text.splitlines())) <= 90
    for name, rows in re.findall(r"as (\w+\.csv)(?:.*\n)+?\n((?: {5}\S.*\n)+)", text):
        (tmp_path / name).write_text(re.sub(r"(?m)^ +", "", rows), encoding="utf-8")
    lines = re.findall(r"^ {5}(puzzlebook .*)", text, re.MULTILINE)
    assert lines
    if mazes_of_books == "few":
        lines = [*as_in_every_run(lines)]
    for line in ["puzzlebook help", f"puzzlebook help {topic.stem}", *lines]:
        run_line(line)


def test_each_help_topic_is_listed_and_shown(puzzlebook_here: Run) -> None:
    listed = puzzlebook_here("help")
    assert (listed.code, listed.err) == (0, "")
    for topic in TOPICS:
        assert topic.stem in listed.out
        shown = puzzlebook_here("help", topic.stem)
        assert (shown.code, shown.out.strip()) == (0, topic.read_text("utf-8").strip())


def test_ci_runs_the_readmes_two_commands() -> None:
    """One makes a book, and then, in the same checkout, one passes the tests."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    first_screen = "\n".join(readme.splitlines()[:25])
    makes, passes = (block.strip() for block in _BASH.findall(first_screen))
    assert makes.endswith("puzzlebook make")
    assert passes.endswith("pytest")
    assert f"\n{makes}\n{passes}\n" in (ROOT / ".ci" / "run").read_text()


def lines_without_a_test(text: str) -> list[str]:
    """The promises on a page, which are the items of its lists, that name no test, or one that is
    not there."""
    promises = [
        " ".join(item.split()) for item in re.findall(r"^- (.*?)(?=^- |^$|\Z)", text, re.M | re.S)
    ]
    assert promises
    return [
        promise
        for promise in promises
        if not all(map(is_there, _TEST.findall(promise) or [("", "")]))
    ]


def is_there(test: tuple[str, str]) -> bool:
    path, name = test
    return (ROOT / path).is_file() and f"\ndef {name}(" in (ROOT / path).read_text(encoding="utf-8")


def test_each_promise_names_tests_that_are_there() -> None:
    text = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
    assert lines_without_a_test(text) == []
    assert len(text.splitlines()) < 120  # a page that is read to its end
    spoilt = "- held: `tests/test_docs.py::is_there`\n- bare\n- gone: `tests/test_docs.py::test_gone`\n\nno promise"
    assert lines_without_a_test(spoilt) == ["bare", "gone: `tests/test_docs.py::test_gone`"]


def test_gallery_command_makes_its_pictures(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(puzzlebook.__file__).parent.parent)}
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "gallery.py", tmp_path],
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {
        path.name for path in (ROOT / "docs" / "images").iterdir()
    }


@pytest.mark.skipif(find_spec("mkdocs") is None, reason="needs mkdocs-material")
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "site.py", "-o", tmp_path / "site"],
        env={**os.environ, "PYTHONPATH": str(Path(puzzlebook.__file__).parent.parent)},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    there = {path.name for path in (tmp_path / "site").glob("*.html")}
    names = {page.stem.lower() for page in PAGES[1:]} - {"skill"}
    assert there >= {f"{name}.html" for name in (*names, "index", "api", "SKILL", "architecture")}
    said = (tmp_path / "site" / "api.html").read_text(encoding="utf-8")
    assert all(f'id="{name.lower()}"' in said for name in puzzlebook.__all__[:-1] if name[0] != "_")
    assert (tmp_path / "site" / "search" / "search_index.json").is_file()
    assert (tmp_path / "site" / "images" / "spread.png").is_file()


def test_the_readme_is_short_and_has_four_doors() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 180
    doors = ["Parents", "Teachers", "Publishers", "Programmers"]
    assert [line[3:] for line in lines if line.startswith("## ")][:4] == doors


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_headings_that_are_there(page: Path) -> None:
    for target, anchor in re.findall(
        r"\]\((?!https?:)([^)#]*)#([^)]+)\)", page.read_text(encoding="utf-8")
    ):
        text = (page.parent / target if target else page).read_text(encoding="utf-8")
        heads = [
            line.lstrip("#").strip().lower() for line in text.splitlines() if line.startswith("#")
        ]
        assert anchor in [re.sub(r"[^\w -]", "", head).replace(" ", "-") for head in heads], (
            target,
            anchor,
        )


def long_sentences(text: str) -> list[str]:
    """The sentences of more than 25 words, outside code and tables. Code in a line counts as one
    word."""
    text = re.sub(r"^```.*?^```|^ {4}.*?$|^[|!#].*?$", "\n\n", text, flags=re.M | re.S)
    items = re.split(r"\n\s*\n|\n\s*(?:[-*]|\d+\.) ", re.sub(r"\]\([^)]*\)", "]", text))
    plain = [re.sub(r"(`[^`]*`[,;:]?\s*)+", "code ", item) for item in items]
    found = [sentence for item in plain for sentence in re.split(r"(?<=[.!?:;])[*\")]*\s+", item)]
    return [
        " ".join(each.split()) for each in found if len(re.findall(r"(?<!\S)\S*\w\S*", each)) > 25
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_sentence_is_too_long(page: Path) -> None:
    assert long_sentences(
        "One two. " + "word " * 26 + "\n\n```sh\n" + "word " * 30 + "\n```\n"
    ) == [("word " * 26).strip()]
    assert long_sentences(page.read_text(encoding="utf-8")) == []


def test_every_page_is_linked_from_the_readme() -> None:
    said = (ROOT / "README.md").read_text(encoding="utf-8")
    named = [page.relative_to(ROOT).as_posix() for page in PAGES[1:]]
    assert [name for name in named if f"]({name})" not in said] == []


def test_the_readme_names_the_printers_that_there_are():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (said,) = re.findall(r"^Printers: (.*?)\.", text, flags=re.DOTALL | re.MULTILINE)
    assert sorted(re.findall(r"`([\w-]+)`", said)) == sorted(templates.list_names("printers"))


# What is said of chance, of tests and of rights


LANGUAGES = [
    path.stem
    for path in (templates.find_folder() / "languages").glob("*.toml")
    if path.stem != "none"
]
IDEAL = {
    "bn": "আদর্শ", "de": "idealen", "en": "ideal", "es": "ideales", "fa": "ایده‌آل", "fr": "parfaitement aléatoires",
    "pa": "ਪੂਰੀ ਤਰ੍ਹਾਂ ਬੇਤਰਤੀਬ", "pt": "ideais", "pt-PT": "ideais",
}  # fmt: skip
"""How each language says that bits are ideal."""
NO_TEST = {
    "bn": "জানা কোনো পরীক্ষায়", "de": "kein bekannter Test", "en": "no known test", "es": "ninguna prueba conocida",
    "fa": "هیچ آزمون شناخته‌شده‌ای", "fr": "aucun test connu", "pa": "ਕੋਈ ਜਾਣੀ-ਪਛਾਣੀ ਪਰਖ", "pt": "nenhum teste conhecido",
    "pt-PT": "nenhum teste conhecido",
}  # fmt: skip
"""And that no known test tells a key's bits from such."""


def prose(page: Path) -> str:
    """The text of a page in one line."""
    return " ".join(page.read_text(encoding="utf-8").split())


def sentences(page: Path) -> list[str]:
    return re.split(r"(?<=[.:!?])\s+", prose(page))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_page_that_speaks_of_chance_says_given_which_bits(page: Path) -> None:
    said = prose(page)
    if re.search(r"equally likely|the same chance", said):
        assert re.search(r"\bideal (random )?bits", said)


def test_a_page_says_what_a_key_cannot_do_and_what_is_drawn_again() -> None:
    said = prose(ROOT / "docs" / "how-it-works.md")
    assert "](docs/how-it-works.md)" in prose(ROOT / "README.md")
    assert "80-bit key" in said
    assert (
        "From 8 × 8 squares on there are more mazes than that" in said
    )  # counted in tests/mazes/test_uniform.py
    assert "no known test tells them from ideal ones" in said
    assert (
        "drawn again: repeats, mazes with no decision to make and, in class sets, mazes outside the pupil's level"
        in said
    )
    assert "holds among the mazes that are kept" in said
    assert f"up to {MAX_ATTEMPTS} times" in said
    assert f"up to {MAX_ATTEMPTS} times" in prose(ROOT / "docs" / "classroom.md")
    assert "its ends are then moved apart" in said  # of hidden pictures


@pytest.mark.parametrize("language", LANGUAGES)
def test_books_say_of_chance_no_more_than_is_true(language: str) -> None:
    words = load_words(language)
    assert IDEAL[language] in words("colophon_how")
    assert NO_TEST[language] in words("made_why")


def test_the_page_for_the_browser_says_of_chance_no_more_than_is_true() -> None:
    for path in (ROOT / "web" / "words").glob("*.toml"):
        words = tomllib.loads(path.read_text(encoding="utf-8"))
        assert IDEAL[path.stem] in words["how"]
    assert (
        "rated equally hard"
        in tomllib.loads((ROOT / "web" / "words" / "en.toml").read_text("utf-8"))["class_about"]
    )


@pytest.mark.parametrize(
    "page", [*PAGES, ROOT / "templates" / "books" / "worksheet.toml"], ids=lambda page: page.name
)
def test_equally_hard_is_said_of_our_measure_alone(page: Path) -> None:
    for sentence in sentences(page):
        assert "equally hard" not in sentence or "equally hard by our measure" in sentence


def test_nothing_calls_our_mazes_exactly_uniform() -> None:
    described = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "description"
    ]
    for said in (described, str(puzzlebook.__doc__), *map(prose, PAGES)):
        assert "exactly uniform" not in said


def test_the_figures_of_pdf_ua_are_the_validators(tmp_path: Path) -> None:
    """Of 136 ways of failing (PDF Association, *Matterhorn Protocol*) 47 need a human, so no
    program tests them all."""
    import page as validator

    book = puzzlebook.make_book(
        "sheets", seed="owl", mazes=1, output=tmp_path, overrides={"pdf": "screen"}
    )
    rules = validator.validate_pdf(book.pdf, profile="ua1").rules.total
    said = prose(ROOT / "docs" / "accessible.md")
    assert f"by {rules} rules of its own" in said
    assert "136 ways of failing PDF/UA-1, of which 47 need a human" in said
    (promise,) = re.findall(r"- PDFs for screens (.*?):", prose(ROOT / "docs" / "promises.md"))
    assert promise.startswith("obey all rules of PDF/UA-1 that a program can test; of the 136")


def test_where_it_is_tested_is_said_as_it_is() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    systems = [line for line in project["classifiers"] if line.startswith("Operating System")]
    assert systems == ["Operating System :: POSIX :: Linux"]
    assert "tested on Linux" in " ".join(
        (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:25]
    )


def test_what_is_made_is_the_makers_and_the_wheel_says_so() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["license"] == "MIT"
    assert project["license-files"] == ["LICENSE", "LICENSE-OUTPUT"]
    said = prose(ROOT / "LICENSE-OUTPUT")
    for part in (
        "themes",
        "silhouettes",
        "hidden pictures",
        "stories",
        "translations",
        "publish, sell",
        "No notice",
    ):
        assert part in said
    assert "](LICENSE-OUTPUT)" in prose(ROOT / "README.md")


def test_what_shops_ask_about_ai_is_told_of_each_that_we_know() -> None:
    text = (ROOT / "docs" / "printing.md").read_text(encoding="utf-8")
    (section,) = re.findall(r"^## What shops ask about AI\n(.*?)^## ", text, re.M | re.S)
    shops = {name.split("-")[0] for name in templates.list_names("printers")} - {"home"}
    told = {
        item.lower(): rest
        for item, rest in re.findall(r"^- \*\*(\w+)\*\*(.*?)(?=^- |\Z)", section, re.M | re.S)
    }
    assert {shop for shop in shops if not any(item.startswith(shop) for item in told)} == set()
    assert all("](https://" in rest for rest in told.values())
    assert re.search(r"Read on \d+ \w+ 20\d\d", section)
    for kind in ("images", "text", "translations", "no AI"):
        assert kind in section


# Figures, files and tests that pages name


def test_counts_of_things_are_those_that_there_are() -> None:
    said = prose(ROOT / "docs" / "shapes.md")
    units = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    number = dict(enumerate(units, 1))
    for ten, word in ((40, "forty"), (50, "fifty"), (60, "sixty"), (70, "seventy")):
        number |= {
            ten: word,
            **{ten + unit: f"{word}-{name}" for unit, name in enumerate(units, 1)},
        }
    assert f"a tour of {number[len(SHAPES)]} tilings" in said
    drawn = len(templates.list_names("silhouettes", ".svg"))
    for page, words in (
        ("docs/shapes.md", f"one of {number[drawn]} that are built in"),
        ("CHANGELOG.md", f"{drawn} outlines are built in"),
    ):
        assert words in prose(ROOT / page), f"{page}: lacks '{words}'"
    languages = tomllib.loads(
        (templates.find_folder() / "class_lists.toml").read_text(encoding="utf-8")
    )
    assert f"titles in {len(languages)} languages" in prose(ROOT / "docs" / "classroom.md")
    lines = len((ROOT / "docs" / "many_books.py").read_text(encoding="utf-8").splitlines())
    assert f"in {lines} lines" in prose(ROOT / "docs" / "scale.md")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_of_tests_that_a_page_names_are_there(page: Path) -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)", page.read_text(encoding="utf-8"))
    assert [path for path in named if not (ROOT / path).is_file()] == []


def promised_tests(page: Path) -> Iterator[tuple[str, str, ast.FunctionDef]]:
    """Each test that the items of a page's lists name, with its item and its file."""
    for item in re.findall(r"^- (.*?)(?=^- |^$|\Z)", page.read_text(encoding="utf-8"), re.M | re.S):
        for path, name in _TEST.findall(item):
            tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
            yield (
                " ".join(item.split()),
                path,
                next(
                    each
                    for each in tree.body
                    if isinstance(each, ast.FunctionDef) and each.name == name
                ),
            )


@pytest.mark.parametrize("page", ["promises.md", "web.md"])
def test_a_promise_says_where_its_test_runs_if_not_in_every_run(page: str) -> None:
    """Those that are marked run in full runs alone, those that need a browser or other Pythons
    where these are."""
    found = list(promised_tests(ROOT / "docs" / page))
    assert len(found) > 5
    for item, test_file, test in found:
        code = ast.unparse(test)
        whole = f"{Path(test_file).name}::{test.name}"
        if "pytest.mark.exhaustive" in code or whole in IN_THE_FULL_RUN:
            assert "in full runs" in item, test.name
        if "pytest.skip(" in code or any(argument.arg == "visit" for argument in test.args.args):
            assert re.search(r"where (\w+ )+(is|are) installed", item), test.name
