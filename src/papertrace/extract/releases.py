"""What a sentence says of the release of its authors' code: that it happened, that it will, or nothing.

Two tenses of one small grammar. A thing that is code ("our implementation", "the scripts", the paper's own name) is
open ("is publicly available", "we release …"), or it will be ("will be made available", "upon acceptance"). Who owns
the thing is part of every rule, since abstracts speak as often of others' open-source software as of their own.
Sentences are matched in lower case with single spaces; every gap in a rule is bounded.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass

OWN = "ourwork"  # stands for the paper's own name while a sentence is matched

# "code" is a program unless the next word makes it a subject of study or the one before a code of another kind.
_PROGRAM = (
    r"(?:(?<!surface )(?<!correcting )(?<!correction )(?<!ldpc )(?<!polar )(?<!qr )(?<!channel )(?<!hash )"
    r"(?:source[ -])?codes?(?! (?:generat|complet|review|transl|synthes|search|summar|quality|size|smell|"
    r"analy|optimi|snippet"
    r"|understand|intelligence|rate|word|length|buffer|section|segment|region|page|space|book|cache))|source|sources)"
)
_CODE = (
    rf"(?:{_PROGRAM}|code ?bases?|implementations?|software|librar(?:y|ies)|toolkits?|toolbox(?:es)?|"
    r"packages?|repositor(?:y|ies)"
    r"|repos?|scripts?|notebooks?|artifacts?|plug-?ins?|add-?ons?)"
)
_THING = (
    rf"(?:{_CODE}|frameworks?|tools?|models?|weights|checkpoints|benchmarks?|simulators?|systems?|"
    r"ecosystem|engines?|compilers?"
    r"|kernels?|platforms?|environments?|prototypes?|solvers?|projects?|pipelines?|suites?|recipes|"
    rf"applications?|{OWN})"
)
_OPEN_SOURCE = r"open[ -]?source"
_HOW = (
    r"(?:publicly|openly|freely|fully|completely|entirely|now|also|already|all|both|currently|here|online|made|being"
    r"|and)"
)
_HOWS = rf"(?:{_HOW}[ ,]+){{0,4}}"
_IS = r"(?:is|are|was|were|has been|have been)"
_OPENED = rf"(?:{_OPEN_SOURCE}d?|released?|published|available|accessible|public|opened|open|downloadable)\b"
_OPENLY = (
    rf"(?:(?:publicly|openly|freely|fully) (?:\w+ )?(?:available|accessible|released|shared|hosted|open)"
    rf"|{_OPEN_SOURCE}d?|released (?:publicly|openly|as)|made public)\b"
)
_NOT_PREPOSITION = r"(?!(?:of|for|on|with|in|to|from|using|by|between|against|across|over|as|via|than|like)\b)"
_PLAIN = rf"(?:{_NOT_PREPOSITION}[^\s.;]{{1,60}} )"
_ADJECTIVES = r"(?:(?!\w+ed\b|(?:of|for|on|with|in|to|from|using|by|not|only)\b)[\w-]{1,40}[ ,]+){0,3}?"
_WORDS = r"(?:[^\s.;]{1,60} )"
_PRESENT = r"(?!(?:will|shall|would|could|can|may|might|to|not|never|plan|intend|aim|hope|should|must|cannot)\b)"
_OURS = (
    rf"(?:our|the|all|all the|its|this|these|such|source|full|complete|training|inference|entire|{OWN}'s|and|^|[,(:])"
)
_NOT_OURS = r"(?<!their )(?<!original )(?<!others' )(?<!authors' )"
_HOSTS = r"(?:github|gitlab|bitbucket|codeberg|pypi|zenodo|hugging ?face|docker hub|conda|cran)"

_RELEASED = tuple(
    re.compile(rule)
    for rule in (
        # We open-source / release / publish our …
        (
            rf"\bwe (?:{_PRESENT}\w+ ){{0,3}}?(?:{_OPEN_SOURCE}d?|releas(?:e|ed|ing)) (?:{_PLAIN}|\w+ of "
            rf"){{0,9}}?\S{{0,30}}?\b{_THING}\b"
        ),
        (
            rf"\bwe (?:{_PRESENT}\w+ ){{0,3}}?(?:publish(?:ed)?|shared?|upload(?:ed)?|distribute[sd]?) (?:our|"
            r"all|(?:the|full|complete|entire|\w+ and) (?:full |complete |entire )?(?=source|\w* "
            rf"?implementation|code and)) ?{_PLAIN}{{0,4}}?\b{_CODE}\b"
        ),
        (
            rf"\b(?:and|to) (?:also |publicly )?(?:{_OPEN_SOURCE}d?|releas(?:e|ed|ing)) (?:our|all|the) "
            rf"{_PLAIN}{{0,4}}?\b{_CODE}\b"
        ),
        # We make … available; making … available.
        (
            rf"\b(?:we|by|and) (?:{_PRESENT}\w+ ){{0,3}}?ma(?:k|d)(?:e|ing) {_WORDS}{{0,8}}?\b{_THING}\b "
            rf"{_WORDS}{{0,8}}?(?:{_HOW} ){{0,3}}(?:available|accessible|public|{_OPEN_SOURCE}|open)\b"
        ),
        (
            rf"\bwe (?:{_PRESENT}\w+ ){{0,3}}?(?:ma[dk]e) (?:it|them|everything) {_HOWS}(?:available|"
            rf"accessible|public|{_OPEN_SOURCE})\b"
        ),
        # We provide the source code, an open-source library, a reference implementation.
        (
            rf"\bwe (?:{_PRESENT}\w+ ){{0,2}}?(?:provide[sd]?|offer|host|contribute|include|attach) "
            rf"{_PLAIN}{{0,4}}?(?:{_OPEN_SOURCE} \w+|{_PROGRAM}(?= (?:for|to|and|in|on|at|with|under|used)\b|"
            r"[.,:;]|$)|(?:reference|public|open) implementations?)"
        ),
        # We present X, an open-source …
        (
            rf"\b(?:we|this (?:paper|work|article|study|report|thesis|demo)|paper) (?:{_PRESENT}\w+ ){{0,2}}?"
            r"(?:propos|present|introduc|develop|describ|design|contribut|provid|buil[dt]|implement|discuss|"
            rf"creat)(?:es?|ed|s|ing)? (?:{_PLAIN}{{0,12}}?[,(] ?)?{_PLAIN}{{0,6}}?{_OPEN_SOURCE}\b"
        ),
        # Our code is available; the scripts have been released; X and its code are open source.
        rf"(?:{_OURS} ?){_WORDS}{{0,6}}?{_NOT_OURS}\b{_CODE}\b,? {_WORDS}{{0,9}}?{_IS} {_HOWS}{_OPENED}",
        (
            rf"\b(?:our|this|the (?:proposed|resulting|developed|whole|entire|full|presented)|{OWN}'s) "
            rf"{_WORDS}{{0,5}}?{_NOT_OURS}\b{_THING}\b,? {_WORDS}{{0,9}}?{_IS} {_HOWS}{_OPENED}"
        ),
        rf"\bthe {_WORDS}{{0,2}}?{_NOT_OURS}\b{_THING}\b {_IS} {_HOWS}(?:an? )?{_ADJECTIVES}{_OPENLY}",
        rf"\b(?:(?:^|, )(?:it|this|they)|{OWN}) {_IS} {_HOWS}(?:an? |the first )?{_ADJECTIVES}{_OPENLY}",
        rf"\b(?:{OWN}|it) {_IS} {_HOWS}released\b",
        rf"\b(?:the|our|this) {_WORDS}{{0,2}}?{_NOT_OURS}\b{_THING}\b is being (?:\w+ )?(?:released|{_OPEN_SOURCE}d)\b",
        rf"\b{_CODE} (?:is|are) (?:stated|said|reported|declared|announced) to be {_HOWS}(?:{_OPENLY}|{_OPENED})",
        (
            r"\b(?:everything|all of (?:it|this|them))\b[^.;]{0,60}? "
            rf"(?:is|are|has been) {_HOWS}(?:{_OPENLY}|released\b|public\b)"
        ),
        (
            rf"\b(?:we|our|it|{OWN})\b[^.;]{{0,60}} (?:implement|releas|provid|distribut|develop|offer|publish|"
            rf"available)(?:e|es|ed)? [^.;]{{0,60}}?\bas (?:an? )?(?:\w+ )?{_OPEN_SOURCE}\b"
        ),
        rf"\b{OWN}\b[^.;]{{0,80}}? and {_IS} {_HOWS}{_OPENLY}",
        rf"\b(?:the|an?|our|this) (?:\w+ )?{_OPEN_SOURCE} (?:\w+ ){{0,3}}?{OWN}\b",
        rf"\b{OWN},? (?:\([^)]{{1,40}}\),? )?(?:an?|the|our) (?:\w+[ ,-]+){{0,3}}?{_OPEN_SOURCE}\b",
        rf"\bour (?:\S+ ){{0,2}}?(?:{_OPEN_SOURCE}d?|(?:publicly|freely|openly) available) {_PLAIN}{{0,4}}?{_THING}\b",
        rf"^\W*(?:the |our )?{_PROGRAM}(?: and [\w-]+)? {_HOWS}(?:available|released)\b",
        (
            rf"\b{_CODE} {_WORDS}{{0,8}}?(?:available|released|hosted|published|found) (?:\w+ )?(?:on|via|"
            rf"through|from|in|at) (?:our |the )?{_HOSTS}\b"
        ),
        rf"\b(?:our|see the|references to the) (?:\w+ )?{_HOSTS} (?:\w+ )?(?:repository|repo|page)\b",
        rf"\b(?:we|our|it|{OWN})\b[^.;]{{0,100}} under (?:an?|the) (?:\S+ ){{0,3}}?(?:open[ -]source )?licen[cs]e\b",
    )
)

_WILL = r"(?:will|shall|is going to|are going to|(?:is|are) (?:planned|scheduled|set|expected) to|(?:is|are) to)"
_PLAN = (
    rf"(?:{_WILL}|(?:plan|plans|planning|intend|aim|hope|expect|promise|would like|wish|prepare|preparing|"
    r"committed|commit) to"
    r"|aim at|(?:working|plan|planning) on|committed to|in the process of|'ll)"
)
_GAP = r"[^.;!?]"
_PROMISED = tuple(
    re.compile(rule)
    for rule in (
        # The code will be released; models are to be open-sourced.
        (
            rf"{_NOT_OURS}\b{_THING}\b{_GAP}{{0,100}}? {_WILL} (?:\w+ ){{0,2}}?be {_HOWS}(?:\w+ly )?"
            rf"(?:released|opened|{_OPEN_SOURCE}d?|made (?:\w+ ){{0,2}}?(?:available|public|accessible|open)|"
            r"(?:publicly|openly|freely) (?:available|accessible|shared))\b"
        ),
        (
            rf"{_NOT_OURS}\b{_CODE}\b{_GAP}{{0,100}}? {_WILL} (?:\w+ ){{0,2}}?(?:be {_HOWS}(?:available|"
            r"accessible|public|published|opened|open|provided|shared|uploaded|hosted|posted|found|"
            r"distributed)|appear|become (?:\w+ )?(?:available|public))\b"
        ),
        (
            rf"\b{_CODE}\b(?: and [\w-]+)?[,:]? (?:\()?to be (?:\w+ )?(?:released|{_OPEN_SOURCE}d|made (?:\w+ "
            r")?available|announced)\b"
        ),
        # Code and data are to follow; the code will follow; code to appear.
        rf"{_NOT_OURS}\b{_CODE}\b(?: and [\w-]+)?[,:]? (?:(?:is |are )?to|will) (?:follow|appear|come)\b",
        # We will release …; we plan to make … available.
        (
            rf"\b(?:we|authors)\b[^.;,]{{0,40}}? ?{_PLAN} (?:\w+ ){{0,2}}?(?:releas|{_OPEN_SOURCE[:-1]})(?:e|"
            rf"ing|ed)? (?:{_WORDS}{{0,10}}?\S{{0,30}}?\b{_THING}\b|(?:it|them|everything|all)\b)"
        ),
        (
            rf"\b(?:we|authors)\b[^.;,]{{0,40}}? ?{_PLAN} (?:\w+ ){{0,2}}?(?:publish|shar|provid|upload|"
            rf"distribut|open)(?:e|ing)? (?:up )?{_PLAIN}{{0,6}}?\b{_CODE}\b"
        ),
        (
            rf"\b(?:we|authors)\b[^.;,]{{0,40}}? ?{_PLAN} (?:\w+ ){{0,2}}?mak(?:e|ing) "
            rf"(?:{_WORDS}{{0,8}}?\b{_THING}\b {_WORDS}{{0,8}}?|(?:it|them|everything) )(?:\w+ )?(?:available|"
            rf"accessible|public|{_OPEN_SOURCE}|open)\b"
        ),
        # … upon acceptance; … coming soon.
        (
            rf"\b{_THING}\b{_GAP}{{0,120}}?(?:released?\b|availab|public\b|open\b|open-?sourc|shared|provided){_GAP}{{0,60}}?\b"
            rf"(?:upon|after|on|following|pending) (?:\w+ ){{0,2}}?(?:acceptance|publication|approval)\b"
        ),
        (
            rf"\b(?:upon|after|on|following|pending) (?:\w+ ){{0,2}}?(?:acceptance|publication|"
            rf"approval)\b{_GAP}{{0,60}}?\b{_THING}\b{_GAP}{{0,60}}?(?:released?\b|availab|public\b|open\b|open-?sourc)"
        ),
        (
            rf"\b{_CODE}\b{_GAP}{{0,60}}?:? \(?(?:coming soon|(?:available|released|public|online|open) soon|"
            rf"soon (?:to )?(?:be )?{_HOWS}{_OPENED})"
        ),
        rf"\b{_OPEN_SOURCE}d? {_CODE}\b[^.;]{{0,40}} (?:is )?(?:coming soon|forthcoming)\b",
        (
            rf"\b(?:release|availability) of (?:\w+ ){{0,3}}?{_CODE}\b{_GAP}{{0,40}}? is (?:planned|"
            r"forthcoming|in preparation)\b"
        ),
    )
)
_NEGATED = re.compile(r"\b(?:will|shall|can|do|does|is|are|has|have|could)(?:n't| not|not)\b|\bnever\b|\bno longer\b")
# Other people's work, whatever the sentence says of it; it is cut out before the rules look.
_OTHERS = re.compile(
    r"\b(?:existing|other|several|many|various|popular|prominent|current|prior|previous|proprietary|"
    r"closed|most|some|\d+|two|three|four"
    r"|five|recent|leading|competing|state-of-the-art|common|major|widely[ -]used|well-known|their|any|"
    r"such|different|multiple)"
    rf" (?:(?!which\b|that\b|an?\b|our\b|the\b)[^\s.;,]{{1,60}} ){{0,2}}?(?:{_OPEN_SOURCE}d?|(?:publicly|"
    rf"freely|openly) (?:available|released))\b(?: [\w-]{{1,40}})?"
    rf"|\b{_OPEN_SOURCE}d? (?:\w+ ){{0,2}}?(?:llms?|mlms?|vlms?|models?,? (?:such|like|including|are|excel|have|can))\b"
    r"|\b(?:based|built|building|relying|relies|trained|evaluated?|tested|experiments?|benchmarks?|"
    r"results|run|runs|deployed|basing|integrated"
    rf"|integration|compared?|comparing|comparison|compatible|competitive|top)\b (?:\w+ ){{0,4}}?(?:on|"
    rf"upon|with|to|of|into|in|against) (?:\S+ ){{0,4}}?(?:{_OPEN_SOURCE}d?|publicly available)\b"
    r"|\b(?:the )?(?:use|uses|usage|users|adoption|study|studies|analysis|survey|role|world|context|case|"
    rf"spirit|nature) (?:of|in|for) (?:\w+ )?{_OPEN_SOURCE}\b"
    rf"|\b{_OPEN_SOURCE} (?:communit|developer|contribut|movement|ecosystem|world|licens)\w*"
)
_CONDITION = re.compile(r"\b(?:if|whether|unless|when|whenever|assuming|until|even though)\b[^,;]{0,80}$")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S{1,2000}")
# Every rule asks for one of these, and those of promises for one of the second row too; few sentences have them.
_OPENING = ("open", "releas", "publi", "availab", "accessib", "github", "soon", "licen", " shar", "upload", "code")
_COMING = (
    *("will", "shall", "plan", "to be ", "are to", "is to", "going to", "intend", "aim", "hop", "expect", "promis"),
    *("like", "wish", "prepar", "commit", "working on", "process of", "'ll", "soon", "accept", "publication"),
    *("approval", "forthcoming", "scheduled", " set to", "follow", "appear"),
)
_LONGEST = 2000  # no sentence is longer


@dataclass(frozen=True, slots=True)
class Release:
    """Say whether a sentence tells that the authors' code is out, and whether it tells that it will come."""

    done: bool = False
    promised: bool = False


