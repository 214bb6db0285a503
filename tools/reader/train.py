"""Train the two chains that read lists of papers, measure them, and write their weights.

    python -m tools.reader.train OUT [--lists N] [--draws N] [--real FILE ...] [--papers FILE] [--measure-only]

Made-up lists (`made_up.py`) are drawn from the papers of `facts.jsonl.gz`, whose origins `ORIGIN.md` tells, and of
`--papers`, JSON lines of title, names, venue and year. `--real` are JSON lines of lists with labels: the text and, of
each block from the `first` on, how it begins and the labels of its atoms, or nothing where they are not known, and
how much each weighs, a made-up one being 1.
`corrected.jsonl` has entries that were read wrongly, as corrected. Every other one is trained on; the rest measure.
`retold.jsonl.gz` has the layouts of real lists in other words (`retell.py`). Every tenth one only measures.

A conditional random field each (Lafferty, McCallum and Pereira 2001) is fitted by crfsuite (Okazaki 2007) to the atoms
by themselves and to what the first says of their places; for the latter the lists are judged by a first chain that has
not seen them. The weights are means of several draws of lists: one draw varies by one to three points, the mean less.
OUT gets pass1.npz, pass2.npz and figures.json; the process ends with 1 if a figure is worse than the recorded one.
"""

import argparse
import gzip
import json
import re
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tools.reader.made_up import Paper, find_printable, make_lists, read_papers

from papertrace.listings.learned import tagger
from papertrace.listings.learned.blocks import (
    Block,
    read_asciidoc,
    read_html,
    read_latex,
    read_markdown,
    read_org,
    read_rst,
    read_text,
)
from papertrace.listings.learned.chain import Chain, Places
from papertrace.listings.learned.features import Features, find_features

HERE = Path(__file__).parent
FIGURES = HERE / "figures.json"
TOLERANCE = 0.02  # what two draws of lists differ by
FIRST_SEED, SEED_OF_MEASURES = 41, 7001
N_MEASURED = 40
N_AROUND = 60
N_A_TENTH = 10
WEIGHT_OF_REAL = 3
_PENALTIES = {"c1": 0.3, "c2": 0.02, "feature.minfreq": 5, "feature.possible_transitions": True}
_MAX_AHEAD = 4
_READERS = {
    ".md": read_markdown,
    ".markdown": read_markdown,
    ".org": read_org,
    ".rst": read_rst,
    ".adoc": read_asciidoc,
    ".tex": read_latex,
}

Labels = list[list[str] | None]
Floats = NDArray[np.float32]


@dataclass(slots=True)
class Labelled:
    """The blocks of a list and the labels of their atoms; those of blocks without labels are not known."""

    name: str
    blocks: list[Block]
    labels: Labels
    weight: int = 1
    features: Features = field(init=False)
    chances: NDArray[np.float64] = field(init=False)
    of_places: Features | None = None


def read_blocks(text: str, suffix: str) -> list[Block]:
    """Return the blocks with atoms of a document in a notation."""
    lines = text.replace("\r\n", "\n").split("\n")
    blocks = read_html(text) if suffix.startswith(".htm") else _READERS.get(suffix, read_text)(lines)
    return [block for block in blocks if block.atoms]


def label(name: str, text: str, suffix: str, entries: Sequence[dict[str, str]]) -> Labelled | None:
    """Return the labels of a list whose entries are known as printed, nothing if a fifth or more is not found in it."""
    blocks = read_blocks(text, suffix)
    at = n_found = 0
    left: list[tuple[str, str, str]] = []
    labels: Labels = []
    for block in blocks:
        marker = _Marker(block)
        is_new = False
        while True:  # titles in their order; several may stand in one block
            ahead = range(at, min(at + (1 if is_new else _MAX_AHEAD), len(entries)))
            index = next((index for index in ahead if marker.mark(entries[index]["title"], "T")), None)
            if index is None:
                break
            entry = entries[index]
            own = [
                (key, tag, entry[key])
                for key, tag in (("byline", "A"), ("venue", "V"), ("year", "Y"))
                if entry.get(key)
            ]
            left = [*(left if is_new else []), *own]
            is_new, at, n_found = True, index + 1, n_found + 1
        left = [(key, tag, value) for key, tag, value in left if not marker.mark(value, tag)]
        labels.append(marker.labels)
    return Labelled(name, blocks, labels) if n_found * 5 >= len(entries) * 4 else None


