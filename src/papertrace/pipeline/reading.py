"""Reading of an input file of any kind: a listing, a document, extracted papers or a list of URLs."""

import re
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial, reduce
from html import unescape
from itertools import chain, islice
from pathlib import Path, PurePath
from typing import TypeVar

from papertrace.errors import DocumentError, ListingError, NoTextError, TermsError
from papertrace.files import read_limited
from papertrace.model import Entry, Identifiers, Link, LinkKind, Paper, Problem, Span, Verdict
from papertrace.model.audit import FileAccount
from papertrace.model.papers.facts import Terms
from papertrace.model.text import decode_markdown, format_count
from papertrace.pipeline.document_links import (
    DocumentLinks,
    LineNumbers,
    LocalReferences,
    read_document,
    read_target,
)

T = TypeVar("T")
_LOCATION = re.compile(r":(\d{1,15}):(\d{1,15})$")


def read_each(
    paths: Iterable[str | Path],
    read: Callable[[str | Path], Iterable[T]],
    on_problem: Callable[[Problem], None],
    *,
    outputs: Path | None = None,
    follow_links: bool = False,
) -> Iterator[T]:
    """Yield what `read` yields for each file, the files of a folder in the order of their names.

    A file that cannot be read is reported to `on_problem`, unless it is all that was named, and the others are read; of
    a file that breaks off, what comes before is kept. Files in the folder `outputs` are skipped in folders that contain
    it, since output files are not listings. Symbolic links out of a folder are followed only with `follow_links`.
    Raises ListingError if nothing at all can be read.
    """
    named = list(paths)
    _check_names(named)
    errors: list[ListingError] = []
    n_read = 0
    for path in named:
        refused: list[ListingError] = []
        n_here = 0
        walk = partial(_walk, path, on_problem, follow_links=follow_links)
        for file in _files_of(path, outputs, refused, on_problem, walk):
            n_items = 0
            try:
                for item in read(file):
                    n_items += 1
                    yield item
            except ListingError as error:
                refused.append(error)
                if len(named) > 1 or n_items or Path(path).is_dir():  # otherwise it is raised below
                    on_problem(_describe(error, file, path, n_items))
                n_here += n_items > 0
            else:
                n_here += 1
        if len(refused) > 1 and not n_here and len(named) == 1:
            message = f"{path}: none of its {len(refused)} files can be read as a listing; the first: {refused[0]}"
            raise ListingError(message)
        errors += refused
        n_read += n_here
    if errors and not n_read:
        message = (
            f"none of {len(errors)} files can be read; the first: {errors[0]}" if len(errors) > 1 else str(errors[0])
        )
        raise ListingError(message) from errors[0]


def _check_names(named: Sequence[str | Path]) -> None:
    if [str(path) for path in named].count("-") > 1:
        message = "-: standard input can be read only once; name it once"
        raise ListingError(message)
    if "" in named:  # which would be the current folder
        message = "'': an empty name; name a file or a folder, such as . for this one"
        raise ListingError(message)


def _walk(path: str | Path, on_problem: Callable[[Problem], None], *, follow_links: bool) -> list[Path]:
    from papertrace.listings import walk_listings

    return list(walk_listings([path], follow_links=follow_links, on_problem=on_problem))


def _files_of(
    path: str | Path,
    outputs: Path | None,
    refused: list[ListingError],
    on_problem: Callable[[Problem], None],
    walk: Callable[[], list[Path]],
) -> Iterator[str | Path]:
    """Yield the files of an input; why there are none is added to `refused`."""
    if not Path(path).is_dir():
        yield path
        return
    try:
        files = walk()
    except ListingError as error:
        files, failure = [], error
    else:
        message = f"{path}: contains only the output folder {outputs}; name another folder with -o"
        failure = ListingError(message)
    if all(_is_output(file, outputs, path) for file in files):
        refused.append(failure)
        on_problem(_refusal(failure, path, "skipped"))
        return
    for file in files:
        if _is_output(file, outputs, path):
            on_problem(Problem(Span(str(file), 1), f"in the output folder {outputs}; skipped", harmless=True))
        else:
            yield file


def _describe(error: ListingError, file: str | Path, path: str | Path, n_items: int) -> Problem:
    """Return why a file of an input was not read, or only some items of it, as a problem."""
    where = f" in {path}" if Path(path).is_dir() else ""
    refusal = _refusal(error, file, "read only up to here" if n_items else f"skipped{where}")
    # Nobody has named the pictures and empty files of a folder as documents, so they are no failure.
    is_expected = isinstance(error, NoTextError) and Path(path).is_dir() and not n_items
    return replace(refusal, refused=False) if is_expected else refusal


