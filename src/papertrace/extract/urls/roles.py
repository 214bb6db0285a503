"""Whether an address is the paper's own or somebody else's, according to the words around it.

The last phrase before the address that matches one of two small grammars decides: "our code is available at" and
the like make it the paper's own, "built on" and the like somebody else's. If nothing before the address decides, the
words after it may; an address that is a sentence by itself gets the role that the sentence before it implies.
"""

import re

from papertrace.extract.text.folding import lower_keeping_length
from papertrace.model import LinkRole

_THINGS = (
    r"(?:source[\s-])?(?:codes?|code ?base|implementations?|software|framework|library|toolkit|tool|package|repository|repo|"  # noqa: E501
    r"scripts?|data|datasets?|models?|weights|checkpoints|benchmarks?|demos?|project|simulator|artifacts?|materials?|sources?|work|"
    r"leaderboard|website|interface|app|list|corpus|suite|platform|service|system|videos?|results|blog)"
)
_OWN = re.compile(
    rf"""
      \b(?:
        our\s(?:[\w-]+\s){{0,3}}{_THINGS}
      | (?:code|codes|implementation|software|data|datasets?|models?|checkpoints|weights|demo|video|project|supplementary)
          (?:\s(?:and|&)\s\w+|\s?/\s?\w+)?\s?(?:page|site|website|link|repo|repository)?\s?(?:is|are)?\s?(?:at|here)?\s?:\s?$
      | (?:project|home|web)[\s-]?(?:page|site)\b
      | (?:publicly|openly|freely|now|also|made|is|are|be|been|was|were|currently)\s(?:\w+\s)?(?:available|accessible|released?|hosted|provided|published)\b
      | available\s(?:\w+\s){{0,6}}?(?:at|on|in|from|under|via|as|here|through)\b
      | (?:released|open[\s-]?sourced?|accessed|accessible|found|hosted|published|maintained|downloaded|provided|shared)
          (?:\s(?:\w+\s){{0,5}}?(?:at|in|on|here|under|from|via|of)\b|:)
      | we\s(?:\w+\s){{0,3}}?(?:release|provide|open[\s-]?source|publish|share|make|host|made|released|provided)\b
      | (?:see\smore|more\s(?:details|information|results|samples|examples)|visit|demo)\b
      | can\s(?:also\s)?be\s(?:\w+\s)?(?:seen|viewed|watched|tried|tested|explored|browsed|inspected|cloned|installed|accessed)\b
          (?:\s\w+){{0,2}}?\s?(?:at|in|on|here|from|via|through|under|with)\b
      | (?:videos?|results?|samples|examples|visuali[sz]ations|animations|slides|appendix|proofs|documentation|leaderboard|website|demo|tool|app
          |interface|scripts?|codes?|everything|resources)\b(?:\s\w+){{0,4}}?\s(?:is|are)\s(?:\w+\s)?(?:at|on|here)\s?:?\s?$
      | for\s(?:\w+\s){{0,3}}?(?:videos?|code|details|results|demos?|information|samples|examples),?\s(?:please\s)?(?:see|go\sto|check|refer\sto)\s$
      | to\s(?:reproduce|replicate)\b[^.]{{0,60}}?(?:see|use)\s$
      | try\s(?:\w+\s){{0,3}}?(?:at|on|here|in)\b
      | available\s?:\s?$
      | (?:codes?|data|models?|demo|weights)\s?\([^()]{{0,40}}\)\s?:\s?$
      | (?:is|are)\s(?:\w+\s)?(?:online|live|archived|deposited|located|mirrored|running)\s(?:at|in|on|under|as)\b
      | (?:is|are)\sat\s?:?\s?$
      | can\s(?:also\s)?be\s(?:\w+\s)?(?:obtained|retrieved|replicated|reproduced|had)\b
          (?:\s\w+){{0,3}}?\s(?:at|in|on|from|via|through|under|with)\b
      | (?:lives|resides|runs|uploaded|documented|deployed|pushed)\s(?:at|on|under|in|to)\b
      | (?:is|are)\s(?:\w+\s)?on\s(?:github|gitlab|hugging\s?face|pypi|zenodo)\b
      | (?:codes?|data|models?)\s?(?:\u2192|[-=]>)\s?$
      | (?:pip|conda|npm|cargo)\s(?:install|add|get)\b
      | git\sclone\b
      | we\s(?:\w+\s){{0,2}}?(?:keep|maintain|offer|deposit|archive|upload|deposited|archived|uploaded)\b
      | (?:source\s)?codes?(?:\s\w+){{0,3}}\s(?:at|in|on)\b
      )
    | (?:^|[\s(\[*])(?:github|code|codes|source\scode|repo|repository|website|page|demo|data|dataset|models?)\*{{0,2}}\s?[:(\[]\W{{0,4}}$
    """,  # noqa: E501
    re.VERBOSE,
)
# An address with a label before it: "Sources: …", "The library is open: …", "Code and data: see …".
_LABEL = re.compile(
    rf"""
      \b(?:
        (?:is|are)\s(?:now\s|all\s)?(?:public|open|out|open[\s-]?sourced?)(?:\s?[:(,]\s?(?:see\s)?|\sat\s)$
      | open[\s-]?sourced?\b[^:]{{0,80}}:\s?$
      | {_THINGS}\b[^:;]{{0,40}}?(?::|,?\ssee)\s?$
      | (?:get\s(?:it|them)\sfrom|belongs?\sto|shared\s(?:through|via))\s$
      | can\sbe\s(?:had|found|obtained|downloaded|got|reached)\s(?:\w+\s){{0,2}}?(?:from|at|on|in|under|via)\s$
      )
    | (?:^|[;(]\s?)(?:[\w-]+[\s,/&]+){{0,3}}(?:{_THINGS}s?|reports?|plugins?|files?|downloads?|to\s\w+)
      \s?:\s?(?:see\s)?$
    """,
    re.VERBOSE,
)
_NOT_OURS = re.compile(r"\b(?:related|background|see\salso|prior|previous|inspired|other)\b", re.IGNORECASE)
_OTHER = re.compile(
    r"""
      \b(?:
        (?:built|build|builds|building|based|relies|rely|relying|implemented)\s(?:\w+\s){0,2}?(?:on|upon|with|in|top)\b
      | (?:compared?|comparison|comparing)\s(?:\w+\s){0,4}?(?:with|to|against)\b
      | (?:adapted|borrowed|modified|taken|forked|derived|extended|obtained|downloaded|collected|crawled)\s(?:\w+\s){0,2}?from\b
      | (?:fork|version|variant|re-?implementation|port|copy|clone)\sof\b
      | (?:take|took|load|loaded|draw|drew|drawn|sourced?|import|imported|fetch|fetched|sampled?)\s(?:\w+\s){0,3}?from\b
      | (?:existing|earlier)\s(?:\w+\s){0,2}?(?:benchmark|dataset|corpus|leaderboard|challenge|tool|system)s?\b
      | (?:thank|thanks|acknowledge|courtesy)\b
      | (?:the|their|its)\s(?:official|original|authors'?)\s(?:\w+\s)?(?:code|implementation|repository|repo|library|release|version)\b
      | (?:their|his|her|third[\s-]party|existing|original|previous|prior)\s(?:\w+\s){0,2}?(?:code|implementation|repository|repo|codebase|framework|toolkit|library)\b
      | (?:we|by|and)\s(?:use[sd]?|using|adopt|employ|follow|extend|modify|utili[sz]e|leverage)\b
      | (?:using|(?<!available\s)(?<!accessible\s)(?<!released\s)(?<!accessed\s)via|following|baselines?|outperforms?|such\sas|background|originally|proposed\sby|provided\sby|developed\sby|introduced\sin)\b
      | et\sal\.
      | (?:unlike|inspired\sby|as\sin|popular|widely[\s-]used|well-known|start(?:ed|ing|s)?\sfrom|initiali[sz]ed?\s(?:from|with))\b
      | fine-?tun(?:e|ed|ing)\s(?:[\w.-]+\s){1,3}[\[(]?$
      | integrat\w+\s(?:\w+\s){0,3}?(?:in|into|with)\b
      | (?:evaluate|test|run|ran|experiment|train|benchmark|trained|evaluated|tested|reproduced)\s(?:[\w-]+\s){0,4}?(?:on|with|in|against)\s
          (?:the\s)?(?:[\w.-]+\s){0,4}?[\[(]?$
      | (?:patches|contributed|contributions|contrast|similar|identical|relative)\sto\b
      | (?:come|comes|came|originates?)\sfrom\b
      | (?:plug-?in|add-?on|extension)\s(?:for|of|to)\b
      | (?:uses?|used|modify|modified|modifies|reimplement(?:ed|s)?|port(?:ed|s)?|wrap(?:ped|s)?|extends?|patch(?:ed|es)?)\s
          (?:the\s|a\s)?(?:[\w.-]+\s){0,3}?(?:in\s|of\s)?[\[(]?$
      | (?:simulator|code|implementation|data|models?|scripts?|setup|version)\sof\s$
      )
    """,  # noqa: E501
    re.VERBOSE,
)
# Things named with another owner: any later phrase about them is about others' work.
_THEIRS = re.compile(
    r"""
      \b(?:
        (?:their|his|her|the\s(?:original|baseline|authors')|third[\s-]party|baselines?)\s?(?:\w+\s){0,2}?
          (?:codes?|implementations?|repository|repo|library|release|data|dataset|models?|baselines?)?\b
      | (?:was|were|been)\s(?:\w+\s)?(?:downloaded|obtained|taken|collected|crawled|scraped|retrieved|borrowed)\sfrom\b
      | (?:run|ran|trained|evaluated|generated|computed|measured|tested|reproduced)\s(?:\w+\s){0,3}?(?:with|using|by)\s
          (?:\w+\s){0,3}?(?:code|implementation|scripts?|library|repository)\b
      | (?:use|used|adopt|adopted|reuse|reused|take|took|load|loaded)\s(?:the|its|this|their)\s(?:\w+\s){0,2}?
          (?:codes?|implementations?|scripts?|released|public|pre-?trained|official|open-source|checkpoints?|weights)\b
      | et\sal\.(?:'s)?
      | (?:was|were)\s(?:first|originally|previously)\s\w+
      )
    """,
    re.VERBOSE,
)
_OTHER_AFTER = re.compile(
    r"^\W{0,3}\s?(?:is|are|was|were)\s(?:\w+\s){0,2}?(?:most|popular|widely|well[\s-]known|standard|commonly|used)\b"
    r"|^\W{0,3}\s?(?:of|by)\s[A-Z][\w-]+\set\sal\b",
)
_OUR_BASE = re.compile(
    r"^\W{0,3}\s?(?:is|was|are|were|as)\sour\s(?:\w+\s){0,2}?(?:baselines?|base\smodel|backbone|starting\spoint|reference)\b",
    re.IGNORECASE,
)
_OWN_AFTER = re.compile(
    r"^\W{0,3}\s?(?:(?:contains?|hosts?|provides?|holds?|has|have)\s(?:\w+\s){0,3}?(?:our|the\s(?:source\s)?code)|for\s(?:our|the)\s(?:\w+\s)?(?:code|implementation|software|demo|project)"
    r"|is\sopen\b|is\sour\b|(?:has|have)\s(?:the|our)\scode)",
    re.IGNORECASE,
)
# The field or anchor text that makes a structured address the entry's own.
_OWN_FIELD = re.compile(
    r"\b(?:urls?|codes?|github|git|repo\w*|project\w*|home\s?page|website|pdf|paper|demo|software|implementation|dataset|data|model|video"
    r"|page|arxiv|doi|abs|link|links|html|official)\b|^\W*(?:comments?|notes?|howpublished)?\W*$",
    re.IGNORECASE,
)
_JOINED_WORDS = re.compile(r"_|(?<=[a-z0-9])(?=[A-Z][a-z])")
_WINDOW = 240
_TYPEFACE = re.compile(r"\\(?:text\w{2}|url|emph)\s?\{\s?\Z")  # "Code: \texttt{github.com/…}"
_BOUNDARY = re.compile(
    r"(?:[.!?](?<!\bal.)(?<!\be\.g.)(?<!\bi\.e.)(?<!\bcf.)[\"')\]]{0,2}\s+(?=[A-Z\"'(\[]|https?:|$)|[\n\x00]\s*\n)"
)


