"""The content digest of a file: the same under every deflate library, and of nothing else."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zlib
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

import puzzlebook
from puzzlebook.checks.verify import verify
from puzzlebook.shelf.contents import content_digest
from puzzlebook.verbs.contact_sheet import make_preview
from puzzlebook.verbs.cover import make_cover
from puzzlebook.verbs.rebuilding import rebuild

HOME = Path(puzzlebook.__file__).resolve().parents[1]

WITH_ZLIB_NG = """
import sys
from zlib_ng import zlib_ng
sys.modules["zlib"] = zlib_ng
zlib_ng.ZLIB_RUNTIME_VERSION += ".zlib-ng"  # as the library itself says where it takes zlib's place
from puzzlebook.cli import main
main()
"""
"""The command in a Python that has zlib-ng in zlib's place, as some builds have."""

MAKE = ("make", "sheets", "--seed", "owl", "--mazes", "2", "--page", "a5", "--pdf", "both",
        "--name", "book")  # fmt: skip


def run(*arguments, program=("-m", "puzzlebook"), code=0):
    done = subprocess.run(
        [sys.executable, *program, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(HOME)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == code, done.stderr
    return done


@pytest.fixture(scope="module")
def photo(tmp_path_factory):
    """A picture of pixels, which a PDF holds compressed."""
    path = tmp_path_factory.mktemp("photo") / "photo.png"
    Image.linear_gradient("L").resize((1749, 2481)).convert("RGB").save(path)
    return path


@pytest.fixture(scope="module")
def books(tmp_path_factory, photo):
    """The same book by either library, with its cover and its preview."""
    shelf = tmp_path_factory.mktemp("contents")
    asked = (*MAKE, "--set", f'cover.picture="{photo.as_posix()}"')
    for name, program in (("zlib", ("-m", "puzzlebook")), ("zlib-ng", ("-c", WITH_ZLIB_NG))):
        run(*asked, "-o", shelf / name, program=program)
        run("cover", shelf / name / "book", program=program)
        run("preview", shelf / name / "book", program=program)
    return {name: shelf / name / "book" for name in ("zlib", "zlib-ng")}


def told(folder):
    return json.loads((folder / "manifest.json").read_bytes())


def streams(pdf):
    """The unpacked streams of a PDF, by another library."""
    with pikepdf.open(pdf) as document:
        return [
            bytes(thing.read_bytes())
            for thing in document.objects
            if isinstance(thing, pikepdf.Stream)
        ]


def test_two_libraries_make_other_bytes_of_the_same_content(books):
    one, other = told(books["zlib"]), told(books["zlib-ng"])
    assert (one["versions"].pop("deflate"), other["versions"].pop("deflate")) == ("zlib", "zlib-ng")
    assert one["versions"] == other["versions"]
    pdfs = ["book-cover.pdf", "book-screen.pdf", "book.pdf"]
    assert list(one["content"]) == [
        "book-cover.pdf",
        "book-preview.png",
        "book-screen.pdf",
        "book.pdf",
    ]
    assert one["content"] == other["content"]
    differing = [name for name in one["files"] if one["files"][name] != other["files"][name]]
    assert differing == pdfs  # the pixels of the preview are compressed by Pillow's own library
    for name in pdfs:
        assert streams(books["zlib"] / name) == streams(books["zlib-ng"] / name)


@pytest.mark.parametrize("name", ["book.pdf", "book-screen.pdf", "book-cover.pdf"])
def test_what_is_written_is_what_is_read(books, name):
    """The digest is taken while a book is written, and of a finished file when it is verified."""
    assert (
        content_digest((books["zlib"] / name).read_bytes()) == told(books["zlib"])["content"][name]
    )


def test_a_file_that_was_compressed_differently_is_the_same_book(books, tmp_path):
    shutil.copytree(books["zlib"], tmp_path / "book")
    for name in ("book.pdf", "book-screen.pdf", "book-cover.pdf"):
        shutil.copy(books["zlib-ng"] / name, tmp_path / "book")
    found = verify(tmp_path / "book")
    assert found.faults == ()
    assert found.recompressed == ("book-cover.pdf", "book-screen.pdf", "book.pdf")
    assert found.remarks == tuple(
        f"{name} has the same content, compressed differently" for name in found.recompressed
    )
    said = run("verify", tmp_path / "book")
    assert "or with the same content, compressed differently (3)" in said.stdout
    assert json.loads(run("verify", tmp_path / "book", "--json").stdout)["unchanged"] is True


@pytest.mark.parametrize("source", ["", "book.pdf", "book-screen.pdf"])
def test_a_book_of_another_library_is_made_again(books, source, tmp_path):
    done = run("rebuild", books["zlib-ng"] / source, "-o", tmp_path / "again")
    lines = done.stdout.splitlines()
    names = [source] if source else ["book.pdf", "book-screen.pdf"]
    assert any(re.fullmatch("Files: .* the same; not: .*", line) for line in lines)
    assert any(
        line.startswith("Content:    the same content, compressed differently: ") for line in lines
    )
    assert source != "" or "Version:    deflate was zlib-ng, is zlib" in lines
    assert not any(line.startswith("Same bytes:") for line in lines)  # no other version would do
    again = rebuild(str(books["zlib-ng"] / source), output=tmp_path / "more").comparison
    assert sorted(again.recompressed) == sorted(again.other_files) == sorted(names)
    assert (again.identical, again.has_same_content, again.restore) == (False, True, None)


def test_equal_versions_and_other_compression_are_a_success(books, tmp_path):
    """Some libraries do not say that they are not zlib."""
    shutil.copytree(books["zlib-ng"], tmp_path / "book")
    change_manifest(tmp_path / "book", lambda rows: rows["versions"].update(deflate="zlib"))
    done = run("rebuild", tmp_path / "book", "-o", tmp_path / "again")
    assert "the same content, compressed differently: book-screen.pdf, book.pdf" in done.stdout
    change_manifest(tmp_path / "book", lambda rows: rows["content"].update({"book.pdf": "0" * 64}))
    done = run("rebuild", tmp_path / "book", "-o", tmp_path / "more", code=1)
    assert "compressed differently: book-screen.pdf" in done.stdout


def change_manifest(folder, change):
    from puzzlebook.shelf.manifest import write_manifest

    rows = told(folder)
    del rows["self"]
    change(rows)
    (folder / "manifest.json").write_text(write_manifest(rows), encoding="utf-8")


def recompress(content, change=bytes, level=1):
    """A PDF of ours with the same objects, its streams changed and compressed anew."""
    start = int(re.search(rb"startxref\n(\d+)", content)[1])
    table = re.compile(rb"xref\n0 (\d+)\n.{20}", re.DOTALL).match(content, start)
    count, first = int(table[1]) - 1, table.end()
    places = [int(content[first + 20 * n : first + 20 * n + 10]) for n in range(count)] + [start]
    written, lines = content[: places[0]], b""
    for here, there in pairwise(places):
        piece = content[here:there]
        if found := re.match(
            rb"(?s)(.*?/Filter \[ /FlateDecode \].*?/Length )(\d+)(.*?\nstream\n)", piece
        ):
            end = found.end() + int(found[2])
            packed = zlib.compress(change(zlib.decompress(piece[found.end() : end])), level)
            piece = found[1] + b"%d" % len(packed) + found[3] + packed + piece[end:]
        lines += b"%010d 00000 n \n" % len(written)
        written += piece
    tail = re.sub(
        rb"startxref\n\d+", b"startxref\n%d" % len(written), content[first + 20 * count :]
    )
    return written + content[start:first] + lines + tail


def png(chunks, pixels):
    """A PNG file with these pixels. chunks: what stands before and after those of another one."""
    packed = zlib.compress(pixels, 1)
    crc = zlib.crc32(b"IDAT" + packed).to_bytes(4, "big")
    return chunks[0] + len(packed).to_bytes(4, "big") + b"IDAT" + packed + crc + chunks[1]


def test_the_smallest_change_of_a_page_is_no_other_compression(books, tmp_path):
    shutil.copytree(books["zlib"], tmp_path / "book")
    content = (books["zlib"] / "book.pdf").read_bytes()
    (tmp_path / "book" / "book.pdf").write_bytes(recompress(content))
    assert verify(tmp_path / "book").recompressed == ("book.pdf",)

    def change(unpacked):
        return unpacked.replace(b" 0 0 -", b" 0 0  -", 1)

    (tmp_path / "book" / "book.pdf").write_bytes(recompress(content, change))
    found = verify(tmp_path / "book")
    assert [str(fault) for fault in found.faults] == ["book.pdf: was changed"]
    assert found.recompressed == ()


def test_pixels_that_were_compressed_differently(books, tmp_path):
    shutil.copytree(books["zlib"], tmp_path / "book")
    name = "book-preview.png"
    file = tmp_path / "book" / name
    content = file.read_bytes()
    pixels, chunks = (
        b"",
        [content[: content.index(b"IDAT") - 4], content[content.rindex(b"IEND") - 4 :]],
    )
    at = len(chunks[0])
    while (kind := content[at + 4 : at + 8]) == b"IDAT":
        length = int.from_bytes(content[at : at + 4], "big")
        pixels += content[at + 8 : at + 8 + length]
        at += length + 12
    assert kind == b"IEND"
    pixels = zlib.decompress(pixels)
    file.write_bytes(png(chunks, pixels))
    assert file.read_bytes() != content
    assert verify(tmp_path / "book").recompressed == (name,)
    file.write_bytes(png(chunks, pixels[:-1] + bytes([pixels[-1] ^ 1])))
    assert [str(fault) for fault in verify(tmp_path / "book").faults] == [f"{name}: was changed"]


def test_every_byte_of_a_picture_but_how_it_is_packed_counts():
    def save(text, level):
        about, file = PngInfo(), BytesIO()
        about.add_text("Title", text)
        Image.linear_gradient("L").save(file, "PNG", pnginfo=about, compress_level=level)
        return content_digest(file.getvalue())

    assert save("puzzlebook, volume 1", 1) == save("puzzlebook, volume 1", 9)
    assert save("puzzlebook, volume 1", 1) != save("puzzlebook, volume 2", 1)


@pytest.mark.parametrize(
    "content", [b"", b"%PDF-1.7\n", b"xref\n0 9\nstartxref\n0\n%%EOF\n", b"\x89PNG\r\n\x1a\n"]
)
def test_what_is_no_file_of_ours_has_no_content(content):
    assert content_digest(content) is None


def test_a_bomb_is_not_unpacked():
    packed = zlib.compress(bytes(200_000_000), 9)
    begin, one = (
        b"%PDF-1.7\n",
        b"<</Filter [ /FlateDecode ] /Length %d>>\nstream\n%bendstream\n" % (len(packed), packed),
    )
    objects = b"1 0 obj\n%bendobj\n" % one
    table = b"xref\n0 2\n0000000000 65535 f \n%010d 00000 n \n" % len(begin)
    end = b"trailer\nstartxref\n%d\n%%%%EOF\n" % (len(begin) + len(objects))
    assert content_digest(begin + objects + table + end) is None
    small = zlib.compress(b"q Q")
    objects = b"1 0 obj\n<</Filter [ /FlateDecode ] /Length %d>>\nstream\n%bendstream\nendobj\n" % (
        len(small),
        small,
    )
    end = b"trailer\nstartxref\n%d\n%%%%EOF\n" % (len(begin) + len(objects))
    assert content_digest(begin + objects + table + end)


def test_a_book_without_content_digests_is_still_one(books, tmp_path):
    """Books from before there were any."""
    shutil.copytree(books["zlib"], tmp_path / "book")
    change_manifest(tmp_path / "book", lambda rows: rows.pop("content"))
    assert verify(tmp_path / "book").faults == ()
    assert rebuild(str(tmp_path / "book"), output=tmp_path / "again").comparison.identical
    make_cover(tmp_path / "book", force=True)
    (tmp_path / "book" / "book-preview.png").unlink()
    make_preview(tmp_path / "book")
    assert list(told(tmp_path / "book")["content"]) == ["book-cover.pdf", "book-preview.png"]
    assert verify(tmp_path / "book").faults == ()
