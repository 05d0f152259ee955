"""The page's four doors, and the cover of a book: what is asked for there, made by the package's
own verbs, all of it inside the browser.

What comes in and goes out is JSON. Of each request the answer says which command would make the
same bytes.
"""

from __future__ import annotations

import csv
import json
import re
import shlex
import shutil
from collections.abc import Callable, Mapping
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from puzzlebook.class_lists.list_files import Row, read_rows
from puzzlebook.ground.arguments import Progress
from puzzlebook.ground.faults import Fault, Refused, Unfinished, read_note, refuse
from puzzlebook.verbs.make import Book, make_book

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

    from puzzlebook.checks.whole_book import CheckOptions

MADE = Path("made")
"""Where a request's files are, until the next one."""
EARLIER = Path("earlier")
"""Where the files of the request before are while the next one's are being made."""
DROPPED = Path("dropped")
"""Where the page puts the files that were dropped on it."""

KEYS = {
    "title": "book.title",
    "subtitle": "book.subtitle",
    "author": "book.author",
    "dedication": "book.dedication",
    "child": "book.child",
    "language": "language",
    "page": "page",
    "printer": "printer",
    "readers": "audience",
    "difficulty": "level",
    "theme": "theme",
    "picture": "section.*.silhouette",
    "word": "section.*.silhouette",
    "booklet": "booklet",
    "key": "worksheet.key",
    "questions": "section.*.questions",
    "year": "book.year",
}
"""The recipe's key that each field of the page sets, in the order of the command's options: book
codes have it."""
FIELDS = {
    "tonight": (
        *("child", "language", "page", "readers", "difficulty", "theme", "picture", "word"),
        "questions",
    ),
    "class": ("title", "language", "page", "key", "questions"),
    "book": (
        *("title", "subtitle", "author", "dedication", "child", "language", "page", "printer"),
        *("difficulty", "theme", "booklet", "year"),
    ),
}
"""The fields of each door that a recipe has a key for."""
SETS = {
    "tonight": {"ink": "ink"},
    "class": {"level": "worksheet.level", "ink": "ink"},
    "book": {"ink": "ink", "stock": "paper"},
}
"""The other fields of each door, for which the command has no option of its own, and their keys."""
CODED = ("tonight", "class")
"""The doors whose templates print no code: on the page they do, so that what was printed can be
made again from its PDF."""
_MAZE_CODE = re.compile(r"[0-9]+-[a-z]+-")  # as one begins, whatever slip is in it
_HINTS = {"recipe": "again_files", "code": "again_printer"}
"""The page's own words for what a request lacks."""
_LENGTHS = ("more_pages", "fewer_pages", "other_pages")
"""What a book of a length that cannot be lacks; the page says it itself, and offers lengths."""
_LACKS = ("author", "year", "subtitle")
"""What remarks are about that the page says itself, and has a field for."""
_UNSAID = ("columns", "folder", *_LACKS)
"""What remarks are about that the page says itself, or that is not so here: it keeps no folder."""
_COVER_ITSELF = "cover"  # the rule that a book to be sold has a cover
_SEED = re.compile(r"(?:\w+\s*[:：]\s*)?(\w{1,40})")
"""What somebody types who has a seed alone: a word, perhaps with our word for a seed before it."""
_CELL = re.compile(r": row (\d+)(?:: (\w+))?\Z")  # where something in a list is wrong
PLANNING = "planning"
"""What is told before the package tells of its first maze."""
POSTER_AGES = ("7-8", "9-11", "adult")
"""The readers whose passages a poster gets if the letters of a word have no room in those of the
readers that were chosen."""
SPARES = 4
"""How many sheets there are where no names are given."""


class Answer(NamedTuple):
    """What was made. files: their paths by what they are: pdf, key, solution, svg, recipe. command:
    the one that makes the same. mazes: how many; in a class, one for each pupil. pages: of the PDF.
    code: of the book or the maze.
    captions: the pupil of each sheet of a class, by page from the first.
    left_out: lines of a list that no font here can set. pupils: those of a list, as a table.
    columns: those of the list that the names are from. lacks: what
    a book to be sold lacks, by the field that mends it, with the user's words in it. title and
    subtitle: those of a book."""

    files: Mapping[str, str]
    command: str
    mazes: int
    pages: int
    code: str
    seed: str
    remarks: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    pupils: Mapping[str, Any] | None = None
    columns: str = ""
    captions: tuple[str, ...] = ()
    lacks: tuple[tuple[str, str], ...] = ()
    title: str = ""
    subtitle: str = ""


