"""What is kept for the account of a file that is read."""

import tracemalloc

from papertrace.listings.reading import Ledger
from papertrace.model import Entry, Identifiers, Span, Target
from papertrace.model.audit import IN_PAPERS_UNREAD

_N_PAPERS = 5_000


def note_paper(ledger: Ledger, number: int) -> None:
    """Note a paper with an address of its own, and an empty line below."""
    url, line = f"https://example.org/{number}", 2 * number + 1
    span = Span("papers.txt", line)
    ledger.add_lines([f"Tides of Frost {url}\n"], line)
    ledger.add_lines(["\n"], line + 1)
    target = Target(raw=url, words="", span=span)
    ledger.add_item(Entry(title="Tides of Frost", abstract="", span=span, end_line=line, targets=(target,)))


def test_of_a_paper_and_its_address_some_bytes_are_kept() -> None:
    ledger = Ledger("papers.txt")
    tracemalloc.start()
    try:
        for number in range(_N_PAPERS):
            note_paper(ledger, number)
        n_bytes, _ = tracemalloc.get_traced_memory()
        account = ledger.close("papers", "")
    finally:
        tracemalloc.stop()

    assert n_bytes / _N_PAPERS < 40
    assert (account.n_entries, account.n_in_papers, account.n_links) == (_N_PAPERS, _N_PAPERS, _N_PAPERS)


def test_papers_that_are_read_in_another_order_than_they_stand_have_their_addresses() -> None:
    ledger = Ledger("papers.txt")
    for number in (3, 0, 2, 1):
        note_paper(ledger, number)
    ledger.add_lines(["https://example.org/unread"], 3)
    account = ledger.close("papers", "")

    assert (account.n_in_papers, dict(account.left_out), account.n_elsewhere) == (
        4,
        {IN_PAPERS_UNREAD: 1},
        0,
    )


def test_the_address_of_a_work_that_an_entry_is_or_cites_is_not_left_out() -> None:
    ledger = Ledger("papers.txt")
    ledger.add_lines(["https://arxiv.org/pdf/2001.00004 cites https://doi.org/10.48550/arXiv.2001.00003 and"], 1)
    ledger.add_lines(["http://dx.doi.org/10.1000/old, https://openalex.org/W7 https://example.org/badge"], 2)
    names = ("arxiv:2001.00003", "doi:10.1000/old", "openalex:W7")
    own = Identifiers(arxiv="2001.00004")
    span = Span("papers.txt", 1)
    ledger.add_item(Entry(title="Tides", abstract="", span=span, end_line=2, identifiers=own, references=names))

    assert dict(ledger.close("papers", "").left_out) == {IN_PAPERS_UNREAD: 1}


def test_the_address_of_a_link_that_is_defined_elsewhere_is_in_its_paper() -> None:
    ledger, url = Ledger("papers.txt"), "https://arxiv.org/abs/2001.00004"
    ledger.add_lines(["- [Tides of Frost][1]", "", f"[1]: {url}", "[2]: https://example.org/badge"], 1)
    span = Span("papers.txt", 1)
    targets = (Target(raw=url, words="Tides of Frost", span=span),)
    ledger.add_item(Entry(title="Tides of Frost", abstract="", span=span, end_line=1, targets=targets))
    account = ledger.close("papers", "")

    assert (account.n_in_papers, account.n_elsewhere) == (1, 1)


def test_addresses_of_neighbouring_cells_are_two() -> None:
    ledger = Ledger("papers.csv")
    ledger.add_lines(["Tides,https://arxiv.org/abs/2001.00004,https://github.com/acme/tides"], 1)

    assert ledger.close("papers", "").n_elsewhere == 2
