"""Listings mended in occurrence, or as a patch, where their links have moved for good."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from papertrace.errors import ListingError
from papertrace.model import AuditResult, Occurrence, Outcome, Span
from papertrace.model.fix import FixedFile, FixPlan, UnfixedLink

_GZIP_MAGIC = b"\x1f\x8b"


def digest_files(paths: Iterable[str | Path]) -> dict[str, str]:
    """Return a digest of every file among the listings, by the name that occurrences give it.

    Call it before the listings are read: what differs afterwards has changed meanwhile. Standard input is no file, and
    of a file that cannot be read the readers will tell.

    Raises
    ------
    ListingError
        If a folder holds no file.
    """
    from papertrace.listings import walk_listings
    from papertrace.listings.reading import name_source

    digests = {}
    for path in walk_listings(one for one in paths if str(one) != "-"):
        with suppress(OSError):
            digests[name_source(path)] = _digest(path.read_bytes())
    return digests


def plan_fixes(result: AuditResult, digests: Mapping[str, str]) -> FixPlan:
    """Return what the listings become when every link that has moved for good is printed as its new address.

    `digests` are those of `digest_files`: a file that is none of them, or has changed since, is left.
    """
    from papertrace.reports.fixes import Replacement, fix_text, notation_of

    replacements: dict[str, list[tuple[Occurrence, Replacement]]] = {}
    for finding in result.findings:
        verdict = finding.verdict
        if verdict.outcome is not Outcome.MOVED or verdict.new_url is None:
            continue
        for occurrence in finding.occurrences:
            replacement = Replacement(
                line=occurrence.line,
                column=occurrence.column,
                raw=occurrence.raw,
                url=verdict.link.url,
                new_url=verdict.new_url,
            )
            replacements.setdefault(occurrence.source, []).append((occurrence, replacement))
    files = []
    left: list[UnfixedLink] = []
    for source, wanted in replacements.items():
        path = Path(source)
        before, reason = _read(path, digests.get(source))
        if reason:
            left.append(UnfixedLink(span=Span(source, wanted[0][0].line), reason=reason))
            continue
        fixed = fix_text(before.decode(), [replacement for _, replacement in wanted], notation_of(source))
        left += [
            UnfixedLink(
                span=Span(source, one.replacement.line, one.replacement.column),
                raw=one.replacement.raw,
                reason=one.reason,
            )
            for one in fixed.left
        ]
        after = fixed.text.encode()
        if after != before:
            files.append(FixedFile(path=path, before=before, after=after, n_fixed=fixed.n_fixed))
    return FixPlan(files=tuple(files), left=tuple(left))


def _read(path: Path, digest: str | None) -> tuple[bytes, str | None]:
    """Return a file, or why it cannot be mended."""
    if digest is None:
        return b"", "it is no file that this audit has read; give the listing itself"
    try:
        data = path.read_bytes()
    except OSError as error:
        return b"", f"it cannot be read any more ({error.strerror})"
    if _digest(data) != digest:
        return b"", "it has changed since it was read; run the audit again"
    if data.startswith(_GZIP_MAGIC):
        return b"", "it is compressed; unpack it first"
    try:
        data.decode()
    except UnicodeDecodeError:
        return b"", "it is no UTF-8"
    return data, None


def write_fixes(plan: FixPlan) -> Iterator[FixedFile]:
    """Write the files one by one, each whole or not at all, and yield each when it is there.

    A file keeps its permissions; a symbolic link stays one, and the file behind it is written.

    Raises
    ------
    ListingError
        If a file cannot be written, or has changed in the meantime; those before it are written.
    """
    from papertrace.files import replacing

    for file in plan.files:
        path = file.path.resolve()
        with replacing(path, raises=ListingError, way_out="give --patch FILE to have the changes as a patch") as new:
            new.write_bytes(file.after)
            if path.read_bytes() != file.before:
                message = f"{file.path}: has changed since it was read; run the audit again"
                raise ListingError(message)
            new.chmod(path.stat().st_mode & 0o7777)
        yield file


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
