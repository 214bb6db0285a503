"""Features of atoms: what each is by itself and beside its neighbours, and what the list holds at the same place.

The entries of a list share a form, whatever that form is. So a first chain judges the atoms by themselves, and the mean
of its probabilities over the other entries, at the same place, is what the second chain is told besides (`Places`).
"""

import gzip
import json
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources

from papertrace.listings.learned.blocks import Atom, Block
from papertrace.word_lists import read_tables

Chances = tuple[float, ...]
"""The probabilities of one atom: title, authors, venue, and further ones."""

_WORDS = read_tables(__package__ or "", "words.toml")
FUNCTION_WORDS = frozenset(_WORDS["function"].split())
_HEADING_WORDS = frozenset(_WORDS["headings"].split())
LABEL = re.compile(rf"(?:{_WORDS['labels'].replace(chr(10), '')})$", re.IGNORECASE)
VENUE = re.compile(rf"\b(?:{_WORDS['venues'].replace(chr(10), '')})\b")
_NAME = re.compile(
    r"(?:[A-Z][\w'’-]*\.?,? ){1,3}(?:(?:van|von|de|der|la|den|di|da|al|el|ben) )*[A-Z][\w'’-]+(?:,? (?:and|&) .*)?$"  # noqa: RUF001 - as printed
    r"|(?:[A-Z]\.?[- ]?){1,3}$|(?:and )?(?:[A-Z]\.[- ]?){1,3} ?[A-Z][\w'’-]+$|[A-Z][\w'’-]+ [A-Z]{1,3}$"  # noqa: RUF001 - as printed
)
_WORD = re.compile(r"[^\W_]+")
_RAW_WORD = re.compile(r"\w+")
_ASCII_WORD = re.compile("[a-z]+")
_LETTERS = re.compile(r"[^\W\d_]+")
_REPEATED = re.compile(r"(\b\w+)( \1)+")
_DIGITS = re.compile(r"\d+")
_YEAR = re.compile(r"(?:19|20)\d\d")
_TWO_DIGITS = re.compile(r"\b(?:19|20)?\d\d\b")
_NUMBERS = re.compile(r"[\d\W]+")
_PAGES = re.compile(r"(?:pp?|pages?|vol|no|volume|number|issue)\b\.? ?\d*", re.IGNORECASE)
_ET_AL = re.compile(r"\bet\.? al")
_IN = re.compile(r"in:? [A-Z]", re.IGNORECASE)
_ENDS_IN = re.compile(r"\bin:? $", re.IGNORECASE)
_ADDRESS = re.compile(r"https?:|www\.")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_OPEN, _CLOSED = re.compile(r"[(\[{（【]"), re.compile(r"[)\]}）】]")  # noqa: RUF001 - as printed
_OF_NEIGHBOURS = (
    "kind=",
    "n=",
    "s+n=",
    "label",
    "year",
    "venue",
    "longest",
    "etal",
    "caps=",
    "host=",
    "name",
    "num",
    "v+n=",
)
_OF_FAR_NEIGHBOURS = "slnk"
_MIN_OTHERS = 3
_MAX_WEIGHT = 8

_N_WORDS = (1, 2, 3, 4, 6, 9, 13, 20, 40)
_CHANCES = (0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.98)
_MEANS = (-0.5, 0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.97)


@lru_cache(maxsize=1)
def _read_odds() -> Mapping[str, Sequence[float]]:
    """Return the log odds of words, of a title against a name and of a venue against a title."""
    packed = (resources.files(__package__ or "") / "models" / "words.json.gz").read_bytes()
    return json.loads(gzip.decompress(packed))  # type: ignore[no-any-return]


@lru_cache(maxsize=16_384)
def fold_words(text: str) -> tuple[str, ...]:
    """Return the words of a text without case and accents."""
    if not text.isascii():
        text = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return tuple(_WORD.findall(text.lower()))


@lru_cache(maxsize=16_384)
def score_words(words: tuple[str, ...]) -> tuple[float, float, float]:
    """Return the mean odds of words for titles, the share of the words that are known, and the odds for venues."""
    odds = _read_odds()
    known = [odds[word] for word in words if word in odds]
    if not known:
        return 0.0, 0.0, 0.0
    return sum(one[0] for one in known) / len(known), len(known) / len(words), sum(one[1] for one in known) / len(known)


def _bin(value: float, edges: Sequence[float]) -> int:
    for index, edge in enumerate(edges):
        if value <= edge:
            return index
    return len(edges)


def _shape(text: str) -> str:
    def shape_of(match: re.Match[str]) -> str:
        word = match[0]
        return "A" if word.isupper() and len(word) > 1 else "Xx" if word[0].isupper() else "x"

    return _REPEATED.sub(r"\1+", _DIGITS.sub("9", _LETTERS.sub(shape_of, text[:40])))[:12]


