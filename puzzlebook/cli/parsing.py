"""Commands of typer that refuse an option given twice and group options in `--help`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from typer.core import TyperCommand

from puzzlebook.ground.faults import Fault, Refused

FOR_WHOM = "For whom"
WHAT = "What"
LOOK = "Look"
CLASS = "Class and gifts"
DIMENSIONS = "Dimensions"
POSTER = "Poster"
PRINTING = "Printing"
FILES = "Files"
ADVANCED = "Advanced"
GROUPS = (FOR_WHOM, WHAT, LOOK, CLASS, DIMENSIONS, POSTER, PRINTING, FILES, ADVANCED)
"""The headings in a long `--help`, in order. An option names its heading in `rich_help_panel`.

An option without a heading is listed under Advanced. If a command's options share one heading, they
are listed under Options.
"""


class StrictCommand(TyperCommand):
    """A command that refuses a single-valued option given twice, and groups its options in help."""

    def make_parser(self, ctx: Any) -> Any:
        """Return typer's parser, extended to check the options that it has read."""
        parser: Any = super().make_parser(ctx)
        parse = parser.parse_args

        def parse_strictly(args: list[str]) -> Any:
            words = list(args)  # the parser empties its list
            result = parse(args)
            _check_given_once(result[2], words)
            return result

        parser.parse_args = parse_strictly
        return parser

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options under their headings."""
        sections: dict[str, list[tuple[str, str]]] = {}
        panels = {getattr(parameter, "rich_help_panel", None) for parameter in self.params}
        is_grouped = len(panels & {*GROUPS}) > 1
        for parameter in self.get_params(ctx):
            if record := parameter.get_help_record(ctx):
                title = "Arguments" if parameter.param_type_name == "argument" else "Options"
                if title == "Options" and is_grouped:
                    title = getattr(parameter, "rich_help_panel", None) or ADVANCED
                sections.setdefault(title, []).append(record)
        for title in ("Arguments", *GROUPS, "Options"):
            if rows := sections.get(title):
                with formatter.section(title):
                    # In a narrow terminal the help texts need the width more than the names do.
                    formatter.write_dl(rows, col_max=formatter.width * 3 // 10)


def _check_given_once(given: Sequence[Any], words: Sequence[str]) -> None:
    """Refuse options given twice. given: a parameter for each occurrence, as typed."""
    counts = Counter(parameter for parameter in given if parameter.param_type_name == "option")
    faults = [
        fault
        for parameter, count in counts.items()
        if count > 1 and not parameter.multiple and (fault := _explain_repetition(parameter, words))
    ]
    if faults:
        raise Refused(faults)


def _explain_repetition(parameter: Any, words: Sequence[str]) -> Fault | None:
    """Return the fault of an option given twice; None for a flag that is simply repeated."""
    name = max(parameter.opts, key=len)
    if not parameter.is_flag:
        return Fault(name, "is given twice, but takes one value", "give it once")
    negative_flags = parameter.secondary_opts
    if {*negative_flags} & {*words} and {*parameter.opts} & {*words}:
        return Fault(
            name, f"cannot be combined with {max(negative_flags, key=len)}", "give only one of them"
        )
    return None
