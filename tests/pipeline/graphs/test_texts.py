import math
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tests.folders import ROOT
from tests.terms import read_words, spell_phrases

import papertrace
from papertrace.engine import open_engine
from papertrace.graph.pairs import texts
from papertrace.graph.pairs.texts import TermCounts, hash_phrases, vectorise
from papertrace.graph.settings import COUNTING, READING, Steps
from papertrace.model import Concept, Paper, log_problem
from papertrace.pipeline import texts as read_texts
from papertrace.pipeline.papers import extract_counted_papers, read_stored_papers
from papertrace.pipeline.steps import ignore_progress
from papertrace.pipeline.texts import count_terms
from papertrace.spool import pack, unpack

ABSTRACTS = (
    "Pruning of trees is slow. We prune trees of state-space models, and of GPUs (GPU-based pruning of trees).",
    "稀疏矩阵的乘法 is sparse matrix multiplication; C++ and 2048 of 3.5 cases.",
    "Verfahren für die Messung von Netzen und die Analyse von Netzen.",
    "",
)


def make(number: int, title: str, abstract: str, *concepts: Concept) -> Paper:
    return Paper(id=f"p{number}", title=title, abstract=abstract, entries=(), concepts=concepts)


def corpus() -> list[Paper]:
    long = " ".join(f"word{number} item{number}" for number in range(200))
    return [
        *(make(number, f"On trees {number}", text) for number, text in enumerate(ABSTRACTS)),
        make(4, "Long", long, Concept(key="a longer phrase of words", label="", n=3)),
        make(
            5,
            "Pruned trees",
            ABSTRACTS[0],
            Concept(key="GPU", label="GPU", n=2, in_title=True),
            Concept(key="absent thing", label="", n=2, in_title=True),
        ),
        make(6, "", ABSTRACTS[0], Concept(key="gpu", label="GPU", n=2, in_title=True)),
    ]


def expect(paper: Paper) -> dict[int, int]:
    """Return the weights of the terms of a paper by hash, found phrase by phrase."""
    title, abstract = (list(spell_phrases(text)) for text in read_words(paper.title, paper.abstract))
    counts, titled = Counter([*title, *abstract]), set(title)
    if more := {key: c.n for c in paper.concepts if (key := c.key.casefold()) not in counts}:
        counts.update(more)
        titled |= {c.key.casefold() for c in paper.concepts if c.in_title}
    kept = sorted(counts, key=lambda key: (key not in titled, -counts[key], key))[: texts.MAX_TERMS]
    weights = {key: (1 + math.log(counts[key])) * (1.5 if key in titled else 1.0) for key in kept}
    hashes = hash_phrases(weights).tolist()
    return {number: round(weight * texts.LOCAL_SCALE) for number, weight in zip(hashes, weights.values(), strict=True)}


def found(parts: Iterator[TermCounts]) -> list[dict[int, int]]:
    papers = []
    for part in parts:
        low = 0
        for size in part.sizes.tolist():
            own = slice(low, low + size)
            papers.append(dict(zip(part.distinct[part.terms[own]].tolist(), part.weights[own].tolist(), strict=True)))
            low += size
    return papers


def test_terms_counted_in_bulk_are_those_found_phrase_by_phrase() -> None:
    papers = corpus()
    assert found(iter(count_terms(papers))) == [expect(paper) for paper in papers]


def test_terms_of_real_abstracts_are_those_found_phrase_by_phrase() -> None:
    papers = list(papertrace.extract_papers(papertrace.sample_path()))
    assert found(iter(count_terms(papers))) == [expect(paper) for paper in papers]


def extract_counted() -> tuple[list[Paper], texts.StoredCounts]:
    counts = texts.StoredCounts()
    papers = extract_counted_papers(
        papertrace.sample_path(),
        counts,
        format_name=None,
        outputs=None,
        follow_links=False,
        terms=None,
        on_problem=log_problem,
        on_progress=ignore_progress,
        on_account=None,
        engine=None,
    )
    return list(papers), counts


def test_terms_counted_where_concepts_are_found_are_those_of_the_texts() -> None:
    papers, counts = extract_counted()
    assert papers == list(papertrace.extract_papers(papertrace.sample_path()))
    read = iter(papers)
    assert found(iter(counts.count_terms(read, None))) == found(iter(count_terms(papers)))
    assert next(read, None) is None
    assert vectorise(counts).printed_fields.tolist() == vectorise(count_terms(papers)).printed_fields.tolist()


