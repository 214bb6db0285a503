"""Whose an address is, as far as the words around it tell.

The last phrase before the address that belongs to one of two small grammars decides: "our code is available at" and
its kin make it the paper's own, "built on" and its kin make it somebody else's. Where nothing before it decides, the
words behind it may; an address that is a sentence by itself is the paper's own.
"""

import re

from papertrace.model import LinkRole

_THINGS = (
    r"(?:source[\s-])?(?:codes?|code ?base|implementations?|software|framework|library|toolkit|tool|package|repository|repo|"  # noqa: E501
    r"scripts?|data|datasets?|models?|weights|checkpoints|benchmarks?|demos?|project|simulator|artifacts?|materials?|sources?|work)"
)
_OWN = re.compile(
    rf"""
      \bour\s(?:[\w-]+\s){{0,3}}{_THINGS}
    | \b(?:code|codes|implementation|software|data|datasets?|models?|checkpoints|weights|demo|video|project|supplementary)
      (?:\s(?:and|&)\s\w+|\s?/\s?\w+)?\s?(?:page|site|website|link|repo|repository)?\s?(?:is|are)?\s?(?:at|here)?\s?:\s?$
    | \b(?:project|home|web)[\s-]?(?:page|site)\b
    | \b(?:publicly|openly|freely|now|also|made|is|are|be|been|was|were|currently)\s(?:\w+\s)?(?:available|accessible|released?|hosted|provided|published)\b
    | \bavailable\s(?:\w+\s){{0,6}}?(?:at|on|in|from|under|via|as|here|through)\b
    | \b(?:released|open[\s-]?sourced?|accessed|accessible|found|hosted|published|maintained|downloaded|provided|shared)
      (?:\s(?:\w+\s){{0,5}}?(?:at|in|on|here|under|from|via|of)\b|:)
    | \bwe\s(?:\w+\s){{0,3}}?(?:release|provide|open[\s-]?source|publish|share|make|host|made|released|provided)\b
    | \b(?:see\smore|more\s(?:details|information|results)|visit|demo)\b
    | \b(?:source\s)?codes?(?:\s\w+){{0,3}}\s(?:at|in|on)\b
    | (?:^|[\s(\[*])(?:github|code|codes|source\scode|repo|repository|website|page|demo|data|dataset|models?)\*{{0,2}}\s?[:(\[]\W{{0,4}}$
    """,  # noqa: E501
    re.VERBOSE | re.IGNORECASE,
)
# An address with a label before it: "Sources: …", "The library is open: …", "Code and data: see …".
_LABEL = re.compile(
    rf"""
      (?:^|[;(]\s?)(?:[\w-]+[\s,/&]+){{0,3}}(?:{_THINGS}s?|reports?|plugins?|files?|downloads?|to\s\w+)\s?:\s?(?:see\s)?$
    | \b(?:is|are)\s(?:now\s|all\s)?(?:public|open|out|open[\s-]?sourced?)(?:\s?[:(,]\s?(?:see\s)?|\sat\s)$
    | \bopen[\s-]?sourced?\b[^:]{{0,80}}:\s?$
    | \b{_THINGS}\b[^:;]{{0,40}}?(?::|,?\ssee)\s?$
    | \b(?:get\s(?:it|them)\sfrom|belongs?\sto|shared\s(?:through|via))\s$
    | \bcan\sbe\s(?:had|found|obtained|downloaded|got|reached)\s(?:\w+\s){{0,2}}?(?:from|at|on|in|under|via)\s$
    """,
    re.VERBOSE | re.IGNORECASE,
)
_NOT_OURS = re.compile(r"\b(?:related|background|see\salso|prior|previous|inspired|other)\b", re.IGNORECASE)
_OTHER = re.compile(
    r"""
      \b(?:built|build|builds|building|based|relies|rely|relying|implemented)\s(?:\w+\s){0,2}?(?:on|upon|with|in|top)\b
    | \b(?:compared?|comparison|comparing)\s(?:\w+\s){0,4}?(?:with|to|against)\b
    | \b(?:adapted|borrowed|modified|taken|forked|derived|extended|obtained|downloaded|collected|crawled)\s(?:\w+\s){0,2}?from\b
    | \b(?:fork|version|variant)\sof\b
    | \b(?:thank|thanks|acknowledge|courtesy)\b
    | \b(?:the|their|its)\s(?:official|original|authors'?)\s(?:\w+\s)?(?:code|implementation|repository|repo|library|release|version)\b
    | \b(?:their|his|her|third[\s-]party|existing|original|previous|prior)\s(?:\w+\s){0,2}?(?:code|implementation|repository|repo|codebase|framework|toolkit|library)\b
    | \b(?:we|by|and)\s(?:use[sd]?|using|adopt|employ|follow|extend|modify|utili[sz]e|leverage)\b
    | \b(?:using|via|following|baselines?|outperforms?|such\sas|background|originally|proposed\sby|provided\sby|developed\sby|introduced\sin)\b
    | \bset\sal\.
    """,  # noqa: E501
    re.VERBOSE | re.IGNORECASE,
)
_OWN_BEHIND = re.compile(
    r"^\W{0,3}\s?(?:(?:contains?|hosts?|provides?|holds?|has|have)\s(?:\w+\s){0,3}?(?:our|the\s(?:source\s)?code)|for\s(?:our|the)\s(?:\w+\s)?(?:code|implementation|software|demo|project)"
    r"|is\sopen\b|is\sour\b|(?:has|have)\s(?:the|our)\scode)",
    re.IGNORECASE,
)
# The field or anchor text that makes a structured address the entry's own.
_OWN_FIELD = re.compile(
    r"\b(?:url|code|github|git|repo\w*|project\w*|home\s?page|website|pdf|paper|demo|software|implementation|dataset|data|model|video"
    r"|page|arxiv|doi|abs|link|links|html|official)\b|^\W*$",
    re.IGNORECASE,
)
_WINDOW = 240
_BOUNDARY = re.compile(r"(?:[.!?][\"')\]]{0,2}\s+(?=[A-Z\"'(\[]|https?:|$)|[\n\x00]\s*\n)")


