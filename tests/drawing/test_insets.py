"""Drawings within drawings, in SVG files."""

from puzzlebook.drawing.drawing import Drawing, Inset, Layer, Style, Subpath
from puzzlebook.drawing.svg import Label, write_svgs

INNER = Drawing(
    0, 0, 9, 9, 1, (Layer("inner", Style(1.0), (Subpath(((0, 0), (7, 7))),)),), is_reused=True
)


def picture(lines):
    """A picture of lines between two insets."""
    back, front = (
        Layer(name, Style(), (), inset=Inset(INNER, 0, 0, 1)) for name in ("back", "front")
    )
    drawn = [Layer(f"line {y}", Style(1.0), (Subpath(((y, 0), (y, 5))),)) for y in range(lines)]
    return Drawing(0, 0, 9, 9, 1, (back, *drawn, front))


def test_pictures_with_different_numbers_of_layers_all_have_their_insets():
    """Each inset has a stand-in until it is written, in a cache by identity."""
    for lines in range(1, 12):
        numbers = (lines, lines + 1, lines + 2, 1)
        pictures = [(picture(number), Label("a", "b")) for number in numbers]
        for text in write_svgs(pictures):
            assert text.count('d="M0 0l7 7"') == 2
