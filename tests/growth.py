"""Tasks that must not grow faster than their input: readers, scanners and rules with hostile input of any length.

`tests/test_growth.py` counts the calls that each makes, which do not depend on the load of the machine. The work of a
regular expression within one call is not counted: `benchmarks/bench_growth.py` measures that in seconds.
"""

from collections.abc import Callable
from functools import partial

from tests.corpora import find_mentions_of_others, find_names
from tests.origin.cases import link, settings_with_registries
from tests.readers import BIBLIOGRAPHIES, CAPTURES, SIGNS_OF_BIBLIOGRAPHIES, SIGNS_OF_CAPTURES, Parse

from papertrace.audit.registries import REGISTRIES
from papertrace.audit.settings import matches
from papertrace.audit.verdicts import gone_notice, wall_notice
from papertrace.documents.reading import DOCUMENTS
from papertrace.extract.concepts import find_candidates
from papertrace.extract.links import find_links
from papertrace.extract.mentions.names import NamedText, NameScan, NameSearch
from papertrace.extract.text.tokens import clean_text, find_acronyms, split_sentences, tokenize
from papertrace.extract.urls.repair import clean_address
from papertrace.listings import html
from papertrace.listings.keyed.bibtex import find_cited_papers
from papertrace.listings.keyed.json import read_records
from papertrace.listings.reading import Ledger
from papertrace.model import Entry, Identifiers, Markup, Observation, Span, Target
from papertrace.model.document import LocatedText
from papertrace.pipeline.auditing import audit_links
from papertrace.reports.fixes import Notation, Replacement, fix_text
from papertrace.resolve.papers.merging import merge_entries

Work = Callable[[], object]
Prepare = Callable[[int], Work]
"""A function that makes an input of about the given number of characters, and returns the task on it."""


