"""The kind of an address from the words around it, where its host leaves the kind open.

Only words attached to the address count: a label before it ("Dataset: …"), the thing that is "available at" it, or
a remark in brackets after it. If they name different kinds ("code and data at …"), the kind stays undecided.
"""

import re

from papertrace.model import LinkKind

_NOUNS = re.compile(
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
_LEADS_TO = re.compile(
    r"(?:\b(?:at|from|via|through|on|in|under|here|is|are|see|visit|by|to)|[:(\[<\u2013\u2014-])[\s(\[<\"'*]{0,4}$|\w[*_]{0,2}\s?[([<]{1,2}$",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"(?:^|[.;,|(\[\n\u2022*]|\band\b)\s*[*_]{0,2}((?:[\w/&,+-]{1,40}\s){0,4}[\w/&,+-]{1,40})[*_]{0,2}\s?:[\s*_<(\[]{0,4}$"
)
# The text of an anchor ("[Demo](…)", "\\href{…}{Demo}", "<a href=…>Demo</a>"), or a remark in brackets after it.
_ANCHOR = re.compile(r"\[([^\[\]\n]{1,80})\]\(<?$")
_REMARK_AFTER = re.compile(
    r"^(?:\}\s?\{([^{}]{1,60})\}|[\"'][^<>]{0,100}>\s{0,9}([^<>]{1,60})</a|[\])>]?\s?[(\[]((?:[\w-]{1,40}\s){0,3}[\w-]{1,40})[)\]])",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[.!?][\"')\]]{0,2}\s|[;\n]|https?://\S{1,500}|,\s(?:which|while|whereas|but)\b")
# Things that were used rather than provided: "trained on the dataset at", "a model of the data".
_USED = re.compile(
    r"\b(?:on|of|for|with|using|from|to|by|over)\s(?:(?:the|our|an?|this|all|large|new|public)\s){0,2}(?:[\w-]+\s)?$",
    re.IGNORECASE,
)
_ADJECTIVE = re.compile(
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
_LEADS_TO_FILE = re.compile(r"/[^/]+/.+?/(?:blob|raw|src|resolve|media)/[^/]+/.")
_RAW_FILE = re.compile(r"/[^/]+/[^/]+/[^/]+/.")  # owner, name, branch and file
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
