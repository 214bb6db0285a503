"""Draw lines between papers, edges of several systems, for readers to judge without knowing who drew them.

    python benchmarks/draw_lines.py NAME LISTING SYSTEM=EDGES.csv ... [--out FOLDER]

EDGES.csv is `papers.edges.csv` of `papertrace build --to csv`, with `papers.nodes.csv` beside it. Writes
`judge/NAME.jsonl` for the readers and `keys/NAME.json`, the systems behind each line, for `score_lines.py`. Two systems
are added: `cosine` with as many lines as the first one (`benchmarks/text_cosine.py`), and `random`, pairs that share a
term of the cosine. The same pair with the same reason is judged once. Same input, same output.
"""

import argparse
import csv
import hashlib
import json
import random
import re
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import papertrace  # noqa: E402
from benchmarks.text_cosine import MAX_TERMS, Pair, TextCosine, choose_nearest  # noqa: E402 - the path comes first

LONG_ABSTRACT = 900
_KEY_LENGTH = 12


class Line(NamedTuple):
    """An edge between two papers, by their numbers, and its reason."""

    pair: Pair
    weight: float
    reason: list[str]
    kind: str


class Drawn(NamedTuple):
    """A line of a system, from the heavier or the lighter half of its edges."""

    system: str
    half: str
    line: Line


