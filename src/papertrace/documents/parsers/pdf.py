"""Links of PDF: the link annotations of its pages, and the addresses in their text."""

import io
import logging
from collections.abc import Iterator
from typing import Any

from papertrace.errors import DocumentError, name_extra
from papertrace.model.document import DocumentLink, LocatedText, Passage, Reference
from papertrace.model.link import Problem, Span

_MAX_PAGES = 5_000
_MAX_ANNOTATIONS = 10_000
_MAX_OPERATIONS = 5_000_000
"""Drawing operations of all pages together, of which a page of text has some thousands; they take half a minute."""
_OPERATIONS_OF_UNREADABLE = 100_000
"""What a page counts whose text cannot be read, since that may take seconds as well."""


def parse(data: bytes, source: str) -> Iterator[DocumentLink | Passage | Problem]:
    """Yield the links of each page; the page number is used as the line.

    Raises
    ------
    DocumentError
        If the extra `pdf` is not installed, or no page of the file can be read.
    """
    try:
        from pypdf import PdfReader
    except ImportError as error:
        message = f"{source}: reading PDF requires pypdf; install it: {name_extra('pdf')}"
        raise DocumentError(message) from error
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # Its warnings are about repairs; losses are reported below.
    try:
        reader = PdfReader(io.BytesIO(data), strict=False)
        is_locked = reader.is_encrypted and not reader.decrypt("")
        n_pages = 0 if is_locked else len(reader.pages)
    except Exception as error:  # A damaged file may fail anywhere in the parser.
        message = f"{source}: cannot be read as PDF ({_describe(error)}); open and save it again, or give its text"
        raise DocumentError(message) from error
    if is_locked:
        message = f"{source}: is encrypted; remove its password (qpdf --decrypt)"
        raise DocumentError(message)
    counter = _Operations()
    for number in range(min(n_pages, _MAX_PAGES)):
        span = Span(source, number + 1)
        try:
            page = reader.pages[number]
            links = list(_annotations(page, span))
        except Exception as error:  # noqa: BLE001 - as above
            yield Problem(span, f"the links of this page cannot be read ({_describe(error)}); the other pages are read")
            links = []
        yield from links
        if not counter.is_over:
            yield from _texts(page, span, counter)
    if n_pages > _MAX_PAGES:
        yield Problem(Span(source, _MAX_PAGES + 1), f"has {n_pages} pages; those from here on are not read; split it")


class _TooManyError(Exception):
    """The pages have more operations than are read."""


class _Operations:
    """The number of drawing operations so far: a small file may show one large drawing on thousands of pages.

    `is_over` once it is reported that no further text is read.
    """

    def __init__(self) -> None:
        self.n = 0
        self.is_over = False

    def count(self, *_: object) -> None:
        """Count an operation, as the parser reports it.

        Raises
        ------
        _TooManyError
            If it is one too many.
        """
        self.n += 1
        if self.n > _MAX_OPERATIONS:
            raise _TooManyError


def _texts(page: Any, span: Span, counter: _Operations) -> Iterator[Passage | Problem]:  # noqa: ANN401 - as in the parser
    try:
        text = page.extract_text(visitor_operand_before=counter.count)
    except _TooManyError:
        counter.is_over = True
        yield Problem(span, "the text from this page on takes too long to read, and is not; give it, or split the file")
    except Exception as error:  # noqa: BLE001 - a damaged file may fail anywhere in the parser
        counter.n += _OPERATIONS_OF_UNREADABLE
        yield Problem(span, f"the text of this page cannot be read ({_describe(error)}); the other pages are read")
    else:
        located = LocatedText(text, (0,), (span,), has_columns=False)
        yield Passage(text=text, located=located, wraps=True)


def _annotations(page: Any, span: Span) -> Iterator[DocumentLink]:  # noqa: ANN401 - as in the parser
    annotations = page.get("/Annots")
    annotations = annotations.get_object() if annotations is not None else []
    for reference in list(annotations or [])[:_MAX_ANNOTATIONS]:
        annotation = reference.get_object()
        action = annotation.get("/A") if hasattr(annotation, "get") else None
        action = action.get_object() if action is not None else {}
        address = action.get("/URI") if hasattr(action, "get") else None
        if address:
            raw = address.decode("latin-1") if isinstance(address, bytes) else str(address)
            yield DocumentLink(raw=raw, span=span, reference=Reference.ANNOTATION)


def _describe(error: Exception) -> str:
    return " ".join(str(error).split())[:120] or type(error).__name__
