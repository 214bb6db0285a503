"""URLs found in a text, however they end, and across the ends of lines.

The first unmatched closing bracket ends an address, and the punctuation before the next word is not part of it. A
sentence that follows a full stop without a blank is recognised by a word that commonly opens sentences.

Typesetters break an address after a slash or a hyphen, PDF readers put blanks around its dots and slashes. The text
after the gap is joined only if the address so far is incomplete (a forge without owner or name) or if the text
cannot be prose. A blank line always ends an address, and so does the next address.

From its anchor an address is read forward once, up to the first character that cannot belong to it, the first
unmatched closing bracket, or the next anchor; the punctuation of the sentence is then stripped from its end. Every
step is bounded, so that the time stays linear in the length of even a hostile line.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from papertrace.extract.text.folding import lower_keeping_length
from papertrace.extract.urls.hosts import Anchor, HostRecord, find_anchors, find_host, is_known_host
from papertrace.late_imports import compile_on_use
from papertrace.model import LinkKind
from papertrace.model.addresses import lower_host
from papertrace.model.identifiers import SICI_SEGMENT

DOI_BRACKET = compile_on_use(SICI_SEGMENT)
_PARAMETER = compile_on_use(r"\[[\w.-]{0,40}\](?=[=&\[])")
_STARTERS = "We|The|Our|In|This|These|It|To|For|A|An|All|Code|Codes|Data|Models|Project|Demo|Video|Website|Also|Moreover|Experiments|Introduction|Abstract|Keywords|See"  # noqa: E501 - one set
_SENTENCE_GLUED = compile_on_use(rf"\.(?:{_STARTERS})$")
_STOP_AFTER_SLASH = compile_on_use(rf"(?<=/)\.(?:{_STARTERS})$")
_LABEL_GLUED = compile_on_use(
    r"(?<=[\w/])[.,;)]+(?:[A-Z][A-Za-z]{1,20}|codes?|data|datasets?|models?|weights|demo|video|page|project|paper)[:(]?$"
)
_NEW_SENTENCE = compile_on_use(r"(/[a-z0-9][a-z0-9_-]*)\.(?!Net|Js|Py|Jl|Io|Ai|Rs|Go)[A-Z][a-z]{2,}$")
# The id of a video may end in `_`; it is complete at eleven characters.
_VIDEO_NAME = compile_on_use(r"(?:v=|/embed/|/shorts/|/live/|^/)[\w-]{11}$")
# Names on these hosts do not end in a hyphen: "acme/fold- a tool".
_NAMED_KINDS = frozenset((LinkKind.REPOSITORY, LinkKind.MODEL, LinkKind.DATASET))


def end_of_balanced(piece: str, *, doi: bool) -> int:
    """Return the offset of the first unmatched bracket, or the length of the piece if there is none.

    Square brackets belong to an address only in the name of a parameter (`filter[year]=2020`) and in a DOI.
    """
    if not any(bracket in piece for bracket in "()[]"):
        return len(piece)
    opened: list[int] = []
    query = piece.find("?")
    inside = 0
    for index, char in enumerate(piece):
        if index < inside:
            continue
        if char in "[]":
            inside = _end_of_square(piece, index, query, doi=doi)
            if not inside:
                return opened[0] if opened else index
        elif char == "(":
            opened.append(index)
        elif char == ")":
            if not opened:
                return index
            opened.pop()
    return opened[0] if opened else len(piece)


def _end_of_square(piece: str, index: int, query: int, *, doi: bool) -> int:
    """Return the end of a bracketed part that belongs to the address, or 0 if it does not belong to it."""
    if doi:
        bracket = DOI_BRACKET.match(piece, index)
        return bracket.end() if bracket else index + 1 if piece[index] == "]" else 0
    parameter = _PARAMETER.match(piece, index) if 0 <= query < index else None
    return parameter.end() if parameter else 0


def strip_sentence(path: str) -> str:
    """Strip what the sentence put after an address: stops, quotes, emphasis marks, a dangling `&`, `$` or `%`.

    >>> strip_sentence("/acme/fastmm'.")
    '/acme/fastmm'
    """
    while path:
        kept = path.rstrip(".,;:!?'*_~&$@")
        kept = kept.removesuffix("%")
        if kept.endswith("--"):
            kept = kept.rstrip("-")
        if kept == path:
            return path
        path = kept
    return path


def cut_sentence(path: str, after: str, record: HostRecord | None) -> str:  # noqa: PLR0911 - one for each thing that may follow
    """Return a path without the trailing text of its sentence, of the next label or of the next sentence.

    `after` is the text after the path as printed; a few characters are enough.

    >>> cut_sentence("/acme/fold.Data:", "https://", None)
    '/acme/fold'
    """
    kept = strip_sentence(path)
    kind = record.kind if record is not None else None
    if kind is LinkKind.VIDEO and _VIDEO_NAME.search(path[: len(kept) + 1]):
        return path[: len(kept) + 1]
    if after[:4].lower() == "http":
        label = _LABEL_GLUED.search(path)
        return strip_sentence(path[: label.start()] if label else kept.rstrip("+"))
    if stop := _STOP_AFTER_SLASH.search(kept):
        return kept[: stop.start()]
    if after[:1].isspace() and (glued := _SENTENCE_GLUED.search(kept)):
        return strip_sentence(kept[: glued.start()])
    if after[:1] == " " and record is not None:
        if kept.endswith("-") and kind in _NAMED_KINDS:
            return strip_sentence(kept.rstrip("-"))
        if record.strict and after[1:2].islower() and (sentence := _NEW_SENTENCE.search(kept)):
            return kept[: sentence.end(1)]
    return kept


_GAP = compile_on_use(r"[^\S\n]{0,3}\n?[^\S\n]{0,12}")
_TOKEN = compile_on_use(r"[^\s<>\"{}|\\^`\x00]{1,256}")
_SHAPED = compile_on_use(r"[A-Za-z]*\d|[^_]*_|[a-z]+[A-Z]|[A-Z]{2}|[\w-]+-\w|[\w.-]+\.\w")
_PATH_LIKE = compile_on_use(r"[A-Za-z0-9_~%.=+-]*(?:[\d_=%]|/[\w.~-]|\?[\w.-]{1,40}=)")
_SCRIPT = compile_on_use(r"[A-Za-z0-9_.-]{1,40}\?[\w.-]{1,40}=")
_FILE = compile_on_use(r"(?:html?|pdf|ipynb|md|zip|git|php|json|csv|txt|tar\.gz)(?=[.,;:)\]]*(?:\s|$))")
_QUERY = compile_on_use(r"[?&][\w.-]{1,40}=|#\w")
_ENDS_WITH_FILE = compile_on_use(r"/[\w.-]*\.(?:html?|pdf|ipynb|md|zip|php|json|csv|txt|gz|py)$")
# An identifier broken at one of its dots: zenodo.⏎1234567, 2307.⏎08691.
_BROKEN_ID = compile_on_use(r"(?:/[a-z]+|/\d{4})\.$", re.IGNORECASE)
_NUMBER = compile_on_use(r"\d{4,9}(?:v\d{1,2})?(?:\.pdf)?(?![\w-])")
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


MAX_LENGTH = 4096  # No common browser or server accepts more; the bound limits the cost of hostile lines.
_MAX_JOINS = 6


@dataclass(frozen=True, slots=True)
class FoundUrl:
    """An address and its span: `text[start:end]` is its printed form."""

    start: int
    end: int
    url: str


_LETTERS = "\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af\u0300-\u1fff\u2c00-\u2dff\u3005-\u3007\u3041-\u30fa\u30fc-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"  # noqa: E501 - one set
_CJK = "\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_LABEL = rf"[A-Za-z0-9_{_LETTERS}](?:[A-Za-z0-9_{_LETTERS}-]{{0,61}}[A-Za-z0-9_{_LETTERS}])?"
HOST = compile_on_use(rf"(?:\[[0-9a-fA-F:.]{{2,45}}\]|{_LABEL}(?:\.{_LABEL}){{0,10}})")
USER = compile_on_use(r"[\w.~%+-]{1,64}(?::[^\s/@<>\"]{0,64})?@(?=[\w\[])")
_PORT = compile_on_use(r":\d{1,5}(?!\d)")
_TLDS = "com|org|io|net|edu|ai|gov|co|dev|uk|de|fr|cn|jp|kr|ch|eu|ca|nl|se|au|tw|hk|sg|il|br|ru|science|ht|ly|app|space|tech|info|xyz|cc"  # noqa: E501 - one set
_BROKEN_DOT = compile_on_use(
    rf"(?:\.\s{{1,3}}|\s{{1,2}}\.\s{{0,2}})((?:[a-z0-9-]{{1,63}}\.){{0,3}}(?:{_TLDS})(?![\w-]))"
)
_BROKEN_LABEL = compile_on_use(
    r"-\n[ \t]{0,8}([a-z0-9](?:[a-z0-9-]{0,60}[a-z0-9])?(?:\.[a-z0-9-]{1,63}){0,5}\.[a-z]{2,24})(?=[/:\s.,;)]|$)"
)
# A blank within a label: "git hub.com", "github.c om".
_TORN = compile_on_use(r"\s{1,2}([a-z0-9-]{1,40}(?:\.[a-z0-9-]{1,40}){0,3})(?=\s?/)", re.IGNORECASE)
_LOOSE = compile_on_use(
    rf"\s{{1,2}}(?=(?:[A-Za-z0-9-]{{1,63}}\s?\.\s?){{1,4}}(?:{_TLDS}|be)(?:\s?/|(?![\w-])))", re.IGNORECASE
)
_TLD = compile_on_use(rf"[A-Za-z]{{2,24}}|xn--[A-Za-z0-9-]{{2,59}}|(?=[^\x00-\x7f])[{_LETTERS}a-zA-Z]{{1,24}}")
_IPV4 = compile_on_use(r"(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}")

_CHUNK = compile_on_use(rf"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%{_LETTERS}]+")
_STRICT_CHUNK = compile_on_use(r"[A-Za-z0-9\-._~:/?#@&+=%]+(?:(?<=\?)[A-Za-z0-9\-._~:/?#@&+=%,;!]+)?")
# Code hosts have no brackets in names, but paths of files have: `x_(a)_b.png`, `app/[slug]/page.tsx`.
_FILE_DEPTH = 3
_FILE_BRACKET = compile_on_use(
    r"(?:(?<=[/._-])\([^\s()\[\]<>\"]{1,100}\)|\([^\s()\[\]<>\"]{1,100}\)(?=[/._-]{0,3}\w)"
    r"|\[{1,2}[\w.-]{1,60}\]{1,2}(?=[/._-]{1,3}\w))"
)
_CJK_GLUED = compile_on_use(rf"(?<=[^{_CJK}/=_?&#%-])[{_CJK}]")
_ELLIPSIS = compile_on_use(r"\.{3,}|\u2026")
TEMPLATE = compile_on_use(
    r"(?:\{|\$\{|<|\[|:)(?!http)(?:your|user|owner|repo|name|org|project|host|username|id|anonym|removed|redacted)[\w\s-]{0,20}[\]}>/]?",
    re.IGNORECASE,
)


def find_urls(text: str) -> Iterator[FoundUrl]:
    """Yield the addresses of a repaired text in order, repeats included.

    The text must already be repaired by `papertrace.extract.urls.repair`.
    """
    low = lower_keeping_length(text)
    anchors = find_anchors(text, low)
    schemes = [anchor.start for anchor in anchors if anchor.scheme != "scp" and anchor.host > anchor.start]
    cursor = next_scheme = 0
    for index, anchor in enumerate(anchors):
        if anchor.start < cursor:
            continue
        while next_scheme < len(schemes) and schemes[next_scheme] <= anchor.start:
            next_scheme += 1
        if anchor.host > anchor.start and schemes[next_scheme : next_scheme + 1] == [anchor.host]:
            continue  # a scheme directly followed by another
        found, cursor = _Reader(text, low, anchors, index, schemes[next_scheme : next_scheme + 4]).read()
        if found is not None:
            yield found


class _Reader:
    """A reader of one address, starting at its anchor."""

    def __init__(self, text: str, low: str, anchors: list[Anchor], index: int, inner: list[int]) -> None:
        self.text = text
        self.low = low
        self.anchor = anchors[index]
        self.following = anchors[index + 1 : index + 4]
        self.inner = inner
        self.parts: list[tuple[int, str]] = []  # (offset in the text, characters taken from there)

    def read(self) -> tuple[FoundUrl | None, int]:
        """Return the address, or None, and the offset at which to resume the search."""
        anchor = self.anchor
        position = anchor.host
        loose = _LOOSE.match(self.text, position) if self.text[position : position + 1].isspace() else None
        position = loose.end() if loose else position
        user = USER.match(self.text, position, position + 130) if anchor.host > anchor.start else None
        if user and anchor.scheme != "scp":
            position = user.end()
        host, position = self._read_host(position)
        if not host:
            return None, max(position, anchor.start + 1)
        record = find_host(host)
        stop = self._find_stop(position, record)
        prefix = f"{anchor.scheme}://{user[0] if user else ''}{host}"
        if anchor.scheme == "scp":
            prefix = f"ssh://git@{host}/"
            position += 1
        elif port := _PORT.match(self.text, position, stop):
            prefix += port[0]
            position = port.end()
        self._read_path(position, stop, prefix, record)
        path, end = self._finish(position, record)
        if self._is_template(path, end):
            return None, max(end, anchor.start + 1)
        return FoundUrl(anchor.start, end, prefix + path), max(end, anchor.start + 1)

    def _read_host(self, position: int) -> tuple[str, int]:
        """Return the host in lower case, rejoined if a blank broke it, and its end; empty if it is not a host."""
        match = HOST.match(self.text, position, position + 700)
        if match is None:
            return "", position
        printed, end = match[0], match.end()
        if self.anchor.host > self.anchor.start and (torn := _TORN.match(self.text, end)):
            rejoined = printed + torn[1]
            if is_known_host(rejoined) and not is_known_host(printed):
                printed, end = rejoined, torn.end()
        for _ in range(3):
            if hyphen := _BROKEN_LABEL.match(self.text, end):
                printed, end = f"{printed}-{hyphen[1]}", hyphen.end()
                continue
            broken = _BROKEN_DOT.match(self.text, end)
            if broken is None or "\n\n" in broken[0]:
                break
            joined = f"{printed}.{broken[1]}"
            rest = self.text[broken.end() : broken.end() + 3].lstrip()
            known = is_known_host(joined) and not is_known_host(printed)
            if not (rest.startswith("/") or known or (printed.startswith("www.") and not is_host(printed))):
                break
            printed, end = joined, broken.end()
        labels = printed.split(".")
        glued = labels[-1]
        if len(labels) > 2 and glued[:1].isupper() and glued[1:].islower() and printed[: -len(glued)].islower():  # noqa: PLR2004 - a name and a top
            end -= len(glued) + 1  # "acme.github.io.We": no blank before the next sentence
            printed = printed[: -len(glued) - 1]
        if (cjk := _CJK_GLUED.search(printed)) and printed[0].isascii():
            end -= len(printed) - cjk.start()
            printed = printed[: cjk.start()]
        return (lower_host(printed) if is_host(printed) else ""), end

    def _find_stop(self, position: int, record: HostRecord | None) -> int:
        """Return the offset at which the address must end: the start of the next one, unless that is part of this."""
        stop = position + MAX_LENGTH
        allowed = 1 if record is not None and record.archive else 0
        for start in self.inner:
            before = self.text[start - 1 : start]
            if start < position or (before in "/?=:#" and allowed > 0):
                allowed -= start >= position
                continue
            if before == "=" and self.text.rfind("?", position, start) >= 0:
                continue
            stop = min(stop, start)
            break
        for anchor in self.following:
            if position <= anchor.start < stop and self.text[anchor.start - 1] in ",;|":
                return anchor.start
        return stop

    def _read_path(self, position: int, stop: int, prefix: str, record: HostRecord | None) -> None:
        """Collect the parts of the address after the host, across gaps at which it continues."""
        strict = record is not None and record.strict
        chunk = _STRICT_CHUNK if strict else _CHUNK
        path = ""
        quote = self.text[self.anchor.start - 1 : self.anchor.start]
        for _ in range(_MAX_JOINS):
            here = self.text[position : position + 1]
            match = (
                chunk.match(self.text, position, stop)
                if path or here in ("/", "?", "#") or (prefix[-1:] == "/" and here)
                else None
            )
            if match:
                piece = match[0]
                if quote == "'" and "'" in piece:
                    piece = piece[: piece.index("'")]
                piece = piece[: end_of_balanced(piece, doi=record is not None and record.name.endswith("doi.org"))]
                if strict and "---" in piece:  # a TeX dash, which no owner, name or record id contains
                    piece = piece[: piece.index("---")]
                if not piece.isascii() and (cjk := _CJK_GLUED.search(piece)):
                    piece = piece[: cjk.start()]
                self.parts.append((position, piece))
                path += piece
                position += len(piece)
                if len(piece) < len(match[0]):
                    return
            if (
                record is not None
                and record.name.endswith("doi.org")
                and (odd := DOI_BRACKET.match(self.text, position, stop))
            ):
                self.parts.append((position, odd[0]))
                path += odd[0]
                position = odd.end()
                continue
            if strict and path.count("/") >= _FILE_DEPTH and (inner := _FILE_BRACKET.match(self.text, position, stop)):
                self.parts.append((position, inner[0]))
                path += inner[0]
                position = inner.end()
                continue
            further = find_continuation(self.text, position, stop, prefix + path, path, record)
            if further is None:
                return
            position = further

    def _finish(self, position: int, record: HostRecord | None) -> tuple[str, int]:
        """Return the path without the punctuation of the sentence, and the end of the address in the text."""
        path = "".join(part for _, part in self.parts)
        printed_end = self.parts[-1][0] + len(self.parts[-1][1]) if self.parts else position
        kept = cut_sentence(path, self.text[printed_end : printed_end + 4], record)
        length = len(kept)
        for offset, part in self.parts:
            if length <= len(part):
                return kept, (offset + length if length else position)
            length -= len(part)
        return kept, position

    def _is_template(self, path: str, end: int) -> bool:
        """Return whether the address is only a placeholder or truncated: `github.com/{owner}`, `github.com/…`."""
        if not path.endswith(("/", "=")):
            return False
        rest = self.text[end : end + 30]
        return bool(TEMPLATE.match(rest) or _ELLIPSIS.match(rest))


def is_host(host: str) -> bool:
    """Return whether a name can be a host: an IP address, `localhost`, or labels with a plausible top-level domain."""
    if host[:1] == "[":
        return host.count(":") > 1
    if host.lower() == "localhost" or _IPV4.fullmatch(host):
        return True
    labels = host.split(".")
    if labels[0].lower() in ("www", "www2") and len(labels) < 3:  # noqa: PLR2004 - www.acme is not a host
        return False
    return len(labels) > 1 and _TLD.fullmatch(labels[-1]) is not None
