"""The files in the cache folder that commands keep what they learned in, unless an option names another."""

import logging
from pathlib import Path

_LOG = logging.getLogger(__name__)
_NO_STORE = "none"


def store_file(option: Path | None, name: str, *, replays: bool, without: str) -> Path | None:
    """Return the file that an option names, else the file `name` in the cache folder, or None to keep nothing.

    A replay uses no store unless one is named, so that it always gives the same result. Without a usable cache folder
    there is no store either, and a warning with the reason is logged, which ends with `without`.
    """
    if option is not None:
        return None if str(option) == _NO_STORE else option
    if replays:
        return None
    from platformdirs import user_cache_path

    try:
        cache = user_cache_path("papertrace", appauthor=False)
    except RuntimeError:
        cache = Path()
    if not cache.is_absolute():
        _LOG.warning("the home folder of this user is unknown, %s", without)
        return None
    try:
        cache.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        _LOG.warning("%s: cannot be created (%s), %s", cache, error.strerror, without)
        return None
    return cache / name
