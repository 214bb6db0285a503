"""The exceptions of papertrace, in one tree with a common root.

A message names the location, the fact and the way out. A dead link or an unreadable entry is a value (`Verdict`,
`Problem`), never an exception.
"""

from collections.abc import Iterable


class PapertraceError(Exception):
    """The base class of every error that papertrace raises on purpose."""


class ListingError(PapertraceError):
    """A listing that cannot be read at all: missing, empty, binary, or in an unknown format."""


class DocumentError(ListingError):
    """A document whose links cannot be read at all: binary, damaged, of a format that needs an extra."""


class NoTextError(DocumentError):
    """A file that is empty or binary, which in a folder is nothing to report as a failure."""


class TermsError(PapertraceError):
    """A list of terms (synonyms, vocabulary, stop list) that cannot be read or contradicts itself."""


class PaperNotFoundError(PapertraceError):
    """An id or title that matches no paper, or more than one."""


class ExportError(PapertraceError):
    """An output that cannot be written, or that does not read back as intended."""


class SettingsError(PapertraceError, ValueError):
    """A setting with an invalid value; also a `ValueError`."""


class CassetteError(PapertraceError):
    """A cassette that cannot be read, or that lacks a request to replay."""


class StoreError(PapertraceError):
    """A verdict store that cannot be opened, read or written, or that a newer version wrote."""


class EngineError(PapertraceError):
    """A function over chunks that raised, or whose worker died twice; or an engine that cannot be opened or used.

    `chunk` is the index of the chunk in its call, from 0, or None where the error concerns no chunk.
    """

    def __init__(self, message: str, *, chunk: int | None = None) -> None:
        super().__init__(message)
        self.chunk = chunk


class NetworkDownError(PapertraceError):
    """A network on which nothing resolves or answers, so that an audit cannot reach any verdict."""


def check_not_negative(setting: str, value: float) -> None:
    """Raise an error if a value is below 0 or not a number.

    Raises SettingsError if it is.

    Examples
    --------
    >>> check_not_negative("interval_s", -1.5)
    Traceback (most recent call last):
        ...
    papertrace.errors.SettingsError: interval_s is -1.5, but must not be below 0
    """
    if not value >= 0:
        message = f"{setting} is {value}, but must not be below 0"
        raise SettingsError(message)


def check_choice(setting: str, value: str, known: Iterable[str]) -> None:
    """Raise an error that names the nearest known value, unless the value is one of the known ones.

    Raises SettingsError if the value is unknown.

    Examples
    --------
    >>> check_choice("weight", "cosin", ["idf2", "cosine"])
    Traceback (most recent call last):
        ...
    papertrace.errors.SettingsError: weight is 'cosin', did you mean 'cosine'? (known: idf2, cosine)
    """
    names = [str(name) for name in known]
    if value in names:
        return
    import difflib

    near = difflib.get_close_matches(str(value), names, n=1)
    guess = f", did you mean {near[0]!r}?" if near else ", which is not known"
    message = f"{setting} is {value!r}{guess} (known: {', '.join(names)})"
    raise SettingsError(message)


def name_extra(extra: str) -> str:
    """Return the command that installs what an optional part needs.

    >>> name_extra("pdf")
    "pip install 'papertrace[pdf]'"
    """
    return f"pip install 'papertrace[{extra}]'"