class _Marker:
    """The labels of the atoms of a block, by the texts that are found in it."""

    def __init__(self, block: Block) -> None:
        self._block, self._text = block, block.text.replace("\n", " ")
        self._used: list[tuple[int, int]] = []
        self.labels = ["O"] * len(block.atoms)

    def mark(self, text: str, tag: str) -> bool:
        """Label the atoms of the first place where a text stands; return whether there is one."""
        pattern = re.escape(text)
        if tag == "T":
            pattern = rf"(?<![^\W_]){pattern}(?![^\W_])"
        elif tag == "Y":
            pattern = rf"(?<!\d){pattern}(?!\d\d?\b(?!\d))"
        for found in re.finditer(pattern, self._text):
            if any(found.start() < end and start < found.end() for start, end in self._used):
                continue
            self._used.append(found.span())
            is_begun = False
            for index, atom in enumerate(self._block.atoms):
                shared = min(atom.end, found.end()) - max(atom.start, found.start())
                if shared * 2 >= len(atom.text):
                    self.labels[index] = ("I-T" if is_begun else "B-T") if tag == "T" else tag
                    is_begun = True
            return True
        return False


def read_facts() -> list[Paper]:
    """Return the papers that are kept with this program."""
    text = gzip.decompress((HERE / "facts.jsonl.gz").read_bytes()).decode()
    rows = (json.loads(line) for line in text.splitlines())
    return [Paper(title, tuple(names), venue, year) for title, names, venue, year, _ in rows]


def read_corrected(*, are_measured: bool) -> Iterator[Labelled]:
    """Yield the lists that were corrected, those to train on or those to measure."""
    lines = (HERE / "corrected.jsonl").read_text(encoding="utf-8").splitlines()
    for row in map(json.loads, lines[are_measured::2]):
        if found := label(row["name"], row["text"], Path(row["name"]).suffix, row["entries"]):
            found.weight = WEIGHT_OF_REAL
            yield found
        else:
            print(f"{row['name']}: its entries do not stand in it", file=sys.stderr)


def read_retold(*, are_measured: bool) -> Iterator[Labelled]:
    """Yield the retold lists, those to train on or those to measure."""
    text = gzip.decompress((HERE / "retold.jsonl.gz").read_bytes()).decode()
    for number, row in enumerate(map(json.loads, text.splitlines())):
        if (number % N_A_TENTH == 0) == are_measured:
            yield label_by_lines(row["name"], row["text"], Path(row["name"]).suffix, row["entries"])


def label_by_lines(name: str, text: str, suffix: str, entries: Sequence[dict[str, Any]]) -> Labelled:
    """Return the labels of a list of which is known on what lines each entry stands, and its fields as printed.

    An entry without a title is no paper. Blocks of an entry of which a field is not found have no labels.
    """
    blocks = read_blocks(text, suffix)
    markers = [_Marker(block) for block in blocks]
    unknown: set[int] = set()
    for entry in entries:
        first, last = entry["lines"]
        own = [index for index, block in enumerate(blocks) if block.line <= last and block.end_line >= first]
        # The shortest block may be one of the lines of the entry, the longest a table or a page.
        own.sort(key=lambda index: (blocks[index].line < first, blocks[index].end_line - blocks[index].line, index))
        if not entry.get("title"):
            continue
        at = next((index for index in own if markers[index].mark(entry["title"], "T")), None)
        near = own if at is None else [at, *(index for index in own if index != at)]
        fields = [(tag, entry[key]) for key, tag in (("byline", "A"), ("venue", "V"), ("year", "Y")) if entry.get(key)]
        found = [any(markers[index].mark(value, tag) for index in near) for tag, value in fields]
        if at is None:
            unknown.update(own)
        elif not all(found):
            unknown.add(at)
    start, end = entries[0]["lines"][0], max(entry["lines"][1] for entry in entries)
    unknown.update(index for index, block in enumerate(blocks) if block.line > end or block.end_line < start)
    labels = [None if index in unknown else marker.labels for index, marker in enumerate(markers)]
    return Labelled(name, blocks, labels, weight=WEIGHT_OF_REAL)


def read_real(path: Path) -> Iterator[Labelled]:
    """Yield the lists of a file with the labels of blocks; blocks that are cut otherwise today have none."""
    for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        if row["split"] != "train":
            continue
        first = row["first"]
        blocks = read_blocks(row["text"], Path(row["name"]).suffix)[first : first + len(row["blocks"])]
        labels: Labels = [
            of_block if of_block and block.text[:40] == begin and len(of_block) == len(block.atoms) else None
            for block, (begin, of_block) in zip(blocks, row["blocks"], strict=False)
        ]
        if not (near := _find_near(labels)):
            continue
        yield Labelled(
            row["name"],
            [blocks[index] for index in near],
            [labels[index] for index in near],
            weight=row.get("weight", WEIGHT_OF_REAL),
        )


