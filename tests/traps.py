"""PDF files of a few bytes that ask for more than there is: time without end, or all the memory."""

from __future__ import annotations

import zlib
from functools import cache

CATALOGUE = b"<< /Type /Catalog /Pages 2 0 R >>"
HEAD = (CATALOGUE, b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
FORM = b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] "
WIDE = b"/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 2000000000 >>"
TWICE = b"/Filter [/FlateDecode /FlateDecode]"


def pdf(*objects):
    """A PDF file of these objects, of which the first is its catalogue."""
    content, places = b"%PDF-1.7\n", []
    for number, value in enumerate(objects, 1):
        places.append(len(content))
        content += b"%d 0 obj\n%s\nendobj\n" % (number, value)
    rows = b"".join(b"%010d 00000 n \n" % place for place in places)
    table = b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, rows)
    end = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        len(content),
    )
    return content + table + end


def stream(data, said=b""):
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(data), said, data)


def page(more=b"/Contents 4 0 R"):
    return b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] %s >>" % more


def using(number):
    return b"/Contents 4 0 R /Resources << /XObject << /F %d 0 R >> >>" % number


def packed(piece, times):
    packing = zlib.compressobj(9)
    return b"".join(packing.compress(piece) for _ in range(times)) + packing.flush()


@cache
def gigabyte():
    return packed(bytes(1_000_000), 1000)


def forms(deep):
    """Forms, each of which uses the next one ten times."""
    inner = [stream(b"/F Do\n" * 10, FORM + b"/Resources << /XObject << /F %d 0 R >> >>" % (6 + place))
             for place in range(deep)]  # fmt: skip
    return pdf(*HEAD, page(using(5)), stream(b"/F Do"), *inner, stream(b"0 0 9 9 re f", FORM))


def with_table(said, packing):
    """A file whose table of objects is a stream."""
    content, rows = b"%PDF-1.7\n", b"\0\0\0\xff"
    for number, value in enumerate([*HEAD, page(b"")], 1):
        rows += b"\1" + len(content).to_bytes(2, "big") + b"\0"
        content += b"%d 0 obj\n%s\nendobj\n" % (number, value)
    table = stream(packing(rows), b"/Type /XRef /Size 5 /W [1 2 1] /Root 1 0 R " + said)
    return content + b"4 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n" % (table, len(content))


def with_packed_objects(said):
    """A file whose page is in a stream of objects."""
    content, rows = b"%PDF-1.7\n", b"\0\0\0\xff"
    packed_page = stream(b"3 0 " + page(b""), b"/Type /ObjStm /N 1 /First 4 " + said)
    for number, value in ((1, HEAD[0]), (2, HEAD[1]), (4, packed_page)):
        rows += (
            (b"\2\0\4\0" if number == 4 else b"") + b"\1" + len(content).to_bytes(2, "big") + b"\0"
        )
        content += b"%d 0 obj\n%s\nendobj\n" % (number, value)
    rows += b"\1" + len(content).to_bytes(2, "big") + b"\0"
    table = stream(rows, b"/Type /XRef /Size 6 /W [1 2 1] /Root 1 0 R")
    return content + b"5 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n" % (table, len(content))


PACKED_AS_A_PICTURE = {
    "content": lambda said: pdf(*HEAD, page(), stream(b"q Q", said)),
    "the second half of the content": lambda said: pdf(
        *HEAD, page(b"/Contents [5 0 R 4 0 R]"), stream(b"q Q", said), stream(b"q Q")
    ),
    "a form": lambda said: pdf(*HEAD, page(using(5)), stream(b"/F Do"), stream(b"q Q", FORM + said)),
    "content that says it is a picture": lambda said: pdf(
        *HEAD, page(), stream(b"q Q", b"/Subtype /Image " + said)
    ),
    "the table of objects": lambda said: with_table(said, bytes),
    "objects": with_packed_objects,
    "a picture": lambda said: pdf(
        *HEAD,
        page(using(5)),
        stream(b"612 0 0 792 0 0 cm /F Do"),
        stream(bytes(99), b"/Type /XObject /Subtype /Image /Width 9 /Height 9 /ColorSpace /DeviceGray "
               b"/BitsPerComponent 1 " + said),
    ),
}  # fmt: skip
"""What may be packed as pictures are, by its name, and the maker of a file with it, given how it is
packed."""

TRAPS = {
    "rows of two gigabytes": lambda: pdf(*HEAD, page(), stream(zlib.compress(b"q Q"), WIDE)),
    "a gigabyte packed twice": lambda: pdf(*HEAD, page(), stream(zlib.compress(gigabyte(), 9), TWICE)),
    "a gigabyte packed once": lambda: pdf(*HEAD, page(), stream(gigabyte(), b"/Filter /FlateDecode")),
    "millions of operators": lambda: pdf(
        *HEAD, page(), stream(packed(b"q 1 0 0 1 0 0 cm 0 0 m 1 1 l S Q\n", 1_300_000), b"/Filter /FlateDecode")
    ),
    "forms in forms": lambda: forms(12),
    "a form in itself": lambda: pdf(*HEAD, page(using(4)), stream(b"/F Do /F Do", FORM)),
    "a table with rows of two gigabytes": lambda: with_table(WIDE, zlib.compress),
    "a table packed twice": lambda: with_table(TWICE, lambda rows: zlib.compress(gigabyte(), 9)),
    "pages in pages": lambda: pdf(
        CATALOGUE,
        *(b"<< /Type /Pages /Kids [%s] /Count 10 >>" % (b"%d 0 R " % number * 10) for number in range(3, 15)),
        page(b""),
    ),
    "a picture of ten gigabytes": lambda: pdf(
        *HEAD,
        page(using(5)),
        stream(b"612 0 0 792 0 0 cm /F Do"),
        stream(
            zlib.compress(bytes(9999)),
            b"/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /BitsPerComponent 8 /ColorSpace /DeviceRGB"
            b" /Filter /FlateDecode",
        ),
    ),
    "streams without end": lambda: b"%PDF-1.7\n" + b"/XRef stream\n" * 100_000 + b"stream\n" * 200_000,
    "a pattern of the smallest steps": lambda: pdf(
        *HEAD,
        page(b"/Contents 4 0 R /Resources << /Pattern << /P 5 0 R >> >>"),
        stream(b"/Pattern cs /P scn 0 0 612 792 re f"),
        stream(b"0 0 1 1 re f", b"/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep .1 /YStep .1"),
    ),
    "the same content a million times": lambda: pdf(
        *HEAD, page(b"/Contents [%s]" % (b"4 0 R " * 1_000_000)), stream(b"q Q " * 50)
    ),
}  # fmt: skip
"""What each file is, and its maker."""
