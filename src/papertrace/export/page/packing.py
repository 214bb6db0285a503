"""The data of a large page, and the abstracts of every page, compressed so that a browser unpacks them by itself.

Texts are in the zlib format (RFC 1950) as base64, which `DecompressionStream` and `atob` of a browser read. A page
parses its data before it shows anything. Those of thousands of papers are mostly names of keys, digits and texts:
records become columns, since values of one kind compress better side by side, a thousand records a line, since a
browser answers nobody while it parses a text, and what no first view needs is a line of its own. Where the papers
are, and in which colours, comes first and alone, so that a browser can draw them while the rest arrives. Abstracts
are most of the text of a list, and few of them are read: they are unpacked a chunk at a time, when a reader asks for
one. A page of a few hundred papers has its data as they are, so that one can read it.
"""

import base64
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from papertrace.export.page.embedding import JsonObject, to_json
from papertrace.export.page.records import resting_pairs
from papertrace.model.graphs import GraphColumns

PACKED_ABOVE = 300_000  # characters of JSON
N_IN_CHUNK = 128  # papers whose abstracts are compressed together: as many as the window of the zlib format holds

# The tables of records, and which of their columns come with the places.
_PLACED: Mapping[str, tuple[str, ...]] = {"papers": ("community",), "nodes": ("x", "y"), "edges": ()}
# The columns that a page does not need for its first view: half of the data, parsed when one is first asked for.
_LATER = {
    "papers": ("links", "repositories", "claim", "sentence", "names", "key", "arxiv", "doi"),
    "edges": ("reasons",),
}
_N_IN_LINE = 1024  # records, which a browser parses within some milliseconds
_LEVEL = 9  # part of the format: another one gives other bytes
_MIN_UNPACKED_BYTES = 16 * 1024 * 1024
_MAX_RATIO = 200  # of bytes before and after packing; of data of papers, it is below 20


class Packed(NamedTuple):
    """The texts of three blocks of a page: what is drawn first; all other data; and abstracts, a chunk a line."""

    places: str
    data: str
    abstracts: str


def zip_values(*values: object) -> str:
    """Return values, each on a line of JSON, compressed as base64, which HTML takes as it is."""
    lines = "\n".join(json.dumps(one, ensure_ascii=False, separators=(",", ":"), allow_nan=False) for one in values)
    # A lone surrogate cannot be encoded.
    return base64.b64encode(zlib.compress(lines.encode("utf-8", "replace"), _LEVEL)).decode("ascii")


def unzip_values(text: str) -> Iterator[Any]:
    """Yield the values of `zip_values`.

    Raises
    ------
    zlib.error
        If the text is damaged, or unpacks to far more than a page of its size has.
    ValueError
        If it is no base64, or holds no JSON.
    """
    packed = base64.b64decode(text, validate=True)
    unpacking = zlib.decompressobj()
    unpacked = unpacking.decompress(packed, max(_MIN_UNPACKED_BYTES, _MAX_RATIO * len(packed)))
    if not unpacking.eof:
        message = "incomplete, or unpacks to too many bytes"
        raise zlib.error(message)
    yield from map(json.loads, unpacked.split(b"\n"))


def pack_page(data: Mapping[str, Any], abstracts: Sequence[str] = ()) -> Packed:
    """Return data of a page and the abstracts of its papers as text, the inverse of `unpack_data`.

    None stands for a value that a record does not have, so no record may have one of its own.
    """
    places = first_sight(data)
    rest = {key: value for key, value in data.items() if key not in _PLACED}
    # Hundreds of papers are read sooner than they are unpacked.
    seen = zip_values(places) if places["discs"] else to_json(places)
    return Packed(seen, zip_values(rest, *_columns(data)), pack_abstracts(abstracts))


