"""What colours and sizes of marks can say, and whether readers with colour blindness can tell the colours apart."""

import itertools
import json
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from tests.case_tables import cases

from papertrace.errors import ExportError
from papertrace.export.marks import contrast
from papertrace.export.page.marks import CLASS_COLOURS, CODE_CLASSES, OTHER_COLOUR, OUTCOME_CLASSES, SCALES, shading

# Linear RGB as seen without receptors for red or green (Machado, Oliveira and Fernandes 2009, severity 1.0).
SIGHTS = {
    "all receptors": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
}
PAPERS = {"light": "#fcfbf8", "dark": "#16171a"}


def lab(colour: str, sight: str = "all receptors") -> tuple[float, float, float]:
    """Return the CIELAB coordinates of a colour, D65, as seen."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    seen = [math.fsum(a * b for a, b in zip(row, linear, strict=True)) for row in SIGHTS[sight]]
    red, green, blue = (min(1.0, max(0.0, part)) for part in seen)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def record(**facts: Any) -> dict[str, Any]:  # noqa: ANN401 - any value that a page has
    return {"id": "a", "links": [], **facts}


@pytest.mark.parametrize("theme", CLASS_COLOURS)
def test_any_two_classes_differ_in_every_sight(theme: str) -> None:
    """A difference of 2.3 is just noticeable, side by side."""
    colours = (*CLASS_COLOURS[theme], OTHER_COLOUR[theme])
    least = {
        sight: min(math.dist(lab(a, sight), lab(b, sight)) for a, b in itertools.combinations(colours, 2))
        for sight in SIGHTS
    }

    assert least["all receptors"] >= 31
    assert min(least.values()) >= 14
    assert min(contrast(colour, PAPERS[theme]) for colour in colours) >= 3


@pytest.mark.parametrize("places", [CODE_CLASSES, OUTCOME_CLASSES], ids=["code", "outcomes"])
def test_no_two_states_share_a_colour_but_the_grey(places: dict[str, int | None]) -> None:
    coloured = [place for place in places.values() if place is not None]

    assert len(set(coloured)) == len(coloured)
    assert set(coloured) <= set(range(len(CLASS_COLOURS["light"])))


@pytest.mark.parametrize("theme", SCALES)
def test_scale_grows_evenly_in_lightness_and_stands_out_from_the_paper(theme: str) -> None:
    lightness = [lab(colour)[0] for colour in SCALES[theme]]

    assert lightness == sorted(lightness, reverse=theme == "light")
    assert min(contrast(colour, PAPERS[theme]) for colour in SCALES[theme]) >= 3
    assert abs(lightness[0] - lightness[-1]) >= 40


def test_attributes_that_say_something_are_offered_and_no_others() -> None:
    shown = shading(
        [record(), record()],
        [
            {"x": 1.0, "score": 0.25, "same": 4, "group": "a|b", "side": "left", "year": 2020, "odd": math.nan},
            {"x": 2.0, "score": None, "same": 4, "group": "c", "side": "right", "year": 2021, "odd": 2.0},
        ],
    )

    assert shown["attributes"] == [{"name": "side", "classes": ["left", "right"], "values": [0, 1]}]


def test_attributes_whose_names_are_no_texts_are_left_out() -> None:
    nodes: list[Any] = [{1: "a", ("b",): 2, "side": "left"}, {1: "c", None: 3, "side": "right"}]

    assert [one["name"] for one in shading([record(), record()], nodes)["attributes"]] == ["side"]


def test_numbers_keep_four_digits_and_unknown_ones_are_null() -> None:
    shown = shading([record()] * 3, [{"score": 0.123456}, {"score": 1234567}, {}])

    assert shown["attributes"] == [{"name": "score", "numbers": [0.1235, 1234567, None]}]


@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.float32, np.float64, Fraction], ids=lambda kind: kind.__name__)
def test_numbers_of_other_types_are_numbers(kind: Callable[[int], object]) -> None:
    shown = shading([record()] * 3, [{"score": kind(7)}, {"score": kind(8)}, {"score": math.nan}], size_by="score")

    assert json.dumps(shown["attributes"][0]["numbers"]) in {"[7, 8, null]", "[7.0, 8.0, null]"}
    assert shown["size"] == "score"


def test_number_of_numpy_that_is_not_finite_is_not_known() -> None:
    shown = shading(
        [record()] * 3, [{"score": np.float32("nan")}, {"score": np.float32("inf")}, {"score": 1}, {"score": 2}]
    )

    assert shown["attributes"] == [{"name": "score", "numbers": [None, None, 1, 2]}]


@pytest.mark.parametrize(
    ("asked", "found"),
    [("year", "year"), ("n_citations", "citations"), ("degree_weighted", "links"), ("score", "score")],
    ids=["name of the page", "name of the graph", "links of the graph", "attribute"],
)
def test_what_is_asked_for_is_shown_first(asked: str, found: str) -> None:
    records = [record(year=2020, citations=3), record(year=2021)]

    shown = shading(records, [{"score": 1}, {"score": 2}], color_by=asked, size_by=asked)

    assert (shown["color"], shown["size"]) == (found, found)


@pytest.mark.parametrize("nothing", ["", None, math.nan])
def test_attribute_of_which_all_values_are_empty_can_be_asked_for(nothing: object) -> None:
    shown = shading([record(), record()], [{"change": nothing}, {}], color_by="change")

    assert shown["color"] == "change"
    assert shown["attributes"] == [{"name": "change", "classes": [], "values": [None, None]}]
    assert shading([record()], [{"change": nothing}])["attributes"] == []


@pytest.mark.parametrize(("asked", "found"), [("venue", "venue"), ("outcome", "audit"), ("publication_type", "type")])
def test_attribute_that_the_page_has_under_its_own_name_may_be_empty_too(asked: str, found: str) -> None:
    shown = shading([record()], [{asked: ""}], color_by=asked)

    assert (shown["color"], shown["attributes"]) == (found, [])


@cases("asked, purpose", named=True)
def test_what_no_paper_has_is_an_error_that_names_what_there_is(asked: dict[str, str], purpose: str) -> None:
    with pytest.raises(ExportError, match=f"^no paper has .*, which its {purpose} was to show .known: .*links"):
        shading([record(year=2020)], [{"side": "left"}], **asked)


@pytest.mark.parametrize("asked", ["side", "venue", "claim", "community", "empty"])
def test_what_has_no_numbers_cannot_be_a_size_and_is_told_from_what_no_paper_has(asked: str) -> None:
    with pytest.raises(ExportError, match=f"^'{asked}' has no numbers, which sizes show .known: links, year, score"):
        shading(
            [record(year=2020, venue="Journal of Ice")],
            [{"side": "left", "claim": "none", "empty": "", "score": 1}, {"score": 2}],
            size_by=asked,
        )
