"""Whether a sentence states that its authors' code was released, will be released, or neither.

The rules are in `released`, `promised` and, for other languages than English, `languages`. Here
a sentence is normalised into the form that they are written for: lower case,
one name for the authors' work, other people's software cut out.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from papertrace.extract.claims.languages import CODE_MARKS, find_code_marks, judge_foreign
from papertrace.extract.claims.promised import PROMISED
from papertrace.extract.claims.release_words import OPEN_SOURCE, OWN, Rule
from papertrace.extract.claims.released import RELEASED

# All stems that some rule requires.
_NEEDED = tuple(sorted(frozenset().union(*(need for rule in (*RELEASED, *PROMISED) for need in rule.needs))))

_NEGATED = re.compile(r"\b(?:will|shall|can|do|does|is|are|has|have|could)(?:n't| not|not)\b|\bnever\b|\bno longer\b")
# Other people's work, which is cut out before the rules are applied, whatever the sentence says about it.
_OTHERS = re.compile(
    r"\b(?:existing|other|several|many|various|popular|prominent|current|prior|previous|proprietary|"
    r"closed|most|some|\d+|two|three|four"
    r"|five|recent|leading|competing|state-of-the-art|common|major|widely[ -]used|well-known|their|any|"
    r"such|different|multiple)"
    rf" (?:(?!which\b|that\b|an?\b|our\b|the\b)[^\s.;,]{{1,60}} ){{0,2}}?(?:{OPEN_SOURCE}d?|(?:publicly|"
    rf"freely|openly) (?:available|released))\b(?: [\w-]{{1,40}})?"
    rf"|\b{OPEN_SOURCE}d? (?:\w+ ){{0,2}}?(?:llms?|mlms?|vlms?|models?,? (?:such|like|including|are|excel|have|can))\b"
    r"|\b(?:based|built|building|relying|relies|trained|evaluated?|tested|experiments?|benchmarks?|"
    r"results|run|runs|deployed|basing|integrated"
    rf"|integration|compared?|comparing|comparison|compatible|competitive|top)\b (?:\w+ ){{0,4}}?(?:on|"
    rf"upon|with|to|of|into|in|against) (?:\S+ ){{0,4}}?(?:{OPEN_SOURCE}d?|publicly available)\b"
    r"|\b(?:the )?(?:use|uses|usage|users|adoption|study|studies|analysis|survey|role|world|context|case|"
    rf"spirit|nature) (?:of|in|for) (?:\w+ )?{OPEN_SOURCE}\b"
    rf"|\b{OPEN_SOURCE} (?:communit|developer|contribut|movement|ecosystem|world|licens)\w*"
)
_OPEN_ENDS = ("source", "ly available", "ly released")  # one of them is in every match of `_OTHERS`
# The authors' own thing, if it is a collection of data.
_DATA = re.compile(
    rf"\b{OWN}\b(?: \([^()]{{1,80}}\))?(?:,| is| -)? (?:an?|the|our) (?:[\w-]+,? ){{0,6}}?(?:data ?sets?|corpus|corpora|collection)\b"  # noqa: E501
    rf"|\b{OWN} (?:data ?sets?|corpus)\b"
)
_CONDITION = re.compile(r"\b(?:if|whether|unless|when|whenever|assuming|until|even though)\b[^,;]{0,80}$")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S{1,2000}")
# Every rule requires one of the first strings, and those for promises also one of the second; few sentences have any.
_OPENING = ("open", "releas", "publi", "availab", "accessib", "github", "soon", "licen", " shar", "upload", "code")
_FUTURE = (
    *("will", "shall", "plan", "to be ", "are to", "is to", "going to", "intend", "aim", "hop", "expect", "promis"),
    *("like", "wish", "prepar", "commit", "working on", "process of", "'ll", "soon", "accept", "publication"),
    *("approval", "forthcoming", "scheduled", " set to", "follow", "appear"),
)
_MARKS = (*_OPENING, *CODE_MARKS)
_MAX_SENTENCE = 2000  # in characters; the rest of a longer one is ignored


@dataclass(frozen=True, slots=True)
class Release:
    """Whether a sentence states that the authors' code was released, and whether it promises a release."""

    done: bool = False
    promised: bool = False


