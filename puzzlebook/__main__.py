"""`puzzlebook`, and `python -m puzzlebook`: answers Ctrl-C before anything is imported that takes its time."""


def main() -> None:
    """Run the command line."""
    try:
        from puzzlebook.interruption import answer_by, end_at_once

        answer_by(end_at_once)
    except KeyboardInterrupt:  # it came in the blink before
        from puzzlebook.interruption import end_at_once

        end_at_once(0, None)
    from puzzlebook.late import load_late

    # What libraries import for what we do not ask of them: typer opens programs, pydantic makes up secrets, reportlab
    # keeps pictures.
    load_late("pickle", "platform", "secrets", "subprocess", "uuid")
    from puzzlebook.cli import main as run

    run()


if __name__ == "__main__":
    main()
