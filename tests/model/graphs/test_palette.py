"""Colours of communities: whether readers can tell them apart, whatever their sight, and neighbours best of all."""

import itertools
import math
from functools import cache

import numpy as np
import pytest
from tests.case_tables import cases

from papertrace.export.marks import contrast, legible
from papertrace.model.graphs import (
    DARK,
    LIGHT,
    UNLINKED_COLOUR,
    UNLINKED_ON_DARK,
    ciede2000,
    colour_difference,
    hue_on_dark,
    lab,
    spread_colours,
)

PAPERS = {"light": (LIGHT, "#fcfbf8"), "dark": (DARK, "#16171a")}

# Pairs of the data that Sharma, Wu and Dalal (2005) published for tests of implementations.


@cases("one, other, difference")
def test_differences_are_those_published(
    one: tuple[float, float, float], other: tuple[float, float, float], difference: float
) -> None:
    assert ciede2000(one, other) == pytest.approx(difference, abs=5e-5)
    assert ciede2000(other, one) == pytest.approx(difference, abs=5e-5)


@pytest.mark.parametrize("theme", PAPERS)
def test_any_two_communities_differ_in_every_sight(theme: str) -> None:
    """A difference of 1 is just noticeable side by side; the palette before had pairs of 4 and 8."""
    colours, paper = PAPERS[theme]
    pairs = list(itertools.combinations(colours, 2))

    assert len(set(colours)) == 12
    assert min(colour_difference(*pair) for pair in pairs) >= 12
    assert min(ciede2000(lab(one), lab(other)) for one, other in pairs) >= 19
    assert min(contrast(colour, paper) for colour in colours) >= 3


@pytest.mark.parametrize("theme", PAPERS)
def test_no_community_looks_like_the_unlinked_papers(theme: str) -> None:
    grey = {"light": legible(UNLINKED_COLOUR, on="#fcfbf8", ink="#1c1b19", ratio=3), "dark": UNLINKED_ON_DARK}[theme]

    assert min(colour_difference(colour, grey) for colour in PAPERS[theme][0]) >= 9


def ring(n: int) -> list[tuple[float, float, float]]:
    return [(math.cos(2 * math.pi * i / n), math.sin(2 * math.pi * i / n), math.pi / n) for i in range(n)]


def scattered(n: int) -> list[tuple[float, float, float]]:
    return [(float(x), float(y), 0.4 / math.sqrt(n)) for x, y in np.random.default_rng(7).random((n, 2))]


def differences_of_neighbours(places: list[tuple[float, float, float]]) -> list[float]:
    chosen = spread_colours(places)
    found = []
    for i, (x, y, _) in enumerate(places):
        others = [k for k in range(len(places)) if k != i]
        nearest = sorted(others, key=lambda k: math.hypot(places[k][0] - x, places[k][1] - y))[:2]
        found += [
            colour_difference(palette[chosen[i]], palette[chosen[k]]) for k in nearest for palette in (LIGHT, DARK)
        ]
    return found


@pytest.mark.parametrize("n", [2, 5, 8, 12])
def test_as_many_communities_as_colours_have_one_each(n: int) -> None:
    assert len(set(spread_colours(ring(n)))) == n


@pytest.mark.parametrize(("n", "least"), [(5, 20), (9, 18), (12, 15)])
def test_neighbours_differ_more_than_the_palette_at_its_worst(n: int, least: float) -> None:
    assert min(differences_of_neighbours(ring(n))) >= least


def test_with_three_hundred_communities_near_ones_have_different_colours() -> None:
    places = scattered(300)
    found = differences_of_neighbours(places)

    assert sum(difference < 12 for difference in found) <= 0.02 * len(found)
    assert sum(found) / len(found) > 25
    assert max(map(spread_colours(places).count, range(12))) <= 25


def test_colours_do_not_depend_on_the_unit_or_place_of_the_map() -> None:
    places = scattered(40)
    moved = [(1024 * x + 4096, 1024 * y - 512, 1024 * radius) for x, y, radius in places]

    assert spread_colours(places) == spread_colours(moved)


