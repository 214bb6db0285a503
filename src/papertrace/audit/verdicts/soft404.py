"""Recognising pages that say that nothing was found, or that block automated clients.

A page that says "not found" with status 200 is a suspicion, not a proof: a paper may have such a title. The rules
therefore consider only the title and the first heading, and only short ones.
"""

import re
from html import unescape

from papertrace.model.text import replace_unprintable

MAX_NOTICE_LENGTH = 80

_TITLE = re.compile(r"<title[^>]{0,200}>([^<]{0,400})", re.IGNORECASE)
_HEADING = re.compile(r"<h1[^>]{0,400}>(?:\s{0,20}<[a-z]{1,10}[^>]{0,200}>){0,3}([^<]{0,400})", re.IGNORECASE)
_SPACE = re.compile(r"\s+")

_GONE = re.compile(
    r"""
    ^(?:http\s)?(?:error\s)?404\b
    | \b(?:error|status|code|http)\W{0,3}404\b
    | \b(?:page|file|site|website|project|document|resource|repository|content|url)\b.{0,20}\bnot\ (?:be\ )?found\b
    | ^(?:not\ found|oops|nothing\ here|nothing\ found)\b
    | \bnot\ found\W{0,3}$
    | \b(?:page|site|project)\b.{0,30}\b(?:does\ not|doesn.t|no\ longer)\ exists?\b
    | \b(?:page|site|project)\b.{0,30}\b(?:no\ longer|not)\ available\b
    | \bdomain\b.{0,30}\b(?:for\ sale|expired|parked|parking)\b
    | \bthis\ site\ is\ (?:parked|for\ sale)
    | \bseite\ nicht\ gefunden\b | \bpage\ (?:introuvable|non\ trouv) | \bp.gina\ no\ encontrada\b
    | 页面不存在 | 页面未找到 | 找不到页面 | 未找到页面 | ページが見つかりません
    """,
    re.IGNORECASE | re.VERBOSE,
)
_WALL = re.compile(
    r"""
    ^just\ a\ moment | ^attention\ required | ^access\ (?:to\ this\ page\ has\ been\ )?denied | ^access\ forbidden
    | ^are\ you\ (?:a\ )?(?:human|robot) | ^(?:verify|verifying)\ (?:that\ )?you\ are\ (?:a\ )?human
    | ^(?:security|robot|bot|human)\ (?:check|challenge|verification) | ^ddos[- ](?:guard|protection)
    | ^checking\ your\ browser | ^pardon\ our\ interruption | ^captcha | ^making\ sure\ you.re\ not\ a\ bot
    """,
    re.IGNORECASE | re.VERBOSE,
)


def page_title(body: str) -> str:
    r"""Return the title of a page on one line, empty if it has none.

    >>> page_title("<title>\n A &amp; B </title>")
    'A & B'
    """
    return _text(_TITLE.search(body))


def gone_notice(body: str) -> str | None:
    """Return the title or first heading that reports a missing page, or None."""
    return next((notice for notice in _notices(body) if _GONE.search(notice)), None)


def wall_notice(body: str) -> str | None:
    """Return the title or first heading of a page that blocks automated clients, or None."""
    return next((notice for notice in _notices(body) if _WALL.search(notice)), None)


def _notices(body: str) -> list[str]:
    found = (page_title(body), _text(_HEADING.search(body)))
    return [notice for notice in found if notice and len(notice) <= MAX_NOTICE_LENGTH]


def _text(found: re.Match[str] | None) -> str:
    # The text is shown in reasons, so control characters of terminals and of text direction are removed.
    text = unescape(found.group(1)) if found else ""
    return _SPACE.sub(" ", replace_unprintable(text, " ")).strip()
