"""Stands where Pillow's `Image` would: reportlab wants it to be there, and no sheet of the page
wants more."""


def open(file: object) -> None:
    """Not here."""
    from puzzlebook.ground.faults import refuse

    raise refuse(
        "picture",
        "is made of pixels, which the page does not read",
        "an SVG file, or the puzzlebook command",
    )
