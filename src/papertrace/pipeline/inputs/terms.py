"""The files of users' own terms."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from papertrace.errors import TermsError
from papertrace.files import read_limited
from papertrace.model.papers.concept import Terms

T = TypeVar("T")
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
    from papertrace.extract.concepts.terms import parse_synonyms, parse_terms

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
