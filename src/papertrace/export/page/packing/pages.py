"""The data of a large page, compressed: records as columns in the zlib format, texts as codes of words.

A page parses its data before it shows anything. Those of thousands of papers are mostly names of keys, digits and
texts. Records become columns, since values of one kind compress better side by side, and columns that follow from
others are left out; titles, concepts and abstracts have one dictionary of words. Where the papers are, and in which
colours, comes first and alone, so that a browser can draw them while the rest arrives. Long lists are on lines of their
own, since a browser answers nobody while it parses a text. A page of a few hundred papers stays as it is, so that one
can read it.
"""

import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import getitem
from typing import Any

from papertrace.export.page.json_objects import JsonObject, to_json
from papertrace.export.page.packing.base91 import decode_text, encode_bytes
from papertrace.export.page.packing.words import code_texts, read_texts
from papertrace.export.page.records.pairs import resting_pairs

Columns = dict[str, Any]

PACKED_ABOVE = 300_000
"""The number of characters of JSON above which the data of a page are packed."""

N_IN_CHUNK = 16
"""The number of papers whose abstracts are packed together: few, since a card of a community reads one of many."""

_TABLES = ("papers", "nodes", "edges")
_NESTED = {"papers": "links", "edges": "reasons"}  # columns of lists of records
_PLACES = ("x", "y")
_LEVEL = 9  # part of the format: another one gives other bytes
_MAX_ITEMS = 8192  # of a list on one line, which a browser parses within some milliseconds
_MIN_UNPACKED_BYTES = 16 * 1024 * 1024
_MAX_RATIO = 200  # of bytes before and after packing; of data of papers, it is below 20
_KEY = "\0"  # in an address or name, the identifier of the paper on arXiv
_SHORT, _CUT = "short", "…"


@dataclass(frozen=True, slots=True)
class Packed:
    """The texts of three blocks of a page: what is drawn first; all other data; and abstracts, a chunk a line."""

    places: str
    data: str
    abstracts: str


def pack_page(data: Mapping[str, Any], abstracts: Sequence[str] = ()) -> Packed:
    """Return data of a page and the abstracts of its papers as text, the inverse of `unpack_data`.

    With abstracts, their number in a chunk, `each` of `abstracts`, becomes `N_IN_CHUNK`. None stands for
    a value that a record does not have, so no record may have one of its own.
    """
    titles = [paper["title"] for paper in data["papers"]]
    groups = [titles, data.get("concepts", [])]
    if any(abstracts):
        data = {**data, "abstracts": {**data.get("abstracts", {}), "each": N_IN_CHUNK}}
        groups += [abstracts[i : i + N_IN_CHUNK] for i in range(0, len(abstracts), N_IN_CHUNK)]
    # A lone surrogate cannot be encoded.
    dictionary, codes = code_texts([[text.encode("utf-8", "replace").decode() for text in group] for group in groups])
    tables = {name: _columns(data[name]) for name in _TABLES}
    places = first_sight(data)
    for table, column in _NESTED.items():
        if column in tables[table]:
            tables[table][column] = _nested(tables[table][column])
    tables["papers"].pop("community", None)
    for name in _PLACES:
        tables["nodes"].pop(name, None)
    _leave_out(tables, titles)
    numbers = {concept: i for i, concept in enumerate(data.get("concepts", ()))}
    _change_evidence(tables["edges"], lambda one: numbers.get(one, one))
    rest = {key: value for key, value in data.items() if key not in {"concepts", *_TABLES}}
    if "concepts" in data:
        rest["concepts"] = len(data["concepts"])
    lines = [_zipped({**rest, **tables}), _zipped(dictionary), *map(encode_bytes, codes[:2])]
    # Hundreds of papers are read sooner than they are unpacked.
    seen = _zipped(places) if places["discs"] else to_json(places)
    return Packed(seen, "\n".join(lines), "\n".join(map(encode_bytes, codes[2:])))


