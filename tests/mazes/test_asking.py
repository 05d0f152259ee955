"""Answer mazes: questions at forks, answers at their branches."""

from pathlib import Path

import pytest

from puzzlebook.ground.faults import Refused
from puzzlebook.ground.questions import RULES, make_rule_list, read_rule
from puzzlebook.ground.seeds import derive_maze_key
from puzzlebook.mazes import Design, draw_maze, find_maze_code, make_grid, read_code
from puzzlebook.recipes.assets import read_cuts
from puzzlebook.recipes.question_files import parse_question_list

LIST = "times 2-9", "add 20", "subtract 30", "halves 40", "doubles 20"


def ask(source, size=(14, 18), count=40):
    asked = make_rule_list(read_rule(source, "times"))
    grid = make_grid("square", size)
    for number in range(count):
        key = derive_maze_key("ask", 1, "", number)
        design = Design("square", size, key, "apart").with_questions(asked, grid)
        maze = draw_maze(design, grid)
        if forks := maze.place_questions(asked):
            yield asked, maze, forks


@pytest.mark.parametrize("source", LIST)
def test_only_the_right_answers_lead_on(source):
    made = 0
    for asked, maze, forks in ask(source):
        made += 1
        blocked = {cell for fork in forks for cell, _ in fork.answers if cell != fork.right}
        assert not blocked & {*maze.solution}
        on_way = [fork for fork in forks if fork.on_way]
        assert len(on_way) == asked.count_asked(252)
        assert {fork.right for fork in on_way} <= {*maze.solution}
        places = [maze.solution.index(fork.cell) for fork in on_way]
        assert places == sorted(places)
        rights = {asked.questions[fork.question].right for fork in forks}
        for fork in forks:
            answers = dict(fork.answers)
            assert answers[fork.right] == asked.questions[fork.question].right
            assert len({*answers.values()}) == len(answers)
            assert not {text for cell, text in fork.answers if cell != fork.right} & rights
        labelled = [cell for fork in forks for cell in (fork.cell, *dict(fork.answers))]
        assert len(labelled) == len({*labelled})
        assert not {maze.start, maze.end} & {*labelled}
        # Each question of the way stands there once, and forks off the way ask the same ones.
        assert len({fork.question for fork in on_way}) == len(on_way)
        assert {fork.question for fork in forks} == {fork.question for fork in on_way}
    assert made >= 30


def test_no_sum_stands_twice_while_others_are_left():
    asked, grid = make_rule_list("times.7"), make_grid("square", (14, 18))
    bare, repeated = Design("square", (14, 18), "", "apart"), 0
    design = bare.with_questions(asked, grid, different=asked.different)
    assert design.questions == "6.9.times.7"
    for number in range(40):
        maze = draw_maze(design._replace(key=derive_maze_key("ask", 1, "", number)), grid)
        forks = maze.place_questions(asked) or ()
        sums = [fork.question for fork in forks]
        assert len({*sums}) == min(len(sums), 9)
        rights = {asked.questions[index].right for index in sums}
        for fork in forks:
            wrong = {text for cell, text in fork.answers if cell != fork.right}
            assert len(wrong) == len(fork.answers) - 1
            assert not wrong & rights
        repeated += len(sums) > 9
    assert 0 < repeated < 40
    few = make_rule_list("halves.18")
    # All nine right answers have one digit, so that wrong ones would be lacking.
    assert bare.with_questions(few, grid, different=few.different).questions[1:3] == ".h"


@pytest.mark.parametrize("rule", ["subtract 11", "subtract 10", "doubles 8", "halves 18", "add 9"])
def test_large_mazes_of_small_sums_have_wrong_answers(rule):
    forks = [fork for _, _, forks in ask(rule, (20, 28), 12) for fork in forks]
    assert all(len(dict(fork.answers)) == len(fork.answers) for fork in forks)
    assert len(forks) > 12


def test_forks_off_the_way_ask_in_the_same_share():
    on, off = 0, 0
    for _, _, forks in ask("times 7", (20, 28)):
        on += sum(fork.on_way for fork in forks)
        off += sum(not fork.on_way for fork in forks)
    assert 1 < off / on < 2


def test_most_mazes_have_room_for_our_number_of_questions():
    for size in ((9, 12), (14, 18), (20, 28)):
        assert len([*ask("times 7", size)]) >= 34


def test_a_list_is_asked_whole_and_keeps_its_own_wrong_answers():
    asked = parse_question_list(b"a,1,2,3\nb,x,y,z\nc,7\n", "q.csv")
    assert [row.text for row in asked.questions] == ["a", "b", "c"]
    assert asked.questions[1].wrong == ("y", "z")
    assert asked.questions[2].wrong == ("9", "17", "8")
    assert asked.source.startswith("list.")
    assert asked.count_asked(1000) == 3


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("7x8\n", "has no right answer"),
        ("7x8,\n", "has no right answer"),
        ("7x8,56,56\n", "both right and wrong"),
        ("7x8,56,54,54\n", "same wrong answer twice"),
        ("7x8,56,54\n7x8,56,63\n", "again, after row 1"),
        ("Capital,Paris\n", "has no wrong answer"),
        (",56,54\n", "has no question"),
        ("", "has no questions"),
        ("x" * 61 + ",1,2\n", "has 61 characters"),
    ],
)
def test_a_bad_list_is_refused(content, said):
    with pytest.raises(Refused) as refused:
        parse_question_list(content.encode(), "q.csv")
    assert said in str(refused.value.faults[0])
    assert len(refused.value.faults) == 1


@pytest.mark.parametrize(
    "text", ["times x", "times", "times 0", "times 21", "times 9-2", "add 5", "add 101", "sum 3"]
)
def test_a_bad_rule_is_refused(text):
    with pytest.raises(Refused):
        read_rule(text, "times")


def test_codes_say_what_is_asked_and_others_stay():
    grid = make_grid("square", (9, 12))
    bare = Design("square", (9, 12), "7q4k2m9x0c3t5v8w", "apart")
    for source in ("times.7", "times.2.3", *(f"{rule}.20" for rule in RULES[1:])):
        design = bare._replace(questions=f"4.9.{source}")
        assert read_code(design.code) == design
        design = bare._replace(questions=f"4.{source}")
        assert f"-apart-ask.4.{source}-" in design.code
        assert read_code(design.code) == design
        assert find_maze_code(f"code: {design.code}.") == design.code
        assert draw_maze(design, grid).digest == draw_maze(bare, grid).digest
    for wrong in (
        "0.times.7",
        "4.times.21",
        "4.times.3.2",
        "4.sum.3",
        "4.add.3",
        "4.list.abc",
        "4.4.times.7",
        "4.9.list.0123456789",
    ):
        with pytest.raises(Refused):
            read_code(bare._replace(questions=wrong).code)


@pytest.mark.parametrize("name", ["turtle", "robot", "jackolantern", "key"])
def test_a_cut_maze_has_room_for_its_questions(name):
    # No fork asks at the rim, and narrow outlines are nearly all rim.
    asked = make_rule_list(read_rule("times 2-9", "times"))
    grid = ("square", (14, 15), "drawn")
    cut = read_cuts(name, "joined", Path(), "silhouette", grid)[0].silhouette
    board = make_grid(*grid[:2], cut)
    design = Design(*grid[:2], "", cut.choose_ends("far"), silhouette=cut.code)
    design = design.with_questions(asked, board)
    keys = [derive_maze_key("ask", 1, "", number) for number in range(60)]
    mazes = [draw_maze(design._replace(key=key), board) for key in keys]
    assert any(maze.place_questions(asked) for maze in mazes)
