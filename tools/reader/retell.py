"""Retell labelled lists: what was read at their places stays, every other word becomes another one.

    python -m tools.reader.retell FOLDER ... > tools/reader/retold.jsonl

A folder has lists, `01.md`, and `labels.jsonl`, a line for each item of a part of a list: the number of the list,
`kind` (paper or other), `start_line` and `end_line`, and as printed `title`, `byline`, `venue` and `year`. What is
written of a list is its layout: marks, signs, years, words that many lists have and those that name fields. Of the
others, those of names become words of other names, those of titles words of other titles, the same word always the
same; digits and letters of addresses and identifiers are drawn anew. So a layout can be kept to train on, and no text
of its list.
"""

import json
import re
import sys
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from stop_words import get_stop_words
from tools.reader.made_up import TABLES
from tools.reader.train import read_facts

from papertrace.listings.learned.blocks import host_kind
from papertrace.listings.learned.features import FUNCTION_WORDS, VENUE, is_label
from papertrace.word_lists import read_tables

_N_ABOVE, _MAX_CHARS = 40, 40_000
_FIELDS = ("byline", "title", "venue")
_WORD = re.compile(r"[^\W\d_]+")
_TAG = re.compile(r"<(/?)([A-Za-z][\w-]*)((?:\s[^<>]*)?)>")
_ATTRIBUTE = re.compile(r"\b(class|href|src)\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s>]+)", re.IGNORECASE)
_ADDRESS = re.compile(
    r"(?:https?:|www\.)[^\s<>()\[\]\"'|]+|(?<=\]\()[^\s()]+|(?<=\[\[)[^\s\[\]]+(?=\]\[)"
    r"|\b10\.\d{4,9}/[^\s<>\[\]\"'|]+|\b\d{4}\.\d{4,5}(?:v\d+)?\b"  # a DOI, an identifier of arXiv
)
_HOST = re.compile(r"(?:https?:)?//([^/]+)(.*)", re.DOTALL)
_SCRIPTS = (("latin", "\u0250"), ("greek", "\u0400"), ("cyrillic", "\u0530"))
# Hosts whose name says only what kind they are of.
_MADE_UP = {"web": "example.org", "blog": "blog.example.org", "github.io": "example.github.io"}
_LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "ru", "pl")
_OF_FORM = frozenset(TABLES["words"]["of_form"].split())


@cache
def _kept() -> frozenset[str]:
    words = read_tables("papertrace.listings.learned", "words.toml")["headings"].split()
    return frozenset().union(FUNCTION_WORDS, _OF_FORM, words, *(get_stop_words(one) for one in _LANGUAGES))


def _shape(word: str) -> tuple[str, str, int]:
    """Return the script of a word, its case, and about how long it is."""
    script = next((name for name, end in _SCRIPTS if word[0] < end), hex(ord(word[0]) >> 11))
    case = "upper" if word.isupper() else "capital" if word[0].isupper() else "lower"
    return script, case, min(len(word), 12) // 3 if len(word) > 1 else -1


class _Words:
    """Words by field and shape, of which others are drawn."""

    def __init__(self) -> None:
        self._pools: dict[tuple[str, tuple[str, str, int]], dict[str, None]] = defaultdict(dict)

    def add(self, field: str, text: str) -> None:
        for word in _WORD.findall(text):
            self._pools[field, _shape(word)][word] = None

    def draw(self, rng: Random, field: str, word: str) -> str:
        """Return another word of the field, or of titles; letters of a script without words change places."""
        for one in (field, "title"):
            pool = [other for other in self._pools[one, _shape(word)] if other.lower() != word.lower()]
            if len(pool) > 1:
                return rng.choice(pool)
        return "".join(rng.choice(word) for _ in word)


