"""Files, codes and commands with something wrong in them: what a book is made from and what it is
made into, mutated.

`case(kind, number)` is the same file whenever it is asked for. A kind says what is mutated, and the
commands that read it. Nothing here knows what should be said of a case: only that it is said in a
line, and that nothing else happens.

    python tests/hostile.py --minutes 60 --seed 7 [--kind recipe]

tries as many cases as it can, of every kind in turn, on one processor, and prints those that ended
as nothing should, each with its kind and number: `python tests/hostile.py --kind recipe --case
71234` tries that one again, and leaves its file in the folder that it names. Another seed tries
other cases. It ends with 1 if anything was found.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
import time
import tomllib
import zipfile
from collections import Counter
from copy import deepcopy
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, mkdtemp

import pikepdf
from command import snapshot
from forked import forked
from openpyxl import Workbook
from PIL import Image, ImageDraw

from puzzlebook import make_book
from puzzlebook.ground import templates
from puzzlebook.ground.printed_codes import check_character
from puzzlebook.typesetting.text import REGULAR, font_file

LIMITS = {"seconds": 6, "memory": 700 << 20}
"""What a command may take: more than it should, for a machine that is slow or busy."""

RECIPE = b"""\
name = "mine"
seed = "owl"
svg = true
language = "en"
[book]
title = "Mazes"
author = "A. B."
logo = "picture.png"
[[section]]
key = "first"
title = "First"
mazes = 1
size = "6x7"
silhouette = "drawing.svg"
[[section]]
key = "second"
mazes = 1
size = 4
shape = "polar"
ends = "centre"
[cover]
picture = "drawing.svg"
"""
DRAWING = b"""\
<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 120" width="50mm" height="60mm">
  <style>.a { fill: #336699; stroke: none } path { fill-rule: evenodd }</style>
  <g transform="translate(5 5) scale(0.9)">
    <path class="a" d="M10 10 L90 10 C95 50 95 80 90 110 Q50 130 10 110 A 20 20 0 0 1 10 60 Z"/>
    <circle cx="50" cy="60" r="30" style="fill: none; stroke: black; stroke-width: 4;
      stroke-linecap: round; stroke-linejoin: round"/>
    <polygon points="20,20 40,20 30,40"/><rect x="60" y="20" width="20" height="15" rx="3"/>
  </g>
</svg>
"""
LIST = 'Name;Klasse;Stufe;Kopien\nMia Berg;3b;2;1\nJoão;3b;1;2\n"Ng, Li";3a;;\n'.encode()
CODES = (
    "1-square-9x12-far-7q4k2m9x0c3t5v8w", "1-polar-6-centre-7q4k2m9x0c3t5v8w",
    "1-square-9x9-walls-far-7q4k2m9x0c3t5v8w",
    "1-hexagonal-9x9-heart-far-6hfm809eqp3pt0fx", "1-square-20x28-text.9n4m2.b8xgs368s9-far-jbz2m84eevm9rwcs",
    "book-1:ages-7-8:owl:page=a4:..size=9x12:7q4k2m9x0c", "book-1:sheets:owl:mazes=1:7q4k2m9x0c",
)  # fmt: skip
"""Codes, but for their check characters."""
STRANGE = (
    b"", b"0", b"-1", b"1e308", b"1e-320", b"nan", b"inf", b"99999999999999999999", b"9" * 5000, b"\0", b"\xff", b"'",
    b'"', b"[", b"]" * 50, b"{" * 200, b"(" * 3000, b"<!--", b"<a>" * 2000, b"../..", b"/dev/null", b"\r", b"\n\n",
    b" " * 20000, b"\xef\xbb\xbf", b"\xf0\x9f\x90\x9d", b"null", b"true", b"url(#a)", b"Z" * 300,
)  # fmt: skip
VALUES = (
    None,
    True,
    0,
    -1,
    3,
    10**30,
    1.5,
    float("nan"),
    "",
    "x",
    "../x",
    "1-square",
    [],
    [[]],
    {},
    {"a": 1},
    "9" * 999,
)


def picture():
    """A picture of pixels, with an animal's outline."""
    image = Image.new("L", (400, 300), 255)
    ImageDraw.Draw(image).ellipse((30, 30, 370, 270), fill=0)
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def spoiled(content, random):
    """Some bytes of a file taken away, put in, doubled or changed; a number in it made another."""
    for _ in range(random.choice((1, 1, 2, 4, 16))):
        place = random.randrange(len(content) + 1)
        end = min(len(content), place + random.choice((1, 2, 8, 64, 1000)))
        verb = random.choice(("cut", "leave out", "put in", "double", "change", "number", "move"))
        if verb == "cut":
            content = content[:place]
        elif verb == "leave out":
            content = content[:place] + content[end:]
        elif verb == "put in":
            content = content[:place] + random.choice(STRANGE) + content[place:]
        elif verb == "double":
            content = (
                content[:end] + content[place:end] * random.choice((1, 3, 200)) + content[end:]
            )
        elif verb == "change":
            content = content[:place] + random.randbytes(end - place) + content[end:]
        elif verb == "move":
            piece, rest = content[place:end], content[:place] + content[end:]
            there = random.randrange(len(rest) + 1)
            content = rest[:there] + piece + rest[there:]
        elif numbers := list(re.finditer(rb"\d+(?:\.\d+)?", content)):
            number = random.choice(numbers)
            content = (
                content[: number.start()] + random.choice(STRANGE[:9]) + content[number.end() :]
            )
    return content


LOOKS = {
    "stroke": ("black", "none", "#fff", "url(#a)", "red"),
    "stroke-width": ("4", "0", "0.001", "30", "200%", "1e-9", "1e9", "-1", "2mm", "x"),
    "stroke-linejoin": ("round", "bevel", "miter", "arcs"),
    "stroke-linecap": ("round", "square", "butt", ""),
    "stroke-miterlimit": ("1", "0", "1e9", "4"),
    "stroke-opacity": ("0.5", "0", "1"),
    "stroke-dasharray": ("none", "2 3", "0"),
    "fill": ("none", "black", "white", "#fff", "#ffffff80"),
    "fill-rule": ("evenodd", "nonzero"),
    "transform": (
        "scale(1e-9)",
        "scale(-1 3)",
        "skewX(89.999)",
        "rotate(45)",
        "matrix(1 1 1 1 0 0)",
        "scale(0)",
    ),
    "paint-order": ("stroke", "normal"),
}


def lines(random):
    """Path data that runs over itself, there and back, and on the spot; seldom much of it."""
    grid, length = random.choice(
        ((2, 100), (5, 20), (50, 2), (1000, 0.1), (3, 1e-7), (3, 1e9), (4, 0.3))
    )
    kinds = {"M": 1, "L": 1, "C": 3, "Q": 2, "Z": 0, "A": 1, "T": 1}
    said = "M0 0"
    for _ in range(random.choice((1, 3, 10, 40, 40, 3000))):
        kind = random.choices(list(kinds), (1, 9, 3, 2, 1, 2, 1))[0]
        places = [
            f"{random.randrange(grid) * length:g} {random.randrange(grid) * length:g}"
            for _ in range(kinds[kind])
        ]
        turn = (
            f"{places[0]} {random.choice((0, 30, 90))} {random.getrandbits(1)} 0 "
            if kind == "A"
            else ""
        )
        said += kind + turn + " ".join(places)
    return said


def spoiled_drawing(content, random):
    """A drawing with other shapes and lines than it had, and then, as often as not, spoiled as any
    file."""
    for _ in range(random.choice((0, 1, 1, 3, 3))):
        looks = "".join(
            f' {key}="{random.choice(LOOKS[key])}"'
            for key in random.sample(sorted(LOOKS), random.randrange(7))
        )
        shape = f'<path d="{lines(random)}"{looks}/>'.encode()
        there = random.choice(
            [found.start() for found in re.finditer(rb"<(?:path|circle|polygon|rect|/g)", content)]
        )
        content = content[:there] + shape + content[there:]
    return spoiled(content, random) if random.random() < 0.5 else content


def spoiled_list(content, random):
    """A class list, of no more pupils than can be served in time."""
    return b"\n".join(spoiled(content, random).split(b"\n")[:100])


def spoiled_json(content, random):
    """A manifest in which some values are others, or are not there; its own sum is not put
    right."""
    said = json.loads(content)
    for _ in range(random.choice((1, 1, 2, 5))):
        node = said
        while True:
            key = random.choice(list(node) if isinstance(node, dict) else range(len(node)))
            if isinstance(node[key], dict | list) and node[key] and random.random() < 0.8:
                node = node[key]
                continue
            break
        if random.random() < 0.2:
            del node[key]
        else:
            node[key] = deepcopy(random.choice(VALUES))  # the next turn may change it
        if not said:
            break
    if random.random() < 0.1:
        return json.dumps(said).encode().replace(b"null", b"[" * 900 + b"]" * 900, 1)
    return json.dumps(said).encode()


def made_another(node, random):
    """Values within tables or lists that are others, stand elsewhere or are not there."""
    for _ in range(random.choice((1, 1, 2, 5))):
        inner = node
        while True:
            if not inner:
                break
            key = random.choice(list(inner) if isinstance(inner, dict) else range(len(inner)))
            if isinstance(inner[key], dict | list) and inner[key] and random.random() < 0.8:
                inner = inner[key]
                continue
            verb = random.choice(("other", "other", "other", "listed", "gone", "renamed"))
            if verb == "gone":
                del inner[key]
            elif verb == "renamed" and isinstance(inner, dict):
                inner[random.choice(("x", "", "a.b", *map(str, inner)))] = inner.pop(key)
            elif verb == "listed":
                inner[key] = [inner[key]] * random.choice((1, 2, 300))
            else:
                inner[key] = random.choice(VALUES)
            break
    return node


def as_toml(value):
    """A value as TOML writes it in one line."""
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f"{json.dumps(str(key))} = {as_toml(each)}" for key, each in value.items())
            + "}"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps("" if value is None else value, default=str, ensure_ascii=False)


