"""The answers to a shop's form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from puzzlebook.books.covers.claims import (
    find_ages,
    is_for_children,
    is_in_large_print,
    read_listing_words,
    say_what_it_is,
)
from puzzlebook.books.planning.setting import Setting
from puzzlebook.checks.findings import Finding, Report, format_pages
from puzzlebook.checks.whole_book import BookCheck
from puzzlebook.ground import templates
from puzzlebook.ground.isbn import list_isbn_digits
from puzzlebook.ground.lengths import format_inches
from puzzlebook.language.words import ENGLISH, WORDLESS, load_words
from puzzlebook.printers.printer import Stock
from puzzlebook.printers.trims import Trim
from puzzlebook.recipes.order_paper import describe_right_binding, has_empty_first_leaf, is_reversed
from puzzlebook.shelf.manifest import LISTING
from puzzlebook.verbs.listing_costs import list_costs
from puzzlebook.verbs.listing_words import (
    STOPS,
    ListingWords,
    find_words,
    put_after_title,
    raise_first,
    write_description,
)

REVERSED = f"{LISTING}/{{name}}-reversed.pdf"
"""The file whose pages go from the last to the first, from the book's folder."""
_FILL = "FILL "
_FILL_NOTE = "Answers for the form, in its order. {mark} marks what only you know."
_BLANK = re.compile(r"\{(\w+)\}")
_KINDERGARTEN_AGE = 5  # years; grade 1 follows a year later
_SUBTITLE = "one that says what the book is, such as {opening} (--subtitle prints it, too)"


def write_form(
    setting: Setting,
    form: Mapping[str, Any],
    words: ListingWords,
    pages: int,
    stock: Stock,
    stars: Sequence[int] = (),
    spine_note: str = "",
) -> str:
    """Return the questions of the printer's form with answers, and the cost of a copy. pages: the
    page count. stars: those of the book's mazes. spine_note: why the spine is blank, if it is."""
    forms = templates.table("forms.toml")
    printer_form = find_form(setting.order.printer.name)
    blanks = {**_name_blanks(form), **_list_blanks(setting, forms, words, stock)}
    blanks |= {**_say_in_english(setting, stars, pages), "spine_note": spine_note}
    rows = list(_answer(printer_form["rows"], {**blanks, "pages": str(pages)}, forms["fill"]))
    alt_texts = {
        f"Alt text, wide-{number}": _complete_alt_text(setting, line, is_of_front=number == 1)
        for number, line in enumerate(words.alt_texts, 1)
    }
    if "pictures" in printer_form:
        rows += [("Pictures for the description (A+)", None), *alt_texts.items()]
    wide = printer_form.get("pictures", "")
    others = forms["other_pictures" if wide else "other_and_wide"]
    rows += _answer(forms["files"], {"wide": wide, "other_pictures": others}, forms["fill"])
    width = max(len(name) for name, answer in rows if answer)
    lines = [_FILL_NOTE.format(mark=forms["fill"])]
    for name, answer in rows:
        lines += [f"{name:<{width}}  {answer}"] if answer else ["", f"{name}:"]
    return "\n".join([*lines, "", *list_costs(setting, pages, stock), ""])


def describe_refusals(check: BookCheck) -> str:
    """Return why the printer would refuse the files, and what to do, for the head of the form;
    empty if it would take them."""
    lines = [
        f"{report.name}: {_name_pages(finding, report)}{finding.rule}: {finding.found}; "
        f"{finding.allowed}"
        for report in check.reports
        for finding in report.findings
        if finding.grave
    ]
    if not lines:
        return ""
    head = (
        f"NOT READY: {check.reports[0].printer.name} would refuse this book, so do not upload it."
    )
    remedy = "Make the book again, with another --seed or --page, then its cover and listing."
    return "\n".join([head, *lines, remedy, "", ""])


def _name_pages(finding: Finding, report: Report) -> str:
    pages = format_pages(finding.pages, report.pages)
    return f"page {pages}, " if pages else ""


def _complete_alt_text(setting: Setting, line: str, is_of_front: bool) -> str:
    """Return an alt text after the title and, for the front, what the book is, as far as the shop's
    form has room for them. What it is stands for the title if there is none."""
    recipe = setting.recipe
    name, rows = read_listing_words(recipe.language)
    volume = load_words(name)("volume", volume=recipe.volume) if recipe.volume > 1 else ""
    title = ", ".join(filter(None, (recipe.book.title, volume)))
    opening = say_what_it_is(setting, is_volume_named=False)
    texts = []
    if title and opening and is_of_front:
        texts.append(put_after_title(title, f"{opening} {raise_first(line)}", rows))
    if known := title or opening.rstrip(STOPS):
        texts.append(put_after_title(known, line, rows))
    limit = templates.table("listings.toml")["limits"]["alt"]
    return next((text for text in texts if len(text) <= limit), raise_first(line))


def find_form(printer: str) -> Mapping[str, Any]:
    """Return the form of a printer, from `templates/forms.toml`."""
    forms = templates.table("forms.toml").values()
    form: Mapping[str, Any] = next(row for row in forms if printer in _list_printers(row))
    return form


def _list_printers(row: object) -> Sequence[str]:
    return row.get("printers", ()) if isinstance(row, Mapping) else ()


