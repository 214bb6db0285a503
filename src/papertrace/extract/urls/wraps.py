"""Whether an address continues after white space: line breaks and stray blanks.

Typesetters break an address after a slash or a hyphen, PDF readers put blanks around its dots and slashes. The text
after the gap is joined only if the address so far is incomplete (a forge without owner or name) or if the text
cannot be prose. A blank line always ends an address, and so does the next address.
"""

import re

from papertrace.extract.urls.hosts import HostRecord
from papertrace.model import LinkKind

_GAP = re.compile(r"[^\S\n]{0,3}\n?[^\S\n]{0,12}")
_TOKEN = re.compile(r"[^\s<>\"{}|\\^`\x00]{1,256}")
_SHAPED = re.compile(r"[A-Za-z]*\d|[^_]*_|[a-z]+[A-Z]|[A-Z]{2}|[\w-]+-\w|[\w.-]+\.\w")
_PATH_LIKE = re.compile(r"[A-Za-z0-9_~%.=+-]*(?:[\d_=%]|/[\w.~-]|\?[\w.-]{1,40}=)")
_SCRIPT = re.compile(r"[A-Za-z0-9_.-]{1,40}\?[\w.-]{1,40}=")
_FILE = re.compile(r"(?:html?|pdf|ipynb|md|zip|git|php|json|csv|txt|tar\.gz)(?=[.,;:)\]]*(?:\s|$))")
_QUERY = re.compile(r"[?&][\w.-]{1,40}=|#\w")
_ENDS_WITH_FILE = re.compile(r"/[\w.-]*\.(?:html?|pdf|ipynb|md|zip|php|json|csv|txt|gz|py)$")
# An identifier broken at one of its dots: zenodo.⏎1234567, 2307.⏎08691.
_BROKEN_ID = re.compile(r"(?:/[a-z]+|/\d{4})\.$", re.IGNORECASE)
_NUMBER = re.compile(r"\d{4,9}(?:v\d{1,2})?(?:\.pdf)?(?![\w-])")
_CLOSING = ".,;:!?)]}'\"*_"

# Words that continue the sentence and are not the names of anything.
_PROSE = frozenset(
    """a about after all allows also an and are as at be been before both but by can code contains could data did do
    does during each either experiments extensive for from further had has have here how however i if in including
    into is it its may more most moreover must no nor not of on one or our please provides results see should since so
    such supports than that the their them then there these they this those though through thus to under until upon
    using via was we were what when where whereas which while who will with within without would you your
    abstract introduction keywords""".split()  # noqa: SIM905 - words read best so
)

# The minimum number of path segments of an address that names anything, by the kind of its host.
_MIN_SEGMENTS = {LinkKind.REPOSITORY: 2, LinkKind.MODEL: 2, LinkKind.DATASET: 2, LinkKind.PAPER: 2}


def find_continuation(text: str, end: int, stop: int, address: str, path: str, record: HostRecord | None) -> int | None:  # noqa: PLR0911, PLR0917 - one answer for each kind of gap
    """Return the offset at which an address that stops at `end` continues, or None if it is complete.

    `address` is the part read so far and `path` its part from the first slash after the host; the address must end
    before `stop`.
    """
    gap = _GAP.match(text, end)
    if gap is None or gap.end() == end or gap.end() >= stop:
        return None
    token_match = _TOKEN.match(text, gap.end(), stop)
    if token_match is None:
        return None
    token = token_match[0]
    broken_line = "\n" in gap[0]
    if token.lower().startswith(("http", "hxxp", "www.")):
        return None
    segments = [segment for segment in path.split("/") if segment]
    missing = max(0, (record.min_segments or _MIN_SEGMENTS.get(record.kind, 0)) - len(segments)) if record else 0
    ends = _ends_clause(text, token_match, token)
    if token[0] == "/":
        joined = _slash_continues(text, token_match, broken_line=broken_line, missing=missing, known=record is not None)
        return gap.end() if joined and not address.endswith("/") else None
    core = token.rstrip(_CLOSING)
    if address.endswith("/"):
        spaced = end >= 2 and text[end - 2 : end - 1].isspace()  # noqa: PLR2004 - the character before the slash
        joined = _segment_continues(core, broken_line=broken_line, missing=missing, ends=ends, spaced=spaced) or (
            missing > 1 and re.match(r"[\w.~-]+\s{1,2}/\s{0,2}\w", text[gap.end() : gap.end() + 300]) is not None
        )
        return gap.end() if joined else None
    if address.endswith("."):
        broken_id = record is not None and record.kind is LinkKind.PAPER and _BROKEN_ID.search(path)
        continues = _NUMBER.match(token) if broken_id else _FILE.match(token) and ends
        return gap.end() if path and continues else None
    if not broken_line:
        return None
    continues = (address[-1] in "-=?&_#%+~" and token[0].isalnum()) or _QUERY.match(token) is not None
    return gap.end() if continues and path else None


def _ends_clause(text: str, token_match: re.Match[str], token: str) -> bool:
    """Return whether a clause, line or text ends after the token, so that it can be the last word of an address."""
    if token[-1] in ".,;)]}!?'":
        return True
    rest = text[token_match.end() : token_match.end() + 1]
    return not rest or rest in '\n\x00<}"'


def _slash_continues(text: str, token: re.Match[str], *, broken_line: bool, missing: int, known: bool) -> bool:
    """Return whether a token that begins with a slash continues it: `github.com / acme` or `github.com⏎/acme`."""
    follower = re.match(r"/\s{0,2}[\w~]", text[token.start() : token.start() + 4])
    if follower is None:
        return False
    return (missing > 0 and known) or (broken_line and len(token[0]) > 1)


def _segment_continues(core: str, *, broken_line: bool, missing: int, ends: bool, spaced: bool) -> bool:
    """Return whether a token after a trailing slash continues the address."""
    first = core.partition("/")[0]
    if not first or not (first[0].isalnum() or first[0] in "~_"):
        return False
    if first.lower() in _PROSE and not _ENDS_WITH_FILE.search(core):
        return False
    if missing > 1 or _SCRIPT.match(core):
        return "/" in core or _SCRIPT.match(core) is not None
    if missing == 1:
        return not core.endswith(":") if broken_line else spaced or ends or _SHAPED.match(core) is not None
    is_path = _PATH_LIKE.match(core) or _ENDS_WITH_FILE.search(f"/{core}")
    return broken_line and (is_path is not None or (ends and core.islower()))
