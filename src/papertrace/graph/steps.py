"""The steps of building a graph, for those who want to show how far it is."""

from collections.abc import Callable, Sequence

from papertrace.engine.protocol import ignore_count

READING = "reading papers"
COUNTING = "counting terms"
COMPARING = "comparing papers"
GROUPING = "finding communities"
ARRANGING = "arranging the map"
FOLLOWING = "following shortest paths"
DESCRIBING = "describing papers and links"

STEPS = (COMPARING, GROUPING, ARRANGING, FOLLOWING, DESCRIBING)
"""The steps of every graph; before them, papers are read and terms counted where the extraction has not done so."""

OnStep = Callable[[str, int, int | None], None]
"""A function that is told the step, how much of it is done, and of how much, or None if that is not counted."""


class Steps:
    """The steps that one graph takes, in their order.

    >>> steps = Steps((READING, GROUPING), print)
    >>> count = steps.begin(GROUPING, 10)
    step 2 of 2, finding communities 0 10
    >>> count(10)
    step 2 of 2, finding communities 10 10
    """

    def __init__(self, names: Sequence[str] = (), on_step: OnStep | None = None) -> None:
        """Start before the first of some steps; without a function that is told, nothing is shown."""
        self._names = names
        self._on_step = on_step

    def begin(self, name: str, total: int | None = None) -> Callable[[int], None]:
        """Begin a step, and return the function to call with how much of `total` is done.

        More than the total is shown as the total, so that the last of equal parts may be smaller.
        """
        if self._on_step is None:
            return ignore_count
        on_step, step = self._on_step, f"step {self._names.index(name) + 1} of {len(self._names)}, {name}"

        def show(done: int) -> None:
            on_step(step, done if total is None else min(done, total), total)

        show(0)
        return show
