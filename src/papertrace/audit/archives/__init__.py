"""Archives in which snapshots of links are searched for.

Like a registry, an archive sends nothing. To add one, write `<name>.py` with an `ARCHIVE`, and add a row to `ARCHIVES`.
"""

from papertrace.audit.archives import software_heritage, wayback
from papertrace.audit.archives.archive import Archive

ARCHIVES: dict[str, Archive] = {
    "software_heritage": software_heritage.ARCHIVE,
    "wayback": wayback.ARCHIVE,
}
"""The archives by name, in the order in which they are asked until one has a snapshot."""

__all__ = ["ARCHIVES", "Archive"]
