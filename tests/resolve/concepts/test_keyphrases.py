import json
import re
import subprocess
import sys
from pathlib import Path

from papertrace.extract.concepts.candidates import find_candidates
from papertrace.model.candidate import Candidates
from papertrace.resolve.concepts.acronyms import count_definitions, settle_acronyms
from papertrace.resolve.concepts.keyphrases import rank_keyphrases
from papertrace.resolve.concepts.tallies import Counts, count_candidates
from papertrace.resolve.concepts.vocabulary import Vocabulary, decide_vocabulary


def statistics(papers: list[Candidates]) -> tuple[Counts, Vocabulary]:
    acronyms = settle_acronyms(count_definitions(papers))
    counts = count_candidates(papers, acronyms)
    return counts, decide_vocabulary(counts, acronyms)


def test_an_empty_paper_has_no_keyphrases() -> None:
    paper = find_candidates("", "")
    assert rank_keyphrases(paper, *statistics([paper])) == []


def test_a_repeated_title_phrase_comes_first_and_general_words_never() -> None:
    paper = find_candidates("Novel walrus tracking", "Our novel method for walrus tracking beats results on ice floes.")
    other = find_candidates("Ice", "Results of a method on ice.")
    ranked = [phrase.label for phrase in rank_keyphrases(paper, *statistics([paper, other]))]
    assert ranked[0] == "walrus tracking"
    assert not {"novel method", "method", "results"} & set(ranked)


def test_scores_fall_and_the_limit_holds() -> None:
    paper = find_candidates(
        "Walrus tracking", "We track walrus herds on ice floes by satellite radar images and tusk tags."
    )
    ranked = rank_keyphrases(paper, *statistics([paper]), limit=3)
    assert len(ranked) == 3
    assert [phrase.score for phrase in ranked] == sorted((phrase.score for phrase in ranked), reverse=True)


def test_author_keywords_of_computing_abstracts(shared: Path, tmp_path: Path) -> None:
    gold = shared / "data" / "keyphrases" / "computing_abstracts_dev.jsonl"
    records = [json.loads(line) for line in gold.read_text("utf-8").splitlines()]
    papers = [find_candidates(record["title"], record["abstract"]) for record in records]
    counts, vocabulary = statistics(papers)
    predictions = tmp_path / "predictions.jsonl"
    with predictions.open("w", encoding="utf-8") as file:
        for record, paper in zip(records, papers, strict=True):
            labels = [phrase.label for phrase in rank_keyphrases(paper, counts, vocabulary, 5)]
            file.write(json.dumps({"id": record["id"], "keyphrases": labels}) + "\n")
    script = shared / "gold" / "evaluate_keyphrases.py"
    command = [sys.executable, str(script), str(gold), str(predictions), "--k", "5"]
    report = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    f1 = re.search(r"F1 +([\d.]+)", report)
    assert f1 is not None
    assert float(f1.group(1)) >= 18
