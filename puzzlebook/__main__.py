"""`puzzlebook`, and `python -m puzzlebook`: answers Ctrl-C before anything is imported that takes
its time."""


def main() -> None:
    """Run the command line."""
    try:
        from puzzlebook.running.interruption import end_at_once, set_signal_handler

        set_signal_handler(end_at_once)
    except KeyboardInterrupt:  # it came in the blink before
        from puzzlebook.running.interruption import end_at_once

        end_at_once(0, None)
    from puzzlebook.ground.lazy_imports import import_lazily, load_late

    # What libraries import for what we do not ask of them: typer opens programs, pydantic makes up
    # secrets, reportlab keeps pictures, Python packs archives, reads programs and writes paths as
    # other systems do.
    load_late("bz2", "linecache", "lzma", "ntpath", "pickle", "platform", "secrets", "shellingham", "subprocess",
              "tokenize")  # fmt: skip
    # Nor do we ask for what our own command line brings along: typer translates, shows where
    # programs failed, quotes addresses and reads identifiers.
    with import_lazily("gettext", "traceback", "urllib.parse", "uuid"):
        from puzzlebook.cli import main as run

    run()


if __name__ == "__main__":
    main()
