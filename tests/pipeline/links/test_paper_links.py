"""The links and the claim of a paper: the same for every command, however its entries spell an address."""

import json
from pathlib import Path

import pytest

import papertrace
from papertrace.cli import main
from papertrace.model import ClaimState, LinkKind, LinkRole
from papertrace.pipeline.collecting import collect_links
from papertrace.pipeline.papers import generate_extracted

FIELD = "url = {http://www.example.org/fold/}"
TEXT = "abstract = {We fold sheets of paper. %s https://example.org/fold}"
IS_OPEN = "Our code is available at"
WILL_BE = "Our code will be released at"
ID = "title = {Fold: Thin Sheets}, eprint = {2401.00001}, archiveprefix = {arXiv}"


def bib(*entries: str) -> str:
    return "\n".join(f"@article{{k{number}, {ID}, {fields}}}" for number, fields in enumerate(entries))


TWO_ENTRIES = bib(FIELD, TEXT % IS_OPEN)
LISTINGS = {
    "in two entries": TWO_ENTRIES,
    "in two entries, the text first": bib(TEXT % IS_OPEN, FIELD),
    "in two fields of one entry": bib(f"{FIELD}, {TEXT % IS_OPEN}"),
}


@pytest.mark.parametrize("listing", LISTINGS.values(), ids=LISTINGS)
def test_an_address_in_two_spellings_is_one_link_that_the_text_claims(tmp_path: Path, listing: str) -> None:
    path = tmp_path / "papers.bib"
    path.write_text(listing, encoding="utf-8")

    (paper,) = papertrace.extract_papers(path)
    (code,) = collect_links([path]).claims

    assert [(link.kind, link.role) for link in paper.links] == [(LinkKind.CODE, LinkRole.OWN)]
    assert (paper.claim.state, paper.claim.sentence) == (ClaimState.LINKED, f"{IS_OPEN} https://example.org/fold")
    assert (code.claim, code.links) == (paper.claim, paper.links)


@pytest.mark.parametrize("entries", [(FIELD, TEXT % WILL_BE), (f"{FIELD}, {TEXT % WILL_BE}",)], ids=["two", "one"])
def test_code_that_is_promised_at_an_address_is_not_there_since_a_field_has_it(
    tmp_path: Path, entries: tuple[str, ...]
) -> None:
    path = tmp_path / "papers.bib"
    path.write_text(bib(*entries), encoding="utf-8")

    (paper,) = papertrace.extract_papers(path)

    assert paper.claim.state is ClaimState.PROMISED
    assert [code.claim for code in collect_links([path]).claims] == [paper.claim]


def test_both_commands_agree_on_the_code_of_a_paper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    Path("papers.bib").write_text(TWO_ENTRIES, encoding="utf-8")

    assert main(["extract", "papers.bib", "-o", "papers.jsonl"]) == 0
    assert json.loads(Path("papers.jsonl").read_text(encoding="utf-8"))["claim"]["state"] == "linked"
    for listing in ("papers.bib", "papers.jsonl"):
        capsys.readouterr()
        assert main(["audit", listing, "--exclude", "example.org", "-q"]) == 0
        assert "says its code is open" not in capsys.readouterr().out


def test_what_the_sentence_prints_in_another_spelling_is_the_code_of_an_extracted_paper(tmp_path: Path) -> None:
    listing, extracted = tmp_path / "papers.bib", tmp_path / "papers.jsonl"
    listing.write_text(TWO_ENTRIES, encoding="utf-8")
    lines = generate_extracted(papertrace.extract_papers(listing))
    extracted.write_text("".join(lines).replace('"kind":"code"', '"kind":"page"'), encoding="utf-8")

    (code,) = collect_links([extracted]).claims

    assert [link.url for link in code.links] == ["http://www.example.org/fold/"]
