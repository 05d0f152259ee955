"""What is said of a fault."""

from puzzlebook.ground.faults import list_some


def test_a_list_says_how_many_more_there_are_if_any():
    names = ["ant", "bee", "cat"]
    assert list_some(names, 2) == "ant, bee and 1 more"
    assert list_some(names, 3) == list_some(names) == "ant, bee, cat"
