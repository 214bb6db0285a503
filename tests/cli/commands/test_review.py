"""What a change adds to a list, as a comment for its pull request."""

import json
from pathlib import Path

import pytest

from papertrace.cli.main import main

BEFORE = """\
# Tides

- [HarborFlow: Tidal forecasting of harbours](https://arxiv.org/abs/2401.00001) [[code]](https://github.com/acme/harbor)
- [InkTrace: Ink recovery of manuscripts](https://arxiv.org/abs/2401.00002)
"""
TWICE = "- [HarborFlow: Tidal Forecasting of Harbours](https://arxiv.org/abs/2401.00001)\n"
NEW = "- [BirdNet: Acoustic monitoring of birds](https://arxiv.org/abs/2401.00003) [[code]](https://github.com/acme/birds)\n"


def review(folder: Path, added: str, *options: str, before: str = BEFORE) -> int:
    (folder / "before.md").write_text(before, encoding="utf-8")
    (folder / "README.md").write_text(BEFORE + added, encoding="utf-8")
    return main(["review", "--before", str(folder / "before.md"), *options, str(folder / "README.md")])


def audit(folder: Path, **outcomes: str) -> str:
    """Write the report of an audit: an outcome for each repository, with its state after a colon."""
    lines = []
    for name, outcome in outcomes.items():
        found, _, state = outcome.partition(":")
        record = {
            "url": f"https://github.com/acme/{name}",
            "outcome": found,
            "reason": "404 <b>Not</b> @ada",
            "papers": [],
        }
        lines.append(json.dumps(record | ({"repository_state": state} if state else {})))
    (folder / "audit.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return str(folder / "audit.jsonl")


def test_a_list_that_did_not_change_has_nothing_to_mend(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert review(tmp_path, "") == 0
    assert "**0 papers added**, nothing to mend." in capsys.readouterr().out


def test_lines_that_moved_are_not_new(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = BEFORE.splitlines(keepends=True)

    assert review(tmp_path, "", before="".join([*lines[:2], lines[3], lines[2]])) == 0
    assert "**0 papers added**" in capsys.readouterr().out


@pytest.mark.parametrize("again", [TWICE, BEFORE.splitlines(keepends=True)[2]], ids=["spelled otherwise", "as it is"])
def test_a_paper_that_is_in_the_list_is_named_with_its_line(
    again: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert review(tmp_path, again) == 0
    shown = capsys.readouterr().out
    assert "**0 papers added**, 1 thing to look at" in shown
    assert "(README.md, line 5): this paper is already in the list (README.md, line 3)" in shown


def test_only_new_links_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert review(tmp_path, NEW, "--verdicts", audit(tmp_path, harbor="dead", birds="alive:archived")) == 0
    shown = capsys.readouterr().out
    assert "**1 paper added**, 1 thing to look at" in shown
    assert "<https://github.com/acme/birds>: this repository is archived" in shown
    assert "harbor" not in shown


def test_a_dead_link_is_reported_and_its_reason_is_no_markup(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert review(tmp_path, NEW, "--verdicts", audit(tmp_path, birds="dead")) == 0
    shown = capsys.readouterr().out
    assert (
        "(README.md, line 5): <https://github.com/acme/birds>: dead: 404 &lt;b&gt;Not&lt;/b&gt; <span>@</span>ada"
        in shown
    )


def test_a_claim_of_code_without_a_link_is_reported_if_its_paper_is_new(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def entry(name: str) -> str:
        return f"@article{{{name}, title = {{The {name} method}}, abstract = {{Our code will be released soon.}}}}\n"

    (tmp_path / "before.bib").write_text(entry("Harbour"), encoding="utf-8")
    (tmp_path / "now.bib").write_text(entry("Harbour") + entry("Lantern"), encoding="utf-8")

    assert main(["review", "--before", str(tmp_path / "before.bib"), str(tmp_path / "now.bib")]) == 0
    shown = capsys.readouterr().out
    assert "The Lantern method" in shown
    assert "promises its code; no link is given" in shown
    assert "Harbour" not in shown


def test_without_an_earlier_list_all_of_it_is_new(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(BEFORE, encoding="utf-8")

    assert main(["review", str(tmp_path / "README.md"), "-o", str(tmp_path / "comment.md")]) == 0
    assert "**2 papers added**" in (tmp_path / "comment.md").read_text("utf-8")


@pytest.mark.parametrize("before", ["", "# Tides\n\nNothing here yet.\n"], ids=["an empty file", "no paper"])
def test_the_first_papers_of_a_list_are_added(before: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert review(tmp_path, "", before=before) == 0
    assert "**2 papers added**" in capsys.readouterr().out


def test_a_list_that_was_not_there_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "README.md").write_text(BEFORE, encoding="utf-8")

    assert main(["review", "--before", str(tmp_path / "none.md"), str(tmp_path / "README.md")]) == 2
    assert "none.md" in capsys.readouterr().err


def test_an_entry_whose_link_is_corrected_adds_no_paper(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert review(tmp_path, "", before=BEFORE.replace("acme/harbor", "acme/harbour")) == 0
    assert "**0 papers added**, nothing to mend." in capsys.readouterr().out


def test_a_claim_of_code_is_named_though_the_paper_itself_is_linked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "now.bib"
    path.write_text(
        "@misc{a, title = {Fog forecasts by diffusion}, url = {https://arxiv.org/abs/2301.00001},\n"
        " abstract = {We forecast fog over harbours. Our code is available online.}}\n",
        encoding="utf-8",
    )

    assert main(["review", str(path)]) == 0
    assert "Our code is available online." in capsys.readouterr().out