def judge_role(before: str, after: str) -> tuple[LinkRole, str]:  # noqa: PLR0911 - one for each position of the words
    """Return the role of an address according to the words before and after it, and the words that decided.

    `before` ends where the address begins and `after` begins where it ends; a few hundred characters of each are
    enough. Without a decisive phrase the role is UNKNOWN and the words are empty.

    >>> judge_role("Our code is available at ", ".")
    (<LinkRole.OWN: 'own'>, 'is available')
    """
    before = _TYPEFACE.sub("", before[-_WINDOW:])
    sentence_start = 0
    for boundary in _BOUNDARY.finditer(before):
        sentence_start = boundary.end()
    sentence = before[sentence_start:]
    if base := _OUR_BASE.search(after[:120]):
        return LinkRole.OTHER, " ".join(base[0].split()).strip("(),. ")
    if sentence.strip(" \t\n\"'([{<*_`"):
        role, words = _last_phrase(sentence)
        if role is not LinkRole.UNKNOWN:
            return role, words
        label = None if _NOT_OURS.search(sentence) else _LABEL.search(lower_keeping_length(sentence))
        theirs = _OTHER_AFTER.search(after[:120])
        if theirs and not label:
            return LinkRole.OTHER, " ".join(theirs[0].split()).strip("(),. ")
        if label:
            return LinkRole.OWN, " ".join(sentence[label.start() : label.end()].split())
        own = _OWN_AFTER.search(after[:120])
        return (LinkRole.OWN, " ".join(own[0].split())) if own else (LinkRole.UNKNOWN, "")
    own_after = _OWN_AFTER.search(after[:120])
    if own_after:
        return LinkRole.OWN, own_after[0].strip()
    previous = _BOUNDARY.split(before[:sentence_start].rstrip())[-1] if sentence_start else ""
    # An address by itself after a sentence about a release belongs to that sentence.
    own = _OWN.search(lower_keeping_length(previous))
    return (LinkRole.OWN, " ".join(own[0].split())) if own else (LinkRole.UNKNOWN, "")


