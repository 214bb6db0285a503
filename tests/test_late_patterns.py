"""Patterns that are compiled when they are first used."""

import copy
import pickle
import re

import pytest

from papertrace.late_imports import compile_on_use


def test_a_pattern_is_compiled_when_it_is_first_used() -> None:
    pattern = compile_on_use("(")
    with pytest.raises(re.error, match="missing"):
        pattern.search("")


def test_a_pattern_does_what_a_compiled_one_does() -> None:
    late, compiled = compile_on_use("tusk(s?)", re.IGNORECASE), re.compile("tusk(s?)", re.IGNORECASE)
    assert late.sub(r"ice\1", "Tusks, tusk") == compiled.sub(r"ice\1", "Tusks, tusk")
    assert (late.pattern, late.flags, late.groups) == (compiled.pattern, compiled.flags, compiled.groups)
    for again in (copy.deepcopy(late), pickle.loads(pickle.dumps(late))):  # noqa: S301 - just made
        assert again.findall("TUSKS") == ["S"]
