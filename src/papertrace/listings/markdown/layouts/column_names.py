"""The words of the headers of tables: which columns may hold titles, authors, venues, dates and abstracts."""

import re

TITLES = frozenset(["title", "titles", "paper title", "publication title", "article", "标题", "题目"])
PAPERS = frozenset(
    ["paper", "papers", "publication", "publications", "reference", "reading", "readings", "论文", "文章"]
)
NAMES = frozenset(["name", "method", "model", "work", "project", "tool", "approach", "system", "dataset", "benchmark"])
SOURCES = frozenset(["source", "sources"])
VENUES = frozenset(
    ["venue", "venues", "conference", "conf", "journal", "proceedings", "publication", "pub", "会议", "期刊"]
)
DATES = frozenset(
    ["date", "year", "published", "publication date", "time", "venue", "conference", "publication", "pub"]
)
ABSTRACTS = frozenset(["abstract", "summary", "description", "tl dr", "tldr", "about"])
_NOTES = frozenset(["note", "notes", "comment", "comments", "remark", "remarks"])
_AUTHORS = frozenset(
    ["author", "authors", "作者", "著者", "저자", "auteur", "auteurs", "autor", "autores", "autoren", "autori"]
)
# The last author, or the one to write to, does not stand for all of them; a country of authors is no name.
_OTHER_AUTHORS = frozenset(
    [
        "last",
        "senior",
        "corresponding",
        "affiliation",
        "affiliations",
        "institution",
        "institutions",
        "country",
        "email",
    ]
)
_PRESENTERS = frozenset(
    [
        "presenter",
        "presenters",
        "presented",
        "presentation",
        "speaker",
        "speakers",
        "discussant",
        "discussants",
        "scribe",
    ]
)
_TAG = re.compile(r"<[^<>]{1,500}>")
_WORD = re.compile(r"[^\W_]+")


def fold_name(printed: str) -> str:
    """Return the words of the header of a column in lower case, without tags, emoji and signs.

    >>> fold_name("**📄Paper**"), fold_name('<a href="Link">Reading</a>'), fold_name("Conference/Journal")
    ('paper', 'reading', 'conference journal')
    """
    return " ".join(_WORD.findall(_TAG.sub(" ", printed).lower()))


def names_authors(name: str) -> bool:
    """Return whether a folded header is that of a column of authors, of which the first one may be the only one.

    >>> names_authors("authors"), names_authors("first author"), names_authors("last author")
    (True, True, False)
    """
    words = set(name.split())
    return bool(words & _AUTHORS) and not words & (_OTHER_AUTHORS | TITLES | PAPERS)


def names_presenters(name: str) -> bool:
    """Return whether a folded header is that of a column of people who present papers and did not write them.

    >>> names_presenters("presented by"), names_presenters("authors")
    (True, False)
    """
    return bool(_PRESENTERS.intersection(name.split()))


def never_names_titles(name: str) -> bool:
    """Return whether a folded header is that of a column without titles.

    >>> never_names_titles("last author"), never_names_titles("title and authors"), never_names_titles("method")
    (True, False, False)
    """
    words = set(name.split())
    return name in ABSTRACTS | _NOTES | (DATES - PAPERS) or bool(words & _AUTHORS and not words & (TITLES | PAPERS))