def _refusal(error: ListingError, file: str | Path, fact: str) -> Problem:
    """Return an error as a problem, at the location that its message begins with."""
    location, _, message = str(error).partition(": ")
    place = _LOCATION.search(location)
    span = Span(str(file), int(place[1]), int(place[2])) if place else Span(str(file), 1)
    return Problem(span, f"{fact}: {message or location}", refused=True)


def _is_output(file: Path, outputs: Path | None, path: str | Path) -> bool:
    """Return whether a file is in the output folder, unless that folder itself is being read."""
    if outputs is None:
        return False
    folder = outputs.resolve()
    return folder != Path(path).resolve() and folder in file.resolve().parents


_MAX_LISTINGS = 3
_PACKED = ".gz"
_PAGES = frozenset({".html", ".htm"})
_WITH_HEADINGS = _PAGES | {".md", ".markdown"}
_README = "readme"
# The first heading: of Markdown, or of HTML, which stands in Markdown too. What is no text of either has none.
_TAGGED = re.compile(r"<h1\b[^<>]*>(?P<tagged>.{1,1000}?)</h1>", re.DOTALL)
_HEADING = re.compile(
    rf"^# (?P<marked>[^\n]+)|^(?P<lined>[^\s<#|][^\n]*)\n=+\s*$|{_TAGGED.pattern}", re.MULTILINE | re.DOTALL
)
_NO_TEXT = re.compile(r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1|\Z)", re.DOTALL)
_FENCED = re.compile(r"^(```|~~~).*?(?:^\1|\Z)", re.MULTILINE | re.DOTALL)
_CLOSING = re.compile(r"\s#+\s*\Z")  # of a heading of Markdown
_MAX_LINES, _MAX_CHARS, _MAX_TITLE = 100, 1_000, 120
_BADGE = re.compile(r"\[?!\[[^\[\]]*\]\([^()]*\)(?:\]\([^()]*\))?|<[^<>]*>")


def title_papers(papers: Sequence[Paper]) -> str:
    """Return the first heading of a single listing in Markdown or HTML, else the names of the papers' listings.

    These are without folder and suffix, with spaces for `-` and `_`, in the order of the papers; of more than three
    listings it is their number. The bundled sample is called by its field.
    """
    sources = dict.fromkeys(entry.span.source for paper in papers for entry in paper.entries)
    names = list(dict.fromkeys(filter(None, (_name_listing(source) for source in sources))))
    if len(sources) == 1 and (heading := _first_heading(Path(next(iter(sources))), papers)):
        return heading
    if 0 < len(names) <= _MAX_LISTINGS and len(names) == len(sources):
        return ", ".join(names)
    return f"Papers of {len(sources):,} listings" if len(sources) > 1 else "Papers"


def _first_heading(path: Path, papers: Sequence[Paper]) -> str:
    """Return the first heading of a listing unless it is the title of a paper; else an empty string."""
    if path.suffix.lower() not in _WITH_HEADINGS or not path.is_file():  # A pipe would keep us waiting.
        return ""
    with suppress(OSError), path.open(encoding="utf-8", errors="replace") as lines:
        head = "".join(islice((line[:_MAX_CHARS] + "\n" * (len(line) > _MAX_CHARS) for line in lines), _MAX_LINES))
        is_page = path.suffix.lower() in _PAGES
        shown = _NO_TEXT.sub("", head if is_page else _FENCED.sub("", head))
        for found in (_TAGGED if is_page else _HEADING).finditer(shown):
            parts = found.groupdict()
            printed = parts.get("marked") or parts.get("lined")
            if printed:
                heading = unescape(decode_markdown(_CLOSING.sub("", _BADGE.sub("", printed))))
            else:
                heading = unescape(_BADGE.sub("", parts["tagged"] or ""))
            if heading := " ".join(heading.split()):
                is_paper = any(paper.title.casefold() == heading.casefold() for paper in papers)
                return "" if is_paper or len(heading) > _MAX_TITLE else heading
    return ""