def _columns(data: Mapping[str, Any]) -> Iterator[JsonObject]:
    """Yield a thousand records at a time, with the name of their table, and what is read later by itself."""
    for table, placed in _PLACED.items():
        records = data[table]
        for start in range(0, len(records), _N_IN_LINE):
            some = records[start : start + _N_IN_LINE]
            keys = dict.fromkeys(key for record in some for key in record if key not in placed)
            columns = {key: [record.get(key) for record in some] for key in keys}
            later = {key: columns.pop(key) for key in _LATER.get(table, ()) if key in columns and len(columns) > 1}
            yield {"table": table, "columns": columns} | ({"later": [*later]} if later else {})
            if later:
                yield later


def unpack_data(places: str, packed: str) -> JsonObject:
    """Return the data of `pack_page`, given the texts of its first two blocks.

    Raises
    ------
    ValueError
        If the texts are not in the form that `pack_page` writes.
    """
    try:
        first = json.loads(places) if places.startswith("{") else next(unzip_values(places))
        parts = unzip_values(packed)
        data: JsonObject = next(parts) | {table: [] for table in _PLACED}
        for part in parts:
            columns = part["columns"] | (next(parts) if part.get("later") else {})
            rows = zip(*columns.values(), strict=True)
            data[part["table"]] += [
                {key: value for key, value in zip(columns, row, strict=True) if value is not None} for row in rows
            ]
        for table, placed in _PLACED.items():
            for name in placed:
                for record, value in zip(data[table], first[name], strict=True):
                    record[name] = value
    except (zlib.error, KeyError, TypeError, AttributeError, StopIteration) as error:
        message = f"no packed data of a page of papers: {error}"
        raise ValueError(message) from error
    return data


def first_sight(data: Mapping[str, Any]) -> JsonObject:
    """Return what a page draws before the rest of it is read: where the papers are, and in which colours.

    Up to the number of papers that a map shows at once, they have sizes, and the lines that are drawn at rest have the
    indices of both ends.
    """
    nodes, edges, communities = data["nodes"], data["edges"], data["communities"]
    sight: JsonObject = {name: [node[name] for node in nodes] for name in _PLACED["nodes"]}
    sight["community"] = [paper["community"] for paper in data["papers"]]
    sight |= {tone: [one.get(tone) or one.get("color") for one in communities] for tone in ("color", "dark")}
    sight["discs"] = [list(disc.values()) for disc in data.get("discs", ())]
    if not sight["discs"]:
        sight["size"] = [node.get("size") for node in nodes]
        sight["lines"] = [[edge[end] for edge in resting_pairs(edges, data["papers"])] for end in ("from", "to")]
    return sight


def pack_abstracts(abstracts: Sequence[str]) -> str:
    """Return abstracts as lines, each what `zip_values` makes of a list of them; empty if all abstracts are."""
    chunks = range(0, len(abstracts), N_IN_CHUNK) if any(abstracts) else ()
    return "\n".join(zip_values(abstracts[i : i + N_IN_CHUNK]) for i in chunks)


def abstract_data(abstracts: Sequence[str]) -> JsonObject:
    """Return what the page has to know before it unpacks: the size of a chunk, and which papers have no abstract."""
    if not any(abstracts):
        return {}
    return {"abstracts": {"each": N_IN_CHUNK, "without": [i for i, text in enumerate(abstracts) if not text]}}


# Abstracts shortened so that a page does not become larger than a browser opens well.
#
# Of a page of many papers, abstracts are three quarters. All of them are cut after the same number of letters, so that
# every paper keeps the beginning of its own, which says most of what a map needs; cutting the last ones off, or keeping
# those of some papers, would make a search lie.

MAX_BYTES = 40_000_000  # of a page, above which they are shortened
MIN_LETTERS = 200  # below which they are left out: so few are hardly a sentence
_CUT = "…"
_MAX_WORD = 30  # letters that are given up to end with a whole word
_MARGIN = 0.98  # of the room, since shorter texts are packed a little less well


def shorten(abstract: str, n_letters: int) -> str:
    """Return an abstract of at most so many letters, with an ellipsis after the last whole word if some are left out.

    >>> shorten("Ice floes drift with the wind.", 16)
    'Ice floes drift…'
    >>> shorten("Ice floes drift.", 16)
    'Ice floes drift.'
    """
    if len(abstract) <= n_letters:
        return abstract
    kept = abstract[: n_letters - len(_CUT)]
    if abstract[len(kept)] != " " and (end := kept.rfind(" ", max(len(kept) - _MAX_WORD, 0))) > 0:
        kept = kept[:end]
    return kept.rstrip() + _CUT


