"""What is said of a fault, and of what is remarked upon."""

import ast
import re

from command import HOME

from puzzlebook.ground.faults import Fault, Note, list_some, place_note, suggest_nearest


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


def test_a_program_reads_what_a_remark_is_about_and_leaves_out_what_names_an_option():
    """For people a remark is one line, with the name of its file in front."""
    note = Note('Names from the column "Kind"', ": --name-column changes it", "columns", '"Kind"')
    assert note == 'Names from the column "Kind": --name-column changes it'
    placed = place_note(note, "3b.csv")
    assert placed == f"3b.csv: {note}"
    assert placed.what == '3b.csv: Names from the column "Kind"'
    assert (placed.topic, placed.quoted) == ("columns", '"Kind"')
    assert place_note("row 2: is empty", "3b.csv").what == "3b.csv: row 2: is empty"


def test_each_remark_says_which_part_of_it_names_an_option():
    """So a program that has no options, such as the page, can leave it out."""
    package = HOME / "puzzlebook"
    others = {*(package / "cli").rglob("*.py"), package / "verbs/listing_costs.py"}  # no remarks
    for path in sorted({*package.rglob("*.py")} - others):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Yield) and isinstance(node.value, ast.JoinedStr | ast.Constant):
                assert not re.search(r"(?<!\w)--[a-z]", ast.unparse(node.value)), (
                    path,
                    node.lineno,
                )


def test_the_end_of_an_error_that_names_an_option_can_be_left_out():
    fault = Fault("pages", "no such book", "the nearest: 8", remedy="; only mazes: --short")
    assert str(fault) == "pages: no such book; the nearest: 8; only mazes: --short"
    assert str(fault._replace(remedy="")) == "pages: no such book; the nearest: 8"