def spoiled_toml(content, random):
    """A file in TOML, mutated in what it says or as any other file."""
    if random.random() < 0.4:
        return spoiled(content, random)
    said = made_another(tomllib.loads(content.decode("utf-8-sig")), random)
    return "".join(
        f"{json.dumps(str(key))} = {as_toml(value)}\n" for key, value in said.items()
    ).encode()


def spoiled_workbook(content, random):
    """A workbook, mutated as it is or in one of the files within it."""
    if random.random() < 0.3:
        return spoiled(content, random)
    file = BytesIO()
    with (
        zipfile.ZipFile(BytesIO(content)) as old,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        names = old.namelist()
        chosen = random.choice(names)
        for name in names:
            inner = old.read(name)
            if name == chosen:
                if random.random() < 0.1:
                    continue
                inner = spoiled(inner, random)
            new.writestr(name, inner)
    return file.getvalue()


def intact(content):
    """A manifest whose own sum is put right."""
    lines = [
        line for line in content.splitlines(keepends=True) if not line.startswith(b'  "self": "')
    ]
    rest = b"".join(lines)
    if not rest.rstrip().endswith(b"}"):
        return content
    return rest[: rest.rindex(b"}")] + b'  "self": "%s"\n}\n' % sha256(rest).hexdigest().encode()


def spoiled_and_signed(content, random):
    """A manifest with other values, and the sum that fits them: whoever does this means it."""
    said = made_another(json.loads(content), random)
    said.pop("self", None) if isinstance(said, dict) else None
    rows = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in said.items())
    return intact(f"{{\n{rows},\n}}\n".encode())


