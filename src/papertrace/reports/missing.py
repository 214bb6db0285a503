"""Works that a list lacks, as a table and as a bibliography that can be added to it."""

import re
from collections.abc import Iterable, Iterator

from papertrace.model.identifiers import address_of
from papertrace.model.papers.work import MissingWork
from papertrace.model.text import printable, without_commands
from papertrace.reports.forms.csv import defuse

_WITH_YEAR = re.compile(r"(.*) \((\d{4})\)", re.DOTALL)
_SPECIAL = {"{": "(", "}": ")", "\\": "/"}


def generate_missing_table(works: Iterable[MissingWork]) -> Iterator[str]:
    """Yield one line per work: its title and year, the reason, and its name, separated by tabs.

    A title that a spreadsheet would treat as a formula gets a leading apostrophe.
    """
    for work in works:
        title = without_commands(defuse(printable(work.title or work.name)))
        yield f"{title}\t{work.reason}\t{printable(work.name)}\n"


def generate_missing_bibtex(works: Iterable[MissingWork]) -> Iterator[str]:
    r"""Yield the works as BibTeX, with the reason as a note.

    >>> work = MissingWork(name="doi:10.5555/1", title="A {Classic} (1999)", n_citing=3, n_papers=9)
    >>> print("".join(generate_missing_bibtex([work])), end="")
    @misc{missing1,
      title = {A (Classic)},
      year = {1999},
      doi = {10.5555/1},
      note = {cited by 3 of 9}
    }
    """
    for number, work in enumerate(works, start=1):
        registry, _, value = work.name.partition(":")
        dated = _WITH_YEAR.fullmatch(work.title)
        fields = {"title": (dated[1] if dated else work.title) or work.name, "year": dated[2] if dated else ""}
        match registry:
            case "doi":
                fields["doi"] = value
            case "arxiv":
                fields |= {"eprint": value, "archiveprefix": "arXiv"}
            case _ if address := address_of(work.name):
                fields["url"] = address
        fields["note"] = work.reason
        lines = ",\n".join(f"  {name} = {{{_plain(text)}}}" for name, text in fields.items() if text)
        yield f"@misc{{missing{number},\n{lines}\n}}\n"


def _plain(text: str) -> str:
    return "".join(_SPECIAL.get(character, character) for character in printable(text))
