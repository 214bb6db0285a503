"""Names of communities on the picture, where there is little space."""

import math

import pytest

from papertrace.export.picture.names import LabelSpace, Mark, gap_to_marks, place_between, place_name

FRAME = (0.0, 0.0, 800.0, 800.0)


def _ring(radius: float, n: int) -> list[Mark]:
    """Return marks around the middle of the frame."""
    turns = [2 * math.pi * k / n for k in range(n)]
    return [(400 + radius * math.cos(turn), 400 + radius * math.sin(turn), 5.0) for turn in turns]


OWN, AROUND = _ring(100, 24), _ring(120, 90)


def test_a_community_inside_another_has_its_name_between_its_own_marks() -> None:
    space = LabelSpace(half_width=40, half_height=9, frame=FRAME)
    assert place_name(OWN, AROUND, [(400.0, 900.0)], space) is None

    box = place_between(OWN, AROUND, [(400.0, 900.0)], space)

    assert box is not None
    assert math.dist(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), (400, 400)) < 8
    assert gap_to_marks(box, OWN) >= 2


@pytest.mark.parametrize(
    ("others", "centres", "space"),
    [
        pytest.param(AROUND, [], LabelSpace(half_width=98, half_height=20, frame=FRAME), id="wider than the space"),
        pytest.param(
            [*AROUND, (400.0, 400.0, 5.0)],
            [],
            LabelSpace(half_width=80, half_height=30, frame=FRAME),
            id="foreign mark",
        ),
        pytest.param(
            AROUND, [(400.0, 400.0)], LabelSpace(half_width=40, half_height=9, frame=FRAME), id="foreign centre"
        ),
        pytest.param(
            AROUND,
            [],
            LabelSpace(half_width=40, half_height=9, frame=FRAME, taken=[(250.0, 250.0, 550.0, 550.0)]),
            id="taken by other names",
        ),
        pytest.param([], [], LabelSpace(half_width=450, half_height=9, frame=FRAME), id="wider than the frame"),
    ],
)
def test_a_name_that_would_mislead_or_cover_is_not_placed(
    others: list[Mark], centres: list[tuple[float, float]], space: LabelSpace
) -> None:
    assert place_between(OWN, others, centres, space) is None