def _kind_of_delimiter(text: str) -> str:
    """Return the class of a delimiter, so that one never seen resembles its like."""
    bare = text.strip("_\\n")
    if text in "^$":
        return "E"  # as of nothing at all
    if not bare:
        return "S"
    if bare in (".", ",", ":", ";", "-", '"'):
        return bare
    if bare[0] in "([{":
        return "O"
    if bare[0] in ")]}":
        return "C"
    return "W" if bare.isalpha() else "P_" if text[0] == "_" else "P"


@lru_cache(maxsize=16_384)
def _features_of_text(text: str) -> tuple[str, ...]:
    """Return the features of the text of an atom, wherever it stands."""
    words, raw = fold_words(text), _RAW_WORD.findall(text)
    title, known, venue = score_words(words)
    n = len(words)
    capitals = sum(word[0].isupper() for word in raw) / max(1, len(raw))
    n_function = sum(word in FUNCTION_WORDS for word in words)
    found = [
        f"n={_bin(n, _N_WORDS)}",
        f"caps={_bin(capitals, (0.01, 0.35, 0.65, 0.99))}",
        f"fun={_bin(n_function, (0, 1, 2, 4))}",
        f"s={_bin(title, (-3, -2, -1, -0.3, 0.3, 1, 2, 3))}",
        f"v={_bin(venue, (-2, -1, -0.3, 0.3, 1, 2))}",
        f"cov={_bin(known, (0.01, 0.5, 0.9))}",
        f"s+n={_bin(title, (-2, -0.5, 0.5, 1.5))}+{_bin(n, (1, 2, 4, 8, 20))}",
        f"v+n={_bin(venue, (-1, -0.2, 0.5, 1.5))}+{_bin(n, (1, 3, 6, 12))}",
        "shape=" + _shape(text),
        "first=" + (words[0] if words and words[0] in FUNCTION_WORDS else ""),
    ]
    if _NAME.match(text):
        found += ["name", f"name{_bin(title, (-2, -0.5, 0.5))}"]
    if LABEL.match(text.strip()):
        found.append("label")
    if _YEAR.fullmatch(text):
        found.append("year")
    elif _TWO_DIGITS.search(text):
        found.append("digits")
    if _NUMBERS.fullmatch(text):
        found.append("num")
    if _PAGES.match(text):
        found.append("pages")
    if _ET_AL.search(text):
        found.append("etal")
    if VENUE.search(text):
        found += ["venue", f"venue+n{_bin(n, (2, 5, 10))}"]
    if text[:1].islower():
        found.append("lower")
    if _ADDRESS.search(text):
        found.append("url")
    if _HAN.search(text):
        found.append("cjk")
    return tuple(found)


def find_features(block: Block, above: Block | None, below: Block | None) -> list[list[str]]:
    """Return the features of each atom of a block by itself; `above` and `below` are the blocks around it."""
    atoms = block.atoms
    runs: dict[int, list[int]] = defaultdict(list)
    for index, atom in enumerate(atoms):
        runs[atom.run].append(index)
    words = [fold_words(atom.text) for atom in atoms]
    lengths = {run: sum(len(words[index]) for index in indices) for run, indices in runs.items()}
    scores = {run: score_words(tuple(word for i in indices for word in words[i]))[0] for run, indices in runs.items()}
    longest = max(range(len(atoms)), key=lambda index: len(atoms[index].text))
    longest_run = max(lengths, key=lambda run: lengths[run])
    of_block = _features_of_block(block, above, below)
    found: list[list[str]] = []
    depth = 0
    for index, atom in enumerate(atoms):
        gap = block.text[atoms[index - 1].end if index else 0 : atom.start]
        depth = max(0, depth + len(_OPEN.findall(gap)) - len(_CLOSED.findall(gap)))
        of_text = _features_of_text(atom.text)
        before, after = _kind_of_delimiter(atom.before), _kind_of_delimiter(atom.after)
        run, length = runs[atom.run], lengths[atom.run]
        place = "1" if len(run) == 1 else "f" if index == run[0] else "l" if index == run[-1] else "m"
        features = [
            "kind=" + atom.kind,
            "host=" + atom.host,
            "bef=" + atom.before,
            "aft=" + atom.after,
            "pb=" + before,
            "pa_=" + after,
            "pb+pa=" + before + after,
            *of_text,
            f"rn={_bin(length, _N_WORDS)}",
            f"rs={_bin(scores[atom.run], (-2, -1, -0.3, 0.3, 1, 2))}",
            "rpos=" + place,
            f"pos={min(index, 5)}",
            f"end={min(len(atoms) - 1 - index, 4)}",
            f"runpos={min(atom.run, 4)}",
            f"depth={min(depth, 2)}",
            f"line={min(atom.line, 4)}",
            f"cell={min(atom.cell, 4)}",
            "col=" + (block.header[atom.cell] if atom.cell < len(block.header) else ""),
            "kind+bef+aft=" + atom.kind + atom.before + atom.after,
            f"kind+n={atom.kind}{_bin(length, (2, 4, 6, 9, 20))}",
            "tag+kind=" + block.tag + atom.kind,
            *of_block,
        ]
        if index == longest:
            features.append("longest")
        if atom.run == longest_run:
            features.append("longestrun")
            if index == longest:
                features.append("longest2")
        if _IN.match(atom.text) or words[index] == ("in",) or _ENDS_IN.search(gap):
            features.append("in")
        if atom.text.endswith("?") or atom.after.startswith("?"):
            features.append("question")
        found.append(features)
    _add_neighbours(found)
    found[0].append("BOS")
    found[-1].append("EOS")
    return found