def find_release_marks(text: str) -> tuple[str, ...]:
    """Return the strings in a text of which a mention of a release needs one; a text without has no such mention.

    >>> find_release_marks("Our CODE is open."), find_release_marks("Walruses sort.")
    (('open', 'code'), ())
    """
    low = text.lower()
    return (*[mark for mark in _OPENING if mark in low], *find_code_marks(low))


def may_mention_release(text: str, marks: Iterable[str] | None = None) -> bool:
    """Return whether a text may mention a release, by a cheap test; False is certain.

    `marks` are those of a longer text that contains this one, if they are known.
    """
    low = text.lower()
    for mark in _MARKS if marks is None else marks:  # noqa: SIM110 - a generator costs twice as much
        if mark in low:
            return True
    return False


def judge_release(sentence: str, own_names: Collection[str] = ()) -> Release:
    """Return what one sentence states about the release of the authors' code.

    `own_names` are the names that the paper gives its work; a sentence about one of them is about the authors' work.

    >>> judge_release("We open-source our kernels; the tools will be released soon.")
    Release(done=True, promised=True)
    >>> judge_release("We compare it with existing open-source tools.")
    Release(done=False, promised=False)
    """
    if not may_mention_release(sentence):
        return Release()
    low = _prepare(sentence, own_names)
    has = {stem for stem in _NEEDED if stem in low}
    promised = any(needle in low for needle in _FUTURE) and any(
        _NEGATED.search(match[0]) is None for match in _matches(PROMISED, low, has)
    )
    done = any(
        _NEGATED.search(match[0]) is None and _CONDITION.search(low[: match.end()]) is None
        for match in _matches(RELEASED, low, has)
    )
    if not (done or promised):
        done, promised = judge_foreign(low)
    return Release(done, promised)


def _matches(rules: tuple[Rule, ...], low: str, has: set[str]) -> Iterator[re.Match[str]]:
    """Yield the matches of rules in a sentence that contains the given stems."""
    for rule in rules:
        for need in rule.needs:
            if need.isdisjoint(has):
                break
        else:
            yield from rule.pattern.finditer(low)


def _prepare(sentence: str, own_names: Collection[str]) -> str:
    """Normalise a sentence into the form that the rules are written for."""
    sentence = sentence[:_MAX_SENTENCE]
    if "//" in sentence or "www." in sentence:
        sentence = _ADDRESS.sub(" ", sentence)
    low = " ".join(sentence.split()).lower().replace("\u2019", "'").replace("\u2011", "-")
    for name in sorted(filter(None, own_names), key=lambda name: (-len(name), name)):
        low = _replace_name(OWN, name.lower(), low)
    if OWN in low:
        low = _DATA.sub("data", low)
    # Nearly all sentences lack what every alternative ends in.
    return _OTHERS.sub(" others ", low) if any(end in low for end in _OPEN_ENDS) else low


def _replace_name(word: str, name: str, text: str) -> str:
    """Replace a non-empty name by a word; compiling an expression for each paper's names would be expensive."""
    parts: list[str] = []
    done, at = 0, text.find(name)
    while at >= 0:
        end = at + len(name)
        if _is_apart(text[at - 1 : at]) and _is_apart(text[end : end + 1]):
            parts += [text[done:at], word]
            done, at = end, text.find(name, end)
        else:
            at = text.find(name, at + 1)
    return "".join(parts) + text[done:] if parts else text


def _is_apart(neighbour: str) -> bool:
    return not (neighbour.isalnum() or neighbour in {"_", "-"})
