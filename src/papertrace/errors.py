"""The exceptions of papertrace, in one tree, so that a caller can catch all of them by one name.

    PapertraceError
    ├── ListingError         a listing cannot be read at all: missing, empty, binary, in no known format
    ├── TermsError           a list of terms cannot be read or contradicts itself
    ├── PaperNotFoundError   no paper, or more than one, has the id or title that was asked for
    ├── ExportError          an output cannot be written, or does not read back as it was meant
    ├── SettingsError        a setting has a value that is not allowed (also a ValueError)
    ├── CassetteError        a cassette cannot be read, or lacks a request that is replayed
    ├── StoreError           a verdict store cannot be opened, read or written
    └── NetworkDownError     nothing resolves or answers, so that an audit has no verdict to give

A message says the place, the fact and the way out. A dead link, or an entry that cannot be read, is a value
(`Verdict`, `Problem`) and never an exception.
"""

from collections.abc import Iterable


class PapertraceError(Exception):
    """The root of every error that papertrace raises on purpose."""


class ListingError(PapertraceError):
    """A listing that cannot be read at all: missing, empty, binary, in no known format."""


class TermsError(PapertraceError):
    """A list of terms (synonyms, vocabulary, stop list) that cannot be read or contradicts itself."""


class PaperNotFoundError(PapertraceError):
    """An id or title that no paper has, or more than one."""


class ExportError(PapertraceError):
    """An output that cannot be written, or that does not read back as it was meant."""


class SettingsError(PapertraceError, ValueError):
    """A setting with a value that is not allowed; also a `ValueError`."""


class CassetteError(PapertraceError):
    """A cassette that cannot be read, or that lacks a request which is replayed."""


class StoreError(PapertraceError):
    """A verdict store that cannot be opened, read or written, or that a newer version wrote."""


class NetworkDownError(PapertraceError):
    """A network on which nothing resolves or answers: an audit has no verdict to give."""


def check_choice(setting: str, value: str, known: Iterable[str]) -> None:
    """Refuse a value that is not one of the known ones, and name the nearest of them.

    Raises
    ------
    SettingsError
        When the value is not known.

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
