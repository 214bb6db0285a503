"""Names of the columns of tables that databases, catalogues and people write."""

import re
from collections.abc import Mapping
from unicodedata import normalize

_MAX_NAME_CHARS = 200
# Names of columns, folded to lower-case words, in order of preference; the first that is not empty in a row counts.
SPELLINGS: Mapping[str, tuple[str, ...]] = {
    "title": (
        "title",
        "document title",
        "article title",
        "paper title",
        "publication title full",
        "item title",
        "work title",
        "display name",
        "title of paper",
        "title of article",
        "title of the paper",
        "article name",
        "ti",
        "paper",
        "titles",
        "paper name",
        "name of paper",
        "work label",  # Wikidata's query service has the words for what `?work` names in `?workLabel`
        "item label",
        "paper label",
        "article label",
        "publication label",
        "titel",
        "titre",
        "titulo",
        "标题",
        "题名",
        "论文标题",
    ),
    "abstract": (
        "abstract",
        "abstract note",
        "summary",
        "ab",
        "abstracts",
        "paper abstract",
        "description",
        "summaries",
        "zusammenfassung",
        "resume",
        "resumen",
        "摘要",
    ),
    "authors": (
        "author full names",
        "authors",
        "author",
        "author s",
        "author names",
        "authors list",
        "authorships author display name",
        "author display names",
        "authorships raw author name",
        "af",
        "au",
        "authors full names",
        "creators",
        "author label",
        "authors label",
        "autor",
        "autoren",
        "auteurs",
        "autores",
        "作者",
    ),
    "date": (
        "publication date",
        "date",
        "published",
        "published date",
        "date published",
        "online date",
        "pub date",
        "update date",
        "cover date",
        "publication date online",
        "create date",
    ),
    "year": (
        "year",
        "publication year",
        "py",
        "pub year",
        "pubyear",
        "year of publication",
        "yr",
        "jahr",
        "annee",
        "ano",
        "年份",
    ),
    "month": ("pd", "month"),
    "doi": ("doi", "di", "doi link", "digital object identifier", "item doi", "dois", "doi url"),
    "arxiv": ("arxiv", "arxiv id", "arxivid", "eprint", "arxiv number", "id", "arxiv link", "arxiv url"),
    "references": ("references", "cited references", "cr", "reference list", "referenced works"),
    "organisation": ("organization", "organisation"),
    "venue": (
        "source title",
        "publication title",
        "journal title",
        "journal name",
        "proceedings title",
        "primary location source display name",
        "host venue display name",
        "journal book",
        "so",
        "journal",
        "venue",
        "conference name",
        "conference title",
        "conference",
        "booktitle",
        "book title",
        "journal label",
        "venue label",
        "published in label",
        "source",
    ),
    "publisher": (
        "publisher",
        "pu",
        "publisher name",
        "primary location source host organization name",
    ),
    "type": ("document type", "publication type", "item type", "content type", "dt", "type", "type of work"),
    "volume": ("volume", "journal volume", "vl", "biblio volume"),
    "first page": ("page start", "start page", "first page", "bp", "biblio first page", "pages", "page range"),
    "keywords": (
        "author keywords",
        "keywords author",
        "keywords",
        "de",
        "manual tags",
        "tags",
        "keywords display name",
    ),
    "index keywords": (
        "index keywords",
        "ieee terms",
        "keywords plus",
        "mesh terms",
        "emtree medical index terms",
        "inspec controlled terms",
        "automatic tags",
        "concepts display name",
    ),
    "citations": (
        "cited by",
        "times cited",
        "times cited wos core",
        "tc",
        "article citation count",
        "citation count",
        "citations",
        "cited by count",
        "citing works count",
        "cites",
        "n citations",
    ),
}
COLUMN_OF = {spelling: column for column, spellings in SPELLINGS.items() for spelling in spellings}
# "PaperTitle" and "authornames": the words of a name are glued.
_GLUED = {spelling.replace(" ", ""): spelling for spelling in reversed(COLUMN_OF) if " " in spelling}

# What a name says of a paper, and of what it is printed in, besides the spellings above: "Title of Review".
_DOCUMENTS = frozenset(
    ["paper", "article", "publication", "study", "review", "manuscript", "work", "document", "thesis", "chapter"]
) | {"report", "essay", "preprint", "item"}
_CONTAINERS = frozenset({"journal", "conference", "venue", "proceedings", "magazine", "periodical"})
_OF_DOCUMENTS = frozenset({"title", "abstract", "authors", "year", "doi"})
_ARTICLES = frozenset({"the", "a", "an"})

_PEOPLE = frozenset({"author", "authors", "autores", "autoren", "auteurs", "authorlist"})
_MAY_FOLLOW_PEOPLE = frozenset(
    {"names", "name", "list", "line", "string", "str", "text", "full", "all", "display", "s"}
)
_MAY_PRECEDE_PEOPLE = frozenset({"first", "lead", "all", "full", "main", "paper", "article", "publication", "the"})


def fold_name(name: str) -> str:
    """Return the words of a column's name in lower case, without accents and punctuation.

    >>> fold_name("Author(s) ID"), fold_name("primary_location.source.display_name"), fold_name("Année")
    ('author s id', 'primary location source display name', 'annee')
    >>> fold_name("PaperTitle")
    'paper title'
    """
    # Accents are removed as combining marks.
    plain = re.sub("[\u0300-\u036f]", "", normalize("NFKD", name[:_MAX_NAME_CHARS].lower()))
    words = " ".join(re.findall(r"[a-z0-9\u4e00-\u9fff]+", plain))
    return words if words in COLUMN_OF else _GLUED.get(words, words)


def find_column(folded: str) -> str | None:
    """Return the column that the words of a name stand for: a spelling, or a fact and what it is a fact of.

    >>> find_column("title of review"), find_column("thesis author"), find_column("name of the journal")
    ('title', 'authors', 'venue')
    >>> find_column("reviewed title"), find_column("study site"), find_column("number of authors")
    (None, None, None)
    """
    if folded in COLUMN_OF:
        return COLUMN_OF[folded]
    if names_authors(folded):
        return "authors"
    fact, is_turned, owner = folded.partition(" of ")
    if is_turned:
        owner = " ".join(word for word in owner.split() if word not in _ARTICLES)
    else:
        owner, _, fact = folded.partition(" ")
    if f"{owner} {fact}" in COLUMN_OF:
        return COLUMN_OF[f"{owner} {fact}"]
    if owner in _CONTAINERS:
        return "venue" if fact in {"title", "name"} else None
    column = COLUMN_OF.get(fact)
    return column if owner in _DOCUMENTS and column in _OF_DOCUMENTS else None


def names_authors(folded: str) -> bool:
    """Return whether the words of a name say that it has authors: alone, or with words that say which or how.

    >>> names_authors("lead authors"), names_authors("author year"), names_authors("author affiliations")
    (True, False, False)
    """
    words = folded.split()
    index = next((index for index, word in enumerate(words) if word in _PEOPLE), None)
    if index is None:
        return False
    return set(words[:index]) <= _MAY_PRECEDE_PEOPLE and set(words[index + 1 :]) <= _MAY_FOLLOW_PEOPLE
