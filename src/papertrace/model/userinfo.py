"""User names and passwords in the addresses that a text prints."""

import re

_USERINFO = re.compile(r"(?<=//)[^\s/?#]*@")


def hide_userinfo(text: str) -> str:
    """Return text without the user information of its addresses, otherwise as it is.

    >>> hide_userinfo("Code: https://user:word@example.org/@x")
    'Code: https://example.org/@x'
    """
    return _USERINFO.sub("", text)
