"""Papers are described alike, whatever the chunks and the engine."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from tests.made_up import generate_papers

from papertrace.engine import Engine, open_engine
from papertrace.model import Paper, Problem, Span
from papertrace.model.papers.facts import Form, Terms
from papertrace.pipeline import chunks, describing
from papertrace.pipeline.describing import describe_corpus
from papertrace.pipeline.papers import generate_extracted
from papertrace.resolve.boilerplate import Boilerplate
from papertrace.spool import MAX_IN_MEMORY, pack, unpack

N_PAPERS = 600


def digest(papers: Sequence[Paper], engine: Engine | None = None, terms: Terms | None = None) -> tuple[str, int]:
    """Return the SHA-256 of the extracted form with the problems before each paper, and the number of the problems."""
    sha256 = hashlib.sha256()
    problems: list[Problem] = []
    for line in generate_extracted(describe_corpus(papers, terms, problems.append, engine)):
        sha256.update(f"{len(problems)} {problems[-1:]}\n{line}".encode())
    return sha256.hexdigest(), len(problems)


@pytest.fixture(scope="module")
def papers() -> Sequence[Paper]:
    return generate_papers(N_PAPERS)


@pytest.fixture(scope="module")
def in_memory(papers: Sequence[Paper]) -> tuple[str, int]:
    assert len(papers) < MAX_IN_MEMORY
    return digest(papers)


def test_the_papers_have_all_that_depends_on_the_corpus(papers: Sequence[Paper], in_memory: tuple[str, int]) -> None:
    described = list(islice(describe_corpus(papers, on_problem=lambda _: None), 500))
    assert sum(bool(paper.mentions) for paper in described) > 50
    assert sum(bool(paper.references) for paper in described) > 50
    assert all(mention.title for paper in described for mention in paper.mentions)
    assert sum(bool(paper.minor_concepts) for paper in described) > 50
    assert in_memory[1] > 50


@pytest.mark.slow
@pytest.mark.parametrize("size", [97, 500, 4_000])
def test_the_size_of_chunks_makes_no_difference(
    papers: Sequence[Paper], in_memory: tuple[str, int], size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(describing, "MAX_IN_MEMORY", 0)
    monkeypatch.setattr(describing, "CHUNK_SIZE", size)
    assert digest(papers) == in_memory


@pytest.fixture(params=[1, 2, 3], ids=["one worker", "two workers", "three workers"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    with open_engine("processes", request.param) as opened:
        yield opened


@pytest.mark.slow
def test_workers_make_no_difference(
    papers: Sequence[Paper], in_memory: tuple[str, int], engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(describing, "MAX_IN_MEMORY", 0)
    monkeypatch.setattr(describing, "CHUNK_SIZE", 70)
    assert digest(papers, engine) == in_memory


def test_the_terms_of_a_user_hold_in_chunks_too(papers: Sequence[Paper], monkeypatch: pytest.MonkeyPatch) -> None:
    terms = Terms(vocabulary=(Form("herd tracking", "herd tracking"),), ignored=(Form("sea ice", "sea ice"),))
    found = digest(papers[:60], terms=terms)
    monkeypatch.setattr(describing, "MAX_IN_MEMORY", 0)
    monkeypatch.setattr(describing, "CHUNK_SIZE", 7)
    assert digest(papers[:60], terms=terms) == found


def test_no_papers_are_described_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(describing, "MAX_IN_MEMORY", -1)
    assert list(describe_corpus([])) == []


def test_each_step_of_a_large_corpus_shows_how_many_papers_are_done(
    papers: Sequence[Paper], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(describing, "MAX_IN_MEMORY", 0)
    monkeypatch.setattr(describing, "CHUNK_SIZE", 7)
    shown: list[str] = []
    list(
        describe_corpus(
            papers[:20], on_problem=lambda _: None, on_progress=lambda progress: shown.append(str(progress))
        )
    )
    steps = [f"extracting, step {number} of 5: {done} of 20" for number in range(1, 6) for done in (0, 7, 14, 20)]
    assert shown == steps


HOSTILE = {
    "half a character": {"title": "Tusk \ud800 Nets: Sorting", "abstract": "We \udfff introduce Tusk\ud800Net."},
    "a number beyond 64 bits": {"n_citations": 2**70},
    "no text": {"title": "", "abstract": ""},
    "control characters": {"title": "\0\x1b", "abstract": "\0. \x85\u2028"},
}


@pytest.mark.parametrize("changes", HOSTILE.values(), ids=list(HOSTILE))
def test_one_bad_paper_harms_no_other(
    changes: dict[str, object], papers: Sequence[Paper], monkeypatch: pytest.MonkeyPatch
) -> None:
    good = list(papers[:20])
    entry = replace(good[5].entries[0], **changes)  # type: ignore[arg-type]
    good[5] = replace(good[5], entries=(entry,), **changes)  # type: ignore[arg-type]
    in_memory = list(describe_corpus(good, on_problem=lambda _: None))
    monkeypatch.setattr(describing, "MAX_IN_MEMORY", 0)
    monkeypatch.setattr(describing, "CHUNK_SIZE", 7)
    assert list(describe_corpus(good, on_problem=lambda _: None)) == in_memory


def test_a_chunk_is_found_with_the_same_bytes_each_time(papers: Sequence[Paper]) -> None:
    boilerplate = Boilerplate()
    boilerplate.finish()
    part = unpack(pack(chunks.make_part(40, papers[40:50])))
    found = [pack(chunks.find(part, chunks.Finding(boilerplate))) for _ in range(2)]
    assert found[0] == found[1]
    assert (part.first, list(part.papers), len(unpack(found[0])[0].complete())) == (40, papers[40:50], 10)
    assert part.abstracts == [paper.abstract for paper in papers[40:50]]
    assert part.abstracts[2:5] == [paper.abstract for paper in papers[42:45]]


def test_a_corpus_of_one_long_paper_is_one_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(describing, "MAX_IN_MEMORY", 0)
    long = generate_papers(1)[0]
    text = "Walruses dive deep. " * 10_000
    entry = replace(long.entries[0], abstract=text, abstract_span=Span("made-up", 2))
    (described,) = describe_corpus([replace(long, abstract=text, entries=(entry,))])
    assert described.abstract == text


_RUN = """
import logging, sys
from pathlib import Path
from tests.made_up import generate_papers
from papertrace.engine import open_engine
from papertrace.pipeline import describing
from papertrace.pipeline.describing import describe_corpus

logging.basicConfig(level=logging.INFO, format="%(message)s")
describing.MAX_IN_MEMORY, describing.CHUNK_SIZE = 0, 100
with open_engine("inline", work_dir=Path(sys.argv[1])) as engine:
    print(sum(len(repr(paper)) for paper in describe_corpus(generate_papers(300), on_problem=print, engine=engine)))
"""


@pytest.mark.slow
def test_a_run_with_another_hash_of_strings_finds_the_results_that_persist(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    runs = [
        subprocess.run(
            [sys.executable, "-c", _RUN, str(tmp_path)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"},
            check=True,
            capture_output=True,
            text=True,
        )
        for seed in ("1", "2")
    ]
    steps = ("sentences", "find", "count", "tally", "describe")
    assert all(f"{step}: 0 of 3 results were there" in runs[0].stderr for step in steps)
    assert all(f"{step}: 3 of 3 results were there" in runs[1].stderr for step in steps)
    assert runs[0].stdout == runs[1].stdout
