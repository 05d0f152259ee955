"""What commands do, as users type them, on record: what they say, and a digest of every file.

`recorded.toml` lists scenes: files, then commands in one folder, one after another. The record of
each is a text in `recorded/`, like a session at a terminal, which `test_recorded.py` compares.

    python tests/recorded.py --renew [SCENE ...]    write records anew, and say which changed

A record holds no time, no path of this machine, no version and nothing that depends on how a file
is compressed. Display lists record where each item of single pages stands, so that a change can be
read; these records only say that a file changed, but of every kind of file and command.
"""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import signal
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pikepdf
from coarse import draw_coarsely
from PIL import Image, ImageDraw

from puzzlebook import __version__
from puzzlebook.cli import main
from puzzlebook.shelf.contents import content_digest

HERE = Path(__file__).parent
FOLDER = HERE / "recorded"
SCENES = tomllib.loads((HERE / "recorded.toml").read_text("utf-8"))
ENVIRONMENT = {"LC_ALL": "en_US.UTF-8", "LANG": "en_US.UTF-8", "TZ": "UTC", "BROWSER": "true"}
PACKED = (".pdf", ".png", ".jpg")


# Playing a scene


def play(scene: Mapping[str, object], folder: Path) -> str:
    """Do everything in an empty folder: its record."""
    for name, text in scene.get("files", {}).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    lines, before = [], _digest_all(folder)
    with ExitStack() as stack:
        stack.enter_context(patch.dict(os.environ, ENVIRONMENT))
        for name in ("COLUMNS", "SOURCE_DATE_EPOCH", "DISPLAY", "WAYLAND_DISPLAY"):
            os.environ.pop(name, None)
        stack.enter_context(
            patch("puzzlebook.typesetting.text.script_fonts._list_font_files", tuple)
        )
        stack.enter_context(patch("puzzlebook.running.process_pool.estimate_jobs", lambda tasks: 1))
        stack.enter_context(draw_coarsely())
        stack.callback(os.chdir, Path.cwd())
        os.chdir(folder)
        for command in scene["commands"].strip().splitlines():
            words = shlex.split(command)
            lines.append(f"$ {command}")
            if words[0] in CHANGES:
                CHANGES[words[0]](*words[1:])
            else:
                lines += _run(words, folder)
            after = _digest_all(folder)
            lines += _tell_changes(before, after)
            before = after
    return "\n".join(lines) + "\n"


def _run(words: list[str], folder: Path) -> Iterator[str]:
    """Run a command in this process: what it says, line by line, and its exit code."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n") for _ in range(2))
    asked = [
        getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
    ]
    handlers = {number: signal.getsignal(number) for number in asked}
    code: object = 0
    with (
        patch.object(sys, "argv", ["puzzlebook", *words]),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as ended:
            code = ended.code
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
    for sign, stream in (("", out), ("! ", err)):
        stream.flush()
        said = stream.buffer.getvalue()
        if len(said) > 8_000:
            yield f"{sign}{len(said.splitlines())} lines {_digest(said)}"
        else:
            for line in _tidy(said.decode("utf-8"), folder).splitlines():
                yield f"{sign}{line}".rstrip()
    if code:
        yield f"exit {code}"


def _tidy(said: str, folder: Path) -> str:
    """A text without what differs from run to run and from machine to machine."""
    said = said.replace(f"{folder}{os.sep}", "").replace(str(folder), ".")
    said = re.sub(r"\b\d+(\.\d+)? s\b", "N s", said)
    said = re.sub(r'("seconds": )[\d.]+', r"\1N", said)
    return said.replace(__version__, "VERSION")


# Files


def _digest_all(folder: Path) -> dict[str, str]:
    """Every file and a digest of what it holds."""
    return {
        path.relative_to(folder).as_posix(): _digest_file(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _tell_changes(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[str]:
    for name in sorted({*before, *after}):
        if before.get(name) != after.get(name):
            yield f"  {after.get(name, 'removed'):16} {name}"


def _digest_file(path: Path) -> str:
    """A digest of a file's content; the size of a picture that another library renders."""
    content = path.read_bytes()
    if path.suffix in (".png", ".jpg"):
        with Image.open(io.BytesIO(content)) as picture:
            dots = tuple(round(float(number)) for number in picture.info.get("dpi", ()))
            return "x".join(map(str, (*picture.size, *dots)))
    if path.suffix == ".pdf":
        return (content_digest(content) or "another's pdf")[:16]
    if path.suffix == ".json":
        content = _strip_manifest(content)
    return _digest(content)


def _digest(content: bytes) -> str:
    return sha256(content.replace(__version__.encode(), b"VERSION")).hexdigest()[:16]


def _strip_manifest(content: bytes) -> bytes:
    """A manifest without versions and what follows from how files are compressed."""
    rows = json.loads(content)
    if isinstance(rows, dict):
        for key in ("versions", "restore", "self"):
            rows.pop(key, None)
        files = rows.get("files")
        if isinstance(files, dict):
            rows["files"] = {
                name: None if name.endswith((*PACKED, ".json")) else value
                for name, value in files.items()
            }
        if isinstance(rows.get("content"), dict):
            rows["content"] = sorted(rows["content"])
    return json.dumps(rows, ensure_ascii=False).encode()


# What is done to files between commands


