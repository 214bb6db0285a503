"""What a URL is of: its kind, and its role for the paper.

Only words attached to the address count: a label before it ("Dataset: …"), the thing that is "available at" it, or
a remark in brackets after it. If they name different kinds ("code and data at …"), the kind stays undecided.

The last phrase before the address that matches one of two small grammars decides: "our code is available at" and
the like make it the paper's own, "built on" and the like somebody else's. If nothing before the address decides, the
words after it may; an address that is a sentence by itself gets the role that the sentence before it implies.
"""

import re

from papertrace.extract.text.folding import lower_keeping_length
from papertrace.late_imports import compile_on_use
from papertrace.model import LinkKind, LinkRole

_NOUNS = compile_on_use(
    r"""
      \b(?P<video>(?:demo(?:nstration)?\s)?videos?(?:\s(?:demo(?:nstration)?s?|results?|abstract))?|screencasts?|(?:talk\s)?recordings?|animations?)\b
    | \b(?P<page>(?:project|home|companion|supplementary|accompanying|our|the)[\s-]?(?:web)?(?:pages?|sites?)|websites?|web\s(?:page|site)s?|project|documentation)\b
    | \b(?P<demo>(?:(?:live|online|interactive|web|public)\s)?(?:demos?|demonstrations?|playground|prototypes?)|(?:in|from)\s(?:the|your|a)\sbrowser|play\swith|web\s(?:app|application|interface|server))\b
    | \b(?P<dataset>(?:data[\s-]?sets?|corpus|corpora|data|annotations|measurements|questions\sand\sanswers|question-answer\spairs|recorded\straces))\b
    | \b(?P<model>(?:pre-?trained|fine-?tuned)\s(?:models?|weights|checkpoints?)|models?|weights|checkpoints?)\b
    | \b(?P<code>(?:source\s?)?codes?|code\s?base|implementations?|scripts?|software|simulators?|compilers?|plug-?ins?|librar(?:y|ies)|toolkits?|toolbox|packages?|notebooks?)\b
    | \b(?P<paper>(?:full|extended|long|preprint|published)\s(?:paper|version|text)|preprint|technical\sreport|pdf|slides|poster|appendix|proofs?)\b
    """,  # noqa: E501
    re.VERBOSE | re.IGNORECASE,
)
_KINDS = {
    "video": LinkKind.VIDEO,
    "page": LinkKind.PROJECT_PAGE,
    "demo": LinkKind.DEMO,
    "dataset": LinkKind.DATASET,
    "model": LinkKind.MODEL,
    "code": LinkKind.CODE,
    "paper": LinkKind.PAPER,
}
# What may come between the words and the address: "at", "available from", ": see", a bracket.
_LEADS_TO = compile_on_use(
    r"(?:\b(?:at|from|via|through|on|in|under|here|is|are|see|visit|by|to)|[:(\[<\u2013\u2014-])[\s(\[<\"'*]{0,4}$|\w[*_]{0,2}\s?[([<]{1,2}$",
    re.IGNORECASE,
)
_LABEL = compile_on_use(
    r"(?:^|[.;,|(\[\n\u2022*]|\band\b)\s*[*_]{0,2}((?:[\w/&,+-]{1,40}\s){0,4}[\w/&,+-]{1,40})[*_]{0,2}\s?:[\s*_<(\[]{0,4}$"
)
# The text of an anchor ("[Demo](…)", "\\href{…}{Demo}", "<a href=…>Demo</a>"), or a remark in brackets after it.
_ANCHOR = compile_on_use(r"\[([^\[\]\n]{1,80})\]\(<?$")
_REMARK_AFTER = compile_on_use(
    r"^(?:\}\s?\{([^{}]{1,60})\}|[\"'][^<>]{0,100}>\s{0,9}([^<>]{1,60})</a|[\])>]?\s?[(\[]((?:[\w-]{1,40}\s){0,3}[\w-]{1,40})[)\]])",
    re.IGNORECASE,
)
_CLAUSE = compile_on_use(r"[.!?][\"')\]]{0,2}\s|[;\n]|https?://\S{1,500}|,\s(?:which|while|whereas|but)\b")
# Things that were used rather than provided: "trained on the dataset at", "a model of the data".
_USED = compile_on_use(
    r"\b(?:on|of|for|with|using|from|to|by|over)\s(?:(?:the|our|an?|this|all|large|new|public)\s){0,2}(?:[\w-]+\s)?$",
    re.IGNORECASE,
)
_ADJECTIVE = compile_on_use(
    r"^(?:[\s-]?(?:driven|parallel|free|base[sd]?|efficient|aware|generat\w*|scienc\w*|analy\w*|cent\w*|management|serving|hub|portal)\b)",
    re.IGNORECASE,
)
_PRESENTATION_KINDS = frozenset((LinkKind.PROJECT_PAGE, LinkKind.DEMO, LinkKind.VIDEO))
_MAX_WORDS_OF_NAME = 4
_WINDOW = 200
_FILE_KINDS = {
    ".mp4": LinkKind.VIDEO,
    ".webm": LinkKind.VIDEO,
    ".mov": LinkKind.VIDEO,
    ".pdf": LinkKind.PAPER,
    ".ipynb": LinkKind.CODE,
    ".csv": LinkKind.DATASET,
    ".parquet": LinkKind.DATASET,
    ".safetensors": LinkKind.MODEL,
}
# What a repository may keep beside its code: papers, slides and posters, their figures and recordings.
_KEPT_KINDS = {
    **dict.fromkeys((".pdf", ".ps", ".ppt", ".pptx", ".odp", ".doc", ".docx", ".odt"), LinkKind.PAPER),
    **dict.fromkeys((".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp"), LinkKind.PAGE),
    **dict.fromkeys((".mp4", ".webm", ".mov"), LinkKind.VIDEO),
}
# The segment before a branch and a file; a folder ("tree") and a project may be called "v1.0.ps".
_LEADS_TO_FILE = compile_on_use(r"/[^/]+/.+?/(?:blob|raw|src|resolve|media)/[^/]+/.")
_RAW_FILE = compile_on_use(r"/[^/]+/[^/]+/[^/]+/.")  # owner, name, branch and file
_RAW_HOSTS = frozenset(("raw.githubusercontent.com", "media.githubusercontent.com"))


