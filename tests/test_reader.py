"""The program that trains the reader of lists: made-up lists are labelled as they were drawn."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from tools.reader.made_up import find_printable, make_lists
from tools.reader.retell import main as retell_folders
from tools.reader.train import average, label, label_by_lines, read_corrected, read_facts, read_retold

SEED = 5


def test_same_seed_draws_the_same_lists() -> None:
    papers = find_printable(read_facts())
    assert [one.text for one in make_lists(papers, 5, SEED)] == [one.text for one in make_lists(papers, 5, SEED)]


@pytest.mark.parametrize("held_out", ["", "separators", "orders"])
def test_titles_of_made_up_lists_are_labelled(held_out: str) -> None:
    n_titles: Counter[str] = Counter()
    for one in make_lists(find_printable(read_facts()), 25, SEED, held_out):
        if found := label(one.layout, one.text, one.suffix, one.entries):
            n_titles["drawn"] += len(one.entries)
            n_titles["labelled"] += sum((labels or []).count("B-T") for labels in found.labels)
        else:
            n_titles["not labelled"] += len(one.entries)
    assert n_titles["labelled"] > 0.97 * n_titles["drawn"]
    assert n_titles["not labelled"] < 0.1 * n_titles["drawn"]


def test_titles_after_an_underscore_are_labelled() -> None:
    found = label(
        "queues",
        "- 15_ABC_Slow queues of ferries [[paper]](https://example.org)",
        ".md",
        [{"title": "Slow queues of ferries"}],
    )
    assert found is not None
    assert found.labels == [["O", "O", "B-T", "O"]]


def test_corrected_lists_hold_their_entries() -> None:
    names = [one.name for are_measured in (False, True) for one in read_corrected(are_measured=are_measured)]
    assert len(names) == 22


def test_mean_of_a_model_with_itself_is_the_model() -> None:
    from importlib import resources

    data = (resources.files("papertrace.listings.learned") / "models" / "pass1.npz").read_bytes()
    assert average([data, data]) == average([data])


def test_a_retold_list_keeps_its_layout_and_its_labels_but_no_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (
        "# Reading list\n\n"
        "- [Sparse harbours of Newfoundland](https://arxiv.org/abs/2401.01234), "
        "A. Barnaby and C. Dunmore, *NeurIPS* 2021\n"
        "  Explains lighthouses to beginners. doi:10.5555/98765432, arXiv:2401.01234\n"
        "- [Foghorn](https://example.org/foghorn.pdf)"
    )
    (tmp_path / "01.md").write_text(text)
    rows = [
        {"kind": "paper", "line": 3, "end_line": 4, "title": "Sparse harbours of Newfoundland", "year": "2021",
         "byline": "A. Barnaby and C. Dunmore", "venue": "NeurIPS"},
        {"kind": "other", "line": 5, "title": "Foghorn"},
    ]  # fmt: skip
    (tmp_path / "labels.jsonl").write_text("".join(json.dumps({"list": "01", **row}) + "\n" for row in rows))

    retell_folders([str(tmp_path)])
    told = json.loads(capsys.readouterr().out)

    kept = {"reading", "list", "and", "neurips", "doi", "arxiv", "example", "org", "https", "pdf"}
    assert set(re.findall(r"[a-z]{3,}", text.lower())) & set(re.findall(r"[a-z]{3,}", told["text"].lower())) == kept
    assert re.sub(r"\w", "", told["text"]) == re.sub(r"\w", "", text)
    assert not re.search("98765432|2401.01234", told["text"])
    assert [row["lines"] for row in told["entries"]] == [[3, 4], [5, 5]]
    found = label_by_lines(told["name"], told["text"], ".md", told["entries"])
    assert [set(labels or ()) - {"I-T"} for labels in found.labels] == [set(), {"B-T", "A", "V", "Y", "O"}, {"O"}]


def test_retold_lists_hold_nearly_all_of_their_titles() -> None:
    found = [*read_retold(are_measured=False), *read_retold(are_measured=True)]
    labels = [one for of_list in found for one in of_list.labels if one is not None]

    assert len(found) > 150
    assert sum(of_block.count("B-T") for of_block in labels) > 2_400