def _answer(
    rows: Sequence[Sequence[str]], blanks: Mapping[str, str], mark: str
) -> Iterator[tuple[str, str | None]]:
    """Yield each question with its answer, and each heading with None."""
    for name, *answers in rows:
        if not answers:
            yield name, None
            continue
        for answer in answers:
            if all(blanks.get(blank) for blank in _BLANK.findall(answer)):
                yield name, _mark(answer.format(**blanks), mark)
                break


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
    examples = templates.table("listings.toml")["examples"]["isbn"]
    isbn = recipe.book.isbn
    is_example = bool(isbn) and list_isbn_digits(isbn or "") in examples
    is_told = bool(setting.words.stories(setting.theme.stories_name))
    numbered = {"keyword": words.keywords, **subjects}
    return {
        "language": forms["languages"].get(language, language),
        "marketplace": marketplaces.get(language, marketplaces["other"]),
        "subtitle": _propose_subtitle(setting),
        **({"isbn": forms["example"].format(isbn=isbn)} if is_example else {}),
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
        "interior": _name_upload(setting),
        "empty_leaf": forms["empty_leaf"] if has_empty_first_leaf(setting.order) else "",
        "keyword_row": ";".join(words.keywords),
        "english_first": ""
        if is_english or not recipe.book.title
        else forms["english_first"].format(title=recipe.book.title),
        "barcode": "yes" if has_barcode else "",
        "price": (recipe.cover.price or "").replace("none", ""),
        **{
            f"{key}{number}": line
            for key, lines in numbered.items()
            for number, line in enumerate(lines, 1)
        },
        **{
            key: forms[key].get(paper, paper)
            for key in (
                *("kdp_interior", "ingram_interior", "ingram_paper"),
                *("lulu_interior", "lulu_paper"),
            )
        },
        **{
            key: forms[key].get(printer, "")
            for key in ("ingram_binding", "lulu_binding", "expanded_distribution")
        },
        "volume_line": ""
        if setting.words.wordless
        else setting.words("volume", volume=recipe.volume),
        "category_names": "" if is_english else forms["category_names"],
        "no_series": forms["no_series"] if recipe.volume > 1 else "",
        "ai_text": generated["wordless" if is_wordless else "stories" if is_told else "text"],
        "ai_images": generated["many" if setting.theme.scenes else "few"],
        "ai_translations": generated["original" if is_english else "translated"],
        "ai_tool": generated["tool"],
    }


def name_interior(setting: Setting) -> str:
    """Return the name of the file with the pages that the printer takes, from the book's folder."""
    name = setting.order.name
    return REVERSED.format(name=name) if is_reversed(setting.order) else f"{name}.pdf"


def _name_upload(setting: Setting) -> str:
    """Return the file with the pages to upload and, if it is not that of the book, which is not."""
    name, own = name_interior(setting), f"{setting.order.name}.pdf"
    return name if name == own else f"{name}, and not {own}"


def _propose_subtitle(setting: Setting) -> str:
    """Return the subtitle as printed; a proposal if the book has none."""
    if setting.recipe.book.subtitle:
        return setting.recipe.book.subtitle
    opening = say_what_it_is(setting, is_volume_named=False).rstrip(STOPS)
    return f"{_FILL}{_SUBTITLE.format(opening=opening)}" if opening else ""


def _say_in_english(setting: Setting, stars: Sequence[int], pages: int) -> dict[str, str]:
    """Return descriptions and keywords in English of a book in another language; empty for books in
    English and without words."""
    recipe = setting.recipe
    if recipe.language in (ENGLISH, WORDLESS):
        return {}
    untitled = recipe.book.model_copy(update={"title": ""})  # the English title is the publisher's
    translated = recipe.model_copy(update={"language": ENGLISH, "book": untitled})
    order = replace(setting.order, recipe=translated, words=load_words(ENGLISH))
    in_english = setting._replace(order=order)
    words = find_words(in_english, stars, pages)
    plain, _ = write_description(in_english, words)
    told = templates.table("listings.toml")["in_english"]
    language = templates.table("forms.toml")["languages"].get(recipe.language, recipe.language)
    other = told["other_names"].get(recipe.language, "")
    both = told["both_names"].format(language=language, other=other) if other else language
    opening = say_what_it_is(in_english, is_volume_named=False).rstrip(STOPS)
    subtitle = told["opening"].format(opening=opening, language=both)

    def name_language(text: str) -> str:
        return text.replace(opening, subtitle, 1) if opening else text

    readers = told["children" if is_for_children(in_english) else "adults"]
    named = [line.format(language=language, other=other or language) for line in readers]
    keywords = [*words.keywords[:2], *named, *words.keywords[4:]]
    return {
        "subtitle_english": subtitle if opening and recipe.book.subtitle else "",
        "short_english": name_language(" ".join(filter(None, (words.opening, words.lead)))),
        "full_english": name_language(" ".join(plain.replace("• ", "").split())),
        "keyword_row_english": ";".join(keywords),
    }


def _name_trim(page: Trim) -> dict[str, str]:
    """Return the trim with the name of its format, if it has one, such as A4."""
    if not page.name[:1].isalpha():
        return {}
    return {"trim": f"{page.name.upper()}, {format_inches(page.width, page.height)}"}


def _advise_on_binding(setting: Setting) -> dict[str, str]:
    """Return the side on which the book is bound, with what is known of it, if it is the right."""
    known = describe_right_binding(setting.order)
    return {"binding": f"{setting.words.binding}: {known}"} if known else {}


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
