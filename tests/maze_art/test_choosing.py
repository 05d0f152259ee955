"""Choosing the best of many places."""

from hypothesis import given
from hypothesis import strategies as st

from puzzlebook.maze_art.choosing import choose_best

PENALTIES = st.integers(0, 30)


@given(st.lists(st.tuples(PENALTIES, PENALTIES, st.booleans(), st.booleans()), max_size=90))
def test_the_choice_is_the_first_of_the_best_of_all(places):
    """Each place has its least penalty and what comes to it; some are not free, and some others
    not suitable."""
    rated = []

    def rate(some):
        rated.extend(some)
        for place in some:
            least, more, _, is_suitable = places[place]
            if is_suitable:
                yield place, least + more, place

    least = {number: place[0] for number, place in enumerate(places)}
    found = choose_best(least, lambda place: places[place][2], rate)
    possible = [
        (least + more, number)
        for number, (least, more, is_free, is_suitable) in enumerate(places)
        if is_free and is_suitable
    ]
    assert found == min(possible, default=(0, None))[1]
    assert len(set(rated)) == len(rated)


def test_what_cannot_be_better_is_not_rated():
    rated = []

    def rate(some):
        rated.extend(some)
        yield from ((place, float(place), place) for place in some)

    assert choose_best({place: float(place) for place in range(500)}, lambda _: True, rate) == 0
    assert len(rated) < 50


def test_a_place_that_may_be_as_good_as_the_best_is_rated():
    least = {0: 1.0, **dict.fromkeys(range(1, 100), 0.0)}
    assert choose_best(least, lambda _: True, lambda some: ((n, 1.0, n) for n in some)) == 0