def _find_near(labels: Labels) -> list[int]:
    """Return the indices of the blocks with labels and of those around them, which show the form of the list."""
    known = [index for index, of_block in enumerate(labels) if of_block]
    near = {other for index in known for other in range(index - N_AROUND, index + N_AROUND + 1)}
    return sorted(near & set(range(len(labels))))


def fit(sequences: Iterable[tuple[list[list[str]], list[str]]], *, n_iterations: int = 60) -> bytes:
    """Return the weights of a chain fitted to the features and labels of blocks, as an archive of arrays."""
    import pycrfsuite

    trainer = pycrfsuite.Trainer(verbose=False)
    for features, labels in sequences:
        trainer.append(features, labels)
    trainer.set_params({**_PENALTIES, "max_iterations": n_iterations})
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "model")
        trainer.train(path)
        tagger_ = pycrfsuite.Tagger()
        tagger_.open(path)
        info = tagger_.info()
        tagger_.close()
    labels = sorted(info.labels, key=lambda name: int(info.labels[name]))
    names = sorted({name for name, _ in info.state_features})
    of_label, of_name = ({name: index for index, name in enumerate(found)} for found in (labels, names))
    state, moves = np.zeros((len(names), len(labels)), np.float32), np.zeros((len(labels), len(labels)), np.float32)
    for (name, one), weight in info.state_features.items():
        state[of_name[name], of_label[one]] = weight
    for (before, after), weight in info.transitions.items():
        moves[of_label[before], of_label[after]] = weight
    return _pack(labels, names, state, moves)


def _pack(labels: Sequence[str], names: Sequence[str], state: Floats, moves: Floats) -> bytes:
    packed = np.frombuffer("\n".join(names).encode(), np.uint8)
    target = BytesIO()
    np.savez_compressed(
        target, labels=np.array(labels), attributes=packed, state=state.astype(np.float16), transition=moves
    )
    return target.getvalue()


def average(archives: Sequence[bytes]) -> bytes:
    """Return the mean of the weights of several chains; a feature that one does not have weighs nothing there."""
    loaded = [np.load(BytesIO(archive)) for archive in archives]
    attributes = [bytes(one["attributes"]).decode().split("\n") for one in loaded]
    labels = [str(name) for name in loaded[0]["labels"]]
    names = sorted({name for found in attributes for name in found})
    of_name = {name: index for index, name in enumerate(names)}
    state, moves = np.zeros((len(names), len(labels)), np.float32), np.zeros((len(labels), len(labels)), np.float32)
    for one, found in zip(loaded, attributes, strict=True):
        order = [[str(name) for name in one["labels"]].index(name) for name in labels]
        state[[of_name[name] for name in found]] += one["state"].astype(np.float32)[:, order] / len(loaded)
        moves += one["transition"][np.ix_(order, order)] / len(loaded)
    return _pack(labels, names, state, moves)


