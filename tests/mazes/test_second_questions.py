"""The questions of answer mazes, asked a second time from `docs/codes.md` alone."""

import re

import pytest
import second_mazes as second

from puzzlebook.ground.questions import make_rule_list
from puzzlebook.mazes import Design, draw_maze, make_grid

MAZES = [
    ("square", (9, 12), "times.7"),
    ("square", (20, 28), "times.2.3.4"),
    ("square", (14, 18), "add.20"),
    ("hexagonal", (12, 12), "subtract.20"),
    ("square", (14, 18), "halves.40"),
    ("polar", (9,), "doubles.20"),
    ("square", (14, 18), "times.9"),
    ("square", (9, 12), "doubles.8"),
]


def rows_of(source):
    """The questions of a rule: text, right answer, the guesses before and behind the turned
    digits."""
    kind, *numbers = source.split(".")
    most = int(numbers[0])
    if kind == "times":
        for a in map(int, numbers):
            for b in range(2, 11):
                yield (
                    f"{a} × {b}",
                    a * b,
                    [a * (b + 1), a * (b - 1), (a + 1) * b, (a - 1) * b],
                    a + b,
                )
    elif kind == "add":
        for total in range(4, most + 1):
            for a in range(2, total - 1):
                b = total - a
                yield f"{a} + {b}", total, [total + 1, total - 1], abs(a - b)
    elif kind == "subtract":
        for a in range(4, most + 1):
            for b in range(2, a):
                yield f"{a} − {b}", a - b, [a - b + 1, a - b - 1], a + b
    elif kind == "halves":
        for n in range(4, most + 1, 2):
            r = n // 2
            yield f"{n} ÷ 2", r, [r + 1, r - 1, n - 2], 2 * n
    else:
        for n in range(2, most // 2 + 1):
            r = 2 * n
            yield f"{n} + {n}", r, [r + 1, r - 1, r + 2], n


def wrong_of(row, rights, rows):
    _, right, own, last = row
    guesses = [*own, int(str(right)[::-1]), last, right + 10, right - 10, right + 1, right - 1]
    for step in range(2, 40):
        guesses += [right + step, right - step]
    longest = max(len(str(each[1])) for each in rows)
    kept = [g for g in dict.fromkeys(guesses) if g > 0 and g != right and len(str(g)) <= longest]
    return [g for g in kept if g not in rights][:6]


def shuffled(items, source):
    items = list(items)
    for i in range(len(items)):
        j = i + second.below(len(items) - i, source, 1)
        items[i], items[j] = items[j], items[i]
    return items


def some(items, many, source):
    """Some of the items, in their order."""
    order = list(range(len(items)))
    for i in range(many):
        j = i + second.below(len(items) - i, source, 1)
        order[i], order[j] = order[j], order[i]
    return [items[i] for i in sorted(order[:many])]


def ask(code):
    """What stands in each cell of an answer maze, or None without room."""
    read = second.read(code)
    numbers = re.match(r"(\d+)\.(?:(\d+)\.)?", read["questions"])
    count, source = int(numbers[1]), read["questions"][numbers.end() :]
    different = int(numbers[2] or count)
    grid = second.grid_of(read)
    joined = second.joined_of(grid, second.passages_of(read, grid))
    joined = [sorted(row) for row in joined]
    start, end = second.ends_of(grid, read["ends"], read["key"], joined)
    level, parent = [start], {start: None}
    for cell in level:
        for other in joined[cell]:
            if other not in parent:
                parent[other] = cell
                level.append(other)
    way = [end]
    while way[-1] != start:
        way.append(parent[way[-1]])
    way.reverse()
    taken = {start, end}

    def forks(cells):
        for cell in cells:
            branches = [b for b in joined[cell] if b != parent[cell]]
            if not 2 <= len(branches) <= 3 or any(len(joined[b]) == 1 for b in branches):
                continue
            around = {cell, *joined[cell]}
            if not around & taken:
                taken.update(around)
                yield cell, branches

    on = list(forks(way))
    off = list(forks([cell for cell in level if cell not in way]))
    if len(on) < count:
        return None
    key = read["key"]
    off_count = int(count * len(off) / len(on) + 0.5)
    on = some(on, count, second.draws(key, "questions way", 1))
    off = some(off, off_count, second.draws(key, "questions astray", 1))
    rows, deal = list(rows_of(source)), second.draws(key, "questions deal", 1)
    order, rights, left = [], set(), list(range(len(rows)))
    for i in range(len(left)):
        j = i + second.below(len(left) - i, deal, 1)
        left[i], left[j] = left[j], left[i]
        if rows[left[i]][1] not in rights:
            rights.add(rows[left[i]][1])
            order.append(left[i])
        if len(order) == different:
            break
    dealt = list(order)
    while len(dealt) < len(on) + len(off):
        dealt += shuffled(order, deal)
    right_draws = second.draws(key, "questions right", 1)
    wrong_draws = second.draws(key, "questions wrong", 1)
    stands = {}
    for (cell, branches), index in zip([*on, *off], dealt, strict=False):
        row = rows[index]
        stands[cell] = row[0]
        if cell in way:
            right = way[way.index(cell) + 1]
        else:
            right = branches[second.below(len(branches), right_draws, 1)]
        wrong = wrong_of(row, {rows[i][1] for i in dealt[: len(on) + len(off)]}, rows)
        for branch in branches:
            if branch == right:
                stands[branch] = str(row[1])
            else:
                stands[branch] = str(wrong.pop(second.below(len(wrong), wrong_draws, 1)))
    return stands


@pytest.mark.parametrize("varied", [False, True])
@pytest.mark.parametrize(("shape", "size", "source"), MAZES)
def test_questions_asked_from_the_page_alone_are_ours(shape, size, source, varied):
    asked, grid = make_rule_list(source), make_grid(shape, size)
    compared = 0
    for number in range(4):
        design = Design(shape, size, second.maze_key("asked", draw=number), "apart")
        different = asked.different if varied else 0
        design = design.with_questions(asked, grid, different=different)
        forks = draw_maze(design, grid).place_questions(asked)
        stands = ask(design.code)
        if forks is None:
            assert stands is None
            continue
        ours = {}
        for fork in forks:
            ours[fork.cell] = asked.questions[fork.question].text
            ours |= dict(fork.answers)
        assert ours == stands
        compared += 1
    assert compared
