"""ISBNs: 13 digits, hyphenated by group and publisher, and the price in an ISBN's barcode."""

from __future__ import annotations

import re

from puzzlebook.ground.faults import refuse

NO_PRICE = "none"
_NO_PRICE_DIGITS = "90000"
_CURRENCIES = {"GBP": "0", "AUD": "3", "NZD": "4", "USD": "5", "CAD": "6"}
_PRICE = re.compile(r"([0-9]{1,2})[.]([0-9]{2}) *([A-Za-z]{3})")
_MAX_PRICE = "9998"  # in cents or pence; 9999 means any higher price


def list_isbn_digits(isbn: str) -> str:
    """Return the 13 digits of a valid ISBN of 10 or 13 digits, with or without hyphens."""
    from stdnum import isbn as standard

    return str(standard.compact(isbn, convert=True))


def hyphenate_isbn(isbn: str) -> str:
    """Return a valid ISBN with its hyphens as typed or, if typed without hyphens, with those that
    follow from the ranges of the International ISBN Agency."""
    if "-" in isbn.strip():
        return isbn.strip()
    from stdnum import isbn as standard

    return str(standard.format(isbn))


def encode_price(price: str) -> str:
    """Return the five digits of a barcode's add-on (Book Industry Study Group): the currency,
    followed by the price in cents or pence. Return "" for "", and the digits for "no price" for
    "none"."""
    if price in ("", NO_PRICE):
        return _NO_PRICE_DIGITS if price else ""
    match = _PRICE.fullmatch(price.strip())
    currency = _CURRENCIES.get(match[3].upper()) if match else None
    if match is None or currency is None or match[1].zfill(2) + match[2] > _MAX_PRICE:
        allowed = f"an amount to 99.98 and one of {', '.join(_CURRENCIES)}, such as 9.99 USD; none"
        raise refuse("", f'"{price}" is not a price that a barcode can encode', allowed)
    return currency + match[1].zfill(2) + match[2]
