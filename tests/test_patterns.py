"""Regular expressions mean the same on every supported Python."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.folders import ROOT

# Before 3.11.5 a possessive group whose body fails half-way keeps what the body has matched (CPython issue 106052):
# `(?:ab?c)*+` matches "a". Atomic groups are correct everywhere: `(?>(?:ab?c)*)`. A body of plain characters and sets
# is not affected, and needs no memory when it is repeated possessively, so it is allowed.
_POSSESSIVE = re.compile(r"(?P<plain>\(\?:[^()*+?{}]*)?(?<!\()\)(?:[*+?]|\{[\d,]*\})\+")
_ESCAPE = re.compile(r"\\.", re.DOTALL)
_SET = re.compile(r"\[\^?\]?[^\]]*\]")


def misread_groups(pattern: str) -> list[str]:
    """Return the ends of the possessive groups that early releases of 3.11 misread."""
    bare = _SET.sub("x", _ESCAPE.sub("x", pattern))
    return [match[0] for match in _POSSESSIVE.finditer(bare) if match["plain"] is None]


def strings_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield every string of a module with its line; a value inside an f-string is replaced by one letter."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.JoinedStr(values=parts):
                yield node.lineno, "".join(str(p.value) if isinstance(p, ast.Constant) else "x" for p in parts)
            case ast.Constant(value=str(text)):
                yield node.lineno, text


@pytest.mark.parametrize("pattern", [r"a*+", r"[()*+]++", r"\)*+", r"(?:[^\"\\]|\\.)*+", r"(?>(?:ab?c)*)", "/()*+,;="])
def test_what_every_python_reads_alike_may_stay(pattern: str) -> None:
    assert misread_groups(pattern) == []


@pytest.mark.parametrize("pattern", [r"(?:ab?c)*+", r"(?:\.\d++)++", r"(?:(?!x).){4,9}+", r"(a|b)?+"])
def test_a_possessive_group_that_is_misread_is_found(pattern: str) -> None:
    assert len(misread_groups(pattern)) == 1


@pytest.mark.slow
def test_no_pattern_has_a_group_that_an_early_python_3_11_misreads() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {end}"
        for folder in ("src", "tests", "tools", "benchmarks")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path != Path(__file__)
        for line, text in strings_of(path)
        for end in misread_groups(text)
    ]

    assert found == [], "repeat inside an atomic group instead: (?>(?:…)*)"