class Checked(NamedTuple):
    """What a check found. reports: on each file: its name, page count and page size, whether the
    printer would take it, and its findings, faults before advice. limits: what no check sees.
    lacks_cover: whether it is a book to be sold, of which no cover was made yet."""

    reports: tuple[dict[str, Any], ...]
    printer: str
    limits: tuple[str, ...]
    lacks_cover: bool = False


def answer(asked: str, told: Progress) -> str:
    """What is made for a request, or what is wrong with it, as JSON. told: hears how far it is."""
    request: dict[str, Any] = json.loads(asked)
    shutil.rmtree(MADE, ignore_errors=True)
    try:
        made = DOORS[request["door"]](request, told)
    except Refused as refused:
        if seed := find_seed(request):
            return json.dumps({"faults": [], "hint": "again_seed", "seed": seed})
        for fault in refused.faults:
            if hint := _HINTS.get(fault.need):
                return json.dumps({"faults": [], "hint": hint})
            if fault.where == "word" and fault.characters:
                letters = {"hint": "word_letters", "letters": fault.characters}
                return json.dumps({"faults": [], "fields": ["word"], **letters})
            if fault.need == "binding":
                able = fault.allowed.removeprefix("one of ").split(", ")
                binding = {"hint": "binding_side", "fields": ["printer"], "printers": able}
                return json.dumps({"faults": [], **binding})
            if fault.need in _LENGTHS and fault.figures is not None:
                field = "pages" if request.get("pages") else "mazes"
                counts = fault.figures._asdict()
                return json.dumps({"faults": [], "hint": fault.need, "fields": [field], **counts})
        # Nobody types an option on a page: what was wrong has its name without the dashes.
        faults = [_say(fault) for fault in refused.faults]
        fields = find_fields(refused)
        return json.dumps({"faults": faults, "fields": fields, **find_cells(request, refused)})
    except Unfinished as unfinished:
        return json.dumps({"faults": [str(unfinished.fault)]})
    pages.cache_clear()
    return json.dumps(made._asdict())


def prepare(asked: str, target: str) -> str:
    """What is made for a request of another visit, as JSON; its PDF is put into a file. What was
    made before for this visit stays."""
    set_aside()
    try:
        found = answer(asked, lambda *told: None)
        shutil.copyfile(json.loads(found)["files"]["pdf"], target)
    finally:
        bring_back()
    return found


def set_aside() -> None:
    """Keep what was made before, until it is known whether something takes its place."""
    drop_earlier()
    if MADE.exists():
        MADE.rename(EARLIER)


def bring_back() -> None:
    """Have what was made before in its place again, and nothing of what was begun since."""
    shutil.rmtree(MADE, ignore_errors=True)
    if EARLIER.exists():
        EARLIER.rename(MADE)


def drop_earlier() -> None:
    """Something has taken the place of what was made before."""
    shutil.rmtree(EARLIER, ignore_errors=True)


def find_seed(request: Mapping[str, Any]) -> str:
    """The seed that was typed where a code is asked for; "" if it is something else."""
    is_typed = request["door"] == "again" and not request.get("file")
    found = _SEED.fullmatch(str(request.get("code", "")).strip()) if is_typed else None
    return found[1] if found else ""


def find_fields(refused: Refused) -> list[str]:
    """Where a request is to be mended: fields, and places that the page has no field for."""
    options = {key.rpartition(".")[2]: field for field, key in KEYS.items()}
    named = [fault.where.removeprefix("--") if fault.need in ("", "font") else fault.need
             for fault in refused.faults]  # fmt: skip
    return [*dict.fromkeys(options.get(name, name) for name in named)]


def _say(fault: Fault) -> str:
    """A fault as the page says it: no option has dashes, and nothing is named that only the command
    has, such as another font."""
    allowed = "" if fault.need else fault.allowed
    said = str(fault._replace(allowed=allowed, remedy=""))
    return said.removeprefix("--").removeprefix(f"{MADE}/")