OPTIONS = {
    "make": (
        "--seed --name --mazes --pages --title --author --language --volume --page --printer --theme --audience --age "
        "--shape --size --silhouette --start --finish --font --names --order --key --only --set --pdf --walls --way "
        "--isbn --subtitle --child --jobs --split --booklet --dry-run --json --quiet --no-svg --no-check --force"
    ),
    "maze": (
        "--shape --size --silhouette --ends --marks --method --seed --cell --line --solution --both --way --edge "
        "--walls --theme --passage --width --height --page-number --json"
    ),
    "rebuild": "--recipe --names --only --json --force",
    "verify": "--json",
    "check": "--printer --paper --json",
    "cover": "--paper --spine --sheet --guides --force",
    "preview": "--json",
    "list": "--json",
    "new": "--from --title --page --audience --mazes",
}
"""The options of each command that are tried, none of which opens a window or a folder
elsewhere."""
OPERANDS = {
    "make": (
        "mine.toml",
        "sheets",
        "worksheet",
        "tactile",
        "ages-3-4",
        "shapes",
        "list.csv",
        "drawing.svg",
        "mine",
    ),
    "maze": ("", "", "", *CODES[:4], "heart"),
    "rebuild": ("mine", "mine/mine.pdf", "mine/manifest.json", "mine/recipe.toml", *CODES[-2:]),
    "verify": ("mine", "mine/mine.pdf", "."),
    "check": ("mine", "mine/mine.pdf", "drawing.svg", "list.csv"),
    "cover": ("mine", "mine/mine.pdf", "."),
    "preview": ("mine", "picture.png"),
    "list": (
        "books",
        "shapes",
        "silhouettes",
        "themes",
        "printers",
        "pages",
        "languages",
        "audiences",
        "x",
        "",
    ),
    "new": ("other.toml", "mine.toml", "x"),
}
WORDS = (
    "", "0", "1", "-1", "2", "1e9", "nan", "9" * 400, "x", "\u202e", "a b", "A\nB", "--", "-", ".", "list.csv",
    "drawing.svg",
    "picture.png", "font.ttf", "theme.toml", "words.toml", "mine.toml", "list.xlsx", "mine", "en", "de", "fa", "none",
    "letter", "6x9", "a4", "3x3in", "100x100in", "210x297mm", "home", "kdp-paperback", "ingram-hardcover", "bee", "5-6",
    "tactile", "square", "polar", "penrose", "9x9", "4", "0x0", "1x1", "60x80", "heart", "text:MIA", "letters:AB",
    "text:" + "W" * 40, "line:drawing.svg", "owl", "far", "none", "both", "icons", "12mm", "0.0001mm", "1e5mm", "5%",
    "title=x", "section.*.size=3x3", "section.first.mazes=2", 'avoid=["mine"]', "margins.inside=9in", "edition=2",
    "cover.picture=picture.png", "book.logo=drawing.svg", "ink=premium-color", "marks=outside", "collect=3", "white",
    "cream", "0.5in", "17x11in", "file", "name", "group", "inside", "separate", "print", "screen", "978-3-16-148410-0",
    "{name}", "«", "\U0001f41d" * 30, "hedge", "drawn", "steps", "walls", "passages",
)  # fmt: skip


