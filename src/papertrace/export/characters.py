"""Text of untrusted listings, made fit for files that other programs read."""

import re

# What XML 1.0 (fifth edition, production 2, Char) leaves out: most control characters, surrogates, U+FFFE and
# U+FFFF. A parser refuses a whole file for one of them, and no escape makes them legal.
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


def clean_text(text: str) -> str:
    r"""Return the text without characters that XML forbids or that steer terminals.

    Tab, line feed, carriage return and U+0085 stay, every printable character too; control characters (C0, C1,
    delete), lone surrogates and the two non-characters at the end of the first plane go.

    >>> clean_text("a\x00b\x1b[1mc\ud800d")
    'ab[1mcd'
    """
    return _UNFIT.sub("", text)