def _edit(name: str, old: str, new: str) -> None:
    """Replace a text in a file."""
    file = Path(name)
    text = file.read_text("utf-8")
    assert old in text, f"{name} has no {old}"
    file.write_text(text.replace(old, new, 1), "utf-8")


def _remove(name: str) -> None:
    Path(name).unlink()


def _write_photo(name: str) -> None:
    """A dark disc with a grey rim."""
    picture = Image.new("RGB", (600, 600), "white")
    pen = ImageDraw.Draw(picture)
    pen.ellipse((60, 90, 540, 510), "dimgrey")
    pen.ellipse((100, 130, 500, 470), "black")
    picture.save(name, dpi=(300, 300))


def _change_pdf(change: Callable[[pikepdf.Pdf], object]) -> Callable[[str, str], None]:
    def write(name: str, new: str) -> None:
        with pikepdf.open(name) as pdf:
            change(pdf)
            pdf.save(new, deterministic_id=True)

    return write


def _add_link(pdf: pikepdf.Pdf) -> None:
    link = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Link, Rect=[0, 0, 9, 9])
    pdf.pages[0].Annots = pikepdf.Array([pdf.make_indirect(link)])


def _paint(operators: bytes) -> Callable[[pikepdf.Pdf], object]:
    return lambda pdf: pdf.pages[-1].contents_add(pikepdf.Stream(pdf, operators))


def _shift_boxes(pdf: pikepdf.Pdf) -> None:
    for page in pdf.pages:
        for key in ("/TrimBox", "/BleedBox"):
            if key in page:
                del page[key]
    pdf.pages[1].CropBox = [9, 9, 300, 400]
    pdf.pages[2].MediaBox = [0, 0, 500, 500]


def _write_workbook(name: str) -> None:
    """A class list as a workbook, with names that formulas make, whose results are stored."""
    cells = [["first", "last", "name", "level"], ["Mia", "Berg", ("A2&\" \"&B2", "Mia Berg"), 2],
             ["Noah", "Kim", ("A3&\" \"&B3", "Noah Kim"), 4]]  # fmt: skip

    def cell(at: str, value: object) -> str:
        if isinstance(value, tuple):
            return (
                f'<c r="{at}" t="str"><f>{value[0].replace("&", "&amp;")}</f><v>{value[1]}</v></c>'
            )
        if isinstance(value, int):
            return f'<c r="{at}"><v>{value}</v></c>'
        return f'<c r="{at}" t="inlineStr"><is><t>{value}</t></is></c>'

    rows = "".join(
        f'<row r="{number}">'
        + "".join(
            cell(f"{letter}{number}", value) for letter, value in zip("ABCD", row, strict=True)
        )
        + "</row>"
        for number, row in enumerate(cells, 1)
    )
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    links = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{kind}.worksheet+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="a" '
        f'Type="{links}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{links}"><sheets>'
        '<sheet name="3b" sheetId="1" r:id="b"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships"><Relationship '
        f'Id="b" Type="{links}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>',
    }  # fmt: skip
    with zipfile.ZipFile(name, "w") as file:
        for part, text in parts.items():
            file.writestr(zipfile.ZipInfo(part), '<?xml version="1.0" encoding="UTF-8"?>' + text)


CHANGES: Mapping[str, Callable[..., None]] = {
    "edit": _edit,
    "remove": _remove,
    "write-photo": _write_photo,
    "write-workbook": _write_workbook,
    "add-link": _change_pdf(_add_link),
    "add-hairline": _change_pdf(_paint(b"q 0.1 w 100 100 m 300 300 l S Q")),
    "add-colour": _change_pdf(_paint(b"q 1 0 0 rg 0 0 40 40 re f Q")),
    "drop-page": _change_pdf(lambda pdf: pdf.pages.__delitem__(-1)),
    "shift-boxes": _change_pdf(_shift_boxes),
    "turn-page": _change_pdf(lambda pdf: pdf.pages[0].rotate(90, relative=True)),
}
"""What a scene may do to a file between commands."""


# The records


def find_record(name: str) -> Path:
    """The file that keeps a scene's record."""
    return FOLDER / f"{name}.txt"


def list_commands(record: str) -> dict[str, list[str]]:
    """What each command of a record did, line by line; one that comes again has its number."""
    commands: dict[str, list[str]] = {}
    for line in record.splitlines():
        if line.startswith("$ "):
            line = f"{line}  # {len(commands) + 1}"
            lines = commands.setdefault(line, [])
        else:
            lines.append(line)
    return commands


def renew(names: list[str]) -> None:
    """Write the records of some scenes anew; of all if no names are given."""
    for file in FOLDER.iterdir():
        if file.stem not in SCENES:
            file.unlink()
            print("removed", file.stem)
    for name in names or SCENES:
        file = find_record(name)
        with TemporaryDirectory() as folder:
            played = play(SCENES[name], Path(folder).resolve())
        if not file.exists() or file.read_text("utf-8") != played:
            file.write_text(played, "utf-8", newline="\n")
            print("changed", name)


if __name__ == "__main__":
    if sys.argv[1:2] != ["--renew"] or {*sys.argv[2:]} - {*SCENES}:
        sys.exit("usage: python tests/recorded.py --renew [SCENE ...]")
    renew(sys.argv[2:])
