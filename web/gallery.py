"""The entrance of the page: pictures of what it makes, each with sheets that are ready to be
printed, made by the page's own doors while the page is built. They need no Python in the browser,
and no script at all to be saved."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

HERE = Path(__file__).resolve().parent
PAPERS = ("a4", "letter")
WIDE = 300
"""Of a picture, in pixels."""
SHADES = 16
KINDS = {"word": "names_as_mazes", "poster": "file_poster"}
"""What sheets are called that a picture asks for in a way of its own."""


def read_cards() -> dict[str, dict[str, str]]:
    """What each picture of the entrance asks the page for, by its name."""
    rows = tomllib.loads((HERE / "gallery.toml").read_text("utf-8"))
    seed = rows.pop("seed")
    return {key: {**row, "seed": seed} for key, row in rows.items()}


def make_ready(dist: Path, cards: Mapping[str, Mapping[str, str]]) -> None:
    """Make the sheets of each card on each paper, without words, and a picture of their first
    maze."""
    sys.path[:0] = [str(HERE.parent), str(HERE / "python")]
    import doors

    target = (dist / "ready").resolve()
    target.mkdir(parents=True)
    here = Path.cwd()
    with TemporaryDirectory() as work:
        os.chdir(work)
        try:
            for key, card in cards.items():
                for page in PAPERS:
                    asked = {**card, "page": page, "language": "none"}
                    found = json.loads(doors.answer(json.dumps(asked), lambda *told: None))
                    if found.get("faults"):
                        raise SystemExit(f"error: gallery.toml: {key}: {found['faults'][0]}")
                    pdf = target / f"{key}-{page}.pdf"
                    shutil.copyfile(found["files"]["pdf"], pdf)
                _draw(pdf, int(card.get("shown", _first(card))), target / f"{key}.png")
        finally:
            os.chdir(here)


def _first(card: Mapping[str, str]) -> int:
    """The page of the first maze."""
    return 5 if card["door"] == "book" else 1


def _draw(pdf: Path, number: int, picture: Path) -> None:
    from pypdfium2 import PdfDocument

    document = PdfDocument(pdf)
    page = document[number - 1]
    drawn = page.render(scale=WIDE / page.get_width()).to_pil().convert("L")
    drawn.quantize(SHADES).save(picture, optimize=True)
    document.close()


def write_cards(
    cards: Mapping[str, Mapping[str, str]], words: Mapping[str, Mapping[str, str]], dist: Path
) -> str:
    """The list of cards, as it stands in the page: in English until the page knows better."""
    from PIL import Image
    from pypdfium2 import PdfDocument

    lines = []
    for key, card in cards.items():
        with Image.open(dist / "ready" / f"{key}.png") as picture:
            size = 'width="{}" height="{}"'.format(*picture.size)
        # The seed is the card's, so that the maker begins with the very mazes of the picture. A
        # class has other mazes at each visit, since nobody wants those of the picture.
        asked = {name: card[name] for name in card if (card["door"], name) != ("class", "seed")}
        link = html.escape(urlencode(asked))
        shown = {name: name for name in ("door", "readers", "theme", "book", "poster")}
        shown["outline"] = "word"
        data = " ".join(
            f'data-{name}="{html.escape(card[key])}"' for name, key in shown.items() if key in card
        )
        title = html.escape(name_card(card, words["en"]))
        files = {page: dist / "ready" / f"{key}-{page}.pdf" for page in PAPERS}
        pages = {page: len(PdfDocument(file)) for page, file in files.items()}
        data += "".join(f' data-{page}="{count}"' for page, count in pages.items())
        lines.append(
            f'<li data-key="{key}" {data} data-link="{link}">'
            f'<a class="maker" href="#{link}">'
            f'<img src="ready/{key}.png" {size} alt="" loading="lazy">'
            f"<b>{title}</b> <small>{words['en']['pages']}: {pages['a4']} · A4</small></a>"
            f'<p><button type="button" data-word="print" hidden></button>'
            f'<a class="button" href="ready/{key}-a4.pdf" download data-word="save">'
            f"{html.escape(words['en']['save'])}</a></p></li>"
        )
    return "\n    ".join(lines)


def name_card(card: Mapping[str, str], said: Mapping[str, str]) -> str:
    """What a card shows, as the page says it too, once it runs."""
    readers = card.get("readers") or card.get("book", "")
    if ages := re.fullmatch(r"(?:ages-)?(\d+)-(\d+)", readers):
        who = said["ages"].format_map({"from": ages[1], "to": ages[2]})
    else:
        who = said.get(f"for_{readers.replace('-', '_')}", "")
    theme = said.get(f"theme_{card.get('theme', '')}", "")
    is_named = card["door"] == "class" or readers.startswith("ages-")
    kinds = [said[word] for key, word in KINDS.items() if key in card]
    return " · ".join(filter(None, [who, theme, said[card["door"]] if is_named else "", *kinds]))


def write_reasons(words: Mapping[str, Mapping[str, str]]) -> str:
    """Why there is nothing but the ready sheets, in each language; a script shows the one that
    holds."""
    return "\n".join(_reasons(words))


def _reasons(words: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    for why, word in {"file": "opened_file", "framed": "framed", "lost": "lost_page"}.items():
        for language, rows in words.items():
            button = ""
            if why == "framed":
                inside = html.escape(rows["own_window"])
                button = f' <a class="button" href="" target="_blank" rel="noopener">{inside}</a>'
            if why == "lost":
                inside = html.escape(rows["load_again"])
                button = f' <button type="button" data-reload>{inside}</button>'
            yield (
                f'<p data-why="{why}" lang="{language}" dir="{rows["direction"]}" hidden>'
                f"{html.escape(rows[word])}{button}</p>"
            )


def write_no_script(words: Mapping[str, Mapping[str, str]]) -> str:
    """What the page says where no script runs, in each language."""
    return "".join(
        f'<p lang="{language}" dir="{rows["direction"]}">{html.escape(rows["no_script"])}</p>'
        for language, rows in words.items()
    )
