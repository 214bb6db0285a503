"""What an entry says of its code: linked, promised, claimed without a link, or nothing.

Only sentences in which the authors speak of their own work count. "Open-source models such as …" and "existing
open-source tools" speak of others' software; "we open-source", "our implementation is publicly available" and
"the code will be released" do not.
"""

import re
from collections.abc import Sequence

from papertrace.extract.sentences import split_sentences
from papertrace.model import Claim, ClaimState, Link, LinkKind, LinkRole

_CODE = (
    r"(?:codes?|code\s?bases?|implementations?|software|frameworks?|librar(?:y|ies)|toolkits?|tools?|packages?|repositor(?:y|ies)|"
    r"repos?|scripts?|models?|weights|checkpoints|benchmarks?|simulators?|artifacts?|sources?|systems?|ecosystem|engine|plugins?|"
    r"compilers?|kernels?|platforms?|environments?|prototypes?|solvers?|project|pipelines?|suite|work)"
)
_OPENED = r"(?:open[\s-]?sourced?|released?|published|available|accessible|opened|provided)"
_GATE = ("open", "releas", "availab", "publicly", "github", "publish", "code", "soon", "share ")

_PROMISE = re.compile(
    rf"""
      \b(?:will|shall|would)\s(?:\w+\s){{0,4}}?(?:open[\s-]?sourced?|releas(?:e|ed)|publish(?:ed)?|available|accessible|shared?|opened|provided?|public)\b
    | \b(?:to|going\sto|plan\sto|intend\sto|aim\sto)\s(?:be\s)?(?:\w+\s)?(?:open[\s-]?sourced?|released?|made\s(?:\w+\s)?available)\b
    | \b(?:upon|after|on)\s(?:\w+\s)?(?:acceptance|publication)\b
    | \b(?:coming|available|released)\ssoon\b | \bsoon\s(?:be\s)?{_OPENED}
    """,  # noqa: E501
    re.VERBOSE | re.IGNORECASE,
)
_PLAN = re.compile(
    r"\b(?:we|authors?)\s(?:\w+\s){0,2}?(?:plan|intend|aim)\b|\b(?:upon|after|on|soon)\b|\b(?:will|shall|would|to\sbe)\b",
    re.IGNORECASE,
)
_ABOUT_CODE = re.compile(rf"\b{_CODE}\b", re.IGNORECASE)

_CLAIMS = (
    # We open-source / release / publish our … ; we make our … available.
    re.compile(
        rf"\bwe\s(?:\w+\s){{0,3}}?(?:open[\s-]?sourced?|releas(?:e|ed|ing)|publish(?:ed)?|share\s(?:our|all|the))\s(?:\S+\s){{0,8}}?\S*?{_CODE}\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\bwe\s(?:\w+\s){0,3}?ma[dk]e\s(?:\S+\s){0,8}?(?:publicly|openly|freely|available|open[\s-]?source|public)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\bwe\s(?:\w+\s)?(?:provide|offer|host)\s(?:\S+\s){0,3}?(?:open[\s-]?source\s\w+|(?:source\s)?code\b|(?:an?|our)\simplementation)",
        re.IGNORECASE,
    ),
    # We present X, an open-source …
    re.compile(
        r"\b(?:we|this\s(?:paper|work|article|study))\s(?:\w+\s){0,2}?(?:propose|present|introduce|develop|describe|design|contribute|provide|build|built|implement)(?:s|ed)?\s"
        r"(?:[^.;]{0,120}?,\s)?(?:\S+\s){0,4}?(?:(?:fully|completely|entirely|free|new|novel|publicly\savailable)[\s,]+(?:and\s)?)*open[\s-]?source\b",
        re.IGNORECASE,
    ),
    # Our code is … available; it is made publicly available; X is open source.
    re.compile(
        rf"\b(?:our|the|all|its|this|source|code|and)\s(?:\S+\s){{0,8}}?{_CODE}\S*\s(?:\S+\s){{0,8}}?(?:is|are|have\sbeen|has\sbeen)\s(?:\w+\s){{0,3}}?{_OPENED}\b(?!\s(?:models?|LLMs?|tools?))",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:it|which|that|and)\s(?:is|are|has\sbeen|have\sbeen)\s(?:\w+\s)?(?:publicly|openly|freely|fully)\s(?:\w+\s)?{_OPENED}\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:is|are)\s(?:\w+\s)?(?:open[\s-]?sourced?|publicly\s(?:available|released)|released\s(?:publicly|openly)|(?:freely|openly)\savailable)(?=\s*(?:[.,;:]|$|on\b|at\b|under\b|as\b|in\b|via\b|to\b|for\b|and\b|here\b))",
        re.IGNORECASE,
    ),
    re.compile(r"^\W*(?:source\s)?codes?\s(?:\w+\s){0,4}?(?:available|released|open)\b", re.IGNORECASE),
    re.compile(
        r"\b(?:our|the|references\sto\sthe)\s(?:\w+\s)?(?:github|gitlab)\s(?:\w+\s)?(?:repository|repo|page)\b",
        re.IGNORECASE,
    ),
    re.compile(r"\breleased\s(?:publicly|openly|as\sopen[\s-]?source)\b", re.IGNORECASE),
)
# A title that names its own system open: "Acme: An Open-Source Library for …".
_TITLE = re.compile(r":\s(?:an?|the)\s(?:\w+[\s,]+){0,3}?open[\s-]source\b", re.IGNORECASE)
# Subjects that are other people's work, whatever the sentence says of it.
_OTHERS = re.compile(
    r"\b(?:existing|other|several|many|various|popular|prominent|current|prior|previous|proprietary|closed|most|some|\d+|two|three|recent)\s(?:\S+\s){0,2}?(?:open[\s-]?sourced?|publicly\savailable)"
    r"|\bopen[\s-]?sourced?\s(?:LLMs?|MLMs?|VLMs?|(?:\w+\s){0,2}models?\s(?:such|like|including|are|excel|have|can))"
    r"|\b(?:trained|evaluated?|tested|experiments?|benchmarks?|results)\s(?:\w+\s){0,3}?on\s(?:\w+\s){0,3}?(?:publicly\savailable|open[\s-]?source)",
    re.IGNORECASE,
)
_CODE_KINDS = frozenset((LinkKind.REPOSITORY, LinkKind.CODE))
_SAYS_CODE = re.compile(
    r"\b(?:source\s)?(?:codes?|code\s?base|implementations?|software|toolkit|library|scripts?|repository|framework)\b",
    re.IGNORECASE,
)


