"""The tools that make the background table: reading corpora, and counting a small made-up one."""

import csv
import gzip
import json
import lzma
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from tests.case_tables import cases
from tools import make_background, read_corpora

from papertrace.background import Background

_FILLER = (
    "Nothing else is said here, and it is said at length so that the abstract is long enough to be read at all. " * 2
)


def _papers() -> list[dict[str, str]]:
    """Return 24 papers of two fields: those of boats name keels in their titles, every third of bread is a review."""
    boats = [
        {"field": "boats", "title": f"Keel number {n}", "abstract": f"A keel of wood. The result is {n} knots."}
        for n in range(12)
    ]
    bread = [
        {
            "field": "bread",
            "title": f"Sourdough {n}" + (": a tasting review" if n % 2 else ""),
            "abstract": f"Rye sourdough, then the result of sourdough {n}.",
        }
        for n in range(12)
    ]
    return boats + bread


def _write(path: Path, papers: Iterable[dict[str, str]]) -> Path:
    path.write_text("".join(json.dumps(paper) + "\n" for paper in papers), "utf-8")
    return path


def _make(folder: Path, papers: Iterable[dict[str, str]], *options: str | int | Path) -> bytes:
    source, out = _write(folder / "papers.jsonl", papers), folder / "out.zlib"
    arguments = [out, source, "--min-word", 6, "--min-phrase", 6, "--bits", 16, *options]
    assert make_background.main([str(argument) for argument in arguments]) == 0
    return out.read_bytes()


def _load(data: bytes) -> Background:
    return Background(zlib.decompress(data))


def test_terms_are_counted_by_field(tmp_path: Path) -> None:
    table = _load(_make(tmp_path, _papers()))
    assert (table.fields, table.n_papers) == (("boats", "bread"), (12, 12))
    keel, result = table.find("keel"), table.find("result")
    assert keel is not None
    assert result is not None
    assert keel.df == pytest.approx(12, rel=0.1)
    assert [rate > 50_000 for rate in keel.rates] == [True, False]
    assert [rate > 50_000 for rate in result.rates] == [True, True]


def test_shares_tell_topics_from_general_terms(tmp_path: Path) -> None:
    table = _load(_make(tmp_path, _papers()))
    sourdough, rye, result = table.find("sourdough"), table.find("rye sourdough"), table.find("result")
    assert sourdough is not None
    assert rye is not None
    assert result is not None
    assert (sourdough.title_share, sourdough.burst_share) == (1, 1)
    assert (rye.title_share, rye.burst_share) == (0, 0)
    assert (result.title_share, result.burst_share) == (0, 0)


def test_a_kind_of_study_is_found_at_the_ends_of_titles(tmp_path: Path) -> None:
    table = _load(_make(tmp_path, _papers()))
    assert [
        key for key in ("tasting review", "review", "sourdough") if (found := table.find(key)) and found.is_genre
    ] == [
        "tasting review",
        "review",
    ]


def test_terms_of_too_few_papers_are_left_out(tmp_path: Path) -> None:
    papers = [*_papers(), *({"field": "boats", "title": f"Mast {n}", "abstract": "A mast."} for n in range(5))]
    table = _load(_make(tmp_path, papers))
    assert "mast" not in table
    assert "keel" in table


def test_every_term_of_a_longer_table_is_found(tmp_path: Path) -> None:
    words = [f"{first}{second}ot" for first in "bcdfglmp" for second in "aeiou"]
    papers = [{"field": "boats", "title": f"Number {n}", "abstract": " ".join(words)} for n in range(6)]
    table = _load(_make(tmp_path, papers))
    assert len(table) > len(words)
    assert all(term in table for term in make_background.find_terms(" ".join(words)))


def test_crowded_hashes_change_nothing(tmp_path: Path) -> None:
    assert _make(tmp_path, _papers(), "--bits", 2) == _make(tmp_path, _papers())


def test_the_order_of_the_papers_changes_nothing(tmp_path: Path) -> None:
    assert _make(tmp_path, reversed(_papers()), "--most", 7) == _make(tmp_path, _papers(), "--most", 7)


def test_a_title_counts_once(tmp_path: Path) -> None:
    assert _make(tmp_path, [*_papers(), *_papers()]) == _make(tmp_path, _papers())


def test_at_most_so_many_papers_of_a_field_count(tmp_path: Path) -> None:
    assert _load(_make(tmp_path, [*_papers(), *_papers()], "--most", 7)).n_papers == (7, 7)


@pytest.mark.parametrize("title", ["KEEL number 3", "keelnumber3", "keel number 3"])
def test_excluded_titles_are_left_out_however_they_are_written(tmp_path: Path, title: str) -> None:
    exclude = tmp_path / "exclude.txt"
    exclude.write_text(f"{title}\nKeel\n", "utf-8")
    assert _load(_make(tmp_path, _papers(), "--exclude", exclude)).n_papers == (11, 12)