def _features_of_block(block: Block, above: Block | None, below: Block | None) -> list[str]:
    found = [f"path={_path(block)[-12:]}", f"nth={min(block.nth, 3)}", f"links={min(3, len(block.links))}"]
    found += ["head=" + word for word in sorted(set(_ASCII_WORD.findall(block.head)) & _HEADING_WORDS)]
    if above is not None:
        found.append(f"prevtag={_path(above)[-6:]}{min(2, len(above.links))}")
    of_next = "$"
    if below is not None:
        first = below.atoms[0]
        of_next = _path(below)[-6:] + first.kind + ("L" if LABEL.match(first.text.strip()) else "")
    return [*found, "nexttag=" + of_next]


def _path(block: Block) -> str:
    return block.path.partition(".")[0]


def _add_neighbours(found: list[list[str]]) -> None:
    """Add to the features of each atom some of those up to two atoms before and after it."""
    kept = [[feature for feature in features if feature.startswith(_OF_NEIGHBOURS)] for features in found]
    far = [[feature for feature in features if feature[0] in _OF_FAR_NEIGHBOURS] for features in kept]
    for index, features in enumerate(found):
        for offset, rows in ((-2, far), (-1, kept), (1, kept), (2, far)):
            if 0 <= index + offset < len(found):
                features += [f"{offset}:{feature}" for feature in rows[index + offset]]


Place = tuple[object, ...]


def find_places(block: Block, index: int) -> tuple[Place, ...]:
    """Return the places of an atom in its entry, by which entries are compared: its style, run, cell, delimiters."""
    atom = block.atoms[index]
    path = block.path if block.is_heading else _DIGITS.sub("", block.path)
    is_first = index == 0 or block.atoms[index - 1].run != atom.run
    kinds = {other.run: other.kind for other in block.atoms[:index] if other.run != atom.run}
    n_before = sum(kind == atom.kind for kind in kinds.values())
    return (
        ("k", path, atom.kind, atom.name, n_before),
        ("r", path, atom.run, is_first),
        ("c", path, atom.cell, 0 if atom.cell else min(atom.line, 6)),
        ("d", path, atom.kind, atom.before, atom.after),
        ("h", block.head and block.tag, path, atom.kind, block.nth, atom.line),
        ("b", path, atom.kind, atom.before, min(index, 3)),
    )


_Sums = list[float]


