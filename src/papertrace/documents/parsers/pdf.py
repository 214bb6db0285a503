"""Links of PDF: the link annotations of its pages, and the addresses in their text."""

import io
import logging
from collections.abc import Iterator
from typing import Any

from papertrace.errors import DocumentError
from papertrace.model.document import DocumentLink, LocatedText, Passage, Reference
from papertrace.model.span import Problem, Span

_MAX_PAGES = 5_000
_MAX_ANNOTATIONS = 10_000


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
        message = f"{source}: reading PDF requires pypdf; install it: pip install 'papertrace[pdf]'"
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
    for number in range(min(n_pages, _MAX_PAGES)):
        span = Span(source, number + 1)
        try:
            page = reader.pages[number]
            links = list(_annotations(page, span))
        except Exception as error:  # noqa: BLE001 - as above
            yield Problem(span, f"the links of this page cannot be read ({_describe(error)}); the other pages are read")
            links = []
        yield from links
        try:
            text = page.extract_text()
        except Exception as error:  # noqa: BLE001 - as above
            yield Problem(span, f"the text of this page cannot be read ({_describe(error)}); the other pages are read")
            continue
        located = LocatedText(text, (0,), (span,), has_columns=False)
        yield Passage(text=text, located=located, wraps=True)
    if n_pages > _MAX_PAGES:
        yield Problem(Span(source, _MAX_PAGES + 1), f"has {n_pages} pages; those from here on are not read; split it")


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