def test_general_english_is_looked_up(tmp_path: Path) -> None:
    words, pairs = tmp_path / "words.txt", tmp_path / "pairs.txt"
    words.write_text("keels 1\nresult 999\n", "utf-8")
    pairs.write_text("tasting review 10\n", "utf-8")
    table = _load(_make(tmp_path, _papers(), "--english", words, pairs))
    found = [table.find(key) for key in ("keel", "result", "tasting review", "sourdough")]
    assert [term.zipf for term in found if term] == [6.0, 9.0, 9.0, 0.0]


@cases("text, terms")
def test_terms_are_words_and_phrases_without_stop_words(text: str, terms: list[str]) -> None:
    assert make_background.find_terms(text) == terms


def _read(kind: str, path: Path) -> Sequence[tuple[str, str]]:
    return [(paper.field, paper.title) for paper in read_corpora.read_papers(kind, [path])]


def test_tables_of_arxiv_metadata_are_read(tmp_path: Path) -> None:
    path = tmp_path / "cs.CL.tsv.xz"
    rows = [
        ["A", _FILLER, "cs.CL", "2015-01-02"],
        ["B", _FILLER, "q-fin.ST", "2019-01-02"],
        ["Old", _FILLER, "cs.CL", "2009-12-31"],
        ["Unknown", _FILLER, "xx.YY", "2015-01-02"],
        ["Short", "Withdrawn.", "cs.CL", "2015-01-02"],
    ]
    with lzma.open(path, "wt", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter="\t").writerows([["title", "abstract", "primary_cat", "created"], *rows])
    assert _read("arxiv-tsv", path) == [("computing", "A"), ("social", "B")]


def test_daily_papers_of_arxiv_are_read(tmp_path: Path) -> None:
    record = {"title": "New\n  paper", "summary": _FILLER, "categories": ["physics.ao-ph", "cs.LG"]}
    (tmp_path / "2026-01-02.jsonl").write_text(json.dumps(record) + "\n", "utf-8")
    assert _read("arxiv-jsonl", tmp_path) == [("earth", "New paper")]


def test_files_of_pubmed_are_read(tmp_path: Path) -> None:
    article = (
        "<PubmedArticle><MedlineCitation><Article><Journal><Title>{}</Title></Journal>"
        "<ArticleTitle>On <i>E. coli</i>.</ArticleTitle><Abstract><AbstractText>{}</AbstractText></Abstract>"
        "<Language>{}</Language></Article></MedlineCitation></PubmedArticle>"
    )
    articles = [
        article.format("Journal of bacteriology", _FILLER, "eng"),
        article.format("Revue du foie", _FILLER, "fre"),
        article.format("Chest : journal of the Society", _FILLER, "eng"),
    ]
    path = tmp_path / "pubmed.xml.gz"
    path.write_bytes(gzip.compress(f"<PubmedArticleSet>{''.join(articles)}</PubmedArticleSet>".encode()))
    assert _read("pubmed", path) == [("biology", "On E. coli"), ("medicine", "On E. coli")]


def test_archives_of_openalex_are_read(tmp_path: Path) -> None:
    path = tmp_path / "works.zip"
    index: dict[str, list[int]] = {}
    for position, word in enumerate(_FILLER.split()):
        index.setdefault(word, []).append(position)
    works = [
        {"title": "A", "abstract_inverted_index": index, "concepts": _areas(Medicine=0.5, Psychology=0.4)},
        {"title": "B", "abstract_inverted_index": index, "concepts": _areas(Medicine=0.4, Psychology=0.5)},
        {"title": "C", "abstract_inverted_index": None, "concepts": []},
    ]
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("works.json", json.dumps(works))
        archive.writestr("readme.txt", "")
    papers = list(read_corpora.read_papers("openalex", [path]))
    assert [(paper.field, paper.title) for paper in papers] == [("medicine", "A"), ("social", "B")]
    assert papers[0].abstract == _FILLER.strip()


def _areas(**scores: float) -> list[dict[str, object]]:
    return [{"display_name": name, "level": 0, "score": score} for name, score in scores.items()]


def test_papers_are_printed_as_lines_that_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = {"title": "Title", "summary": _FILLER, "categories": ["math.CO"]}
    (tmp_path / "day.jsonl").write_text(json.dumps(record) + "\n", "utf-8")
    assert read_corpora.main(["arxiv-jsonl", str(tmp_path)]) == 0
    printed = tmp_path / "papers.jsonl"
    printed.write_text(capsys.readouterr().out, "utf-8")
    assert [paper.field for paper in make_background.read_papers([printed])] == ["mathematics"]