class _Retelling:
    """What becomes of the words of one list: the same of the same."""

    def __init__(self, words: _Words, rows: Iterable[dict[str, Any]], name: str) -> None:
        self._words, self._rng = words, Random(zlib.crc32(name.encode()))  # noqa: S311 - words, no secrets
        self._field_of: dict[str, str] = {}
        for field in _FIELDS[::-1]:
            for row in rows:
                self._field_of |= dict.fromkeys(_WORD.findall(str(row.get(field) or "")), field)
        self._told: dict[str, str] = {}

    def tell(self, text: str) -> str:
        """Return a text in other words."""
        return _WORD.sub(lambda found: self._tell_word(found[0]), text)

    def _tell_word(self, word: str) -> str:
        field = self._field_of.get(word, "")
        is_form = word.lower() in _kept() or is_label(word) or VENUE.fullmatch(word)
        if is_form and (field != "byline" or word.islower()):
            return word
        if word not in self._told:
            self._told[word] = self._words.draw(self._rng, field or "title", word)
        return self._told[word]

    def tell_source(self, text: str) -> str:
        """Return the source of a document in other words, with its marks; of tags, classes and addresses are kept."""
        parts: list[str] = []
        end = 0
        for found in re.finditer(f"{_TAG.pattern}|(?P<address>{_ADDRESS.pattern})", text):
            parts += [self.tell(text[end : found.start()]), self._tell_mark(found)]
            end = found.end()
        return "".join([*parts, self.tell(text[end:])])

    def _tell_mark(self, found: re.Match[str]) -> str:
        if found["address"]:
            return self._tell_address(found["address"])
        kept = ""
        for one in _ATTRIBUTE.finditer(found[3]):
            name, value = one[1].lower(), one[2].strip("\"'")
            kept += f' {name}="{value if name == "class" else self._tell_address(value)}"'
        return f"<{found[1]}{found[2]}{kept}{'/' if found[3].endswith('/') else ''}>"

    def _tell_address(self, address: str) -> str:
        """Return an address of the same kind of host, whose path has other letters and digits."""
        of_host = _HOST.match(address)
        host, path = (of_host[1], of_host[2]) if of_host else ("", address)
        kind = host_kind(f"https://{host}/")
        shown = _MADE_UP.get(kind, host) if host else ""
        stem, dot, suffix = path.rpartition(".")
        is_file = suffix.isalpha() and len(suffix) <= 4  # noqa: PLR2004 - pdf, html
        told = re.sub(r"[A-Za-z]", lambda _: self._rng.choice("abdeiklmnorstu"), stem if is_file else path)
        told = re.sub(r"\d", lambda _: self._rng.choice("0123456789"), told)
        start = address[: of_host.start(1)] if of_host else ""
        return f"{start}{shown}{told}{dot + suffix if is_file else ''}"


def read_folder(folder: Path) -> Iterator[tuple[Path, list[dict[str, Any]]]]:
    """Yield the lists of a folder with their labels in order."""
    by_list: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        row["start_line"] = min(row["line"], row.get("start_line") or row["line"])
        row["end_line"] = max(row["line"], row.get("end_line") or row["line"])
        by_list[row["list"]].append(row)
    for name, rows in sorted(by_list.items()):
        yield next(iter(folder.glob(name + ".*"))), sorted(rows, key=lambda row: row["line"])


def retell(path: Path, rows: list[dict[str, Any]], words: _Words, name: str) -> dict[str, Any]:
    """Return the layout of the labelled part of a list, with its entries, in other words."""
    retelling = _Retelling(words, rows, name)
    first = max(1, min(row["start_line"] for row in rows) - _N_ABOVE)
    last = max(row["end_line"] for row in rows)
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")[first - 1 : last]
    while sum(map(len, lines)) > _MAX_CHARS:
        lines.pop()
    entries = []
    for row in rows:
        at = [row["start_line"] - first + 1, row["end_line"] - first + 1]
        if at[1] > len(lines):
            break
        told = {field: retelling.tell(str(row[field])) for field in _FIELDS if row.get(field)}
        year = {"year": str(row["year"])} if row.get("year") and not row.get("year_from_heading") else {}
        entries.append({"lines": at, **(told | year if row["kind"] == "paper" else {})})
    return {"name": name + path.suffix, "text": retelling.tell_source("\n".join(lines)), "entries": entries}


def main(folders: list[str]) -> None:
    """Write the lists of folders, retold, to the standard output."""
    found = [(path, rows) for folder in folders for path, rows in read_folder(Path(folder))]
    words = _Words()
    for paper in read_facts():
        words.add("title", paper.title)
        words.add("byline", " ".join(paper.authors))
        words.add("venue", paper.venue)
    for _, rows in found:
        for row in rows:
            for field in _FIELDS:
                words.add(field, str(row.get(field) or ""))
    for number, (path, rows) in enumerate(found):
        print(json.dumps(retell(path, rows, words, f"retold {number:03}"), ensure_ascii=False))


if __name__ == "__main__":
    main(sys.argv[1:])
