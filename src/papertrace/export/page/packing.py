"""The data of a large page, compressed: records as columns, in the zlib format, as base64.

A page parses its data before it shows anything. Those of thousands of papers are mostly names of keys and digits, which
compress to a fifth; unpacking them takes a browser less time than reading the rest from the file.
"""

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

JsonObject = dict[str, Any]

PACKED_ABOVE = 3_000_000
"""The number of characters of JSON above which the data of a page are packed."""

_TABLES = ("papers", "nodes", "edges")
_LEVEL = 9  # as that of abstracts, part of the format


def pack_data(data: Mapping[str, Any]) -> str:
    """Return data of a page as one line of base64, the inverse of `unpack_data`.

    Papers, nodes and edges are written column by column. None stands for a value that a record does not have, so no
    record may have one of its own.
    """
    columns = {name: _columns(data[name]) for name in _TABLES}
    text = json.dumps({**data, **columns}, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return base64.b64encode(zlib.compress(text.encode("utf-8", "replace"), _LEVEL)).decode("ascii")


def unpack_data(packed: str) -> JsonObject:
    """Return the data of `pack_data`.

    Raises
    ------
    ValueError
        If the text is not the form that `pack_data` writes.
    """
    try:
        data: JsonObject = json.loads(zlib.decompress(base64.b64decode(packed)))
        return data | {name: _records(data[name]) for name in _TABLES}
    except (zlib.error, KeyError, TypeError, AttributeError) as error:
        message = "no packed data of a page of papers"
        raise ValueError(message) from error


def _columns(records: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    keys = dict.fromkeys(key for record in records for key in record)
    return {key: [record.get(key) for record in records] for key in keys}


def _records(columns: Mapping[str, Sequence[Any]]) -> list[JsonObject]:
    rows = zip(*columns.values(), strict=True)
    return [{key: value for key, value in zip(columns, row, strict=True) if value is not None} for row in rows]