def first_sight(data: Mapping[str, Any]) -> JsonObject:
    """Return what a page draws before the rest of it is read: where the papers are, and in which colours.

    Up to the number of papers that a map shows at once, they have sizes, and the lines that are drawn at rest have the
    indices of both ends.
    """
    nodes, edges, communities = data["nodes"], data["edges"], data["communities"]
    sight: JsonObject = {name: [node[name] for node in nodes] for name in _PLACES}
    sight["community"] = [paper["community"] for paper in data["papers"]]
    sight |= {tone: [one.get(tone) or one.get("color") for one in communities] for tone in ("color", "dark")}
    sight["discs"] = [list(disc.values()) for disc in data.get("discs", ())]
    if not sight["discs"]:
        sight["size"] = [node.get("size") for node in nodes]
        sight["lines"] = [[edge[end] for edge in resting_pairs(edges, data["papers"])] for end in ("from", "to")]
    return sight


def unpack_data(places: str, packed: str) -> JsonObject:
    """Return the data of `pack_page`, given the texts of its first two blocks.

    Raises
    ------
    ValueError
        If the texts are not in the form that `pack_page` writes.
    """
    try:
        rest, dictionary, titles, concepts = packed.split("\n")
        data: JsonObject = unzip_value(rest)
        first = json.loads(places) if places.startswith("{") else unzip_value(places)
        tables = {name: data[name] for name in _TABLES}
        texts = read_texts(unzip_value(dictionary), decode_text(titles), tables["papers"]["n"])
        tables["nodes"] |= {name: first[name] for name in _PLACES}
        if first["community"]:
            tables["papers"]["community"] = first["community"]
        _put_back(tables, texts)
        if "concepts" in data:
            data["concepts"] = names = read_texts(unzip_value(dictionary), decode_text(concepts), data["concepts"])
            _change_evidence(tables["edges"], lambda one: names[one] if isinstance(one, int) else one)
        return data | {name: _records(columns) for name, columns in tables.items()}
    except (zlib.error, KeyError, TypeError, AttributeError, IndexError) as error:
        message = "no packed data of a page of papers"
        raise ValueError(message) from error


def _zipped(value: object) -> str:
    """Return a value as lines of JSON in the zlib format: itself without long lists, then the parts of each."""
    parts: list[object] = []
    lines = [_without_long_lists(value, (), parts)]
    text = "\n".join(
        json.dumps(line, ensure_ascii=False, separators=(",", ":"), allow_nan=False) for line in lines + parts
    )
    return encode_bytes(zlib.compress(text.encode("utf-8", "replace"), _LEVEL))


def _without_long_lists(value: object, keys: tuple[str | int, ...], parts: list[object]) -> object:
    """Return a value whose long lists are empty; add their parts, each with the keys that lead to its list."""
    if isinstance(value, Mapping):
        return {key: _without_long_lists(one, (*keys, key), parts) for key, one in value.items()}
    if not isinstance(value, list):
        return value
    if len(value) > _MAX_ITEMS:
        parts += [[keys, value[i : i + _MAX_ITEMS]] for i in range(0, len(value), _MAX_ITEMS)]
        return []
    return [_without_long_lists(one, (*keys, i), parts) for i, one in enumerate(value)]


def unzip_value(text: str) -> Any:  # noqa: ANN401 - whatever the text holds
    """Return what was zipped.

    Raises
    ------
    zlib.error
        If the text is damaged, or unpacks to far more than a page of its size has.
    """
    packed = decode_text(text)
    unpacking = zlib.decompressobj()
    unpacked = unpacking.decompress(packed, max(_MIN_UNPACKED_BYTES, _MAX_RATIO * len(packed)))
    if not unpacking.eof:
        message = "incomplete, or unpacks to too many bytes"
        raise zlib.error(message)
    value, *parts = map(json.loads, unpacked.split(b"\n"))
    for keys, items in parts:
        reduce(getitem, keys, value).extend(items)
    return value


def zip_scripts(scripts: Sequence[str]) -> str:
    """Return scripts as the text of an element."""
    return _zipped(list(scripts))