FITTING = {
    "--language": "de fa none words.toml", "--page": "letter 6x9 a4 8.25x6",
    "--printer": "home kdp-paperback lulu-coil",
    "--theme": "bee ocean theme.toml", "--audience": "3-4 tactile expert large-print", "--shape": "polar penrose cairo",
    "--size": "9x9 12x12 4 2x2", "--silhouette": "heart picture.png text:MIA drawing.svg letters:AB",
    "--start": "drawing.svg", "--finish": "drawing.svg", "--font": "font.ttf", "--names": "list.csv list.xlsx",
    "--order": "file name group", "--key": "inside separate", "--only": "1 2", "--pdf": "print screen both",
    "--walls": "hedge round", "--way": "owl picture.png text:M", "--ends": "far centre none apart corners random",
    "--marks": "icons doors both none outside", "--method": "walls passages", "--edge": "drawn steps",
    "--cell": "12mm 1mm", "--line": "1mm 0.1mm", "--passage": "9mm", "--paper": "white cream color",
    "--mazes": "1 2 5", "--volume": "1 2", "--jobs": "1 2", "--age": "5 9", "--title": "Owls For_{name}",
}  # fmt: skip
"""Values that fit an option: with nothing but these, a command is one that may well be carried
out."""


def commands(random):
    """A command with options and values that anybody may have typed."""
    command = random.choice(list(OPTIONS))
    words = [command, *filter(None, [random.choice(OPERANDS[command])])]
    for option in random.sample(
        OPTIONS[command].split(), min(len(OPTIONS[command].split()), random.choice((0, 1, 2, 3, 5)))
    ):
        words.append(option)
        if option not in FLAGS and random.random() < 0.95:
            fits = random.random() < 0.7
            words.append(random.choice(FITTING.get(option, "x").split() if fits else WORDS))
    if command in ("make", "rebuild"):
        words += ["-o", random.choice(("new", "new", "mine", "list.csv", ".", "a/b"))]
    if command == "maze":
        words += ["-o", random.choice(("m.svg", "m.pdf", "m.png", "-", "mine", "m.txt"))]
    if command == "make" and "--mazes" not in words and words[1] != "mine.toml":
        words += ["--mazes", "2"]
    return words


FLAGS = frozenset((
    "--split", "--booklet", "--dry-run", "--json", "--quiet", "--no-svg", "--no-check", "--force", "--solution",
    "--both", "--guides",
))  # fmt: skip


def spoiled_pdf(content, random):
    """A PDF file, mutated as it is or with all in it unpacked, where a mutation is one of what is
    drawn."""
    if random.random() < 0.7:
        with pikepdf.open(BytesIO(content)) as pdf:
            file = BytesIO()
            pdf.save(file, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.generalized,
                     object_stream_mode=pikepdf.ObjectStreamMode.disable, static_id=True)  # fmt: skip
        content = file.getvalue()
    return spoiled(content, random)