def judge_kind(before: str, after: str) -> LinkKind | None:
    """Return the kind that the words around an address name, or None if they name no kind or several.

    `before` ends where the address begins, `after` begins where it ends.

    >>> judge_kind("The dataset is available at ", ".")
    <LinkKind.DATASET: 'dataset'>
    >>> judge_kind("Code and data are at ", ".") is None
    True
    """
    before = before[-_WINDOW:]
    anchor, remark = _ANCHOR.search(before), _REMARK_AFTER.match(after[:_WINDOW])
    words = anchor[1] if anchor else remark[remark.lastindex or 0] if remark else ""
    if kind := kind_of_name(words):
        return kind
    start = 0
    for boundary in _CLAUSE.finditer(before):
        start = boundary.end()
    clause = before[start:]
    label = _LABEL.search(clause)
    if label is None and not _LEADS_TO.search(clause):
        return None
    return kind_of_words(label[1] if label else clause)


def kind_of_name(words: str) -> LinkKind | None:
    """Return the kind that the name of a field or the text of an anchor names.

    More than a few words are a title or a sentence, which describes the content of the address rather than its kind.

    >>> kind_of_name("Code"), kind_of_name("A Tensor Compiler with Code for Every Chip")
    (<LinkKind.CODE: 'code'>, None)
    """
    return kind_of_words(words) if len(words.split()) <= _MAX_WORDS_OF_NAME else None


def kind_of_words(words: str) -> LinkKind | None:
    """Return the one kind that words name, or None if they name no kind or several."""
    kinds = _named_kinds(words)
    return kinds.pop() if len(kinds) == 1 else None


def kind_of_file(path: str) -> LinkKind | None:
    """Return the kind of a path according to its file extension; query and fragment may follow."""
    low = re.split(r"[?#]", path, maxsplit=1)[0].lower()
    return next((kind for ending, kind in _FILE_KINDS.items() if low.endswith(ending)), None)


def kind_of_kept_file(host: str, path: str) -> LinkKind | None:
    """Return the kind of a document, picture or video that is kept in a repository, or None for any other address.

    >>> kind_of_kept_file("github.com", "/acme/papers/blob/main/poster.pdf")
    <LinkKind.PAPER: 'paper'>
    >>> kind_of_kept_file("github.com", "/acme/tool/blob/main/run.py")
    """
    low = re.split(r"[?#]", path, maxsplit=1)[0].lower()
    dot = low.rfind(".")
    if dot < 0 or (kind := _KEPT_KINDS.get(low[dot:])) is None:
        return None
    is_file = _RAW_FILE if host.lower() in _RAW_HOSTS else _LEADS_TO_FILE
    return kind if is_file.match(low) else None