def letters_that_fit(abstracts: Sequence[str], n_letters: int) -> int:
    """Return the length at which abstracts have to be cut so that they have at most `n_letters` together.

    >>> letters_that_fit(["one", "four", "seventeen letters"], 13)
    6
    """
    lengths = sorted(map(len, abstracts))
    left = n_letters
    for i, length in enumerate(lengths):
        if length * (len(lengths) - i) > left:
            return left // (len(lengths) - i)
        left -= length
    return lengths[-1] if lengths else 0


def pack_within_size(data: Mapping[str, Any], abstracts: Sequence[str], n_others: int) -> Packed:
    """Return `pack_page` of the data and abstracts of a page, shortened as far as its size demands.

    `n_others` is the number of bytes that the page has besides. After how many letters abstracts are cut stands in its
    data as `letters` of `abstracts`; if less than `MIN_LETTERS` were left, they are left out, and the data say so.
    """
    packed = pack_page(data, abstracts)
    kept: Sequence[str] = abstracts
    while packed.abstracts and (room := MAX_BYTES - n_others - len(packed.places) - len(packed.data)) < len(
        packed.abstracts
    ):
        share = _MARGIN * max(room, 0) / len(packed.abstracts)
        n_letters = letters_that_fit(kept, int(share * sum(map(len, kept))))
        if n_letters < MIN_LETTERS:
            rest = {key: value for key, value in data.items() if key != "abstracts"}
            return pack_page(rest | {"leaves_abstracts_out": True})
        kept = [shorten(abstract, n_letters) for abstract in abstracts]
        packed = pack_page({**data, "abstracts": {**data["abstracts"], "letters": n_letters}}, kept)
    return packed


# How large the page of a large graph will be, for a warning before it is written.

MIN_PAPERS = 20_000  # above which the size is worth a warning: a browser needs many seconds to open such a page
# Fitted to pages of 1,000 and 5,000 made-up papers with abstracts, of 1.2 and 5.2 MB, whose data are compressed: within
# a tenth. The program and the style of a small page have 0.32 MB, the list that is read without scripts up to 0.08.
_EMPTY = 400_000
_PER_CHARACTER = 1.28
_NUMBER_LENGTH = 6
_WITHOUT_ABSTRACTS = 0.27  # of the size, in a page of 5,000 such papers


def estimate_bytes(graph: GraphColumns) -> int:
    """Return about how many bytes the page of a graph has, from the lengths of its attributes."""
    columns = (*graph.nodes.columns.values(), *graph.edges.columns.values())
    known = (value for column in columns for value in column if value is not None)
    # With a separator for each value.
    n_characters = sum(1 + (len(value) if isinstance(value, str) else _NUMBER_LENGTH) for value in known)
    return _EMPTY + round(_PER_CHARACTER * n_characters)


def describe_size(graph: GraphColumns) -> str | None:
    """Return a sentence on the size of the page if it is large, else None.

    >>> from papertrace.model.graphs import Table
    >>> none = Table()
    >>> describe_size(GraphColumns(ids=[], nodes=none, first=[], second=[], keys=[], edges=none, facts={})) is None
    True
    """
    n_papers = int(graph.facts.get("n_papers", 0))
    if n_papers <= MIN_PAPERS:
        return None
    size = estimate_bytes(graph)
    if size <= MAX_BYTES:
        said = f"about {size / 1e6:,.0f} MB"
    elif size * _WITHOUT_ABSTRACTS <= MAX_BYTES:
        said = f"about {MAX_BYTES / 1e6:,.0f} MB, with abstracts shortened if they need more"
    else:
        said = f"about {size * _WITHOUT_ABSTRACTS / 1e6:,.0f} MB, without abstracts"
    return f"a page of {n_papers:,} papers will have {said}; --to graphml,csv writes no page"