def may_tell_of_release(text: str) -> bool:
    """Tell by a quick look whether a text can speak of a release."""
    low = text.lower()
    return any(needle in low for needle in _OPENING)


def judge_release(sentence: str, own_names: Collection[str] = ()) -> Release:
    """Return what one sentence says of the release of the authors' code.

    `own_names` are what the paper calls its work; a sentence whose subject is one of them speaks of the authors'.

    >>> judge_release("We open-source our kernels; the models will be released soon.")
    Release(done=True, promised=True)
    >>> judge_release("We compare it with existing open-source tools.")
    Release(done=False, promised=False)
    """
    if not may_tell_of_release(sentence):
        return Release()
    low = _prepare(sentence, own_names)
    promised = any(needle in low for needle in _COMING) and any(
        _NEGATED.search(match[0]) is None for rule in _PROMISED for match in rule.finditer(low)
    )
    done = any(
        _NEGATED.search(match[0]) is None and _CONDITION.search(low[: match.end()]) is None
        for rule in _RELEASED
        for match in rule.finditer(low)
    )
    return Release(done, promised)


def _prepare(sentence: str, own_names: Collection[str]) -> str:
    """Bring a sentence into the form that the rules are written for."""
    low = " ".join(_ADDRESS.sub(" ", sentence[:_LONGEST]).split()).lower().replace("\u2019", "'").replace("\u2011", "-")
    for name in sorted(own_names, key=lambda name: (-len(name), name)):
        low = re.sub(rf"(?<![\w-]){re.escape(name.lower())}(?![\w-])", OWN, low)
    return _OTHERS.sub(" others ", low)
