"""Every address of a listing is accounted for: in papers, elsewhere, or left out with a reason."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.folders import CASES
from tests.listings.test_recognition import SPECIMENS as RECOGNISED
from tests.titles import items

from papertrace.extract.links import printed_links
from papertrace.listings import read_listing
from papertrace.model import Entry, Link, LinkKind, Paper, Span
from papertrace.model.audit import IN_LOST_LINES, IN_PAPERS_UNREAD, FileAccount, find_addresses
from papertrace.model.papers.facts import CodeCandidate
from papertrace.model.papers.paper import Added
from papertrace.pipeline.papers import write_papers

FOLDER = CASES / "listings"
TABLES_OF_TESTS = {path.stem.removeprefix("test_") + ".toml" for path in Path(__file__).parent.glob("test_*.py")}
SPECIMENS = sorted(path for path in FOLDER.iterdir() if path.is_file() and path.name not in TABLES_OF_TESTS)
# Of its own, and on the bytes, so that no reader and no line can hide an address.
_PLAIN_SCAN = re.compile(
    rb"https?:\\?/\\?/[\w\[][^\s<>\"'`(){}|\\^&%]*|(?<![\w./@:-])www\.\w[^\s<>\"'`(){}\[\]|\\^&%]*", re.IGNORECASE
)


def account_of(path: Path) -> tuple[FileAccount, list[Entry]]:
    accounts: list[FileAccount] = []
    entries = list(read_listing(path, on_problem=lambda _: None, on_account=accounts.append))
    (account,) = accounts
    return account, entries


def check_account(path: Path) -> FileAccount:
    account, _ = account_of(path)
    n_left_out = sum(n for _, n in account.left_out)
    assert {reason for reason, _ in account.left_out} <= {IN_LOST_LINES, IN_PAPERS_UNREAD}
    assert len(_PLAIN_SCAN.findall(path.read_bytes())) == account.n_in_papers + account.n_elsewhere + n_left_out
    return account


def test_the_accounts_of_all_specimens_that_readers_recognise_are_checked() -> None:
    assert set(RECOGNISED) <= {path.name for path in SPECIMENS}


@pytest.mark.parametrize("path", SPECIMENS, ids=[path.name for path in SPECIMENS])
def test_what_a_plain_scan_finds_is_in_papers_elsewhere_or_left_out(path: Path) -> None:
    check_account(path)


@pytest.mark.parametrize("seed", ["000_ad416b3092caf491.txt", "001_bb22b9fa9b819595.txt"])
def test_the_addresses_of_a_seed_are_all_in_papers(seed: str, shared: Path) -> None:
    account = check_account(shared / "seeds" / seed)

    assert account.n_in_papers == account.n_links > 0


@pytest.mark.parametrize("path", SPECIMENS, ids=[path.name for path in SPECIMENS])
def test_an_address_that_counts_as_in_a_paper_is_one_of_its_links(path: Path) -> None:
    _, entries = account_of(path)
    for entry in entries:
        spellings = [text for link in printed_links(entry) for text in (link.raw, link.url)]
        keys = {key for text in spellings for key in find_addresses(text)}
        printed = {
            key
            for text in (entry.title, entry.abstract, *(target.raw for target in entry.targets))
            for key in find_addresses(text)
        }

        assert [key for key in printed if not any(other.startswith(key) for other in keys)] == []


def test_an_account_that_misses_an_address_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "papers.md"
    path.write_text(f"# Papers\n\n{items(4)}\nhttps://example.org/b\n", "utf-8")
    assert check_account(path).n_links == 5

    monkeypatch.setattr("papertrace.listings.reading.find_addresses", lambda line: list(find_addresses(line))[:0])
    with pytest.raises(AssertionError):
        check_account(path)


def test_an_address_in_lines_that_fit_no_paper_is_left_out_with_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "papers.jsonl"
    record = '{"title": "Tides of Frost", "url": "https://example.org/a", "avatar": "https://example.org/me.png"}\n'
    path.write_text(f'{record}{{"url": "https://example.org/b"}}\n# https://example.org/c\n{record}', "utf-8")

    account, _ = account_of(path)

    assert account.n_in_papers == 2
    assert dict(account.left_out) == {IN_LOST_LINES: 2, IN_PAPERS_UNREAD: 2}


def test_what_services_added_to_extracted_papers_is_neither_a_link_nor_a_paper(tmp_path: Path) -> None:
    link = Link(
        raw="https://example.org/a", url="https://example.org/a", span=Span("papers.bib", 3, 1), kind=LinkKind.PAGE
    )
    added = Added(
        sources=(("urls", "openalex 2026-01-05"),),
        urls=("https://example.org/a", "https://example.org/b.pdf"),
        code=(CodeCandidate(url="https://example.org/c", source="hugging-face 2026-01-05"),),
    )
    cited = (("doi:10.5555/1", "Ice, see https://example.org/d"),)
    entries = (
        Entry(title="Tides of Frost", abstract="", span=Span("papers.bib", 1), end_line=3),
        Entry(title="Tides of Frost", abstract="", span=Span("openalex:W1", 1), end_line=1, added=added),
    )
    paper = Paper(id="p", title="Tides of Frost", abstract="", entries=entries, links=(link,), cited=cited, added=added)
    before = replace(paper, entries=entries[:1], cited=(), added=None)
    write_papers([paper], tmp_path / "enriched.jsonl")
    write_papers([before], tmp_path / "extracted.jsonl")

    account, _ = account_of(tmp_path / "enriched.jsonl")

    assert replace(account, source="") == replace(account_of(tmp_path / "extracted.jsonl")[0], source="")
    assert (account.n_entries, account.n_in_papers, account.n_links) == (1, 2, 2)


def test_an_account_of_a_line_with_many_papers_looks_at_each_address_once(tmp_path: Path) -> None:
    path = tmp_path / "papers.json"
    records = (f'{{"title": "Tides of Frost {n}", "url": "https://example.org/{n}"}}' for n in range(3000))
    path.write_text(f"[{','.join(records)}]", "utf-8")

    assert account_of(path)[0].n_in_papers == 3000


def test_an_address_above_the_papers_that_have_it_is_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "papers.bib"
    same = "https://example.org/same"
    papers = (f"@misc{{k{n},\n title={{Tides of Frost {n}}},\n url={{{same}}}\n}}\n" for n in range(3))
    path.write_text(f"See {same}\n\n{''.join(papers)}", "utf-8")
    account, _ = account_of(path)

    assert (account.n_in_papers, account.n_elsewhere) == (3, 1)