def train(lists: Sequence[Labelled]) -> tuple[bytes, bytes]:
    """Return the weights of both chains."""
    for one in lists:
        one.features = find_features(one.blocks)
    halves = [[one for one in lists if zlib.crc32(one.name.encode()) // 7 % 2 == half] for half in (0, 1)]
    for seen, unseen in (halves, halves[::-1]):
        judge = Chain("", fit(_sequences(seen), n_iterations=40))
        for one in unseen:
            one.chances = judge.tag(judge.score(one.features), one.features.starts).chances
    first = fit(_sequences(lists))
    for one in lists:
        one.of_places = Places(one.blocks).find_features(one.chances)
    return first, fit(_sequences(lists))


def _sequences(lists: Iterable[Labelled]) -> Iterator[tuple[list[list[str]], list[str]]]:
    for one in lists:
        for index, labels in enumerate(one.labels):
            if not labels:
                continue
            names = one.features.names_of(index)
            if one.of_places is not None:
                names = [own + more for own, more in zip(names, one.of_places.names_of(index), strict=True)]
            for _ in range(one.weight):
                yield names, labels


def _gather(
    papers: Sequence[Paper], further: Sequence[Paper], options: argparse.Namespace, seed: int
) -> list[Labelled]:
    """Return the lists of a draw; what is real or corrected weighs more than what is made up."""
    found = [*read_corrected(are_measured=False), *read_retold(are_measured=False)]
    found += (one for path in options.real for one in read_real(path))
    made = make_lists([*papers, *further], options.lists, seed)
    labelled = [label(f"made up {index}", one.text, one.suffix, one.entries) for index, one in enumerate(made)]
    print(f"{len(found)} lists, {len(labelled)} made up, of these not labelled {labelled.count(None)}", flush=True)
    return [*found, *filter(None, labelled)]


# Measures


def measure(chains: tuple[Chain, Chain], papers: Sequence[Paper]) -> dict[str, float]:
    """Return recall and precision of titles, and the share of right fields, on lists that were not trained on."""
    figures: dict[str, float] = {}
    for name, held_out, n in (
        ("layouts", "", 3 * N_MEASURED),
        ("separators", "separators", N_MEASURED),
        ("orders", "orders", N_MEASURED),
    ):
        made = (
            label(one.layout, one.text, one.suffix, one.entries)
            for one in make_lists(papers, n, SEED_OF_MEASURES, held_out)
        )
        figures |= {f"{name} {key}": value for key, value in _compare(chains, filter(None, made)).items()}
    for name, lists in (("corrected", read_corrected(are_measured=True)), ("retold", read_retold(are_measured=True))):
        figures |= {f"{name} {key}": value for key, value in _compare(chains, lists).items()}
    return figures


def _compare(chains: tuple[Chain, Chain], lists: Iterable[Labelled]) -> dict[str, float]:
    counts: Counter[str] = Counter()
    for one in lists:
        for labels, found in zip(one.labels, tagger.tag_blocks(one.blocks, chains), strict=True):
            if labels is None:
                continue
            true = _find_titles(labels)
            counts["true"] += len(true)
            counts["read"] += len(found.titles)
            counts["right"] += len(set(true) & set(found.titles))
            if true and set(true) == set(found.titles):
                for tag in "AVY":
                    counts[tag] += tag in labels
                    same = [index for index, one_label in enumerate(labels) if one_label == tag]
                    counts["right " + tag] += bool(same) and same == [
                        i for i, other in enumerate(found.labels) if other == tag
                    ]
    figures = {
        "recall": counts["right"] / max(1, counts["true"]),
        "precision": counts["right"] / max(1, counts["read"]),
    }
    for tag, name in (("A", "authors"), ("V", "venues"), ("Y", "years")):
        figures[name] = counts["right " + tag] / max(1, counts[tag])
    return {name: round(value, 3) for name, value in figures.items()}


def _find_titles(labels: Sequence[str]) -> list[tuple[int, int]]:
    """Return the first and the last atom of each title."""
    starts = [index for index, one in enumerate(labels) if one == "B-T"]
    ends = [
        next((index for index in range(start + 1, len(labels)) if labels[index] != "I-T"), len(labels)) - 1
        for start in starts
    ]
    return list(zip(starts, ends, strict=True))


def main(arguments: Sequence[str] | None = None) -> int:
    """Train and measure; return 1 if a figure is worse than the recorded one."""
    parser = argparse.ArgumentParser(description="Train the chains that read lists of papers.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--lists", type=int, default=1000, help="made-up lists of a draw")
    parser.add_argument("--draws", type=int, default=3)
    parser.add_argument("--seed", type=int, default=FIRST_SEED, help="of the first draw")
    parser.add_argument("--real", type=Path, nargs="*", default=[])
    parser.add_argument("--papers", type=Path)
    parser.add_argument("--measure-only", action="store_true")
    options = parser.parse_args(arguments)
    papers = find_printable(read_facts())
    measured = [paper for paper in papers if zlib.crc32(paper.title.encode()) % 10 == 0]
    trained = [paper for paper in papers if zlib.crc32(paper.title.encode()) % 10]
    options.out.mkdir(exist_ok=True, parents=True)
    if not options.measure_only:
        further = find_printable(read_papers(options.papers)) if options.papers else []
        found = [
            train(_gather(trained, further, options, seed))
            for seed in range(options.seed, options.seed + options.draws)
        ]
        for name, archives in zip(("pass1.npz", "pass2.npz"), zip(*found, strict=True), strict=True):
            (options.out / name).write_bytes(average(archives))
    first, second = (Chain("", (options.out / name).read_bytes()) for name in ("pass1.npz", "pass2.npz"))
    figures = measure((first, second), measured)
    (options.out / "figures.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    recorded: dict[str, float] = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    is_worse = False
    for name, figure in figures.items():
        before = recorded.get(name, 0.0)
        worse = figure < before - TOLERANCE
        is_worse |= worse
        print(f"{name:24} {figure:.3f}  recorded {before:.3f}{'  worse' if worse else ''}")
    return int(is_worse)


if __name__ == "__main__":
    sys.exit(main())
