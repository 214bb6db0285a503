"""Citations that say when something was read, and DOIs that they print without an address."""

import pytest

from papertrace.listings.markdown.awesome_list import parse
from papertrace.model import Entry

CITED = [f'- Doe, Ann. "Tides of Frost in Harbour {n}." Harbour Letters {n} (2003): 1-9.' for n in range(1, 4)]


def read(*items: str) -> list[Entry]:
    return [item for item in parse(["# Works", "", *CITED, *items], "list.md") if isinstance(item, Entry)][len(CITED) :]


@pytest.mark.parametrize(
    "when",
    ["Accessed 3 May 2017", "Retrieved May 3, 2017, from", "Consulté le 1er mai 2017", "Abgerufen am 03.05.2017"],
)
def test_a_page_with_nothing_but_the_date_on_which_it_was_read_is_no_paper(when: str) -> None:
    assert read(f'- Acme, Rob. "Ropes of the Winter Fleet." {when}. https://example.org/ropes') == []


def test_a_paper_that_was_read_online_has_its_own_year() -> None:
    (entry,) = read(
        '- Roe, Rob. "Ropes of the Fleet." Harbour 3 (2001). Accessed 3 May 2017. https://example.org/ropes'
    )

    assert (entry.title, entry.date) == ("Ropes of the Fleet", "2001")


def test_a_paper_that_is_linked_stays_without_a_year() -> None:
    (entry,) = read('- Roe, Rob. "Ropes of the Winter Fleet." Accessed 3 May 2017. https://example.org/ropes.pdf')

    assert (entry.title, entry.date) == ("Ropes of the Winter Fleet", None)


def test_the_only_doi_of_a_citation_is_that_of_the_paper() -> None:
    one, several = read(
        '- Roe, Rob. "Ropes of the Fleet." Harbour 3 (2001): 1-9. doi:10.1234/harbour.3.',
        '- Roe, Rob. "Sails of the Fleet." Harbour 4 (2002): 1-9. See doi:10.1234/harbour.1 and doi:10.1234/harbour.2.',
    )

    assert (one.identifiers.doi, several.identifiers.doi) == ("10.1234/harbour.3", None)
