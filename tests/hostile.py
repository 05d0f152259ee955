"""Files and codes with something wrong in them: what a book is made from and what it is made into, mutated.

`case(kind, number)` is the same file whenever it is asked for. A kind says what is mutated, and the commands that read
it. Nothing here knows what should be said of a case: only that it is said in a line, and that nothing else happens.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import time
from collections import Counter
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pikepdf
from command import snapshot
from forked import forked
from PIL import Image, ImageDraw

from puzzlebook import make_book, templates
from puzzlebook.mazes.codes import check_character
from puzzlebook.paper.text import REGULAR, font_file

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
            content = content[:end] + content[place:end] * random.choice((1, 3, 200)) + content[end:]
        elif verb == "change":
            content = content[:place] + random.randbytes(end - place) + content[end:]
        elif verb == "move":
            piece, rest = content[place:end], content[:place] + content[end:]
            there = random.randrange(len(rest) + 1)
            content = rest[:there] + piece + rest[there:]
        elif numbers := list(re.finditer(rb"\d+(?:\.\d+)?", content)):
            number = random.choice(numbers)
            content = content[: number.start()] + random.choice(STRANGE[:9]) + content[number.end() :]
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
    "transform": ("scale(1e-9)", "scale(-1 3)", "skewX(89.999)", "rotate(45)", "matrix(1 1 1 1 0 0)", "scale(0)"),
    "paint-order": ("stroke", "normal"),
}


def lines(random):
    """Path data that runs over itself, there and back, and on the spot; seldom much of it."""
    grid, length = random.choice(((2, 100), (5, 20), (50, 2), (1000, 0.1), (3, 1e-7), (3, 1e9), (4, 0.3)))
    kinds = {"M": 1, "L": 1, "C": 3, "Q": 2, "Z": 0, "A": 1, "T": 1}
    said = "M0 0"
    for _ in range(random.choice((1, 3, 10, 40, 40, 3000))):
        kind = random.choices(list(kinds), (1, 9, 3, 2, 1, 2, 1))[0]
        places = [
            f"{random.randrange(grid) * length:g} {random.randrange(grid) * length:g}" for _ in range(kinds[kind])
        ]
        turn = f"{places[0]} {random.choice((0, 30, 90))} {random.getrandbits(1)} 0 " if kind == "A" else ""
        said += kind + turn + " ".join(places)
    return said


def spoiled_drawing(content, random):
    """A drawing with other shapes and lines than it had, and then, as often as not, spoiled as any file."""
    for _ in range(random.choice((0, 1, 1, 3, 3))):
        looks = "".join(
            f' {key}="{random.choice(LOOKS[key])}"' for key in random.sample(sorted(LOOKS), random.randrange(7))
        )
        shape = f'<path d="{lines(random)}"{looks}/>'.encode()
        there = random.choice([found.start() for found in re.finditer(rb"<(?:path|circle|polygon|rect|/g)", content)])
        content = content[:there] + shape + content[there:]
    return spoiled(content, random) if random.random() < 0.5 else content


def spoiled_list(content, random):
    """A class list, of no more pupils than can be served in time."""
    return b"\n".join(spoiled(content, random).split(b"\n")[:100])


def spoiled_json(content, random):
    """A manifest in which some values are others, or are not there; its own sum is not put right."""
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
            node[key] = random.choice(VALUES)
        if not said:
            break
    if random.random() < 0.1:
        return json.dumps(said).encode().replace(b"null", b"[" * 900 + b"]" * 900, 1)
    return json.dumps(said).encode()


def spoiled_pdf(content, random):
    """A PDF file, mutated as it is or with all in it unpacked, where a mutation is one of what is drawn."""
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


MAKE = ("make", "mine.toml", "-o", "new", "--quiet")
QUICK = ("make", "sheets", "--mazes", "1", "--seed", "a", "-o", "new", "--quiet")
BOOK = (("verify", "mine"), ("check", "mine"), ("preview", "mine"), ("cover", "mine", "--force"),
        ("rebuild", "mine", "-o", "new"), ("rebuild", "mine", "-o", "new", "--only", "1"), ("verify", "mine", "--json"),
        (*QUICK, "--name", "x", "--set", 'avoid=["mine"]'), ("make", "mine.toml", "-o", ".", "--force"))  # fmt: skip

KINDS = {
    # kind: (the file, how it is mutated, the commands that read it)
    "recipe": ("mine.toml", spoiled, (MAKE, MAKE, ("new", "other.toml", "--from", "mine.toml"))),
    "drawing": ("drawing.svg", spoiled_drawing, (
        MAKE, (*QUICK, "--start", "drawing.svg", "--finish", "drawing.svg"),
        (*QUICK, "--set", "book.logo=drawing.svg", "--set", "ink=premium-color"),
        ("maze", "--silhouette", "drawing.svg", "--size", "9x9", "-o", "m.svg"))),
    "picture": ("picture.png", spoiled, (
        MAKE, ("maze", "--silhouette", "picture.png", "--size", "9x9", "-o", "m.svg"))),
    "list": ("list.csv", spoiled_list, (
        ("make", "worksheet", "--names", "list.csv", "--seed", "a", "-o", "new", "--quiet"),)),
    "font": ("font.ttf", spoiled, ((*QUICK, "--font", "font.ttf"),)),
    "theme": ("theme.toml", spoiled, ((*QUICK, "--theme", "theme.toml"),)),
    "language": ("words.toml", spoiled, ((*QUICK, "--language", "words.toml"),)),
    "manifest": ("mine/manifest.json", spoiled_either, BOOK),
    "pdf": ("mine/mine.pdf", spoiled_pdf, (
        *BOOK[:3], ("check", "mine/mine.pdf", "--printer", "kdp-paperback"),
        ("rebuild", "mine/mine.pdf", "-o", "new"))),
    "book's recipe": ("mine/recipe.toml", spoiled, (*BOOK[:4], ("rebuild", "mine", "-o", "new"))),
    "book's drawing": ("mine/svg/001.svg", spoiled, BOOK[:1]),
    "code": ("code", spoiled_code, (("maze", "CODE", "-o", "m.svg"), ("rebuild", "CODE", "-o", "new"))),
}  # fmt: skip


def workshop(folder):
    """Everything that is mutated, as it should be."""
    (folder / "mine.toml").write_bytes(RECIPE)
    (folder / "drawing.svg").write_bytes(DRAWING)
    (folder / "picture.png").write_bytes(picture())
    (folder / "list.csv").write_bytes(LIST)
    shutil.copy(font_file(REGULAR), folder / "font.ttf")
    shutil.copy(templates.folder() / "themes" / "bee.toml", folder / "theme.toml")
    shutil.copy(templates.folder() / "languages" / "es.toml", folder / "words.toml")
    make_book(folder / "mine.toml", output=folder)
    return folder


def case(kind, number, shop):
    """The file, its content, and the arguments of a command that reads it."""
    file, mutate, commands = KINDS[kind]
    random = Random(f"{kind} {number}")
    arguments = random.choice(commands)
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
    done = forked(folder, *arguments, **LIMITS)
    after = snapshot(folder)
    said = done.err + done.out
    wrong = []
    if done.code not in (0, 1, 2):
        wrong.append(f"ended with {done.code}")
    wrong += [f"said {word!r}" for word in ("a mistake of ours", "Traceback", "not enough memory", "Warning")
              if word in said]  # fmt: skip
    if done.code in (1, 2) and "error: " not in done.err and arguments[0] not in ("check", "verify", "rebuild"):
        wrong.append("said nothing")
    if len(done.err) > 20_000:
        wrong.append(f"said {len(done.err):,} characters")
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    is_made = done.code == 1 and (arguments[0] == "rebuild" or "the book is made" in done.err)
    if done.code and changed and not is_made:
        wrong.append(f"changed {sorted(changed)[:3]}")
    if left := [name for name in after if ".partial" in name or ".old" in name]:
        wrong.append(f"left {left[0]}")
    return [f"{kind} {number}: {' '.join(arguments)[:200]}: {fault}\n{said[-600:]}" for fault in wrong], done


def main(seconds, first=0):
    """Try cases of every kind for so long, and say what was found."""
    begun, number, found = time.monotonic(), first, Counter()
    codes = Counter()
    with TemporaryDirectory() as home:
        (Path(home) / "shop").mkdir()
        shop = workshop(Path(home) / "shop")
        while time.monotonic() < begun + seconds:
            for kind in KINDS:
                folder = Path(home) / "here"
                folder.mkdir()
                wrong, done = tried(kind, number, shop, folder)
                codes[kind, done.code] += 1
                for fault in wrong:
                    found[kind] += 1
                    print(fault, flush=True)
                shutil.rmtree(folder)
            number += 1
    print(f"{number - first} cases of each of {len(KINDS)} kinds; found {dict(found)}; ended {dict(codes)}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