def _name_listing(source: str) -> str:
    """Return the name of a listing, or an empty string for standard input."""
    from papertrace import corpus

    if source == str(corpus.sample_path()):
        return corpus.TITLE
    path = PurePath(source)
    if path.suffix == _PACKED:
        path = path.with_suffix("")
    if source.startswith("<"):
        return ""
    name = path.stem if path.stem.casefold() != _README else Path(source).resolve().parent.name or path.stem
    return " ".join(re.split(r"[-_\s]+", name.strip("-_ "))) or name


def split_added(papers: Sequence[Paper]) -> list[tuple[Paper, Entry | None]]:
    """Return each paper as its listings print it, and the entry with all facts that services have added, or None.

    References and identifiers are not kept by entry. All references remain with the printed paper, the titles of cited
    works with what was added; a DOI or an arXiv id is an added one if its source is stated, the ids of services and
    other versions always are. A title that services added to a paper that is listed by an identifier alone stands in
    all of its entries.
    """
    taken = {paper.id for paper in papers}
    found = []
    for paper in papers:
        printed, former = _split(paper)
        if printed.id != paper.id:
            printed = replace(printed, id=paper.id) if printed.id in taken else printed
            taken.add(printed.id)
        found.append((printed, former))
    return found


def _split(paper: Paper) -> tuple[Paper, Entry | None]:
    from papertrace.enrich.combine import carry_on
    from papertrace.listings.extracted import entries_of
    from papertrace.resolve.papers.merging import merge_group

    entries = list(entries_of(paper))
    own = [entry for entry in entries if entry.added is None]
    formers = [entry for entry in entries if entry.added is not None]
    if paper.added is None or not own or not formers:
        return paper, None
    identifiers = _printed_identifiers(paper)
    services = {entry.span.source for entry in formers}
    has_added_title = "title" in dict(paper.added.sources) and identifiers
    references = {*paper.references, *(reference for entry in entries for reference in entry.references)}
    own = [
        replace(
            entry,
            title=identifiers.names()[0] if has_added_title else entry.title,
            identifiers=identifiers,
            # Those of an added abstract are found in it again.
            targets=tuple(target for target in entry.targets if target.span.source not in services),
            references=() if number else tuple(sorted(references)),
            cited=(),
            cited_authors=(),
        )
        for number, entry in enumerate(own)
    ]
    printed = merge_group(own)
    is_same = identifiers.names() == paper.identifiers.names()
    links = tuple(link for link in paper.links if link.span.source not in services)
    printed = replace(printed, id=paper.id if is_same else printed.id, links=links, claim=paper.claim)
    former = reduce(lambda one, other: carry_on(one, other) or one, formers)
    former = replace(former, identifiers=paper.identifiers, references=())
    former = replace(former, cited=paper.cited, cited_authors=paper.cited_authors)
    former = replace(former, aliases=(*former.aliases, paper.id))
    return printed, former


def _printed_identifiers(paper: Paper) -> Identifiers:
    sources = dict(paper.added.sources) if paper.added else {}
    own = paper.identifiers
    return Identifiers(
        arxiv=None if "arxiv" in sources else own.arxiv,
        doi=None if "doi" in sources else own.doi,
    )


_MAX_HELD = 1000


# A file of another kind has a problem on every line. Its reader refuses it in one sentence, and thousands of others
# would only hide that one.
class HeldProblems:
    """Problems that are reported once the file has a record, and never if it has none.

    The first thousand are kept; of those that follow before the first record, only the number of lines.
    """

    def __init__(self, report: Callable[[Problem], None]) -> None:
        """Hold back what is to be reported to a function."""
        self._report = report
        self._held: list[Problem] = []
        self._last: Problem | None = None
        self._n_uncounted = 0
        self._is_open = False

    def add(self, problem: Problem) -> None:
        """Report a problem, or hold it back if there was no record yet."""
        if self._is_open:
            self._report(problem)
        elif len(self._held) < _MAX_HELD:
            self._held.append(problem)
        else:
            self._last = problem
            self._n_uncounted += problem.n_lines

    def release(self) -> None:
        """Report what was held back, since the file has a record."""
        if self._is_open:
            return
        self._is_open = True
        for problem in self._held:
            self._report(problem)
        if self._last is not None:
            what = format_count(self._n_uncounted, "more line that is no record", "more lines that are no records")
            message = f"the last of {what}; left out"
            self._report(replace(self._last, message=message, n_lines=self._n_uncounted))
        self._held.clear()


Found = Entry | Paper | Link | Verdict | DocumentLinks

