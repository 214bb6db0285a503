"""The words of a grammar of statements about the release of the authors' code.

A thing that is code ("our implementation", "the scripts", the paper's own name) is open ("is publicly available",
"we release …"), or it will be ("will be made available", "upon acceptance"). The owner of the thing is part of every
rule, since abstracts mention others' open-source software as often as their own. Sentences are matched in lower case
with single spaces; every gap in a rule is bounded.
"""

import re
from functools import cached_property

OWN = "ourwork"  # replaces the paper's own name while a sentence is matched

# "code" is a program unless the next word makes it a subject of study or the previous word a code of another kind.
PROGRAM = (
    r"(?:(?<!surface )(?<!correcting )(?<!correction )(?<!ldpc )(?<!polar )(?<!qr )(?<!channel )(?<!hash )"
    r"(?:source[ -])?codes?(?! (?:generat|complet|review|transl|synthes|search|summar|quality|size|smell|"
    r"analy|optimi|snippet"
    r"|understand|intelligence|rate|word|length|buffer|section|segment|region|page|space|book|cache))|source|sources)"
)
CODE = (
    rf"(?:{PROGRAM}|code ?bases?|implementations?|software|librar(?:y|ies)|toolkits?|toolbox(?:es)?|"
    r"packages?|repositor(?:y|ies)"
    r"|repos?|scripts?|notebooks?|artifacts?|plug-?ins?|add-?ons?)"
)
THING = (
    rf"(?:{CODE}|frameworks?|tools?|model(?! (?:checkpoint|weight))|benchmarks?|simulators?|systems?|"
    r"ecosystem|engines?|compilers?"
    r"|kernels?|platforms?|environments?|prototypes?|solvers?|projects?(?! (?:web ?)?(?:page|site)|-page)|pipelines?|suites?|recipes|"  # noqa: E501
    rf"applications?|{OWN})"
)
OPEN_SOURCE = r"open[ -]?source"
HOW = (
    r"(?:publicly|openly|freely|fully|completely|entirely|now|also|already|all|both|currently|here|online|made|being"
    r"|and)"
)
HOWS = rf"(?:{HOW}[ ,]+){{0,4}}"
IS = r"(?:is|are|was|were|has been|have been)"
OPENED = rf"(?:{OPEN_SOURCE}d?|released?|published|available|accessible|public|opened|open|downloadable)\b"
OPENLY = (
    rf"(?:(?:publicly|openly|freely|fully) (?:\w+ )?(?:available|accessible|released|shared|hosted|open)"
    rf"|{OPEN_SOURCE}d?|released (?:publicly|openly|as)|made public)\b"
)
NOT_PREPOSITION = r"(?!(?:of|for|on|with|in|to|from|using|by|between|against|across|over|as|via|than|like)\b)"
PLAIN = rf"(?:{NOT_PREPOSITION}[^\s.;]{{1,60}} )"
ADJECTIVES = r"(?:(?!\w+ed\b|(?:of|for|on|with|in|to|from|using|by|not|only)\b)[\w-]{1,40}[ ,]+){0,3}?"
WORDS = r"(?:[^\s.;]{1,60} )"
PRESENT = r"(?!(?:will|shall|would|could|can|may|might|to|not|never|plan|intend|aim|hope|should|must|cannot)\b)"
OURS = (
    rf"(?:our|the|all|all the|its|this|these|such|source|full|complete|training|inference|entire|{OWN}'s|and|^|[,(:])"
)
NOT_OURS = r"(?<!their )(?<!original )(?<!others' )(?<!authors' )"
HOSTS = r"(?:github|gitlab|bitbucket|codeberg|pypi|zenodo|hugging ?face|docker hub|conda|cran)"

# Alternative stems that rules require, for `_rules`.
CODE_STEMS = "code|source|implementation|software|librar|toolkit|toolbox|package|repo|script|notebook|artifact|plug|add"
OPEN_STEMS = "open|releas|publi|availab|accessib|download"
OPENLY_STEMS = "open|releas|public|freely|fully"
HOST_STEMS = "github|gitlab|bitbucket|codeberg|pypi|zenodo|hugging|docker hub|conda|cran"
WILL_STEMS = "will|shall|is to|are to|going to|planned to|scheduled to|set to|expected to"


class Rule:
    """A rule and its required stems: a sentence can match only if it contains one of each set."""

    def __init__(self, needs: tuple[frozenset[str], ...], expression: str) -> None:
        self.needs = needs
        self._expression = expression

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The expression, compiled for the first sentence that contains the stems."""
        return re.compile(self._expression)


def make_rules(*rows: tuple[str, str]) -> tuple[Rule, ...]:
    """Return rules from pairs of required stems and an expression.

    An expression costs as much as searching for forty words, and few can match any one sentence. "we & open|releas"
    requires "we" and one of "open" and "releas".
    """
    return tuple(
        Rule(tuple(frozenset(need.split("|")) for need in needs.split(" & ")), expression) for needs, expression in rows
    )
