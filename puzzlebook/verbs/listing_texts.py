"""The answers to a shop's form, and the cost of a copy."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal
from typing import Any

from puzzlebook.books.covers.claims import find_ages, is_for_children, is_in_large_print
from puzzlebook.books.planning.setting import Setting
from puzzlebook.ground import templates
from puzzlebook.ground.lengths import format_inches, parse_points
from puzzlebook.language.words import ENGLISH, WORDLESS, load_words
from puzzlebook.printers.printer import Stock
from puzzlebook.printers.trims import SAME, Trim
from puzzlebook.recipes.order_paper import list_binding_remarks
from puzzlebook.verbs.listing_words import STOPS, ListingWords

_FILL = "FILL "
_FILL_NOTE = "Answers for the form, in its order. {mark} marks what only you know."
_BLANK = re.compile(r"\{(\w+)\}")
_KINDERGARTEN_AGE = 5  # years; grade 1 follows a year later
_SUBTITLE = "one that says what the book is, such as {opening} (--subtitle prints it, too)"
_ASK = "whether this printer does that is not known, so ask first"
_CENT = Decimal("0.01")
_EXAMPLES = ("6.99", "9.99", "12.99")  # prices for which the royalty is stated


def write_form(
    setting: Setting, form: Mapping[str, Any], words: ListingWords, pages: int, stock: Stock
) -> str:
    """Return the questions of the printer's form with answers, and the cost of a copy."""
    forms = templates.table("forms.toml")
    printer = setting.order.printer.name
    printer_form = next(row for row in forms.values() if printer in _list_printers(row))
    blanks = {**_name_blanks(form), **_list_blanks(setting, forms, words, stock)}
    rows = list(_answer(printer_form["rows"], {**blanks, "pages": str(pages)}, forms["fill"]))
    title = setting.recipe.book.title
    alt_texts = {
        f"Alt text, wide-{number}": ": ".join(filter(None, (title, line)))
        for number, line in enumerate(words.captions, 1)
    }
    if printer_form.get("pictures"):
        rows += [("Pictures for the description (A+)", None), *alt_texts.items()]
    width = max(len(name) for name, answer in rows if answer)
    lines = [_FILL_NOTE.format(mark=forms["fill"])]
    for name, answer in rows:
        lines += [f"{name:<{width}}  {answer}"] if answer else ["", f"{name}:"]
    return "\n".join([*lines, "", *_list_costs(setting, pages, stock), ""])


def _list_printers(row: object) -> Sequence[str]:
    return row.get("printers", ()) if isinstance(row, Mapping) else ()


def _answer(
    rows: Sequence[Sequence[str]], blanks: Mapping[str, str], mark: str
) -> Iterator[tuple[str, str | None]]:
    """Yield each question with its answer, and each heading with None."""
    for name, *answers in rows:
        if not answers:
            yield name, None
        elif all(blanks.get(blank) for blank in _BLANK.findall(answers[0])):
            yield name, _mark(answers[0].format(**blanks), mark)
        elif len(answers) > 1:
            yield name, _mark(answers[1].format(**blanks), mark)


def _mark(answer: str, mark: str) -> str:
    """Return an answer, with a prefix FILL replaced by the mark for the publisher's own facts."""
    return f"{mark} {answer.removeprefix(_FILL)}" if answer.startswith(_FILL) else answer


def _name_blanks(form: Mapping[str, Any]) -> dict[str, str]:
    """Return a mapping from blanks' names to the known facts of the book."""
    known = {
        name.lower().replace("bound at", "binding"): str(value) for name, value in form.items()
    }
    return {name: value for name, value in known.items() if name != "language"}


def _list_blanks(
    setting: Setting, forms: Mapping[str, Any], words: ListingWords, stock: Stock
) -> dict[str, str]:
    """Return a mapping from blanks' names to the answers that follow from the recipe."""
    recipe, generated = setting.recipe, forms["generated"]
    is_childrens = is_for_children(setting)
    readers = "children" if is_childrens else "adults"
    subjects = templates.table("listings.toml")["categories"][readers]
    ages = find_ages(setting) if is_childrens else None
    paper = f"{stock.ink}-{stock.paper}"
    language, printer = recipe.language, setting.order.printer.name
    is_english, is_wordless = language in (ENGLISH, WORDLESS), language == WORDLESS
    marketplaces = forms["marketplaces"]
    has_barcode = recipe.book.isbn and recipe.cover.barcode is None
    numbered = {"keyword": words.keywords, **subjects}
    return {
        "language": forms["languages"].get(language, language),
        "marketplace": marketplaces.get(language, marketplaces["other"]),
        "subtitle": _write_subtitle(setting, words),
        **_name_trim(recipe.page),
        **_advise_on_binding(setting),
        "edition": str(recipe.book.edition or ""),
        "ages": f"{ages[0]}-{ages[1]}" if ages else "",
        "grades": "-".join(dict.fromkeys(map(_name_grade, ages))) if ages else "",
        "large": "yes" if is_in_large_print(setting) else "no",
        **{key: forms[key][readers] for key in ("category", "finish")},
        "short": " ".join(filter(None, (words.opening, words.lead))),
        "juvenile": "Juvenile" if is_childrens else "",
        "bleed": "yes" if setting.theme.bleeds and setting.order.printer.bleed else "no",
        "file": recipe.name,
        "barcode": "yes" if has_barcode else "",
        "price": (recipe.cover.price or "").replace("none", ""),
        **{
            f"{key}{number}": line
            for key, lines in numbered.items()
            for number, line in enumerate(lines, 1)
        },
        **{
            key: forms[key].get(paper, paper)
            for key in ("kdp_interior", "ingram_interior", "ingram_paper")
        },
        **{key: forms[key].get(printer, "") for key in ("ingram_binding", "lulu_binding")},
        "ai_text": generated["wordless" if is_wordless else "text"],
        "ai_images": generated[readers],
        "ai_translations": generated["original" if is_english else "translated"],
        "ai_tool": generated["tool"],
    }