# Source code and the like may mention papers and URLs, but they are not listings.
_NEVER_LISTINGS = frozenset(("code", "notebook", "latex", "pdf"))
MAX_LISTING_BYTES = 32 * 1024 * 1024
"""The size up to which `audit` searches a file for papers, unless an option declares it to be a listing."""
MAX_PIPE_BYTES = 256 * 1024 * 1024
"""What is read of standard input, a pipe or a device, all of which is in memory."""
_URL_SCHEMES = ("http://", "https://")


def read_file(
    path: str | Path,
    local: LocalReferences,
    *,
    format_name: str | None,
    papers_only: bool,
    reads_papers: bool,
    on_problem: Callable[[Problem], None],
    on_account: Callable[[FileAccount], None],
) -> Iterator[Found]:
    """Yield the entries, papers and links in a file, and its links as a document.

    Without `reads_papers`, those of Markdown, whose parser finds the addresses of all entries, are read as links alone.

    Unless the caller declares the file to be a listing, it is not one if more than a third of its addresses, and at
    least ten, are outside papers: the items of a README are not papers. A file over `MAX_LISTING_BYTES` is not a
    listing either. The links of such files are read without papers. Raises ListingError if the file cannot be read, or
    not as `format_name`.
    """
    if str(path).lower().startswith(_URL_SCHEMES) and not Path(path).exists():
        yield _read_argument(str(path))
        return
    from papertrace.documents.reading import find_format, read_head
    from papertrace.listings.reading import name_source

    source = name_source(path)
    data = _read_once(path)
    document_format = find_format(source, read_head(path, source, data=data))
    is_declared = bool(format_name or papers_only)
    items: list[Found] = []
    problems: list[Problem] = []
    listed = LineNumbers()
    if not is_declared and _size_of(path, data) > MAX_LISTING_BYTES:
        fact = f"is over {MAX_LISTING_BYTES >> 20} MiB; its links are read without papers (--papers-only reads papers)"
        on_problem(Problem(Span(source, 1), fact, harmless=True))
    elif is_declared or document_format.name not in _NEVER_LISTINGS:
        has_entries = is_declared or reads_papers or document_format.name != "markdown"
        read = partial(
            _read_listing, path, data, format_name=format_name, has_entries=has_entries, on_problem=problems.append
        )
        items, problems = yield from _read_items(read, on_account, problems, listed, is_declared=is_declared)
    yield from items
    if any(isinstance(item, Paper) for item in items):
        # The links of extracted papers have the locations of the listings that they come from: the file is no document
        # that has those of its broken lines.
        for problem in problems:
            on_problem(problem)
        return
    try:
        found = read_document(path, source, local, known_lines=listed, data=data, on_problem=on_problem)
    except DocumentError as error:
        if not (items or listed):
            raise
        on_problem(Problem(Span(source, 1), f"links outside papers are not read: {error}", refused=True))
    else:
        yield found
        # Lines that fit no entry of the listing are harmless: the document contains their links.
        problems = [replace(problem, harmless=True) for problem in problems]
    for problem in problems:
        on_problem(problem)


def _read_once(path: str | Path) -> bytes | None:
    """Return the content of standard input or a pipe, which can be read only once, or None for a regular file.

    Raises ListingError if it does not end within `MAX_PIPE_BYTES`, as that of `/dev/zero`.
    """
    try:
        is_pipe = str(path) == "-" or Path(path).is_fifo() or Path(path).is_char_device()
        if not is_pipe:
            return None
        if str(path) == "-":
            data = sys.stdin.buffer.read(MAX_PIPE_BYTES + 1)
        else:
            with Path(path).open("rb") as stream:
                data = stream.read(MAX_PIPE_BYTES + 1)
    except (OSError, ValueError):
        return None
    if len(data) > MAX_PIPE_BYTES:
        message = f"{path}: has no end within {MAX_PIPE_BYTES >> 20} MiB; give a file, which is read in parts"
        raise ListingError(message)
    return data


def _size_of(path: str | Path, data: bytes | None) -> int:
    """Return the size of a file in bytes, or 0 if it cannot be determined."""
    if data is not None:
        return len(data)
    try:
        return Path(path).stat().st_size
    except (OSError, ValueError):
        return 0