def find_claim(entry_text: str, links: Sequence[Link]) -> Claim:
    """Return what a text says of its code, with the sentence that says it.

    `entry_text` is the title and the abstract with a line break between, `links` the links of the entry. `LINKED`:
    a link of the paper's own leads to code, or to a page where the sentence says the code is. `PROMISED`: the code
    will come, whether or not an address is given already. `CLAIMED`: it is said to be open, and no address is given.
    `NONE`: nothing of the kind; the sentence is empty.
    """
    sentences = _sentences(entry_text)
    promise = None
    for link in links:
        if not _leads_to_code(link, sentence := _sentence_of(link, sentences)):
            continue
        if not _is_promise(sentence):
            return Claim(state=ClaimState.LINKED, sentence=sentence or link.raw)
        promise = promise or sentence
    promise = promise or next(filter(_is_promise, sentences), None)
    if promise:
        return Claim(state=ClaimState.PROMISED, sentence=promise)
    for index, sentence in enumerate(sentences):
        if _claims_openness(sentence) or (index == 0 and _TITLE.search(sentence)):
            return Claim(state=ClaimState.CLAIMED, sentence=sentence)
    return Claim()


def _sentences(text: str) -> list[str]:
    """Split into sentences, and the title from the abstract, which no stop divides."""
    return [part[start:end] for part in text.split("\n") for start, end in split_sentences(part)]


def _sentence_of(link: Link, sentences: Sequence[str]) -> str:
    """Return the sentence that a link stands in, or nothing for a link from a field."""
    return next((sentence for sentence in sentences if link.raw.split("\n")[0] in sentence), "")


def _leads_to_code(link: Link, sentence: str) -> bool:
    """Tell whether a link is the paper's own and leads to code, by its host or by the words of its sentence."""
    if link.role is not LinkRole.OWN:
        return False
    if link.kind in _CODE_KINDS or (link.kind is LinkKind.ARCHIVE and link.repository is not None):
        return True
    if link.kind in (LinkKind.VIDEO, LinkKind.PAPER, LinkKind.MODEL):
        return False
    return _SAYS_CODE.search(sentence.replace(link.raw, "")) is not None


def _is_promise(sentence: str) -> bool:
    """Tell whether a sentence says that code will come."""
    match = _PROMISE.search(sentence)
    return (
        match is not None
        and _PLAN.search(sentence) is not None
        and _ABOUT_CODE.search(sentence) is not None
        and not re.search(r"\bwill\s(?:\w+\s)?not\b", match[0])
        and re.search(r"(?:open|releas|publi|availab|access|shar|provid)", sentence, re.IGNORECASE) is not None
    )


def _claims_openness(sentence: str) -> bool:
    """Tell whether a sentence says that the authors' own work is open."""
    low = sentence.lower()
    if not any(needle in low for needle in _GATE):
        return False
    return _OTHERS.search(sentence) is None and any(rule.search(sentence) for rule in _CLAIMS)
