"""The table of forms that the findings of an audit can be written in."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from papertrace.model import Finding
from papertrace.reports import jsonl, text


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Write findings in one form: pieces of text, each ending in a newline."""

    name: str
    description: str
    generate: Callable[[Sequence[Finding]], Iterator[str]]


REPORTS: tuple[Report, ...] = (
    Report(name="text", description="a table for people", generate=text.generate_text),
    Report(name="jsonl", description="one link as JSON on each line", generate=jsonl.generate_jsonl),
)
