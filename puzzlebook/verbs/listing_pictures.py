"""The pictures of a shop's listing, drawn from a book's finished files: the front, sample pages,
wide pictures for the description, the standing book, and a watermarked proof."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from math import fsum
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzlebook.drawing.drawing import parse_colour
from puzzlebook.pdf_reading.pages import use_document
from puzzlebook.typesetting import text
from puzzlebook.typesetting.page import Box, Page, Text
from puzzlebook.typesetting.pdf.document import Document
from puzzlebook.typesetting.pdf.writer import write_pdf

if TYPE_CHECKING:
    from PIL.Image import Image

    from puzzlebook.books.planning.setting import Setting

WIDE = (970, 600)  # pixels: size of a wide picture
WIDES = 3  # number of wide pictures
LOOK = 1600  # pixels: the longer side of a sample page
_STANDING = (1600, 1600)  # pixels: size of the picture of the standing book
_OVERSAMPLING = 2  # factor for the standing book, for smooth edges
_MAX_HEIGHT_SHARE, _MAX_WIDTH_SHARE = 0.9, 0.9  # of the picture, filled by the standing book
_QUALITY = 92  # of JPEG files
_PADDING = 0.07  # space around the pictures in a wide picture, as a share of its height
_CAPTION_SIZE = 40  # pixels: letter size of a wide picture's caption
_PAPER = (255, 255, 255)
_SPINE_SHARE = 0.55  # share of the spine's width visible beside the turned front
_FAR_EDGE_DROP = 0.06  # drop of the front's far edge, as a share of its height
_SHADOW, _BLUR = 150, 22  # grey level; radius in pixels
_MIN_BLANK = 0.008  # height of a blank strip, as a share of a picture's longer side
_WATERMARK_COLOUR = parse_colour("#d0d0d0")
_WATERMARK_HEIGHTS = (0.25, 0.5, 0.75)  # heights of the watermarks, as shares of the page height


class Outside(NamedTuple):
    """The front and spine as pictures. spine: None if the cover has none."""

    front: Image
    spine: Image | None


def render_part(page: Any, part: Box, height: int) -> Image:
    """Return a part of a page (points from its top left corner), `height` pixels high."""
    scale = height / part.height
    _, page_height = page.get_size()
    crop = (part.x, page_height - part.bottom, page.get_width() - part.right, part.y)
    inside = tuple(max(0.0, cut) for cut in crop)
    image: Image = page.render(scale=2 * scale, crop=inside).to_pil()
    return image.convert("RGB").reduce(2)


def render_page(page: Any, longest: int) -> Image:
    """Return a page whose longer side has `longest` pixels."""
    width, height = page.get_size()
    whole = render_part(page, Box(0, 0, width, height), round(longest * min(1, height / width)))
    scale = longest / max(width, height)
    return whole.resize((round(width * scale), round(height * scale)))


def cut_at_blank(picture: Image, kept: Box) -> Image:
    """Return a drawing, cropped at the first strips of blank paper around it: first the words above
    and below are cut off, then the drawings beside it. kept: the part that stays, in pixels."""
    from PIL import Image

    blank = b"\xff" * max(1, round(max(picture.size) * _MIN_BLANK))

    def find_ends(size: tuple[int, int], first: float, last: float) -> tuple[int, int]:
        """Return the ends of the row or column of pixels between two strips of blank paper."""
        pixels = picture.convert("L").resize(size, Image.Resampling.BOX).tobytes()
        start = max(0, pixels.rfind(blank, 0, max(0, round(first))))
        end = pixels.find(blank, round(last))
        return start, len(pixels) if end < 0 else end + len(blank)

    upper, lower = find_ends((1, picture.height), kept.y, kept.bottom)
    picture = picture.crop((0, upper, picture.width, lower))
    left, right = find_ends((picture.width, 1), kept.x, kept.right)
    return picture.crop((left, 0, right, picture.height))


def compose_wide(
    pictures: Sequence[Image], background: tuple[int, ...], line: str, setting: Setting
) -> Image:
    """Return a wide picture that shows others side by side, in the direction of reading and as high
    as fits, above a caption.

    background: the background colour.
    """
    from PIL import Image

    width, height = WIDE
    gap = round(_PADDING * height)
    caption = _draw_caption(line, width - 2 * gap, setting)
    room = width - gap * (len(pictures) + 1)
    share = fsum(picture.width / picture.height for picture in pictures)
    picture_height = min(height - 2 * gap - caption.height, int(room / share))
    sized = [
        picture.resize(
            (round(picture.width * picture_height / picture.height), picture_height),
            Image.Resampling.LANCZOS,
        )
        for picture in pictures
    ]
    whole = Image.new("RGB", WIDE, background)
    spare = width - fsum(picture.width for picture in sized)
    top = (height - picture_height - caption.height) // 3
    x = spare / (len(sized) + 1)
    for picture in reversed(sized) if setting.words.right_to_left else sized:
        edge = Image.new("RGB", (picture.width + 4, picture.height + 4), (120, 120, 120))
        edge.paste(picture, (2, 2))
        whole.paste(edge, (round(x) - 2, top - 2))
        x += picture.width + spare / (len(sized) + 1)
    middle = (height + top + picture_height) // 2
    place = (width - caption.width) // 2, middle - caption.height // 2
    whole.paste((0, 0, 0), place, caption)
    return whole


def _draw_caption(line: str, maximum: float, setting: Setting) -> Image:
    """Return a line as a mask, in letters as large as the width allows."""
    from PIL import ImageOps

    face = setting.sizes.bold
    size = min(
        _CAPTION_SIZE, _CAPTION_SIZE * maximum / text.measure_width(line, face, _CAPTION_SIZE)
    )
    width, height = text.measure_width(line, face, size), _CAPTION_SIZE * 1.5
    page = Page(width, height, (Text(0, height * 0.72, line, face, size),))
    with use_document(write_pdf([page], Document()), "a caption") as document:
        return ImageOps.invert(
            render_part(document[0], Box(0, 0, width, height), round(height))
        ).convert("L")


def draw_standing_book(cover: Outside, is_bound_right: bool) -> Image:
    """Return the book standing on a table, with its spine on the bound side."""
    from PIL import Image, ImageDraw, ImageFilter

    width, height = canvas_size = _STANDING[0] * _OVERSAMPLING, _STANDING[1] * _OVERSAMPLING
    book_height = round(height * _MAX_HEIGHT_SHARE)
    front_width = round(cover.front.width * book_height / cover.front.height * 0.86)
    spine_width = 0
    if cover.spine is not None:
        spine_width = round(cover.spine.width * book_height / cover.spine.height * _SPINE_SHARE)
    if front_width + spine_width > width * _MAX_WIDTH_SHARE:
        share = width * _MAX_WIDTH_SHARE / (front_width + spine_width)
        book_height, front_width = round(book_height * share), round(front_width * share)
        spine_width = round(spine_width * share)
    x, y = (width - front_width - spine_width) // 2, (height - book_height) // 2
    drop = book_height * _FAR_EDGE_DROP
    fold, far = x + spine_width, x + spine_width + front_width
    front = ((fold, y), (far, y + drop), (far, y + book_height - drop), (fold, y + book_height))
    side = ((x, y + drop / 2), (fold, y), (fold, y + book_height), (x, y + book_height - drop / 2))
    shadow = Image.new("L", canvas_size, 255)
    foot = [
        (x, y + book_height - drop),
        (far, y + book_height - 2 * drop),
        (far + 60 * _OVERSAMPLING, y + book_height - drop / 2),
    ]
    ImageDraw.Draw(shadow).polygon(
        [*foot, (fold, y + book_height + 22 * _OVERSAMPLING)], fill=_SHADOW
    )
    whole = Image.merge(
        "RGB", (shadow.filter(ImageFilter.GaussianBlur(_BLUR * _OVERSAMPLING)),) * 3
    )
    pictures: list[tuple[Image.Image, Sequence[tuple[float, float]]]] = [(cover.front, front)]
    if cover.spine is not None and spine_width > 1:
        pictures.append((cover.spine.point(lambda value: int(value * 0.82)), side))
    for picture, corners in pictures:
        # For a book bound on the right, the scene is mirrored; its pictures are mirrored twice.
        shown = picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if is_bound_right else picture
        placed = shown.transform(
            canvas_size,
            Image.Transform.PERSPECTIVE,
            _find_perspective(corners, shown.size),
            Image.Resampling.BICUBIC,
        )
        mask = Image.new("L", canvas_size, 0)
        ImageDraw.Draw(mask).polygon(corners, fill=255)
        whole.paste(placed, (0, 0), mask)
    whole = whole.reduce(_OVERSAMPLING)
    return whole.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if is_bound_right else whole


def _find_perspective(
    corners: Sequence[tuple[float, float]], size: tuple[int, int]
) -> tuple[float, ...]:
    """Return the coefficients that map these corners to those of a picture of this size."""
    width, height = size
    targets = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    rows = []
    for (x, y), (u, v) in zip(corners, targets, strict=True):
        rows.append([x, y, 1.0, 0.0, 0.0, 0.0, -u * x, -u * y, u])
        rows.append([0.0, 0.0, 0.0, x, y, 1.0, -v * x, -v * y, v])
    return tuple(_solve([list(map(float, row)) for row in rows]))


def _solve(rows: list[list[float]]) -> list[float]:
    """Solve linear equations, given as rows of coefficients and right side, by elimination."""
    count = len(rows)
    for step in range(count):
        pivot = max(range(step, count), key=lambda row: abs(rows[row][step]))
        rows[step], rows[pivot] = rows[pivot], rows[step]
        rows[step] = [value / rows[step][step] for value in rows[step]]
        for row in range(count):
            if row != step:
                factor = rows[row][step]
                rows[row] = [
                    value - factor * own for value, own in zip(rows[row], rows[step], strict=True)
                ]
    return [row[-1] for row in rows]


def encode_jpeg(picture: Image) -> bytes:
    """Return a picture as a JPEG file, at 300 dpi."""
    file = BytesIO()
    picture.save(file, "JPEG", quality=_QUALITY, subsampling=0, dpi=(300, 300))
    return file.getvalue()


def reverse_pages(content: bytes) -> bytes:
    """Return a book's file with its pages from the last to the first, and with an empty one for the
    last if their number is odd, so that each keeps its side of the sheet."""
    import pikepdf

    with pikepdf.open(BytesIO(content)) as pdf:
        if len(pdf.pages) % 2:
            pdf.pages.append(pdf.pages[-1])
            pdf.pages[-1].obj.Contents = pdf.make_stream(b"")
        pdf.pages.reverse()
        file = BytesIO()
        pdf.save(file, deterministic_id=True)
    return file.getvalue()


def make_proof(content: bytes, word: str, setting: Setting) -> bytes:
    """Return a book's pages with a watermark on each, and without attachments and metadata."""
    import pikepdf

    with pikepdf.open(BytesIO(content)) as pdf:
        for key in ("/Names", "/AF", "/Outlines", "/Metadata", "/StructTreeRoot", "/MarkInfo"):
            if key in pdf.Root:
                del pdf.Root[key]
        sizes = sorted({(float(page.mediabox[2]), float(page.mediabox[3])) for page in pdf.pages})
        marks = {}
        for size in sizes:
            sheet = write_pdf([_draw_watermark(word, size, setting)], Document())
            with pikepdf.open(BytesIO(sheet)) as one:
                marks[size] = pdf.copy_foreign(one.pages[0].as_form_xobject())
        for page in pdf.pages:
            form = marks[float(page.mediabox[2]), float(page.mediabox[3])]
            # Named by us: a name that pikepdf chooses is random.
            name = pikepdf.Name.ProofMark
            page.add_resource(form, pikepdf.Name.XObject, name)
            # Multiplied, so that the page's own words can be read.
            blend = pikepdf.Dictionary(BM=pikepdf.Name.Multiply)
            state = pikepdf.Name.ProofBlend
            page.add_resource(blend, pikepdf.Name.ExtGState, state)
            page.contents_add(b"q", prepend=True)
            page.contents_add(f"Q q {state} gs {name} Do Q".encode())
        file = BytesIO()
        pdf.save(file, deterministic_id=True)
    return file.getvalue()


def _draw_watermark(word: str, size: tuple[float, float], setting: Setting) -> Page:
    """Return a page with a large pale word at three heights."""
    width, height = size
    face = setting.sizes.bold
    points = min(height / 10, 0.7 * width / text.measure_width(word, face, 1))
    x = (width - text.measure_width(word, face, points)) / 2
    lines = (
        Text(x, share * height, word, face, points, _WATERMARK_COLOUR)
        for share in _WATERMARK_HEIGHTS
    )
    return Page(width, height, tuple(lines))
