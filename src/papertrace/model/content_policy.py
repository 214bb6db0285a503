"""The Content-Security-Policy of the pages that papertrace writes: what stands in the file runs, and nothing else."""

import base64
import hashlib
from collections.abc import Iterable


def content_policy(*, style: str, scripts: Iterable[str] = (), images: str = "data:") -> str:
    """Return a Content-Security-Policy (level 3) that allows these very scripts and styles and no request.

    `images` names the schemes of pictures; `data:` is for the empty icon, which keeps browsers from asking a server for
    one.

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
