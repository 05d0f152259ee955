"""What is given from outside, before anything is done with it."""

import pytest

from puzzlebook.ground.arguments import is_text


@pytest.mark.parametrize("number", [0xD800, 0xDBFF, 0xDC00, 0xDFFF])
def test_a_lone_surrogate_is_no_text(number):
    assert not is_text(chr(number))
    assert not is_text(f"owl {chr(number)}")


@pytest.mark.parametrize("text", ["", "owl", "\ud7ff", "\ue000", "🦉"])
def test_its_neighbours_and_what_is_beyond_them_are(text):
    assert is_text(text)