def _tonight(request: Mapping[str, Any], told: Progress) -> Answer:
    word = str(request.get("word") or "").strip()
    asked = {**request, "word": f"text:{word}" if word and not request.get("picture") else ""}
    try:
        if request.get("poster"):
            return _poster(asked, told)
        return _book("sheets", asked, told, mazes=_number(request, "mazes"))
    except Refused as refused:
        if not asked["word"]:
            raise
        raise Refused([*dict.fromkeys(map(_blame_word, refused.faults))]) from None


def _blame_word(fault: Fault) -> Fault:
    """What is wrong with an outline is wrong with the word that was typed for it."""
    place = fault.where.rpartition(".")
    is_outline = place[2] == "silhouette" or place[1:] == (".", "audience")
    is_outline |= fault.need == "silhouette"
    return fault._replace(where="word", need="") if is_outline else fault


def _poster(request: Mapping[str, Any], told: Progress) -> Answer:
    """One maze on several sheets of paper, and the whole of it with its solution."""
    from puzzlebook.verbs.one_maze import maze_from_options
    from puzzlebook.verbs.poster import (
        choose_poster_ends,
        choose_poster_size,
        plan_poster,
        write_poster,
    )

    told("drawing mazes", 0, 1)
    seed, sheets, age, theme = (
        str(request.get(name) or "") for name in ("seed", "poster", "readers", "theme")
    )
    page, language = str(request["page"]), str(request.get("language") or "en")
    picture = request.get("picture")
    outline = str(DROPPED / picture) if picture else request["word"] or None
    planned = plan_poster(sheets, None, page)
    ends = choose_poster_ends("square")
    # The letters of a long word have room only in the narrower passages of older readers.
    older = [age, *(each for each in POSTER_AGES if outline and each != age)]
    for age in older:
        try:
            size = choose_poster_size(planned, "square", age)
            maze = maze_from_options(seed, None, size=size, ends=ends, silhouette=outline)
            break
        except Refused:
            if age == older[-1]:
                raise
    told("writing the PDF", 0, 1)
    MADE.mkdir()
    (pdf, whole), glued, _ = write_poster(
        maze, planned, MADE / "poster.pdf", theme=theme or None, language=language, both=True
    )
    options = {"seed": seed, "sheets": sheets, "page": page, "age": age, "theme": theme}
    options |= {"language": language}
    options["silhouette"] = picture or outline or ""
    words = [word for option, value in options.items() if value for word in (f"--{option}", value)]
    words += ["--both", "-o", pdf.name]
    files = {"pdf": str(pdf), "key": str(whole)}
    pages = glued.columns * glued.rows
    return Answer(files, shlex.join(["puzzlebook", "maze", *words]), 1, pages, maze.code, seed)


def _class(request: Mapping[str, Any], told: Progress) -> Answer:
    names = find_list(request)
    if names is not None and not request.get("list"):
        names.parent.mkdir(exist_ok=True)
        names.write_text(split_names(request["names"]) + "\n", "utf-8")
    rows: list[Row] = []
    left_out: tuple[str, ...] = ()
    while True:
        try:
            made = _book("worksheet", request, told, None if names else SPARES, names=names)
            return made._replace(
                captions=list_captions(made) if names else (),
                left_out=left_out,
                pupils=read_pupils(request)[0],
            )
        except Refused as stopped:
            is_unset = judge_letters(stopped)
            if names is None or is_unset is None:
                raise
            rows = rows or read_rows(names, names.name)[0]
            out = [row for row in rows if any(map(is_unset, " ".join(row.cells)))]
            rows = [row for row in rows if row not in out]
            if not out or not rows:
                raise
        # The list as it was dropped stays, for the next time that it is asked for.
        names = DROPPED / "set" / f"{names.stem}.csv"
        names.parent.mkdir(exist_ok=True)
        with names.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(row.cells for row in rows)
        left_out += tuple(" ".join(filter(None, row.cells)) for row in out)


def list_captions(made: Answer) -> tuple[str, ...]:
    """The pupil of each sheet of a class, by page."""
    manifest = json.loads((Path(made.files["pdf"]).parent / "manifest.json").read_bytes())
    by_page = {maze["puzzle"]["page"]: str(maze["name"]) for maze in manifest["mazes"]}
    return tuple(by_page.get(page, "") for page in range(1, max(by_page) + 1))


def find_list(request: Mapping[str, Any]) -> Path | None:
    """Where the list of a class is: one that was dropped, or the names that were typed."""
    if request.get("list"):
        return DROPPED / str(request["list"])
    return DROPPED / "class.csv" if split_names(request.get("names", "")) else None