def _write_subtitle(setting: Setting, words: ListingWords) -> str:
    """Return the subtitle with the volume, from the second volume on; a proposal if the book has no
    subtitle."""
    recipe, phrase = setting.recipe, load_words(words.language)
    subtitle, volume = recipe.book.subtitle, recipe.volume
    if subtitle and volume > 1:
        return phrase("series_volume", series=subtitle, volume=volume)
    if subtitle or volume > 1:
        return subtitle or phrase("volume", volume=volume)
    opening = words.opening.split(". ")[0].rstrip(STOPS)
    return f"{_FILL}{_SUBTITLE.format(opening=opening)}" if opening else ""


def _name_trim(page: Trim) -> dict[str, str]:
    """Return the trim with the name of its format, if it has one, such as A4."""
    if not page.name[:1].isalpha():
        return {}
    return {"trim": f"{page.name.upper()}, {format_inches(page.width, page.height)}"}


def _advise_on_binding(setting: Setting) -> dict[str, str]:
    """Return the side on which the book is bound, if we do not know whether its printer does
    that."""
    side = setting.words.binding
    return {"binding": f"{side}: {_ASK}"} if list_binding_remarks(setting.order) else {}


def _name_grade(age: int) -> str:
    """Return the American school grade for an age."""
    return (
        {0: "K"}.get(age - _KINDERGARTEN_AGE, str(age - _KINDERGARTEN_AGE))
        if age >= _KINDERGARTEN_AGE
        else "Preschool"
    )


def list_overlong(setting: Setting, html: str) -> Iterator[str]:
    """Yield remarks on texts longer than the shop's form allows. html: the description."""
    limits, book = templates.table("listings.toml")["limits"], setting.recipe.book
    title = " ".join(filter(None, (book.title, book.subtitle)))
    for what, text, key in (
        ("title and subtitle have", title, "title"),
        ("the description has", html.strip(), "description"),
    ):
        if len(text) > limits[key]:
            yield f"{what} {len(text)} characters: the form on Amazon takes {limits[key]}"


def _list_costs(setting: Setting, pages: int, stock: Stock) -> Iterator[str]:
    """Yield lines on a copy's cost, the lowest price and the royalty, or on their being unknown."""
    printer = setting.order.printer.name
    costs = templates.table("listings.toml")["costs"].get(printer)
    cost = costs and compute_cost(costs, _trim(setting), pages, stock.ink)
    if not costs or cost is None:
        yield f"Print cost: not known for {printer}; see the printer's own calculator"
        return
    currency, rates = costs["currency"], costs["rates"]
    yield f"Print cost, {costs['market']}: {cost} {currency} ({costs['source']})"
    minimum = compute_least_price(cost, rates)
    yield f"Least price: {minimum} {currency}; royalty ({costs['rates_source']}):"
    for price in (minimum, *map(Decimal, _EXAMPLES)):
        if price >= minimum:
            yield f"  at {price} {currency}: {compute_royalty(price, cost, rates)} {currency}"
    elsewhere = costs["elsewhere"]
    if stock.ink == elsewhere["ink"] and pages <= elsewhere["pages"]:
        size = "large" if _is_large(costs, _trim(setting)) else "regular"
        yield f"Print cost elsewhere ({elsewhere['source']}):"
        for row in elsewhere["markets"]:
            yield f"  {row['market']}: {row[size]} {row['currency']}"
    yield "The shop's own page has the last word on all of this."


def compute_cost(
    costs: Mapping[str, Any], trim: tuple[float, float], pages: int, ink: str
) -> Decimal | None:
    """Return the print cost of a copy; None if the table has no row for it."""
    size = "large" if _is_large(costs, trim) else "regular"
    for row in costs.get(ink, ()):
        if pages <= row["pages"]:
            fixed, per_page = (Decimal(str(number)) for number in row[size])
            return (fixed + per_page * pages).quantize(_CENT, ROUND_HALF_UP)
    return None


def compute_least_price(cost: Decimal, rates: Sequence[Mapping[str, float]]) -> Decimal:
    """Return the lowest price whose royalty share covers the print cost."""
    floor = Decimal(0)
    for rate in rates:
        below = Decimal(str(rate["below"])) if "below" in rate else None
        price = (cost / Decimal(str(rate["share"]))).quantize(_CENT, ROUND_CEILING)
        price = max(price, floor)
        if below is None or price < below:
            return price
        floor = below
    return floor


def compute_royalty(price: Decimal, cost: Decimal, rates: Sequence[Mapping[str, float]]) -> Decimal:
    """Return the royalty on a price: its share less the print cost."""
    share = next(
        Decimal(str(rate["share"]))
        for rate in rates
        if "below" not in rate or price < Decimal(str(rate["below"]))
    )
    return (price * share - cost).quantize(_CENT, ROUND_HALF_UP)


def _is_large(costs: Mapping[str, Any], trim: tuple[float, float]) -> bool:
    maximum = (parse_points(costs["large"][side]) for side in ("width", "height"))
    return any(side > limit + SAME / 10 for side, limit in zip(trim, maximum, strict=True))


def _trim(setting: Setting) -> tuple[float, float]:
    page = setting.recipe.page
    return page.width, page.height
