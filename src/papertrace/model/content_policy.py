"""The Content-Security-Policy of the pages that papertrace writes: only their own inline styles and scripts run."""

import base64
import hashlib
from collections.abc import Iterable


def content_policy(*, style: str, scripts: Iterable[str] = (), images: str = "data:") -> str:
    """Return a Content-Security-Policy (level 3) that allows exactly these scripts and styles, and no request.

    `images` is the source list for images; `data:` allows the empty icon, which keeps browsers from requesting one.

    >>> content_policy(style="a {}").split("; ")[0]
    "default-src 'none'"
    """
    allowed = " ".join(_hash_source(script) for script in scripts)
    return "; ".join(
        (
            "default-src 'none'",
            *([f"script-src {allowed}"] if allowed else []),
            f"style-src {_hash_source(style)}",
            f"img-src {images}",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _hash_source(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