def read_pupils(request: Mapping[str, Any]) -> tuple[dict[str, Any] | None, list[int]]:
    """The pupils of a class as a table, and the row of the list of each. Where something in the
    list is wrong, its cells are as they were written. None if it is no list at all."""
    from puzzlebook.class_lists.class_list import read_class_list, read_names, select_pupil_rows
    from puzzlebook.class_lists.columns import find_columns
    from puzzlebook.class_lists.header_words import NAMES

    path = find_list(request)
    if path is None:
        return None, []
    try:
        listed = read_class_list(path)
    except Refused:
        try:
            columns, rows, _ = find_columns(read_rows(path, "")[0], "")
        except Refused:
            return None, []
        rows, _ = select_pupil_rows(rows, columns)
        others = [column for column in columns.indices if column not in NAMES]
        cells = [[columns.cell(row, column) for column in others] for row in rows]
        named = zip(read_names(rows, columns)[0], cells, strict=True)
        table = {"columns": ["name", *others], "rows": [[name, *rest] for name, rest in named]}
        return table, [row.number for row in rows]
    written = [[str(pupil.get(key, "")) for key in listed.columns] for pupil in listed.pupils]
    return {"columns": [*listed.columns], "rows": written}, [*listed.rows]


def find_cells(request: Mapping[str, Any], refused: Refused) -> dict[str, Any]:
    """The pupils of a class that was refused, and which cells of them are wrong: the place of the
    pupil, and the column."""
    if request["door"] != "class":
        return {}
    pupils, rows = read_pupils(request)
    found = [_CELL.search(fault.where) for fault in refused.faults]
    named = [(int(each[1]), each[2] or "name") for each in found if each]
    wrong = [(rows.index(row), column) for row, column in named if row in rows]
    return {"pupils": pupils, "wrong": wrong}


def split_names(text: str) -> str:
    """Names as somebody types or pastes them, one on each line: on a single line they stand with
    commas, semicolons or tabs between them."""
    text = text.strip()
    if "\n" in text or not re.search("[,;،、，\t]", text):
        return text
    return "\n".join(name.strip() for name in re.split("[,;،、，\t]", text) if name.strip())


def judge_letters(stopped: Refused) -> Callable[[str], bool] | None:
    """Which letters cannot be set here, if a set could not be made for nothing but them."""
    if not all(fault.need == "font" for fault in stopped.faults):
        return None
    missing = {letter for fault in stopped.faults for letter in fault.characters}
    return missing.__contains__


def _own_book(request: Mapping[str, Any], told: Progress) -> Answer:
    mazes, pages = (_number(request, field) for field in ("mazes", "pages"))
    return _book(str(request["book"]), request, told, mazes, pages)


def _number(request: Mapping[str, Any], field: str) -> int | None:
    """A number that is asked for, as it was typed."""
    text = str(request.get(field) or "").strip()
    if not text:
        return None
    try:
        return int(text)
    except ValueError:
        raise refuse(f"--{field}", "is not a whole number", "such as 12") from None


def _book(
    template: str,
    request: Mapping[str, Any],
    told: Progress,
    mazes: int | None = None,
    pages: int | None = None,
    names: Path | None = None,
) -> Answer:
    """The files of a book, and the command that makes it."""
    fields = [field for field in KEYS if field in FIELDS[request["door"]] and request.get(field)]
    values = {field: request[field] for field in fields}
    overrides = {"mazes": mazes, **{KEYS[field]: value for field, value in values.items()}}
    if "picture" in values:
        overrides[KEYS["picture"]] = str(DROPPED / values["picture"])
    if "booklet" in values:
        overrides["booklet"] = True
    if "year" in values:
        overrides[KEYS["year"]] = _number(request, "year")
    sets = ["codes=book"] if request["door"] in CODED else []
    own = SETS[request["door"]]
    sets += [f"{key}={request[field]}" for field, key in own.items() if request.get(field)]
    seed = str(request["seed"])
    told(PLANNING, 0, 0)
    book = make_book(
        template,
        seed=seed,
        names=names,
        mazes=mazes,
        pages=pages,
        overrides=overrides,
        sets=sets,
        output=MADE,
        progress=told,
    )
    numbers = {"mazes": mazes, "pages": pages, "names": names and names.name}
    options = {
        "seed": seed,
        **{option: str(value) for option, value in numbers.items() if value is not None},
    }
    for field, value in values.items():
        # Questions are asked for by their rule, such as `--times 7`.
        option, _, number = str(value).partition(" ")
        rule = {option: number} if field == "questions" else None
        options |= rule or {KEYS[field].rpartition(".")[2]: value}
    words = [word for option, value in options.items() for word in (f"--{option}", value)]
    if "booklet" in values:
        words.remove(values["booklet"])
    return _answer(
        book,
        shlex.join(["puzzlebook", "make", template, *words, *(f"--set={each}" for each in sets)]),
    )


