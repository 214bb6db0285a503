"""Texts that are templates: what they show is known only once a program has filled them in."""

import re

# Tags of Liquid, Jinja, Hugo, ERB and PHP, and snippets of MkDocs: a program puts other text in their place.
_TEMPLATE = re.compile(r"\{\{|\{%|<%|<\?php\b|^[ \t]{0,8}-{1,8}8<-", re.MULTILINE)


def is_template(text: str) -> bool:
    """Return whether a text has tags in whose place a program puts other text.

    >>> is_template("{{< include x.md >}}"), is_template("{x}")
    (True, False)
    """
    return _TEMPLATE.search(text) is not None