def _columns(records: Sequence[Mapping[str, Any]]) -> Columns:
    keys = dict.fromkeys(key for record in records for key in record)
    return {key: [record.get(key) for record in records] for key in keys}


def _nested(lists: Sequence[Sequence[Mapping[str, Any]] | None]) -> JsonObject:
    """Return lists of records as one table, with the length of each list; None where there is no list."""
    records = [record for some in lists for record in some or ()]
    return {"lengths": [None if some is None else len(some) for some in lists], "columns": _columns(records)}


def _leave_out(tables: Mapping[str, Columns], titles: Sequence[str]) -> None:
    """Replace what follows from other columns."""
    papers, nodes, edges = (tables[name] for name in _TABLES)
    n_edges = len(edges.get("from", ()))
    papers["n"] = len(titles)
    papers.pop("title", None)
    if nodes.get("id") == list(range(len(titles))):
        nodes["id"] = None
    if edges.get("id") == [f"e{i}" for i in range(n_edges)]:
        edges["id"] = None
    if _SHORT in papers:
        papers[_SHORT] = [_shortened(*pair) for pair in zip(papers[_SHORT], titles, strict=True)]
    _replace(papers, lambda text, key: text.replace(_KEY, "\ufffd").replace(key, _KEY))


def _put_back(tables: Mapping[str, Columns], titles: Sequence[str]) -> None:
    papers, nodes, edges = (tables[name] for name in _TABLES)
    del papers["n"]
    papers["title"] = titles
    if "id" in nodes:
        nodes["id"] = nodes["id"] or list(range(len(titles)))
    if "id" in edges:
        edges["id"] = edges["id"] or [f"e{i}" for i in range(len(edges["from"]))]
    if _SHORT in papers:
        papers[_SHORT] = [_lengthened(*pair) for pair in zip(papers[_SHORT], titles, strict=True)]
    _replace(papers, lambda text, key: text.replace(_KEY, key))


def _shortened(short: str | None, title: str) -> str | int | None:
    """Return of how many characters of a title its short form is, less than 0 if an ellipsis follows."""
    for text, sign in ((short or "", 1), ((short or "").removesuffix(_CUT), -1)):
        if text and text.isascii() and title.startswith(text):  # since JavaScript counts other characters differently
            return sign * len(text)
    return short


def _lengthened(short: str | int | None, title: str) -> str | None:
    return title[: abs(short)] + (_CUT if short < 0 else "") if isinstance(short, int) else short


def _replace(papers: Columns, change: Callable[[str, str], str]) -> None:
    """Change the names and addresses of papers, given the identifiers of these papers on arXiv."""
    keys = papers.get("arxiv")
    if not keys:
        return
    papers["id"] = [change(text, key) if key else text for text, key in zip(papers["id"], keys, strict=True)]
    links = papers.get("links")
    if not links:
        return
    for name in ("url", "text"):
        if name in links["columns"]:
            # As many as there are links, whatever a damaged length says.
            of_links = (key for key, length in zip(keys, links["lengths"], strict=True) for _ in range(length or 0))
            column = zip(links["columns"][name], of_links, strict=True)
            links["columns"][name] = [change(text, key) if key and text else text for text, key in column]


def _change_evidence(edges: Columns, change: Callable[[Any], Any]) -> None:
    """Change each piece of evidence: concepts are named by their numbers."""
    if (reasons := edges.get("reasons")) and "evidence" in reasons["columns"]:
        column = reasons["columns"]["evidence"]
        reasons["columns"]["evidence"] = [[change(one) for one in evidence] for evidence in column]


def _records(columns: Mapping[str, Any]) -> list[JsonObject]:
    values = {key: _lists(value) if isinstance(value, dict) else value for key, value in columns.items()}
    rows = zip(*values.values(), strict=True)
    return [{key: value for key, value in zip(values, row, strict=True) if value is not None} for row in rows]


def _lists(nested: Mapping[str, Any]) -> list[list[JsonObject] | None]:
    records = iter(_records(nested["columns"]))
    return [None if length is None else list(islice(records, length)) for length in nested["lengths"]]