def _answer(book: Book, command: str, *remarks: str) -> Answer:
    manifest = book.manifest
    folder, name = book.folder, book.folder.name
    files = {"pdf": book.pdf, "key": folder / f"{name}-key.pdf", "recipe": folder / "recipe.toml"}
    kept = {kind: str(path) for kind, path in files.items() if path.is_file()}
    notes = [*map(read_note, (*book.remarks, *remarks))]
    if (folder / "svg").is_dir():
        kept["svg"] = str(folder / "svg")
    return Answer(
        kept,
        command,
        len(manifest["mazes"]),
        manifest["pages"],
        manifest["code"] or "",
        manifest["seed"],
        tuple(note.what for note in notes if note.topic not in _UNSAID),
        columns="".join(note.quoted for note in notes if note.topic == "columns"),
        lacks=tuple((note.topic, note.quoted) for note in notes if note.topic in _LACKS),
        title=str(manifest["recipe"]["book"].get("title", "")),
        subtitle=str(manifest["recipe"]["book"].get("subtitle", "")),
    )


def _again(request: Mapping[str, Any], told: Progress) -> Answer:
    """A book or a maze once more: from its code, or from a file that was dropped."""
    from puzzlebook.mazes import find_maze_code
    from puzzlebook.recipes.book_codes import find_book_code
    from puzzlebook.verbs.rebuilding import rebuild

    file = DROPPED / request["file"] if request.get("file") else None
    text = str(request.get("code", "")).strip()
    if file is not None and file.suffix.lower() == ".toml":
        told(PLANNING, 0, 0)
        book = make_book(file, output=MADE, progress=told)
        return _answer(book, shlex.join(["puzzlebook", "make", file.name]))
    if (
        file is None
        and find_book_code(text) is None
        and (find_maze_code(text) or _MAZE_CODE.match(text))
    ):
        return _maze(text, told)
    told(PLANNING, 0, 0)
    try:
        rebuilt = rebuild(text if file is None else str(file), output=MADE, progress=told)
    except Refused as refused:
        # A poster has the code of its maze alone.
        if file is not None and (code := find_maze_code(refused.faults[0].command)):
            return _maze(code, told)
        raise
    return _answer(
        rebuilt.book,
        shlex.join(["puzzlebook", "rebuild", file.name if file else text]),
        *rebuilt.remarks,
    )


def _maze(text: str, told: Progress) -> Answer:
    """One maze, and its solution."""
    from puzzlebook.verbs.one_maze import remake
    from puzzlebook.verbs.rendering import choose_appearance, write

    told("drawing mazes", 0, 1)
    maze = remake(text)
    name = f"maze-{maze.name}"
    shown = choose_appearance(maze)
    MADE.mkdir()
    both = bool(maze.solution)
    pdf, *solution = write(maze, shown, MADE / f"{name}.pdf", both=both)
    (MADE / "svg").mkdir()
    write(maze, shown, MADE / "svg" / f"{name}.svg", both=both)
    files = {
        "pdf": str(pdf),
        "svg": str(MADE / "svg"),
        **({"key": str(solution[0])} if solution else {}),
    }
    words = ["puzzlebook", "maze", maze.code, *(["--both"] if both else []), "-o", pdf.name]
    return Answer(files, shlex.join(words), 1, 1, maze.code, "")


