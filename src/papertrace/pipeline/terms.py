"""The files in which users name terms."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from papertrace.errors import TermsError
from papertrace.model.concept import Terms

T = TypeVar("T")


def read_terms(*, synonyms: Path | None = None, vocabulary: Path | None = None, ignored: Path | None = None) -> Terms:
    """Read a user's lists of terms, UTF-8 with one term or group a line.

    `synonyms` holds groups of forms that mean the same, parted by tabs or ` = `, the preferred one first; `vocabulary`
    terms that are always concepts, `ignored` terms that never are. Blank lines and those that begin with `#` are left
    out.

    Raises
    ------
    TermsError
        If a file cannot be read, holds no term or a bad line, or a term is both wanted and ignored.
    """
    from papertrace.extract.concepts.terms import parse_synonyms, parse_terms

    terms = Terms(
        synonyms=_read(synonyms, parse_synonyms) if synonyms else (),
        vocabulary=_read(vocabulary, parse_terms) if vocabulary else (),
        ignored=_read(ignored, parse_terms) if ignored else (),
    )
    wanted = {form.key for form in terms.vocabulary}
    for form in terms.ignored:
        if form.key in wanted:
            message = f"{ignored}: '{form.text}' is also in {vocabulary}; a term is wanted or ignored, not both"
            raise TermsError(message)
    return terms


def _read(path: Path, parse: Callable[[Iterable[str], str], tuple[T, ...]]) -> tuple[T, ...]:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        message = f"{path}: {error.strerror or error}; name a text file with one term a line"
        raise TermsError(message) from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        message = f"{path}:{line}:1: is no UTF-8; save the file as UTF-8"
        raise TermsError(message) from error
    found = parse(text.splitlines(), str(path))
    if not found:
        message = f"{path}: holds no term; write one a line"
        raise TermsError(message)
    return found
