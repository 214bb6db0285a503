"""The exceptions of papertrace: one tree, so that a caller can catch all of them by one name.

A message says the place, the fact and the way out. A dead link or an entry that cannot be read is a value
(`Verdict`, `Problem`), never an exception.
"""


class PapertraceError(Exception):
    """Be the root of every error that papertrace raises on purpose."""


class ListingError(PapertraceError):
    """Report a listing that cannot be read at all: missing, empty, binary, of an unknown layout."""


class TermsError(PapertraceError):
    """Report a list of terms (synonyms, vocabulary, stop list) that cannot be read or contradicts itself."""


class PaperNotFoundError(PapertraceError):
    """Report that no paper, or more than one, goes by the id or the title that was asked for."""


class ExportError(PapertraceError):
    """Report an output that cannot be written, or that did not read back as it was meant."""


class CassetteError(PapertraceError):
    """Report a cassette that cannot be read, or a request that a replay has no recording of."""


class StoreError(PapertraceError):
    """Report a verdict store that cannot be opened or is of a newer version."""


class NetworkDownError(PapertraceError):
    """Report that nothing resolves or answers: the audit has no verdicts to give."""