def cover(pdf: str) -> str:
    """The cover of a book that was made here, or what is wrong with it, as JSON. has_box: whether
    its back has a box for the barcode."""
    from puzzlebook.printers.profiles import load_printer
    from puzzlebook.verbs.cover import make_cover

    folder = Path(pdf).parent
    try:
        made = make_cover(folder, force=True)
    except Refused as refused:
        return json.dumps({"faults": [_say(fault) for fault in refused.faults]})
    command = shlex.join(["puzzlebook", "cover", f"output/{folder.name}"])
    manifest = json.loads((folder / "manifest.json").read_bytes())
    said = {
        "path": str(made.files[0]),
        "remarks": [read_note(line).what for line in made.remarks],
        "command": command,
        "has_box": made.wrap.barcode(load_printer(manifest["recipe"]["printer"])) is not None,
    }
    return json.dumps(said)


def _check(request: Mapping[str, Any], told: Progress) -> Checked:
    """What a printer would say of a file."""
    from puzzlebook.checks.whole_book import CheckOptions
    from puzzlebook.printers.trims import trim

    MADE.mkdir()  # no other file is beside it there
    path = shutil.copyfile(DROPPED / request["file"], MADE / request["file"])
    own_size = str(request.get("trim", "")).strip()
    options = CheckOptions(
        printer=request["printer"],
        paper=request.get("stock") or None,
        ink=request.get("ink") or None,
        trim=trim(own_size, "--trim") if own_size else None,
        cover_pages=_number(request, "cover_pages"),
        progress=told,
        jobs=1,
    )
    return _check_path(path, options)


def _check_path(path: Path, options: CheckOptions) -> Checked:
    from puzzlebook.checks.findings import format_pages
    from puzzlebook.checks.rules import NOT_SEEN
    from puzzlebook.checks.whole_book import check_path

    reports = check_path(path, options).reports
    found = [
        {
            "file": report.name,
            "pages": report.pages,
            "trim": report.trim,
            "passed": report.passed,
            "findings": [
                {
                    **finding._asdict(),
                    "allowed": re.sub(
                        "--(trim with )?", "", finding.allowed
                    ),  # a page has no options
                    "pages": format_pages(finding.pages, report.pages),
                }
                for finding in sorted(report.findings, key=lambda finding: not finding.grave)
            ],
        }
        for report in reports
    ]
    return Checked(tuple(found), reports[0].printer.name, (*NOT_SEEN, *reports[0].printer.unknown))


def check_made(pdf: str, told: Progress) -> str:
    """What its printer would say of a book that was made here, as JSON. told: hears how far it
    is."""
    from puzzlebook.checks.whole_book import CheckOptions

    checked = _check_path(Path(pdf).parent, CheckOptions(progress=told, jobs=1))
    # The command's advice on a cover names a command; the page has a button for it.
    lacks_cover = False
    for report in checked.reports:
        others = [finding for finding in report["findings"] if finding["rule"] != _COVER_ITSELF]
        lacks_cover |= len(others) < len(report["findings"])
        report["findings"] = others
    return json.dumps(checked._replace(lacks_cover=lacks_cover)._asdict())


DOORS: Mapping[str, Callable[[Mapping[str, Any], Progress], Answer | Checked]] = {
    "tonight": _tonight,
    "class": _class,
    "book": _own_book,
    "again": _again,
    "check": _check,
}


def zipped(folder: str) -> bytes:
    """The files of a folder as an archive; the same files make the same bytes."""
    content = BytesIO()
    with ZipFile(content, "w") as archive:
        for path in sorted(Path(folder).iterdir()):
            archive.writestr(ZipInfo(path.name), path.read_bytes(), ZIP_DEFLATED)
    return content.getvalue()


@lru_cache(maxsize=1)
def pages(pdf: str) -> PdfDocument:
    """A PDF file that was made here, to be shown."""
    from pypdfium2 import PdfDocument

    return PdfDocument(pdf)


def drawn(pdf: str, number: int, width: int) -> tuple[int, int, bytes]:
    """A page, the first being 1, so many pixels width: its width and height, and of each pixel red,
    green, blue and nothing."""
    page = pages(pdf)[number - 1]
    bitmap = page.render(scale=width / page.get_width(), prefer_bgrx=True, rev_byteorder=True)
    content = bytes(bitmap.buffer)
    assert bitmap.stride == 4 * bitmap.width
    return bitmap.width, bitmap.height, content


def sizes(pdf: str) -> str:
    """Width and height of each page, in points, and whether the last one is blank, as JSON."""
    document = pages(pdf)
    found = [document.get_page_size(number) for number in range(len(document))]
    is_blank = next(document[len(document) - 1].get_objects(), None) is None
    return json.dumps({"sizes": found, "ends_blank": is_blank})
