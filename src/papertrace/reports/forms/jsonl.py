"""Findings as JSON lines, one link each, and back."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from papertrace.model import AuditResult, Problem, Span
from papertrace.model.audit.finding_record import FindingRecord, generate_records
from papertrace.model.text import escape_surrogates

# Control characters beyond ASCII, and those of bidirectional text (Unicode 15, categories Cc, Cf, Zl, Zp).
_CONTROL = re.compile("[\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")


def generate_jsonl(result: AuditResult) -> Iterator[str]:
    """Yield one line of JSON per finding, in order; characters that do not print are escaped."""
    encoder = msgspec.json.Encoder()
    for record in generate_records(result):
        try:
            line = encoder.encode(record).decode()
        except UnicodeEncodeError:
            line = encoder.encode(_whole(msgspec.to_builtins(record))).decode()
        # These characters occur only in strings, where JSON can escape them.
        yield _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", line) + "\n"


def _whole(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return a JSON value with the lone surrogates of its strings escaped."""
    match value:
        case str():
            return escape_surrogates(value)
        case list() | tuple():
            return [_whole(item) for item in value]
        case dict():
            return {key: _whole(item) for key, item in value.items()}
    return value


def parse_jsonl(lines: Iterable[str], source: str) -> Iterator[FindingRecord | Problem]:
    """Yield the findings of an earlier audit, and a problem for every line without one."""
    decoder = msgspec.json.Decoder(FindingRecord)
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield decoder.decode(line)
        except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
            yield Problem(Span(source, number), f"not a finding of an audit ({error}); skipped")