def fold_title(title: str) -> str:
    """Return a title by which papers are matched."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", title).lower())


def read_edges(path: Path, kinds: set[str], numbers: Mapping[str, int]) -> list[Line]:
    """Return the edges of a system; those between papers that the listing lacks are left out, and counted."""
    with path.with_name(path.name.replace("edges", "nodes")).open(encoding="utf-8-sig", newline="") as file:
        titles = {row["id"]: row["label"] for row in csv.DictReader(file)}
    lines: list[Line] = []
    n_lost = 0
    with path.open(encoding="utf-8-sig", newline="") as file:
        for row in csv.DictReader(file):
            if row["kind"] not in kinds:
                continue
            ends = [numbers.get(fold_title(titles[row[end]])) for end in ("source", "target")]
            one, other = sorted(end for end in ends if end is not None) if None not in ends else (0, 0)
            if one == other:
                n_lost += 1
                continue
            reason = [term for term in row["evidence"].split("|") if term]
            lines.append(Line((one, other), float(row["weight"]), reason[:MAX_TERMS], row["kind"]))
    if n_lost:
        print(
            f"{path}: {n_lost} edges left out: a paper is not in the listing, or both have one title", file=sys.stderr
        )
    return lines


def draw(lines: Sequence[Line], n: int, seed: str, system: str) -> list[Drawn]:
    """Return `n` lines, half of them from the heavier half, or all of a half that has fewer."""
    ordered = sorted(lines, key=lambda line: (-line.weight, line.pair))
    middle = (len(ordered) + 1) // 2
    rng = random.Random(f"{seed} {system}")  # noqa: S311 - not security-relevant
    halves = (("heavy", ordered[:middle], (n + 1) // 2), ("light", ordered[middle:], n // 2))
    return [Drawn(system, half, line) for half, some, size in halves for line in rng.sample(some, min(len(some), size))]


def describe(lines: Sequence[Line], papers: Sequence[tuple[str, str]]) -> dict[str, float]:
    """Return figures of a system: lines per paper, and shares of the papers that are linked."""
    linked = {number for line in lines for number in line.pair}
    long = {number for number, (_, abstract) in enumerate(papers) if len(abstract) >= LONG_ABSTRACT}
    n_single = sum(len(line.reason) == 1 for line in lines)
    return {
        "lines": len(lines),
        "papers": len(papers),
        "per_paper": round(len(lines) / len(papers), 3),
        "linked": round(len(linked) / len(papers), 3),
        "linked_900": round(len(linked & long) / max(1, len(long)), 3),
        "one_term": round(n_single / max(1, len(lines)), 3),
    }


def key_of(line: Line, papers: Sequence[tuple[str, str]], seed: str) -> str:
    """Return the key of a line: a hash of its pair and its reason."""
    titles = [fold_title(papers[number][0]) for number in line.pair]
    reason = "; ".join(sorted(term.lower() for term in line.reason))
    return hashlib.sha256("\n".join([seed, *titles, reason]).encode()).hexdigest()[:_KEY_LENGTH]


def write(
    folder: Path, name: str, drawn: Sequence[Drawn], papers: Sequence[tuple[str, str]], *, seed: str
) -> tuple[int, list[dict[str, object]]]:
    """Write the lines to judge in random order; return their number, and the system of each."""
    items: dict[str, dict[str, str]] = {}
    origins: list[dict[str, object]] = []
    for system, half, line in drawn:
        key = key_of(line, papers, seed)
        one, other = line.pair if int(key, 16) % 2 else line.pair[::-1]
        texts = {"title_a": papers[one][0], "abstract_a": papers[one][1]}
        texts |= {"title_b": papers[other][0], "abstract_b": papers[other][1]}
        items.setdefault(key, {"key": key, **texts, "reason": "; ".join(line.reason)})
        weight = round(line.weight, 4)
        origins.append({"key": key, "system": system, "half": half, "kind": line.kind, "weight": weight})
    order = sorted(items)
    random.Random(f"{seed} order").shuffle(order)  # noqa: S311 - not security-relevant
    judge = folder / "judge"
    judge.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(items[key], ensure_ascii=False) + "\n" for key in order)
    (judge / f"{name}.jsonl").write_text(text, encoding="utf-8")
    return len(items), sorted(origins, key=lambda one: (str(one["key"]), str(one["system"])))


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw the lines of one listing."""
    parser = argparse.ArgumentParser(description="Draw lines between papers to be judged without their origin.")
    parser.add_argument("name", help="the name of the files written")
    parser.add_argument("listing", type=Path, help="the listing that the edges are from")
    parser.add_argument("systems", nargs="+", metavar="SYSTEM=EDGES.csv", help="a name, and the edges of a graph")
    parser.add_argument("--n", type=int, default=24, help="lines of each system")
    parser.add_argument("--kinds", default="concept", help="kinds of edges that are lines, separated by commas")
    parser.add_argument("--seed", default="11", help="another seed draws other lines")
    parser.add_argument("--topicality", action="store_true", help="weight the terms of the cosine by topicality too")
    parser.add_argument("--out", type=Path, default=Path(), help="folder for judge/ and keys/ (default: this one)")
    options = parser.parse_args(arguments)
    found = papertrace.extract_papers(options.listing, on_problem=lambda _: None)
    papers = sorted(((one.title, one.abstract) for one in found), key=lambda one: (fold_title(one[0]), one[1]))
    numbers = {fold_title(title): number for number, (title, _) in enumerate(papers)}
    kinds = set(options.kinds.split(","))
    systems: dict[str, list[Line]] = {}
    for given in options.systems:
        system, _, path = given.partition("=")
        systems[system] = read_edges(Path(path), kinds, numbers)
    n_lines = len(next(iter(systems.values())))
    cosine = TextCosine(papers, by_topicality=options.topicality)
    pairs = cosine.find_pairs()
    nearest = choose_nearest(pairs, n_lines)
    systems["cosine"] = [Line(pair, weight, cosine.explain(pair), "cosine") for pair, weight in nearest]
    rng = random.Random(f"{options.seed} random")  # noqa: S311 - not security-relevant
    some = rng.sample(sorted(pairs), min(n_lines, len(pairs)))
    systems["random"] = [Line(pair, pairs[pair], cosine.explain(pair), "random") for pair in some]
    seed = f"{options.seed} {options.name}"
    drawn = [one for system, lines in systems.items() for one in draw(lines, options.n, seed, system)]
    n_items, origins = write(options.out, options.name, drawn, papers, seed=options.seed)
    figures = {system: describe(lines, papers) for system, lines in systems.items()}
    keys = options.out / "keys"
    keys.mkdir(parents=True, exist_ok=True)
    record = {"name": options.name, "systems": figures, "draws": origins}
    (keys / f"{options.name}.json").write_text(json.dumps(record, indent=1), encoding="utf-8")
    print(f"{options.name}: {n_items} lines to judge of {len(drawn)} drawn")
    for system, one in figures.items():
        linked = f"linked {one['linked']:.0%}, of those with {LONG_ABSTRACT} characters {one['linked_900']:.0%}"
        print(f"  {system:<10}{one['lines']:>6} lines, {one['per_paper']:.2f} a paper, {linked}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
