"""ISBNs: 13 digits, hyphenated according to group and publisher; and the price beside them."""

from __future__ import annotations

import re

from puzzlebook.ground.faults import refuse

NO_PRICE = "none"
_NO_PRICE = "90000"
_CURRENCIES = {"GBP": "0", "AUD": "3", "NZD": "4", "USD": "5", "CAD": "6"}
_PRICE = re.compile(r"([0-9]{1,2})[.]([0-9]{2}) *([A-Za-z]{3})")
_HIGHEST = "9998"  # 9999 stands for any larger price


def list_isbn_digits(isbn: str) -> str:
    """Return the 13 digits of a valid ISBN of 10 or 13 digits, typed with hyphens or without."""
    from stdnum import isbn as standard

    return str(standard.compact(isbn, convert=True))


def hyphenate_isbn(isbn: str) -> str:
    """Return a valid ISBN with hyphens: as typed or, if typed without, where the International ISBN
    Agency's ranges put them."""
    if "-" in isbn.strip():
        return isbn.strip()
    from stdnum import isbn as standard

    return str(standard.format(isbn))


def encode_price(price: str) -> str:
    """Return the five digits of a barcode's add-on (Book Industry Study Group): the currency, then
    the price in cents or pence. "" gives "", and "none" the digits that say there is no price."""
    if price in ("", NO_PRICE):
        return _NO_PRICE if price else ""
    match = _PRICE.fullmatch(price.strip())
    currency = _CURRENCIES.get(match[3].upper()) if match else None
    if match is None or currency is None or match[1].zfill(2) + match[2] > _HIGHEST:
        allowed = f"an amount to 99.98 and one of {', '.join(_CURRENCIES)}, such as 9.99 USD; none"
        raise refuse("", f'"{price}" is no price that a barcode can say', allowed)
    return currency + match[1].zfill(2) + match[2]
