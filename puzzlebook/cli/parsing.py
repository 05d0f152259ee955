"""How the words of a command are parsed: as typer does, and no option silently replaces what it
said before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from typer.core import TyperCommand

from puzzlebook.ground.faults import Fault, Refused


class StrictCommand(TyperCommand):
    """A command that refuses an option which is given twice and holds only one value."""

    def make_parser(self, ctx: Any) -> Any:
        """The parser of typer, which also looks at which options were given."""
        parser: Any = super().make_parser(ctx)
        parse = parser.parse_args

        def parse_strictly(args: list[str]) -> Any:
            words = list(args)  # the parser takes them out of its list
            found = parse(args)
            _check_given_once(found[2], words)
            return found

        parser.parse_args = parse_strictly
        return parser


def _check_given_once(given: Sequence[Any], words: Sequence[str]) -> None:
    """Refuse options that are given twice. given: the parameters in the order of the words, each
    time they occur."""
    counts = Counter(parameter for parameter in given if parameter.param_type_name == "option")
    twice = [
        parameter for parameter, count in counts.items() if count > 1 and not parameter.multiple
    ]
    if faults := [fault for parameter in twice if (fault := _make_fault(parameter, words))]:
        raise Refused(faults)


def _make_fault(parameter: Any, words: Sequence[str]) -> Fault | None:
    """What is wrong with an option that is given twice; nothing where a flag only says the same
    again."""
    name = max(parameter.opts, key=len)
    if not parameter.is_flag:
        return Fault(name, "is given twice, and holds one value", "give it once")
    no = parameter.secondary_opts
    if {*no} & {*words} and {*parameter.opts} & {*words}:
        return Fault(name, f"does not go with {max(no, key=len)}", "one of the two")
    return None