class Places:
    """What the first chain says of each place of a list, by which the second judges the atoms that stand there.

    Sums over a list are kept by place, and by block and place, so that a block is compared with all others.
    """

    def __init__(self, blocks: Sequence[Block], chances: Sequence[Sequence[Chances]]) -> None:
        self._sums: dict[Place, _Sums] = {}
        self._n: Counter[Place] = Counter()
        self._own: list[dict[Place, _Sums]] = []
        self._keys: list[list[tuple[Place, ...]]] = []
        self._texts: Counter[str] = Counter()
        self._n_by_path: Counter[str] = Counter()
        self._best_by_path: dict[str, float] = defaultdict(float)
        for block, of_block in zip(blocks, chances, strict=True):
            self._add(block, of_block)

    def _add(self, block: Block, chances: Sequence[Chances]) -> None:
        own: dict[Place, _Sums] = {}
        self._n_by_path[block.path] += 1
        self._best_by_path[block.path] += max((one[0] for one in chances), default=0.0)
        keys = [find_places(block, index) for index in range(len(block.atoms))]
        for atom, places, (title, author, venue, *_) in zip(block.atoms, keys, chances, strict=True):
            self._texts[atom.text.lower()] += 1
            weight, n_words = len(atom.text), len(atom.text.split())
            for place in places:
                sums = own.setdefault(place, [0.0] * 5)
                sums[0] += title * weight
                sums[1] += author * weight
                sums[2] += venue * weight
                sums[3] += weight
                sums[4] += n_words
        for place, sums in own.items():
            total = self._sums.setdefault(place, [0.0] * 5)
            self._n[place] += 1
            for index, value in enumerate(sums):
                total[index] += value
        self._own.append(own)
        self._keys.append(keys)

    def find_features(self, position: int, block: Block, chances: Sequence[Chances]) -> list[list[str]]:
        """Return the features of the atoms of the block at a position in the list."""
        rows = [[self._means(place, position) for place in places] for places in self._keys[position]]
        best = [max(row[index][0] for row in rows) for index in range(6)]
        n_others = self._n_by_path[block.path] - 1
        of_path = -1.0
        if n_others:
            of_path = (self._best_by_path[block.path] - max(one[0] for one in chances)) / n_others
        runs: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
        for atom, one in zip(block.atoms, chances, strict=True):
            runs[atom.run][0] += one[0] * len(atom.text)
            runs[atom.run][1] += len(atom.text)
        path_feature = f"ph={_bin(of_path, (-0.5, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95))}"
        found = []
        for atom, one, row in zip(block.atoms, chances, rows, strict=True):
            total, weight = runs[atom.run]
            features = [
                f"p={_bin(one[0], _CHANCES)}",
                f"pa={_bin(one[1], (0.1, 0.5, 0.9))}",
                f"pv={_bin(one[2], (0.1, 0.5, 0.9))}",
                f"rp={_bin(total / weight, _CHANCES)}",
                path_feature,
                f"rep={_bin(self._texts[atom.text.lower()], (1, 2, 4, 10))}",
            ]
            features += _features_of_places(row, best, one)
            found.append(features)
        kept = [[feature for feature in features if feature[0] in "MpbS"] for features in found]
        for index, features in enumerate(found):
            for offset in (-1, 1):
                if 0 <= index + offset < len(found):
                    features += [f"{offset}:{feature}" for feature in kept[index + offset]]
        return found

    def _means(self, place: Place, position: int) -> tuple[float, float, float, int, float]:
        """Return the means of title, authors and venue at a place of the other blocks, their number, and of words."""
        total, own, n = self._sums[place], self._own[position][place], self._n[place] - 1
        weight = total[3] - own[3]
        if n <= 0 or weight <= 0:
            return -1.0, -1.0, -1.0, 0, 0.0
        title, author, venue = ((total[index] - own[index]) / weight for index in range(3))
        return title, author, venue, n, (total[4] - own[4]) / n


def _features_of_places(
    row: Sequence[tuple[float, float, float, int, float]], best: Sequence[float], chances: Chances
) -> list[str]:
    """Return the features of the means at the places of an atom: of each, and of all by their numbers of entries."""
    found: list[str] = []
    sums, n = [0.0, 0.0, 0.0], 0
    for index, (title, author, venue, count, n_words) in enumerate(row):
        found.append(f"m{index}={_bin(title, _MEANS)}/{_bin(count, (0, 2, 5, 15))}")
        found.append(f"ma{index}={_bin(author, (-0.5, 0.1, 0.4, 0.7))}")
        found.append(f"mv{index}={_bin(venue, (-0.5, 0.1, 0.4, 0.7))}")
        found.append(f"ml{index}={_bin(n_words, (1, 2, 4, 7, 12))}")
        if count >= _MIN_OTHERS and title >= best[index] - 1e-9 and title > 0.2:  # noqa: PLR2004 - as trained
            found.append(f"best{index}")
        if count:
            weight = min(count, _MAX_WEIGHT)
            n += weight
            for position, value in enumerate((title, author, venue)):
                sums[position] += value * weight
    title, author, venue = (value / n for value in sums) if n else (-1.0, -1.0, -1.0)
    found.append(f"M={_bin(title, (-0.5, 0.02, 0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 0.95))}")
    pairs = (("M+p", title, (-0.5, 0.1, 0.3, 0.5, 0.7, 0.9), chances[0], (0.1, 0.3, 0.6, 0.9)),)
    pairs += (("MA", author, (-0.5, 0.1, 0.3, 0.6, 0.9), chances[1], (0.1, 0.5, 0.9)),)
    pairs += (("MV", venue, (-0.5, 0.1, 0.3, 0.6, 0.9), chances[2], (0.1, 0.5, 0.9)),)
    found += [f"{name}={_bin(mean, edges)}+{_bin(one, steps)}" for name, mean, edges, one, steps in pairs]
    return found


def is_label(text: str) -> bool:
    """Return whether a text is nothing but a word with which lists label links and fields."""
    return LABEL.match(text.strip()) is not None


__all__ = ["Atom", "Chances", "Places", "find_features", "find_places", "fold_words", "is_label", "score_words"]