def spoiled_code(content, random):
    """A code with a slip, or one whose check character fits it nevertheless."""
    text = spoiled(content, random).decode("latin-1").replace("\0", "")[:9000]
    return text if random.random() < 0.3 else f"{text}-{check_character(text)}"


def spoiled_either(content, random):
    return random.choice((spoiled, spoiled_json, spoiled_json))(content, random)


def spoiled_command(content, random):
    """The words of a command line."""
    words = [word.replace("\0", "")[:9000] for word in commands(random)]
    if random.random() < 0.3:
        place = random.randrange(1, len(words) + 1)
        words.insert(
            place,
            random.choice(("--mazes", "-o", "--help", "x", "--frobnicate", "--size=", "--", "-q")),
        )
    return words


MAKE = ("make", "mine.toml", "-o", "new", "--quiet")
QUICK = ("make", "sheets", "--mazes", "1", "--seed", "a", "-o", "new", "--quiet")
BOOK = (("verify", "mine"), ("check", "mine"), ("preview", "mine"), ("cover", "mine", "--force"),
        ("rebuild", "mine", "-o", "new"), ("rebuild", "mine", "-o", "new", "--only", "1"), ("verify", "mine", "--json"),
        (*QUICK, "--name", "x", "--set", 'avoid=["mine"]'), ("make", "mine.toml", "-o", ".", "--force"))  # fmt: skip

KINDS = {
    # kind: (the file, how it is mutated, the commands that read it)
    "recipe": ("mine.toml", spoiled_toml, (MAKE, MAKE, ("new", "other.toml", "--from", "mine.toml"))),
    "drawing": ("drawing.svg", spoiled_drawing, (
        MAKE, (*QUICK, "--start", "drawing.svg", "--finish", "drawing.svg"),
        (*QUICK, "--set", "book.logo=drawing.svg", "--set", "ink=premium-color"),
        ("maze", "--silhouette", "drawing.svg", "--size", "9x9", "-o", "m.svg"))),
    "picture": ("picture.png", spoiled, (
        MAKE, ("maze", "--silhouette", "picture.png", "--size", "9x9", "-o", "m.svg"))),
    "list": ("list.csv", spoiled_list, (
        ("make", "worksheet", "--names", "list.csv", "--seed", "a", "-o", "new", "--quiet"),
        (*QUICK, "--names", "list.csv", "--title", "For {name}"),
        (*QUICK, "--names", "list.csv", "--dry-run"))),
    "workbook": ("list.xlsx", spoiled_workbook, (
        ("make", "worksheet", "--names", "list.xlsx", "--seed", "a", "-o", "new", "--quiet"),
        (*QUICK, "--names", "list.xlsx", "--title", "For {name}"))),
    "font": ("font.ttf", spoiled, ((*QUICK, "--font", "font.ttf"),)),
    "theme": ("theme.toml", spoiled_toml, (
        (*QUICK, "--theme", "theme.toml"), ("make", "ages-3-4", *QUICK[2:], "--theme", "theme.toml"),
        ("maze", "--theme", "theme.toml", "-o", "m.svg"))),
    "language": ("words.toml", spoiled_toml, (
        (*QUICK, "--language", "words.toml"), ("make", "ages-7-8", *QUICK[2:], "--language", "words.toml"),
        (*QUICK, "--language", "words.toml", "--pdf", "both"))),
    "manifest": ("mine/manifest.json", spoiled_either, BOOK),
    "signed manifest": ("mine/manifest.json", spoiled_and_signed, BOOK),
    "pdf": ("mine/mine.pdf", spoiled_pdf, (
        *BOOK[:3], ("check", "mine/mine.pdf", "--printer", "kdp-paperback"),
        ("rebuild", "mine/mine.pdf", "-o", "new"))),
    "book's recipe": ("mine/recipe.toml", spoiled_toml, (*BOOK[:4], ("rebuild", "mine", "-o", "new"))),
    "book's drawing": ("mine/svg/001.svg", spoiled, BOOK[:1]),
    "code": ("code", spoiled_code, (("maze", "CODE", "-o", "m.svg"), ("rebuild", "CODE", "-o", "new"))),
    "command": ("command", spoiled_command, (("list",),)),
}  # fmt: skip