def judge_field(words: str) -> tuple[LinkRole, str]:
    """Return the role of an address according to the name of its field or the text of its anchor, and those words."""
    # Field names of programs join words: github_links, projectPage.
    match = _OWN_FIELD.search(_JOINED_WORDS.sub(" ", words))
    if match is None:
        return LinkRole.UNKNOWN, ""
    return LinkRole.OWN, words.strip() or "field of the entry"


def _last_phrase(sentence: str) -> tuple[LinkRole, str]:
    """Return the role of the phrase that ends last; of two that end together, the one for the paper's own wins.

    A phrase about a thing that is named as another's ("their code is available at") does not make it the paper's own.
    """
    best, role = None, LinkRole.UNKNOWN
    low = lower_keeping_length(sentence)
    for best in _OWN.finditer(low):  # noqa: B007 - the last one counts
        role = LinkRole.OWN
    # If the own phrase ends the sentence, no other phrase can end after it.
    if best is None or best.end() < len(low.rstrip(" ([<")):
        for match in _OTHER.finditer(low):
            if best is None or match.end() > best.end() or (role is LinkRole.OTHER and match.end() == best.end()):
                best, role = match, LinkRole.OTHER
    if best is not None and role is LinkRole.OWN:
        for theirs in _THEIRS.finditer(low, 0, best.end()):
            if theirs.start() <= best.start() <= theirs.end() + 1:
                best, role = theirs, LinkRole.OTHER
                break
    return (role, " ".join(sentence[best.start() : best.end()].split())) if best else (LinkRole.UNKNOWN, "")
