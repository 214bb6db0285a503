"""Listings with the new addresses of links that have moved permanently."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from papertrace.errors import ListingError
from papertrace.model import AuditResult, Outcome, Span
from papertrace.model.verdict import FixedFile, FixPlan, UnfixedLink

_WRITABLE = 0o222
_WAY_OUT = "use --patch FILE to write the changes as a patch"
_SHORTENERS = frozenset(
    {"a.co", "aka.ms", "amzn.to", "bit.ly", "buff.ly", "cutt.ly", "dlvr.it", "fb.me", "g.co", "git.io", "goo.gl"}
    | {"hubs.ly", "is.gd", "j.mp", "lnkd.in", "ow.ly", "rb.gy", "rebrand.ly", "shorturl.at", "spoti.fi", "surl.li"}
    | {"t.co", "t.ly", "tiny.cc", "tinyurl.com", "trib.al", "url.ie", "v.gd", "w.wiki", "wp.me", "youtu.be"}
)
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:[-_][a-z]{2,4})?", re.IGNORECASE)
_LANGUAGE_QUERY = re.compile(r"(?:\A|&)(?:hl|lang|language|locale|setlang)=[\w-]{2,7}", re.IGNORECASE)
_GZIP_MAGIC = b"\x1f\x8b"
_BINARY_MAGICS = (b"%PDF-", b"PK\x03\x04")


def digest_files(paths: Iterable[str | Path], *, follow_links: bool = False) -> dict[str, str]:
    """Return a digest of every file among the listings, by its name as `Occurrence.source` has it.

    Call it before the listings are read, so that files that change afterwards are noticed. Standard input and files
    that cannot be read are left out, and so are symbolic links out of a folder; the readers report these.

    Raises
    ------
    ListingError
        If a folder contains no file.
    """
    from papertrace.listings import walk_listings
    from papertrace.listings.reading import name_source

    digests = {}
    named = (one for one in paths if str(one) != "-")
    for path in walk_listings(named, follow_links=follow_links, on_problem=lambda _: None):
        with suppress(OSError):
            if path.is_file():  # A device may have no end.
                digests[name_source(path)] = _digest(path.read_bytes())
    return digests


def plan_fixes(result: AuditResult, digests: Mapping[str, str]) -> FixPlan:
    """Return the listings with the new address of every link that has moved permanently.

    `digests` come from `digest_files`: a file that is not among them, or has changed since, is left as it is.
    """
    from papertrace.reports.fixes import Replacement, fix_text, notation_of

    replacements: dict[str, list[Replacement]] = {}
    unfixed: list[UnfixedLink] = []
    for finding in result.findings:
        verdict = finding.verdict
        if verdict.outcome is not Outcome.MOVED or verdict.new_url is None:
            continue
        url, new_url = verdict.link.url, verdict.new_url
        meant = why_not_to_fix(url, new_url)
        for at in finding.occurrences:
            span = Span(at.source, at.line, at.column)
            if meant:
                unfixed.append(UnfixedLink(span=span, raw=at.raw, reason=meant))
                continue
            replacement = Replacement(span=span, raw=at.raw, url=url, new_url=new_url)
            replacements.setdefault(at.source, []).append(replacement)
    files = []
    planned: set[Path] = set()
    for source, requested in replacements.items():
        path = Path(source)
        if path.resolve() in planned:
            continue  # which another name of the same file has led to
        planned.add(path.resolve())
        before, reason = _read(path, digests.get(source))
        if reason:
            unfixed.append(UnfixedLink(span=Span(source, requested[0].span.line), reason=reason))
            continue
        fixed = fix_text(before.decode(), requested, notation_of(source))
        unfixed += fixed.unfixed
        after = fixed.text.encode()
        if after != before:
            files.append(FixedFile(path=path, before=before, after=after, n_fixed=fixed.n_fixed))
    return FixPlan(files=tuple(files), unfixed=tuple(unfixed))


def why_not_to_fix(url: str, new_url: str) -> str:
    """Return why the author of a link meant its old address although it has moved, or an empty string.

    >>> why_not_to_fix("https://bit.ly/3abc", "https://example.org/a-long-page")
    'it is a short address, made to be replaced by its author alone'
    >>> why_not_to_fix("https://example.org/docs", "https://example.org/en-us/docs")
    'the new address is that of one language'
    >>> why_not_to_fix("https://example.org/old", "https://example.org/en/new")
    ''
    """
    from papertrace.audit.verdicts import is_login

    try:
        old, new = urlsplit(url), urlsplit(new_url)
    except ValueError:
        return ""
    if (old.hostname or "").removeprefix("www.") in _SHORTENERS and old.hostname != new.hostname:
        return "it is a short address, made to be replaced by its author alone"
    if is_login(new) and not is_login(old):
        return "the new address is that of a log-in"
    segments = [one for one in new.path.split("/") if one]
    before = [one for one in old.path.split("/") if one]
    added = [number for number, one in enumerate(segments) if _LANGUAGE.fullmatch(one)]
    if any(segments[:number] + segments[number + 1 :] == before for number in added):
        return "the new address is that of one language"
    if old.path == new.path and old.query == _LANGUAGE_QUERY.sub("", new.query).removeprefix("&") != new.query:
        return "the new address is that of one language"
    return ""


def _read(path: Path, digest: str | None) -> tuple[bytes, str | None]:  # noqa: PLR0911 - one for each reason
    """Return the content of a file, or why it cannot be fixed."""
    if digest is None:
        return b"", "this audit did not read it from a file; give the listing itself"
    try:
        data = path.read_bytes()
    except OSError as error:
        return b"", f"it can no longer be read ({error.strerror})"
    if _digest(data) != digest:
        return b"", "it has changed since it was read; run the audit again"
    if data.startswith(_GZIP_MAGIC):
        return b"", "it is compressed; unpack it first"
    if data.startswith(_BINARY_MAGICS):
        return b"", "it is a PDF or an office document; edit it in its program"
    try:
        data.decode()
    except UnicodeDecodeError:
        return b"", "it is not UTF-8; convert it first"
    return data, None


def write_fixes(plan: FixPlan) -> Iterator[FixedFile]:
    """Write the files one by one, each completely or not at all, and yield each one that is written.

    A file keeps its permissions; of a symbolic link, the target is written. A file with several names (hard links) is
    overwritten in place, since a new file would have only one of them.

    Raises
    ------
    ListingError
        If a file cannot be written, or has changed in the meantime; the files before it are written.
    """
    for file in plan.files:
        path = file.path.resolve()
        mode = path.stat()
        if not mode.st_mode & _WRITABLE:
            message = (
                f"{file.path}: is read-only; make it writable, or use --patch FILE to write the changes as a patch"
            )
            raise ListingError(message)
        if mode.st_nlink > 1:
            _overwrite(path, file)
        else:
            _replace(path, file)
        yield file


def _replace(path: Path, file: FixedFile) -> None:
    from papertrace.files import replacing

    with replacing(path, raises=ListingError, way_out=_WAY_OUT) as new:
        new.write_bytes(file.after)
        _check_unchanged(path, file)
        new.chmod(path.stat().st_mode & 0o7777)


def _overwrite(path: Path, file: FixedFile) -> None:
    """Write into a file that has several names; after a failure, its old content is written back if possible."""
    _check_unchanged(path, file)
    try:
        path.write_bytes(file.after)
    except OSError as error:
        with suppress(OSError):
            path.write_bytes(file.before)
        message = f"{file.path}: cannot be written: {error.strerror} ({_WAY_OUT})"
        raise ListingError(message) from error


def _check_unchanged(path: Path, file: FixedFile) -> None:
    if path.read_bytes() != file.before:
        message = f"{file.path}: has changed since it was read; run the audit again"
        raise ListingError(message)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