def judge_role(before: str, behind: str) -> tuple[LinkRole, str]:
    """Return what the words before and behind an address say, and those that decided.

    `before` ends where the address begins and `behind` begins where it ends; a few hundred characters of each are
    enough. Nothing decisive gives UNKNOWN and no words.

    >>> judge_role("Our code is available at ", ".")
    (<LinkRole.OWN: 'own'>, 'is available')
    """
    before = before[-_WINDOW:]
    sentence_start = 0
    for boundary in _BOUNDARY.finditer(before):
        sentence_start = boundary.end()
    sentence = before[sentence_start:]
    if sentence.strip(" \t\n\"'([{<*_`"):
        role, words = _last_phrase(sentence)
        if role is not LinkRole.UNKNOWN:
            return role, words
        label = None if _NOT_OURS.search(sentence) else _LABEL.search(sentence)
        own = label or _OWN_BEHIND.search(behind[:120])
        return (LinkRole.OWN, " ".join(own[0].split())) if own else (LinkRole.UNKNOWN, "")
    own_behind = _OWN_BEHIND.search(behind[:120])
    if own_behind:
        return LinkRole.OWN, own_behind[0].strip()
    previous = _BOUNDARY.split(before[:sentence_start].rstrip())[-1] if sentence_start else ""
    # An address that stands by itself behind a sentence about releases belongs to that sentence.
    own = _OWN.search(previous)
    return (LinkRole.OWN, " ".join(own[0].split())) if own else (LinkRole.UNKNOWN, "")


def judge_field(words: str) -> tuple[LinkRole, str]:
    """Return what the name of a field or the text of an anchor says of the address in it."""
    match = _OWN_FIELD.search(words)
    if match is None:
        return LinkRole.UNKNOWN, ""
    return LinkRole.OWN, words.strip() or "field of the entry"


def _last_phrase(sentence: str) -> tuple[LinkRole, str]:
    """Return the role of the phrase that ends last; of two that end together the paper's own wins."""
    best, role = None, LinkRole.UNKNOWN
    for rule, means in ((_OTHER, LinkRole.OTHER), (_OWN, LinkRole.OWN)):
        for match in rule.finditer(sentence):
            if best is None or match.end() >= best.end():
                best, role = match, means
    return (role, " ".join(best[0].split())) if best else (LinkRole.UNKNOWN, "")