@cases("colour, coordinates")
def test_coordinates_of_well_known_colours_are_those_of_cielab(
    colour: str, coordinates: tuple[float, float, float]
) -> None:
    assert lab(colour) == pytest.approx(coordinates, abs=0.03)


@pytest.mark.parametrize("sight", [1, 2])
def test_whoever_lacks_receptors_sees_greys_as_they_are_and_confuses_red_with_green(sight: int) -> None:
    for grey in ("#000000", "#808080", "#ffffff"):
        assert lab(grey, sight) == pytest.approx(lab(grey), abs=0.01)
    assert ciede2000(lab("#c04030", sight), lab("#507020", sight)) < 0.5 * ciede2000(lab("#c04030"), lab("#507020"))
    assert colour_difference("#c04030", "#507020") == min(
        ciede2000(lab("#c04030", one), lab("#507020", one)) for one in range(3)
    )


def test_a_colour_does_not_differ_from_itself_and_greys_differ_by_lightness_alone() -> None:
    assert ciede2000((50.0, 0.0, 0.0), (50.0, 0.0, 0.0)) == 0
    assert ciede2000((50.0, 0.0, 0.0), (52.0, 0.0, 0.0)) == pytest.approx(2 / (1 + 0.015 / math.sqrt(21)))
    assert ciede2000((0.0, 0.0, 0.0), (100.0, 0.0, 0.0)) == pytest.approx(100)


@cache
def least_difference(one: int, other: int) -> float:
    return min(colour_difference(palette[one], palette[other]) for palette in (LIGHT, DARK))


def cost_of(places: list[tuple[float, float, float]], chosen: list[int], some: set[int]) -> float:
    """Return the sum that the colours of some communities are to make small, computed from its definition."""
    total = 0.0
    for i in some:
        x, y, radius = places[i]
        nearness = {
            k: min(4.0, ((radius + r) ** 2 / max((x - u) ** 2 + (y - v) ** 2, 1e-18)) ** 2)
            for k, (u, v, r) in enumerate(places)
            if k != i
        }
        for k in sorted(nearness, key=lambda k: -nearness[k])[:12]:
            total += nearness[k] * (10 / max(2.0, least_difference(chosen[i], chosen[k]))) ** 4
    return total


@pytest.mark.parametrize("n", [3, 8, 12])
def test_no_exchange_of_two_colours_tells_neighbours_better_apart(n: int) -> None:
    for places in (ring(n), scattered(n)):
        chosen = spread_colours(places)

        for i, k in itertools.combinations(range(1, n), 2):
            exchanged = list(chosen)
            exchanged[i], exchanged[k] = chosen[k], chosen[i]
            assert cost_of(places, exchanged, {i, k}) >= cost_of(places, chosen, {i, k}) - 1e-5
        for i, colour in itertools.product(range(1, n), range(12)):
            if colour not in chosen:
                other = [*chosen[:i], colour, *chosen[i + 1 :]]
                assert cost_of(places, other, {i}) >= cost_of(places, chosen, {i}) - 1e-5


@pytest.mark.parametrize("n", [0, 1, 12, 13, 24, 25, 40])
def test_no_colour_is_used_more_often_than_needed_and_the_largest_community_has_the_first(n: int) -> None:
    chosen = spread_colours(scattered(n))

    assert len(chosen) == n
    assert chosen[:1] == [0][:n]
    assert max(map(chosen.count, range(12))) == math.ceil(n / 12)


def test_communities_at_one_place_are_coloured_too() -> None:
    assert len(set(spread_colours([(1.0, 1.0, 0.5)] * 5))) == 5


def test_the_choice_is_the_same_on_every_machine() -> None:
    assert spread_colours(ring(7)) == [0, 10, 9, 2, 5, 1, 7]
    assert spread_colours(scattered(14)) == [0, 5, 6, 1, 4, 9, 10, 11, 8, 3, 2, 7, 3, 7]


def test_every_colour_has_one_of_its_own_on_dark_paper() -> None:
    assert [hue_on_dark(colour) for colour in (*LIGHT, UNLINKED_COLOUR)] == [*DARK, UNLINKED_ON_DARK]
    assert hue_on_dark("#ffffff") is None
