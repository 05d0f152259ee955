"""`puzzlebook help`: short texts about topics, from `templates/help/`."""

from __future__ import annotations

from typing import Annotated

import typer

from puzzlebook.cli.messages import print_result

EXAMPLES = """
Examples:

\b
  puzzlebook help
  puzzlebook help class
  puzzlebook help make
"""


def help_(
    topic: Annotated[
        str | None, typer.Argument(metavar="TOPIC", help="A topic, or the name of a command.")
    ] = None,
) -> None:
    """Explain a topic or a command. Without TOPIC, list the topics."""
    from puzzlebook.ground import templates
    from puzzlebook.ground.faults import refuse, suggest_nearest
    from puzzlebook.recipes.other_names import find_by_other_name

    folder = templates.find_folder() / "help"
    texts = {path.stem: path.read_text("utf-8") for path in sorted(folder.glob("*.txt"))}
    if topic is None:
        print_result("Topics:\n")
        for stem, text in texts.items():
            print_result(f"  puzzlebook help {stem:<8} {text.partition(chr(10))[0]}")
        print_result("\nFor the options of a command: puzzlebook help COMMAND, such as help make.")
        print_result("For all commands: puzzlebook --help")
    elif (known := find_by_other_name("topics", topic, texts)) is None:
        raise refuse("help", f'there is no topic "{topic}"', suggest_nearest(topic, texts))
    else:
        print_result(texts[known].rstrip())
