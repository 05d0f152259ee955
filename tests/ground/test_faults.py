"""What is said of a fault."""

from puzzlebook.ground.faults import list_some, suggest_nearest


def test_a_list_says_how_many_more_there_are_if_any():
    names = ["ant", "bee", "cat"]
    assert list_some(names, 2) == "ant, bee and 1 more"
    assert list_some(names, 3) == list_some(names) == "ant, bee, cat"


def test_of_many_names_the_nearest_are_said_and_where_all_are():
    names = ["castlehill", "catface", "citadel", "quarry"]
    assert suggest_nearest("castlehil", names, "list all") == "did you mean castlehill?"
    assert (
        suggest_nearest("castel", names, "list all")
        == "such as castlehill, citadel, catface; see `list all`"
    )
    assert suggest_nearest("castel", names).startswith("allowed: castlehill, catface, ")
