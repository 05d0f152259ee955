"""The entry point of `puzzlebook` and `python -m puzzlebook`.

It answers Ctrl-C before the slow imports begin.
"""

import gc


def main() -> None:
    """Run the command line."""
    # Nearly every object lives until the process ends, so collecting garbage only takes time.
    # `gifts` collects it after each book of a list.
    gc.disable()
    try:
        from puzzlebook.running.interruption import end_at_once, set_signal_handler

        set_signal_handler(end_at_once)
    except KeyboardInterrupt:  # it came before the handler was set
        from puzzlebook.running.interruption import end_at_once

        end_at_once(0, None)
    from puzzlebook.cli import main as run

    run()


if __name__ == "__main__":
    main()
