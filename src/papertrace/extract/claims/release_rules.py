"""A grammar of statements about the release of the authors' code, in two tenses.

A thing that is code ("our implementation", "the scripts", the paper's own name) is open ("is publicly available",
"we release …"), or it will be ("will be made available", "upon acceptance"). The owner of the thing is part of every
rule, since abstracts mention others' open-source software as often as their own. Sentences are matched in lower case
with single spaces; every gap in a rule is bounded.
"""

import re
from typing import NamedTuple

OWN = "ourwork"  # replaces the paper's own name while a sentence is matched

# "code" is a program unless the next word makes it a subject of study or the previous word a code of another kind.
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
OPEN_SOURCE = r"open[ -]?source"
_HOW = (
    r"(?:publicly|openly|freely|fully|completely|entirely|now|also|already|all|both|currently|here|online|made|being"
    r"|and)"
)
_HOWS = rf"(?:{_HOW}[ ,]+){{0,4}}"
_IS = r"(?:is|are|was|were|has been|have been)"
_OPENED = rf"(?:{OPEN_SOURCE}d?|released?|published|available|accessible|public|opened|open|downloadable)\b"
_OPENLY = (
    rf"(?:(?:publicly|openly|freely|fully) (?:\w+ )?(?:available|accessible|released|shared|hosted|open)"
    rf"|{OPEN_SOURCE}d?|released (?:publicly|openly|as)|made public)\b"
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

# Alternative stems that rules require, for `_rules`.
_CODE_STEMS = (
    "code|source|implementation|software|librar|toolkit|toolbox|package|repo|script|notebook|artifact|plug|add"
)
_OPEN_STEMS = "open|releas|publi|availab|accessib|download"
_OPENLY_STEMS = "open|releas|public|freely|fully"
_HOST_STEMS = "github|gitlab|bitbucket|codeberg|pypi|zenodo|hugging|docker hub|conda|cran"
_WILL_STEMS = "will|shall|is to|are to|going to|planned to|scheduled to|set to|expected to"


class Rule(NamedTuple):
    """A rule and its required stems: a sentence can match only if it contains one of each set."""

    needs: tuple[frozenset[str], ...]
    pattern: re.Pattern[str]


def _rules(*rows: tuple[str, str]) -> tuple[Rule, ...]:
    """Return rules from pairs of required stems and an expression.

    An expression costs as much as searching for forty words, and few can match any one sentence. "we & open|releas"
    requires "we" and one of "open" and "releas".
    """
    return tuple(
        Rule(tuple(frozenset(need.split("|")) for need in needs.split(" & ")), re.compile(expression))
        for needs, expression in rows
    )


RELEASED = _rules(
    # We open-source / release / publish our …
    (
        "we & open|releas",
        (
            rf"\bwe (?:{_PRESENT}\w+ ){{0,3}}?(?:{OPEN_SOURCE}d?|releas(?:e|ed|ing)) (?:{_PLAIN}|\w+ of "
            rf"){{0,9}}?\S{{0,30}}?\b{_THING}\b"
        ),
    ),
    (
        "we & publish|share|upload|distribute",
        (
            rf"\bwe (?:{_PRESENT}\w+ ){{0,3}}?(?:publish(?:ed)?|shared?|upload(?:ed)?|distribute[sd]?) (?:our|"
            r"all|(?:the|full|complete|entire|\w+ and) (?:full |complete |entire )?(?=source|\w* "
            rf"?implementation|code and)) ?{_PLAIN}{{0,4}}?\b{_CODE}\b"
        ),
    ),
    (
        "open|releas",
        (
            rf"\b(?:and|to) (?:also |publicly )?(?:{OPEN_SOURCE}d?|releas(?:e|ed|ing)) (?:our|all|the) "
            rf"{_PLAIN}{{0,4}}?\b{_CODE}\b"
        ),
    ),
    # We make … available; making … available.
    (
        f"mak|mad & {_OPEN_STEMS}",
        (
            rf"\b(?:we|by|and) (?:{_PRESENT}\w+ ){{0,3}}?ma(?:k|d)(?:e|ing) {_WORDS}{{0,8}}?\b{_THING}\b "
            rf"{_WORDS}{{0,8}}?(?:{_HOW} ){{0,3}}(?:available|accessible|public|{OPEN_SOURCE}|open)\b"
        ),
    ),
    (
        f"we & make|made & {_OPEN_STEMS}",
        (
            rf"\bwe (?:{_PRESENT}\w+ ){{0,3}}?(?:ma[dk]e) (?:it|them|everything) {_HOWS}(?:available|"
            rf"accessible|public|{OPEN_SOURCE})\b"
        ),
    ),
    # We provide the source code, an open-source library, a reference implementation.
    (
        "we & provide|offer|host|contribute|include|attach & source|code|implementation",
        (
            rf"\bwe (?:{_PRESENT}\w+ ){{0,2}}?(?:provide[sd]?|offer|host|contribute|include|attach) "
            rf"{_PLAIN}{{0,4}}?(?:{OPEN_SOURCE} \w+|{_PROGRAM}(?= (?:for|to|and|in|on|at|with|under|used)\b|"
            r"[.,:;]|$)|(?:reference|public|open) implementations?)"
        ),
    ),
    # We present X, an open-source …
    (
        "open & source",
        (
            rf"\b(?:we|this (?:paper|work|article|study|report|thesis|demo)|paper) (?:{_PRESENT}\w+ ){{0,2}}?"
            r"(?:propos|present|introduc|develop|describ|design|contribut|provid|buil[dt]|implement|discuss|"
            rf"creat)(?:es?|ed|s|ing)? (?:{_PLAIN}{{0,12}}?[,(] ?)?{_PLAIN}{{0,6}}?{OPEN_SOURCE}\b"
        ),
    ),
    # Our code is available; the scripts have been released; X and its code are open source.
    (
        f"{_CODE_STEMS} & {_OPEN_STEMS}",
        rf"(?:{_OURS} ?){_WORDS}{{0,6}}?{_NOT_OURS}\b{_CODE}\b,? {_WORDS}{{0,9}}?{_IS} {_HOWS}{_OPENED}",
    ),
    (
        _OPEN_STEMS,
        (
            rf"\b(?:our|this|the (?:proposed|resulting|developed|whole|entire|full|presented)|{OWN}'s) "
            rf"{_WORDS}{{0,5}}?{_NOT_OURS}\b{_THING}\b,? {_WORDS}{{0,9}}?{_IS} {_HOWS}{_OPENED}"
        ),
    ),
    (_OPENLY_STEMS, rf"\bthe {_WORDS}{{0,2}}?{_NOT_OURS}\b{_THING}\b {_IS} {_HOWS}(?:an? )?{_ADJECTIVES}{_OPENLY}"),
    (_OPENLY_STEMS, rf"\b(?:(?:^|, )(?:it|this|they)|{OWN}) {_IS} {_HOWS}(?:an? |the first )?{_ADJECTIVES}{_OPENLY}"),
    ("releas", rf"\b(?:{OWN}|it) {_IS} {_HOWS}released\b"),
    (
        "being & open|releas",
        rf"\b(?:the|our|this) {_WORDS}{{0,2}}?{_NOT_OURS}\b{_THING}\b is being (?:\w+ )?(?:released|{OPEN_SOURCE}d)\b",
    ),
    (
        f"{_CODE_STEMS} & stated|said|reported|declared|announced",
        rf"\b{_CODE} (?:is|are) (?:stated|said|reported|declared|announced) to be {_HOWS}(?:{_OPENLY}|{_OPENED})",
    ),
    (
        f"everything|all of & {_OPENLY_STEMS}",
        (
            r"\b(?:everything|all of (?:it|this|them))\b[^.;]{0,60}? "
            rf"(?:is|are|has been) {_HOWS}(?:{_OPENLY}|released\b|public\b)"
        ),
    ),
    (
        "open & source",
        (
            rf"\b(?:we|our|it|{OWN})\b[^.;]{{0,60}} (?:implement|releas|provid|distribut|develop|offer|publish|"
            rf"available)(?:e|es|ed)? [^.;]{{0,60}}?\bas (?:an? )?(?:\w+ )?{OPEN_SOURCE}\b"
        ),
    ),
    (f"{OWN} & {_OPENLY_STEMS}", rf"\b{OWN}\b[^.;]{{0,80}}? and {_IS} {_HOWS}{_OPENLY}"),
    (f"{OWN} & open & source", rf"\b(?:the|an?|our|this) (?:\w+ )?{OPEN_SOURCE} (?:\w+ ){{0,3}}?{OWN}\b"),
    (
        f"{OWN} & open & source",
        rf"\b{OWN},? (?:\([^)]{{1,40}}\),? )?(?:an?|the|our) (?:\w+[ ,-]+){{0,3}}?{OPEN_SOURCE}\b",
    ),
    (
        "our & open|public|freely",
        rf"\bour (?:\S+ ){{0,2}}?(?:{OPEN_SOURCE}d?|(?:publicly|freely|openly) available) {_PLAIN}{{0,4}}?{_THING}\b",
    ),
    ("source|code & availab|releas", rf"^\W*(?:the |our )?{_PROGRAM}(?: and [\w-]+)? {_HOWS}(?:available|released)\b"),
    (
        f"{_CODE_STEMS} & {_HOST_STEMS} & availab|releas|host|publish|found",
        (
            rf"\b{_CODE} {_WORDS}{{0,8}}?(?:available|released|hosted|published|found) (?:\w+ )?(?:on|via|"
            rf"through|from|in|at) (?:our |the )?{_HOSTS}\b"
        ),
    ),
    (
        f"{_HOST_STEMS} & repo|page",
        rf"\b(?:our|see the|references to the) (?:\w+ )?{_HOSTS} (?:\w+ )?(?:repository|repo|page)\b",
    ),
    (
        "under & licen",
        rf"\b(?:we|our|it|{OWN})\b[^.;]{{0,100}} under (?:an?|the) (?:\S+ ){{0,3}}?(?:open[ -]source )?licen[cs]e\b",
    ),
)

_WILL = r"(?:will|shall|is going to|are going to|(?:is|are) (?:planned|scheduled|set|expected) to|(?:is|are) to)"
_PLAN = (
    rf"(?:{_WILL}|(?:plan|plans|planning|intend|aim|hope|expect|promise|would like|wish|prepare|preparing|"
    r"committed|commit) to"
    r"|aim at|(?:working|plan|planning) on|committed to|in the process of|'ll)"
)
_GAP = r"[^.;!?]"
PROMISED = _rules(
    # The code will be released; models are to be open-sourced.
    (
        f"{_WILL_STEMS} & releas|open|made|public|freely",
        (
            rf"{_NOT_OURS}\b{_THING}\b{_GAP}{{0,100}}? {_WILL} (?:\w+ ){{0,2}}?be {_HOWS}(?:\w+ly )?"
            rf"(?:released|opened|{OPEN_SOURCE}d?|made (?:\w+ ){{0,2}}?(?:available|public|accessible|open)|"
            r"(?:publicly|openly|freely) (?:available|accessible|shared))\b"
        ),
    ),
    (
        f"{_CODE_STEMS} & {_WILL_STEMS}",
        (
            rf"{_NOT_OURS}\b{_CODE}\b{_GAP}{{0,100}}? {_WILL} (?:\w+ ){{0,2}}?(?:be {_HOWS}(?:available|"
            r"accessible|public|published|opened|open|provided|shared|uploaded|hosted|posted|found|"
            r"distributed)|appear|become (?:\w+ )?(?:available|public))\b"
        ),
    ),
    (
        f"{_CODE_STEMS} & to be",
        (
            rf"\b{_CODE}\b(?: and [\w-]+)?[,:]? (?:\()?to be (?:\w+ )?(?:released|{OPEN_SOURCE}d|made (?:\w+ "
            r")?available|announced)\b"
        ),
    ),
    # Code and data are to follow; the code will follow; code to appear.
    (
        f"{_CODE_STEMS} & follow|appear|come",
        rf"{_NOT_OURS}\b{_CODE}\b(?: and [\w-]+)?[,:]? (?:(?:is |are )?to|will) (?:follow|appear|come)\b",
    ),
    # We will release …; we plan to make … available.
    (
        "we|authors & open|releas",
        (
            rf"\b(?:we|authors)\b[^.;,]{{0,40}}? ?{_PLAN} (?:\w+ ){{0,2}}?(?:releas|{OPEN_SOURCE[:-1]})(?:e|"
            rf"ing|ed)? (?:{_WORDS}{{0,10}}?\S{{0,30}}?\b{_THING}\b|(?:it|them|everything|all)\b)"
        ),
    ),
    (
        f"we|authors & {_CODE_STEMS} & publish|shar|provid|upload|distribut|open",
        (
            rf"\b(?:we|authors)\b[^.;,]{{0,40}}? ?{_PLAN} (?:\w+ ){{0,2}}?(?:publish|shar|provid|upload|"
            rf"distribut|open)(?:e|ing)? (?:up )?{_PLAIN}{{0,6}}?\b{_CODE}\b"
        ),
    ),
    (
        f"we|authors & mak & {_OPEN_STEMS}",
        (
            rf"\b(?:we|authors)\b[^.;,]{{0,40}}? ?{_PLAN} (?:\w+ ){{0,2}}?mak(?:e|ing) "
            rf"(?:{_WORDS}{{0,8}}?\b{_THING}\b {_WORDS}{{0,8}}?|(?:it|them|everything) )(?:\w+ )?(?:available|"
            rf"accessible|public|{OPEN_SOURCE}|open)\b"
        ),
    ),
    # … upon acceptance; … coming soon.
    (
        "acceptance|publication|approval",
        (
            rf"\b{_THING}\b{_GAP}{{0,120}}?(?:released?\b|availab|public\b|open\b|open-?sourc|shared|provided){_GAP}{{0,60}}?\b"
            rf"(?:upon|after|on|following|pending) (?:\w+ ){{0,2}}?(?:acceptance|publication|approval)\b"
        ),
    ),
    (
        "acceptance|publication|approval",
        (
            rf"\b(?:upon|after|on|following|pending) (?:\w+ ){{0,2}}?(?:acceptance|publication|"
            rf"approval)\b{_GAP}{{0,60}}?\b{_THING}\b{_GAP}{{0,60}}?(?:released?\b|availab|public\b|open\b|open-?sourc)"
        ),
    ),
    (
        f"{_CODE_STEMS} & soon",
        (
            rf"\b{_CODE}\b{_GAP}{{0,60}}?:? \(?(?:coming soon|(?:available|released|public|online|open) soon|"
            rf"soon (?:to )?(?:be )?{_HOWS}{_OPENED})"
        ),
    ),
    (
        "open & source & soon|forthcoming",
        rf"\b{OPEN_SOURCE}d? {_CODE}\b[^.;]{{0,40}} (?:is )?(?:coming soon|forthcoming)\b",
    ),
    (
        "release of|availability of & planned|forthcoming|preparation",
        (
            rf"\b(?:release|availability) of (?:\w+ ){{0,3}}?{_CODE}\b{_GAP}{{0,40}}? is (?:planned|"
            r"forthcoming|in preparation)\b"
        ),
    ),
)
NEEDED = tuple(sorted(frozenset().union(*(need for rule in (*RELEASED, *PROMISED) for need in rule.needs))))
"""All stems that some rule requires."""