def workshop(folder):
    """Everything that is mutated, as it should be."""
    (folder / "mine.toml").write_bytes(RECIPE)
    (folder / "drawing.svg").write_bytes(DRAWING)
    (folder / "picture.png").write_bytes(picture())
    (folder / "list.csv").write_bytes(LIST)
    workbook = Workbook()
    for row in LIST.decode().splitlines():
        workbook.active.append(row.split(";"))
    workbook.save(folder / "list.xlsx")
    shutil.copy(font_file(REGULAR), folder / "font.ttf")
    shutil.copy(templates.find_folder() / "themes" / "bee.toml", folder / "theme.toml")
    shutil.copy(templates.find_folder() / "languages" / "es.toml", folder / "words.toml")
    make_book(folder / "mine.toml", output=folder)
    return folder


def case(kind, number, shop):
    """The file, its content, and the arguments of a command that reads it."""
    file, mutate, commands = KINDS[kind]
    random = Random(f"{kind} {number}")
    arguments = random.choice(commands)
    if kind == "command":
        return None, None, mutate(None, random)
    if kind != "code":
        return file, mutate((shop / file).read_bytes(), random), arguments
    text = mutate(random.choice(CODES).encode(), random)
    return None, text, [text if word == "CODE" else word for word in arguments]


def tried(kind, number, shop, folder):
    """Try a case in an empty folder: what is wrong with how it ended; nothing if all is well."""
    file, content, arguments = case(kind, number, shop)
    shutil.copytree(shop, folder, dirs_exist_ok=True)
    if file:
        (folder / file).write_bytes(content)
    before = snapshot(folder)
    # A list may ask for a book in each of its lines, which takes its time and is no fault.
    books = content.count(b"\n") if kind == "list" else 0
    limits = {**LIMITS, "seconds": LIMITS["seconds"] + books // 10}
    done = forked(folder, *arguments, **limits)
    after = snapshot(folder)
    said = done.err + done.out
    wrong = []
    if done.code not in (0, 1, 2):
        wrong.append(f"ended with {done.code}")
    wrong += [f"said {word!r}" for word in ("internal error", "Traceback", "not enough memory", "Warning")
              if word in said]  # fmt: skip
    if (
        done.code in (1, 2)
        and "error: " not in done.err
        and arguments[0] not in ("check", "verify", "rebuild")
    ):
        wrong.append("said nothing")
    if len(done.err) > 20_000:
        wrong.append(f"said {len(done.err):,} characters")
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    is_made = done.code == 1 and (arguments[0] == "rebuild" or "the book is made" in done.err)
    if done.code and changed and not is_made:
        wrong.append(f"changed {sorted(changed)[:3]}")
    if left := [name for name in after if ".partial" in name or ".old" in name]:
        wrong.append(f"left {left[0]}")
    return [
        f"{kind} {number}: {' '.join(arguments)[:200]}: {fault}\n{said[-600:]}" for fault in wrong
    ], done


def run_for(minutes, first, kinds):
    """Try cases of some kinds for so long, and say what was found: how many."""
    begun, number, found = time.monotonic(), first, Counter()
    codes = Counter()
    with TemporaryDirectory() as home:
        (Path(home) / "shop").mkdir()
        shop = workshop(Path(home) / "shop")
        while time.monotonic() < begun + 60 * minutes:
            for kind in kinds:
                folder = Path(home) / "here"
                folder.mkdir()
                wrong, done = tried(kind, number, shop, folder)
                codes[kind, done.code] += 1
                for fault in wrong:
                    found[kind] += 1
                    print(fault, flush=True)
                shutil.rmtree(folder)
            number += 1
    print(
        f"{number - first} cases of each of {len(kinds)} kinds; found {dict(found)}; ended {dict(codes)}"
    )
    return found.total()


def try_again(kind, number):
    """Try one case, and leave all of it where it can be looked at: how much was wrong."""
    home = Path(mkdtemp(prefix="hostile-"))
    (home / "shop").mkdir()
    (home / "here").mkdir()
    wrong, done = tried(kind, number, workshop(home / "shop"), home / "here")
    print(*(wrong or [f"{kind} {number}: nothing wrong"]), done, home / "here", sep="\n")
    return len(wrong)


def main():
    """Read the command line, and try what it asks for."""
    asked = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    asked.add_argument("--minutes", type=float, default=1)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--kind", choices=KINDS)
    asked.add_argument("--case", type=int)
    given = asked.parse_args()
    if given.case is not None:
        return try_again(given.kind or "recipe", given.case)
    # Far from the cases of the tests, and from those of other seeds.
    return run_for(
        given.minutes, (1 + given.seed) * 1_000_000, [given.kind] if given.kind else list(KINDS)
    )


if __name__ == "__main__":
    sys.exit(main() > 0)
