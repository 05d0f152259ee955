"""Fixed samples of long lists of cases: some in every run, all of them in the full one."""

from collections.abc import Iterable
from typing import Any

import pytest


def one_in(many: int, cases: Iterable[tuple[Any, ...]]) -> list[Any]:
    """All cases, of which each run has every so-manieth; the others are for `-m exhaustive`."""
    full = pytest.mark.exhaustive
    return [
        case if place % many == 0 else pytest.param(*case, marks=full)
        for place, case in enumerate(cases)
    ]
