"""The claim of an entry about its code: linked, promised, claimed without a link, or none."""

import re
from collections.abc import Sequence

from papertrace.extract.claims.languages import SUBJECT, releases_in_other_words
from papertrace.extract.claims.releases import find_release_marks, judge_release, may_mention_release
from papertrace.extract.text.sentences import split_sentences
from papertrace.model import CODE_KINDS, Claim, ClaimState, Link, LinkKind, LinkRole

# A title that calls its own system open: "Acme: An Open-Source Library for …".
_TITLE = re.compile(r"[:\u2014]\s(?:(?:an?|the)\s)?(?:[\w-]+[\s,]+(?:and\s)?){0,3}?open[\s-]source\b", re.IGNORECASE)
_SAYS_CODE = re.compile(
    r"\b(?:source\s)?(?:codes?|code\s?base|implementations?|software|toolkit|library|scripts?|repository|framework)\b",
    re.IGNORECASE,
)
_NEVER_CODE = (LinkKind.VIDEO, LinkKind.PAPER, LinkKind.MODEL)
_HEAD_WORDS = 4
_MAX_ALONE_RATIO = 3  # the length of a sentence that is only an address, relative to that of the address
_MAX_SENTENCE = 4_000  # in characters; the rest of a longer one is ignored
# It begins with letters that few words begin with, since finding a start is the main cost.
_NAMED = re.compile(
    r"(?:[Ww](?:(?<=\b[Ww])e|(?<=\bw)ork)|p(?<=\bp)aper|a(?<=\ba)rticle|s(?<=\bs)tudy)\s(?:\w+\s){0,2}?(?:introduc|present|propos|develop|build|built|describ|design|discuss|dub|call)(?:e|es|ed|s)?\s"
    r"(?:it\s|the\s|our\s)?(?P<name>[A-Za-z]*[A-Z][\w.+-]{1,40})"
)


def find_claim(entry_text: str, links: Sequence[Link]) -> Claim:
    """Return the claim of a text about its code, with the sentence that makes it.

    `entry_text` is the title and the abstract with a line break between, `links` the links of the entry. `LINKED`:
    one of the paper's own links leads to code, or to a page that the sentence says has the code. `PROMISED`: the code
    will be released, whether or not an address is given already. `CLAIMED`: the code is said to be open, without an
    address. `NONE`: there is no such statement, and the sentence is empty. Frameworks, benchmarks and
    tools count as code; data sets, weights of models and project pages do not.
    """
    marks = find_release_marks(entry_text)
    # Most links are those of papers, whatever the sentence says.
    links = [link for link in links if link.role is not LinkRole.OTHER and link.kind not in _NEVER_CODE]
    if not links and not marks:
        return Claim()
    sentences = _sentences(entry_text)
    # Few sentences mention a release, and finding the names is expensive.
    relevant = [sentence for sentence in sentences if may_mention_release(sentence, marks)]
    names = own_names(entry_text) if links or relevant else frozenset()
    promise = None
    for link in links:
        if not _leads_to_code(link, sentence := _sentence_of(link, sentences)):
            continue
        release = judge_release(sentence, names)
        if release.done or not release.promised:
            return Claim(state=ClaimState.LINKED, sentence=sentence or link.raw)
        promise = promise or sentence
    releases = [judge_release(sentence, names) for sentence in relevant]
    promise = promise or next((s for s, release in zip(relevant, releases, strict=True) if release.promised), None)
    if promise:
        return Claim(state=ClaimState.PROMISED, sentence=promise)
    if sentences and _TITLE.search(sentences[0]):
        return Claim(state=ClaimState.CLAIMED, sentence=sentences[0])
    claimed = next((s for s, release in zip(relevant, releases, strict=True) if release.done), None)
    return Claim(state=ClaimState.CLAIMED, sentence=claimed) if claimed else Claim()


def own_names(entry_text: str) -> frozenset[str]:
    r"""Return the names that a paper gives its work: the head of its title, and what it says it presents.

    >>> sorted(own_names("Fold: A Study of Paper\nWe present FoldKit, a library."))
    ['Fold', 'FoldKit']
    """
    title, _, abstract = entry_text.partition("\n")
    head, colon, _ = title.partition(": ")
    names = {" ".join(head.split())} if len(head.split()) <= (_HEAD_WORDS if colon else 2) else set()
    names.update(match["name"].rstrip(".-+") for match in _NAMED.finditer(abstract))
    return frozenset(name for name in names if len(name) > 1)


def _sentences(text: str) -> list[str]:
    """Split a text into sentences; the title, which has no full stop, is one of its own."""
    title, _, abstract = text.partition("\n")
    return [part[start:end] for part in (title, abstract) for start, end in split_sentences(part)]


def _sentence_of(link: Link, sentences: Sequence[str]) -> str:
    """Return the sentence that contains a link, or an empty string for a link from a field.

    An address that is a sentence by itself belongs to the sentence before it.
    """
    first = link.raw.split("\n")[0]
    for index, sentence in enumerate(sentences):
        if first in sentence:
            short = len(sentence) <= _MAX_ALONE_RATIO * len(link.raw)
            alone = short and not re.search(r"\w", sentence.replace(link.raw, ""))
            return f"{sentences[index - 1]} {sentence}" if alone and index > 1 else sentence
    return ""


def _leads_to_code(link: Link, sentence: str) -> bool:
    """Return whether a link is the paper's own and leads to code, by its kind or by the words of its sentence."""
    if link.role is LinkRole.UNKNOWN and not releases_in_other_words(sentence):
        return False
    if link.kind in CODE_KINDS or (link.kind is LinkKind.ARCHIVE and link.repository is not None):
        return True
    # A link from a field has no sentence, but the words of its field: "comments: Project page and code at".
    said = sentence[:_MAX_SENTENCE].replace(link.raw, "") if sentence else link.evidence
    return _SAYS_CODE.search(said) is not None or SUBJECT.search(said.lower()) is not None