def test_terms_do_not_depend_on_how_papers_are_cut_into_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    papers = corpus()
    whole = vectorise(count_terms(papers))
    monkeypatch.setattr(read_texts, "MAX_PAPERS", 2)
    cut = vectorise(count_terms(papers))
    assert np.array_equal(whole.lengths, cut.lengths)
    pairs = np.array([(one, other) for one in range(7) for other in range(one + 1, 7)])
    assert np.array_equal(whole.compare(*pairs.T), cut.compare(*pairs.T))
    assert whole.printed_fields.tolist() == cut.printed_fields.tolist()


@pytest.mark.parametrize("max_parts", [0, 20], ids=["file", "memory"])
def test_counts_that_wait_in_a_file_give_the_same_vectors(max_parts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    papers = corpus()
    monkeypatch.setattr(read_texts, "MAX_PAPERS", 2)
    monkeypatch.setattr(texts, "_MAX_PARTS", max_parts)
    counted = list(count_terms(papers))
    stored = texts.StoredCounts()
    for part in counted:
        stored.append(part)
    assert stored.is_in_memory is (max_parts > 0)
    assert len(stored) == len(counted) == 4
    assert found(iter(stored[1:3])) == found(iter(counted[1:3]))
    expected, vectors = vectorise(iter(counted)), vectorise(stored)
    assert np.array_equal(vectors.rows.to_scipy().toarray(), expected.rows.to_scipy().toarray())
    assert np.array_equal(vectors.lengths, expected.lengths)
    assert np.array_equal(vectors.printed_fields, expected.printed_fields)


def test_the_fields_of_each_paper_are_counted_together() -> None:
    papers = list(papertrace.extract_papers(papertrace.sample_path()))
    (part,) = count_terms(papers)
    one_by_one = sum(counts.printed_fields for paper in papers for counts in count_terms([paper]))
    assert part.printed_fields.sum() > 0
    assert part.printed_fields.tolist() == np.asarray(one_by_one).tolist()


def test_counts_of_terms_survive_being_packed() -> None:
    (part,) = count_terms(corpus())
    again = unpack(pack(part))
    for name in TermCounts.__slots__:
        assert np.array_equal(getattr(part, name), getattr(again, name)), name


def test_terms_are_the_same_in_processes_with_other_salts(tmp_path: Path) -> None:
    script = tmp_path / "count.py"
    script.write_text(
        "from tests.pipeline.graphs.test_texts import corpus\n"
        "from papertrace.pipeline.texts import count_terms\n"
        "from papertrace.spool import pack\n"
        "import xxhash\n"
        "print([xxhash.xxh3_64_hexdigest(pack(part)) for part in count_terms(corpus())])\n",
        encoding="utf-8",
    )
    path = os.pathsep.join([str(ROOT), *sys.path])
    digests = {
        subprocess.run(
            [sys.executable, script],
            env={**os.environ, "PYTHONHASHSEED": salt, "PYTHONPATH": path},
            capture_output=True,
            check=True,
        ).stdout
        for salt in ("1", "2")
    }
    assert len(digests) == 1


def test_papers_of_a_file_are_read_as_objects_are(tmp_path: Path) -> None:
    papers = list(papertrace.extract_papers(papertrace.sample_path()))[:20]
    path = tmp_path / "papers.jsonl"
    papertrace.write_papers(papers, path)
    stored = read_stored_papers(path)

    assert found(iter(count_terms(stored))) == found(iter(count_terms(papers)))


def test_chunks_are_counted_while_they_are_read_and_while_their_terms_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(read_texts, "MAX_PAPERS", 3)
    shown: list[tuple[str, int, int | None]] = []
    steps = Steps((READING, COUNTING), lambda step, done, total: shown.append((step, done, total)))

    with open_engine("inline") as engine:
        parts = count_terms(corpus(), engine, steps=steps, n_papers=7)

    assert len(parts) == 3
    assert [one for one in shown if READING in one[0]] == [
        (f"step 1 of 2, {READING}", done, 7) for done in (0, 3, 6, 7)
    ]
    assert [one for one in shown if COUNTING in one[0]] == [
        (f"step 2 of 2, {COUNTING}", done, 7) for done in (0, 3, 6, 7)
    ]