def _read_items(
    read: Callable[..., Iterator[Found]],
    on_account: Callable[[FileAccount], None],
    problems: list[Problem],
    listed: LineNumbers,
    *,
    is_declared: bool,
) -> Generator[Found, None, tuple[list[Found], list[Problem]]]:
    """Return the papers and entries of a file read as a listing, without entries if it is not one, and the problems.

    What a list of URLs contains is yielded at once, and its lines are added to `listed`. Raises ListingError if the
    file is declared to be a listing and cannot be read as one.
    """
    accounts: list[FileAccount] = []
    items: list[Found] = []
    try:
        for item in read(on_account=accounts.append):
            if isinstance(item, Link | Verdict):
                listed.add(item.span.line if isinstance(item, Link) else item.link.span.line)
                yield item
            else:
                items.append(item)
    except ListingError:
        if is_declared:
            raise
        problems = problems if items or listed else []
    for account in accounts:
        on_account(account)
    if not is_declared and any(account.has_few_papers for account in accounts):
        items = [item for item in items if not isinstance(item, Entry)]
    return items, problems


def _read_argument(url: str) -> Link | Verdict:
    from papertrace.model import Target

    read = read_target(Target(raw=url, words="", span=Span("<arguments>", 1)))
    return read if isinstance(read, Verdict) else Link(raw=url, url=read.url, span=read.span, kind=LinkKind.PAGE)


def _read_listing(
    path: str | Path,
    data: bytes | None,
    *,
    format_name: str | None,
    has_entries: bool,
    on_problem: Callable[[Problem], None],
    on_account: Callable[[FileAccount], None],
) -> Iterator[Entry | Paper | Link | Verdict]:
    """Yield the entries of a listing if it has any, the papers of an extracted file, or the links of a list of URLs."""
    from papertrace.listings import extracted, plain_lists
    from papertrace.listings.reading import open_lines, parse_listing

    with open_lines(path, data, has_account=has_entries) as (head, lines, source):
        every = chain(head, lines)
        if not format_name and extracted.is_extracted(head):
            for item in extracted.parse(every, source):
                if isinstance(item, Problem):
                    on_problem(item)
                else:
                    yield item
        elif not format_name and plain_lists.is_url_list(head):
            for target in plain_lists.parse_urls(every, source):
                if isinstance(target, Problem):
                    on_problem(target)
                else:
                    yield read_target(target)
        elif has_entries:
            yield from parse_listing(
                head, lines, source, format_name=format_name, on_problem=on_problem, on_account=on_account
            )


MAX_BYTES = 64 * 1024 * 1024


def read_terms(
    *, synonyms: str | Path | None = None, vocabulary: str | Path | None = None, ignored: str | Path | None = None
) -> Terms:
    r"""Read a user's lists of terms, in UTF-8 with one term or group per line.

    `synonyms` contains groups of forms with one meaning, separated by tabs or ` = `, the preferred form first;
    `vocabulary` contains terms that are always concepts, `ignored` terms that never are. Blank lines and lines that
    begin with `#` are ignored.

    Raises
    ------
    TermsError
        If a file cannot be read, contains no term or a malformed line, or a term is in both `vocabulary` and
        `ignored`.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "terms.txt").write_text("tidal flat\n", "utf-8")
    ...     [term.text for term in read_terms(vocabulary=f"{folder}/terms.txt").vocabulary]
    ['tidal flat']
    """
    from papertrace.extract.concepts import parse_synonyms, parse_terms

    terms = Terms(
        synonyms=_read(synonyms, parse_synonyms) if synonyms else (),
        vocabulary=_read(vocabulary, parse_terms) if vocabulary else (),
        ignored=_read(ignored, parse_terms) if ignored else (),
    )
    keys = {form.key for form in terms.vocabulary}
    for form in terms.ignored:
        if form.key in keys:
            message = f"{ignored}: '{form.text}' is also in {vocabulary}; a term cannot be in both"
            raise TermsError(message)
    return terms


def _read(path: str | Path, parse: Callable[[Iterable[str], str], tuple[T, ...]]) -> tuple[T, ...]:
    try:
        text = read_limited(Path(path), MAX_BYTES).decode("utf-8")
    except OSError as error:
        message = f"{path}: {error.strerror or error}; name a text file with one term per line"
        raise TermsError(message) from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        message = f"{path}:{line}:1: not UTF-8; save the file as UTF-8"
        raise TermsError(message) from error
    found = parse(text.splitlines(), str(path))
    if not found:
        message = f"{path}: contains no term; write one per line"
        raise TermsError(message)
    return found