def _named_kinds(words: str) -> set[LinkKind]:
    kinds = set()
    for match in _NOUNS.finditer(words):
        kind = _KINDS[str(match.lastgroup)]
        used = kind not in _PRESENTATION_KINDS and match.start() and _USED.search(words[: match.start()])
        if not used and not _ADJECTIVE.match(words[match.end() :]):
            kinds.add(kind)
    return kinds


_THINGS = (
    r"(?:source[\s-])?(?:codes?|code ?base|implementations?|software|framework|library|toolkit|tool|package|repository|repo|"  # noqa: E501
    r"scripts?|data|datasets?|models?|weights|checkpoints|benchmarks?|demos?|project|simulator|artifacts?|materials?|sources?|work|"
    r"leaderboard|website|interface|app|list|corpus|suite|platform|service|system|videos?|results|blog)"
)
_OWN = compile_on_use(
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
_ROLE_LABEL = compile_on_use(
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
_NOT_OURS = compile_on_use(r"\b(?:related|background|see\salso|prior|previous|inspired|other)\b", re.IGNORECASE)
_OTHER = compile_on_use(
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
_THEIRS = compile_on_use(
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
_OTHER_AFTER = compile_on_use(
    r"^\W{0,3}\s?(?:is|are|was|were)\s(?:\w+\s){0,2}?(?:most|popular|widely|well[\s-]known|standard|commonly|used)\b"
    r"|^\W{0,3}\s?(?:of|by)\s[A-Z][\w-]+\set\sal\b",
)
_OUR_BASE = compile_on_use(
    r"^\W{0,3}\s?(?:is|was|are|were|as)\sour\s(?:\w+\s){0,2}?(?:baselines?|base\smodel|backbone|starting\spoint|reference)\b",
    re.IGNORECASE,
)
_OWN_AFTER = compile_on_use(
    r"^\W{0,3}\s?(?:(?:contains?|hosts?|provides?|holds?|has|have)\s(?:\w+\s){0,3}?(?:our|the\s(?:source\s)?code)|for\s(?:our|the)\s(?:\w+\s)?(?:code|implementation|software|demo|project)"
    r"|is\sopen\b|is\sour\b|(?:has|have)\s(?:the|our)\scode)",
    re.IGNORECASE,
)
# The field or anchor text that makes a structured address the entry's own.
_OWN_FIELD = compile_on_use(
    r"\b(?:urls?|codes?|github|git|repo\w*|project\w*|home\s?page|website|pdf|paper|demo|software|implementation|dataset|data|model|video"
    r"|page|arxiv|doi|abs|link|links|html|official)\b|^\W*(?:comments?|notes?|howpublished)?\W*$",
    re.IGNORECASE,
)
_JOINED_WORDS = compile_on_use(r"_|(?<=[a-z0-9])(?=[A-Z][a-z])")
_ROLE_WINDOW = 240
_TYPEFACE = compile_on_use(r"\\(?:text\w{2}|url|emph)\s?\{\s?\Z")  # "Code: \texttt{github.com/…}"
_BOUNDARY = compile_on_use(
    r"(?:[.!?](?<!\bal.)(?<!\be\.g.)(?<!\bi\.e.)(?<!\bcf.)[\"')\]]{0,2}\s+(?=[A-Z\"'(\[]|https?:|$)|[\n\x00]\s*\n)"
)


def judge_role(before: str, after: str) -> tuple[LinkRole, str]:  # noqa: PLR0911 - one for each position of the words
    """Return the role of an address according to the words before and after it, and the words that decided.

    `before` ends where the address begins and `after` begins where it ends; a few hundred characters of each are
    enough. Without a decisive phrase the role is UNKNOWN and the words are empty.

    >>> judge_role("Our code is available at ", ".")
    (<LinkRole.OWN: 'own'>, 'is available')
    """
    before = _TYPEFACE.sub("", before[-_ROLE_WINDOW:])
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
        label = None if _NOT_OURS.search(sentence) else _ROLE_LABEL.search(lower_keeping_length(sentence))
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