def _repeat(piece: str, n_chars: int) -> str:
    return piece * (n_chars // len(piece))


def _text(use: Callable[[str], object], piece: str, before: str = "", after: str = "") -> Prepare:
    """Return a task on a text that repeats one piece."""
    return lambda n_chars: partial(use, before + _repeat(piece, n_chars) + after)


def _read(parse: Parse, text: str) -> None:
    for _ in parse(text.split("\n"), "list"):
        pass


def _readers() -> dict[str, Prepare]:
    found = {}
    for name, (parse, _, starts) in BIBLIOGRAPHIES.items():
        for start in starts:
            for sign in SIGNS_OF_BIBLIOGRAPHIES:
                found[f"{name}: {start!r} {sign!r}"] = _text(partial(_read, parse), sign, start)
    for name, parse in CAPTURES.items():
        for sign in SIGNS_OF_CAPTURES:
            after = "\n- [a](https://example.org)"
            found[f"{name}: {sign!r}"] = _text(partial(_read, parse), sign, "# Title\n\n", after)
    found["headlines of Org mode"] = _text(partial(_read, CAPTURES["org-list"]), "* TODO a\n")
    return found


_LISTS = (
    *("- [a](b ", "> ", "- ", "  - a\n", "* a *b ", "`a``", "~~a ", "[a]: b\n", "[a][\n", "a\n=\n", "# a\n"),
    *("![a](b)\n", "|[x](https://example.org/a)|b\n", "a|b\n-|-\n", "<!-- a\n", "x <? a\n", "x <!A b\n"),
    *("x <![CDATA[ b\n", "x <a b=c\n", "<li>a b</li>\n", "<ul><li>a b\n", "<div>a\n", "<p class=a>a b", "<b>a"),
    *("<span>a</span>", "<td>a b</td>\n", "<th>a", "<table><tr><td>a\n", "<tr>", "<a href='//example.org/a'>a<br>\n"),
    *('- J. Doe, "Some Deep Paper Here", 2011;\n', "[1] Doe, J. Some Paper Here. 2011.\n", '"Deep ( Paper ', "\0"),
    *("a, ", "a_", ":a", "(a) "),
)


def _lists() -> dict[str, Prepare]:
    """Return pieces of lists, repeated after the beginning of one, as each of the readers that the tagger serves."""
    starts = {"awesome-list": ("# Title\n\n", "# Title\n\n- **a", "<table><tr><td>"), "html-page": ("<body><p>",)}
    found = {
        f"{name} of {start!r} and {piece!r}": _text(partial(_read, CAPTURES[name]), piece, start)
        for name in starts
        for start in starts[name]
        for piece in _LISTS
    }
    parse = BIBLIOGRAPHIES["reference-list"][0]
    found |= {f"reference-list of {piece!r}": _text(partial(_read, parse), piece) for piece in _LISTS}
    found["headings and paragraphs of many classes"] = _classes
    return found


def _classes(n_chars: int) -> Work:
    """Return a page in Markdown whose paragraphs are of many kinds, two of each."""
    kinds = (f"<p class=c{n // 2}>Tides of Harbours, J. Doe, 2011</p>\n" for n in range(n_chars // 40))
    return partial(_read, CAPTURES["awesome-list"], "# Title\n\n" + "".join(kinds))


def _headings(n_chars: int) -> Work:
    """Return a page of headings of many kinds."""
    n = n_chars // 8  # a few are not recognised as headings of papers
    lines = ["<html><body>", *(f"<h3 class=c{i % (n // 3)}>Some Title</h3>" for i in range(n))]
    return partial(_read, html.parse, "\n".join(lines))


def _escapes(n_chars: int) -> Work:
    """Return a line of escaped quotes that never ends, among other lines."""
    lines = ['{"id":1}', '{"id":' + _repeat('\\"', n_chars) + "}", '{"id":3}']
    return lambda: list(read_records(lines, "a.json"))


_PIECES_OF_ADDRESSES = (
    *("(", ".", "/", "@", "http://", "{", "-", "www.", "github.com/", "[.]", "\\_", "&amp;", "<a '", "](", "\\url{"),
    *("a.github.io ", "://"),
)
_PIECES_OF_WORDS = ("O", "a-", "A B ", "(a ", "code ")


def _around_an_address(piece: str, n_chars: int) -> Work:
    words = _repeat(piece, n_chars // 4)
    text = f'{words}<a href="https://example.org/x">{words}</a> {words} https://example.org/y ({words}'
    return partial(find_links, text, Markup.HTML)


def _shortened(n_chars: int) -> Work:
    return partial(find_links, " ".join(f"http://n{n}.example.org/\u2026" for n in range(n_chars // 25)))


def _addresses() -> dict[str, Prepare]:
    found: dict[str, Prepare] = {
        f"links of {markup}: {piece!r}": _text(partial(find_links, markup=markup), piece, "https://example.org/")
        for markup in Markup
        for piece in _PIECES_OF_ADDRESSES
    }
    found |= {f"words around an address: {piece!r}": partial(_around_an_address, piece) for piece in _PIECES_OF_WORDS}
    found["shortened addresses"] = _shortened
    found["blanks in an address"] = _text(clean_address, " ", "https://example.org/", "a")
    found["a pattern of hosts"] = _text(partial(matches, "*a*b*c/*"), "a", "https://")
    return found


def paper(title: str, abstract: str = "") -> NamedText:
    """Return a paper with only a title and an abstract."""
    return NamedText(
        id=title, title=title, abstract=abstract, title_span=Span("a.txt", 1), abstract_span=Span("a.txt", 2)
    )


def _many_names(n_chars: int) -> Work:
    """Return papers whose names begin with the same word."""
    papers = [paper(f"Deep Walrus{n}: Sorting", "deep sorting is deep and deep") for n in range(n_chars // 50)]
    return partial(find_names, papers)


def _many_mentions(n_chars: int) -> Work:
    """Return one text that mentions many papers, each in a separate sentence."""
    n_names = n_chars // 50
    others = [paper(f"Walrus{n}X: Sorting") for n in range(n_names)]
    text = paper("Sorting", " ".join(f"It beats Walrus{n}X." for n in range(n_names)))
    return partial(find_mentions_of_others, text, find_names([text, *others]))


def _name(text: str) -> None:
    find_names([paper("Sorting", text)])


_PRINTED = ("Deep Sorting", "Deep C++", "Deep Sorting Trees", "Deep Sorting Graphs", "Deep Sorting Heaps")


def _print(text: str) -> None:
    printed = NameScan(NameSearch(_PRINTED))
    printed.add(f"\u0130x {text}")
    printed.add(text)


def _words() -> dict[str, Prepare]:
    found: dict[str, Prepare] = {"names with one first word": _many_names, "many mentions": _many_mentions}
    for piece in ("a", "$", "\\", "(", "-", "^{", "_", "A:", "times", "'", "<b>", "é"):
        found[f"tokens: {piece!r}"] = _text(lambda text: tokenize(clean_text(text)), piece)
    found["underscores in a word"] = _text(clean_text, "_", "a", "b c_ _d")
    found |= {f"acronyms: {piece!r}": _text(find_acronyms, piece) for piece in ("(", "()", "(A", ")", "A(")}
    found |= {f"sentences: {piece!r}": _text(split_sentences, piece) for piece in ("\n", " \n", ".", "(", "a")}
    for piece in ("a", "A ", "(", "x-", "(AB", "of ", "稀", "稀a", "の稀", "für "):
        found[f"candidates: {piece!r}"] = _text(partial(find_candidates, ""), piece)
    for before, piece in (("", "A"), ("We introduce ", "A"), ("we present ", "a.A")):
        found[f"names: {before!r} {piece!r}"] = _text(_name, piece, before, "1")
    for piece in ("deep sorting ", "Deep Sorting ", "deep c ", "(", "1.", "a", "\u00e9", "2.5a", "s "):
        found[f"printed names: {piece!r}"] = _text(_print, piece)
    return found


_OLD = "http://example.org/old"


def _fixing(n_chars: int) -> Work:
    """Return a listing with a long URL followed by many copies of one URL, and many replacements of that."""
    text = _OLD + "a" * (n_chars // 2) + f" {_OLD}" * (n_chars // 50)
    replacement = Replacement(span=Span("a.md", 1), raw=_OLD, url=_OLD, new_url="https://example.org/new")
    return partial(fix_text, text, [replacement] * 20, Notation.TEXT)


def _feed(text: str) -> None:
    (query,) = REGISTRIES["arxiv"].plan([link("https://papers.example.org/abs/2601.00001")], settings_with_registries())
    REGISTRIES["arxiv"].read(query, Observation(ask=query.ask, final_url="", status=200, body=f"{text}</feed>"))


def _pages() -> dict[str, Prepare]:
    found: dict[str, Prepare] = {"fixing": _fixing}
    for piece in ("<title", "<title ", "<h1", "<h1 <a ", "a", " ", "page ", "&amp;", "domain", "<h1><b>"):
        found[f"notices that a page is gone: {piece!r}"] = _text(gone_notice, piece)
        found[f"notices of a wall: {piece!r}"] = _text(wall_notice, piece, "<title>")
    for piece in ("<id>", "<id>http://x/abs/", " ", "<id>" + " " * 20, "a"):
        found[f"feed of arXiv: {piece!r}"] = _text(_feed, piece)
    return found


_ABSTRACT = "We sort the records of a harbour by their tides and report how far a boat may drift before it is missed."


def _look_alikes(n_chars: int) -> Work:
    """Return entries with the same title and similar texts."""
    entries = []
    for n in range(n_chars // 20):
        lead = f"{chr(97 + n % 26)}{chr(97 + n // 26 % 26)}"
        text = " ".join(lead + word for word in _ABSTRACT.split()) + str(n)
        entries.append(Entry(title="Untitled", abstract=text, span=Span("a.txt", n + 1), end_line=n + 1))
    return partial(merge_entries, entries)


def _contradictions(n_chars: int) -> Work:
    """Return entries with the same DOI and different arXiv ids."""
    entries = [
        Entry(
            title=f"Title {n}",
            abstract="",
            span=Span("a.txt", n + 1),
            end_line=n + 1,
            identifiers=Identifiers(doi="10.1234/x", arxiv=f"2401.{n:05}"),
        )
        for n in range(n_chars // 20)
    ]
    return partial(merge_entries, entries)


def _short_titles(n_chars: int) -> Work:
    """Return entries with the same arXiv id: two with other titles, and many with short ones."""
    titles = [
        "Tides of Frost in Harbours",
        "Salted Ropes and Winter Storms",
        *(f"Net {n}" for n in range(n_chars // 4)),
    ]
    entries = [
        Entry(
            title=title,
            abstract="",
            span=Span("a.txt", n + 1),
            end_line=n + 1,
            authors=(f"Doe{n}",),
            identifiers=Identifiers(arxiv="2401.00001"),
        )
        for n, title in enumerate(titles)
    ]
    return partial(merge_entries, entries)


def _audit(n_chars: int) -> Work:
    """Return the audit of different links, none of which is requested."""
    return partial(audit_links, [f"ftp://example.org/{n}" for n in range(n_chars // 20)])


def _choices() -> dict[str, Prepare]:
    pieces = {
        "addresses": "https://example.org/a ",
        "schemes": "http://",
        "bare addresses": "www.a ",
        "one address on many lines": "https://example.org/a\n",
        "publications": "@misc{a, title = {Tides}}\n",
        "openings": "```\n@misc{\n",
    }
    return {f"choice of a reader: {name}": _text(_choose, piece, "# Title\n\n") for name, piece in pieces.items()}


def _choose(text: str) -> None:
    ledger = Ledger("list")
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        ledger.add_lines([line], number)
        target = Target(raw="https://example.org/a", words="", span=Span("list", number))
        ledger.add_item(
            Entry(title="Tides", abstract="", span=Span("list", number), end_line=number, targets=(target,))
        )
    ledger.close("awesome-list", "")
    find_cited_papers(lines, "list", [])


_FRAGMENTS_OF_DOCUMENTS = {
    ".md": ("[", "](", "![", "<", "`a``", "> ", "- ", "[a](https://example.org/a) ", "[a]: b\n", "# a\n", "a|b\n-|-\n"),
    ".html": ("<", "<a ", '<a href="', "<!--", "</", "<b>", "&", '<img srcset="a, '),
    ".json": ('"', "\\", '\\"', "[", '{"a":', '"\\u', '"a/b",'),
    ".csv": ('"', ",", '""', '"a/b",'),
    ".xml": ("<", "<a ", "<![CDATA[", "&", "<loc>a/b"),
    ".rst": ("`", "`a <", "``", ".. _a", "::\n", ".. _a: b/\n"),
    ".tex": ("%", "\\url{", "a/b\n"),
    ".bib": ("@a{", "doi = {", "doi =  "),
    ".ipynb": ('{"cells":[', '{"cells":[{"source":["a/b'),
    ".txt": ("http://", "://a.b/ ", "# papertrace: ignore\n"),
}


def _read_document(suffix: str, text: str) -> None:
    document_format = next(one for one in DOCUMENTS if suffix in one.suffixes)
    for _ in document_format.parse(LocatedText.from_text(text, "document")):
        pass


def _documents() -> dict[str, Prepare]:
    return {
        f"{suffix} document: {sign!r}": _text(partial(_read_document, suffix), sign)
        for suffix, signs in _FRAGMENTS_OF_DOCUMENTS.items()
        for sign in signs
    }


WORKS: dict[str, Prepare] = {
    **_choices(),
    **_readers(),
    **_lists(),
    **_documents(),
    "headings of many kinds": _headings,
    "escaped quotes": _escapes,
    **_addresses(),
    **_words(),
    **_pages(),
    "papers that look alike": _look_alikes,
    "papers of one DOI": _contradictions,
    "merging short titles with one arXiv id": _short_titles,
    "audit of many links": _audit,
}
