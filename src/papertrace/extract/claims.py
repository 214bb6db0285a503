"""What a paper claims of its code: released, promised, claimed without a link, or nothing.

A thing that is code ("our implementation", "the scripts", the paper's own name) is open ("is publicly available",
"we release …"), or it will be ("will be made available", "upon acceptance"). The owner of the thing is part of every
rule, since abstracts mention others' open-source software as often as their own. Sentences are matched in lower case
with single spaces; every gap in a rule is bounded.

A statement has a subject that is code, a verb of release, and perhaps a mark of the future between or after them; in
Chinese, Japanese and Korean the verb is a suffix or ends the clause, in German, French, Spanish and Portuguese it is
a participle or an adjective. One rule per word order serves all of them: subject and verb, or "we", verb and subject.
Subject and verb stand in one clause, so that code that is studied is not code that is open.

The rules are in `released`, `promised` and, for other languages than English, `languages`. Here
a sentence is normalised into the form that they are written for: lower case,
one name for the authors' work, other people's software cut out.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from papertrace.extract.text.tokens import split_sentences
from papertrace.model import CODE_KINDS, Claim, ClaimState, Link, LinkKind, LinkRole

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
    r"|kernels?|platforms?|environments?|prototypes?|solvers?|projects?(?! (?:web ?)?(?:page|site)|-page)|pipelines?|suites?|recipes|"
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


# ruff: noqa: E501, RUF001 - words and punctuation of other scripts, as long as an expression is


_FOREIGN_ADDRESS = re.compile(r"(?:https?://|www\.)[!-~]{1,2000}")
_MAX_SENTENCE = 2_000  # in characters; the rest of a longer one is ignored


class _Language(NamedTuple):
    """The words of one language as alternatives of an expression; `gap` is what may stand between them.

    `label` is what stands between a word for code and an address, as in "Code: https://…".
    """

    mark: str
    subject: str
    done: str
    will: str
    we_release: str
    gap: str
    we_will: str = r"(?!)"
    label: str = r"\s?:"


_CJK_GAP = r"[^\uff0c\u3002\uff1b,;\uff1f\uff01\n]"
_FOREIGN_GAP = r"[^.;:!?\n]"

# What follows a word for code if the code is studied: code generation, code review.
_ZH_STUDIED = "(?!生成|补全|检测|审查|搜索|理解|推理|库索引|基准|任务|能力|质量|数据|模型|仓库级|片段|优化|智能)"
_LANGUAGES = (
    _Language(
        mark="码|开源|软件|工具",
        subject=rf"(?:(?:源代码|源码|代码){_ZH_STUDIED}|软件包|工具包|工具箱|程序包|代码库)",
        done=(
            r"(?:(?:[已均现也全都]|完全|全部|公开|将其)+(?:开源|公开|发布|可用|提供|上传|开放)|(?:可在|可从|可于|可访问|可见于|请见|详见|参见|见于|位于|托管[于在]|发布[于在]|开源[于在])"
            r"|(?:开源|公开可用|可用|已发布)(?=$|[\s，。；;：:)）]))"
        ),
        will=r"(?:将(?:会|被|在|于|很快|陆续|公开|开源|发布|全部|一并)|即将|会在|随后|待.{0,8}后|稍后|录用后|接收后)",
        we_release=r"(?:我们|本文|作者|本研究|并|同时|现)(?:(?!使用|利用|采用|基于|借助|调用)[^，。；]){0,8}(?:开源|公开|发布|提供)了?",
        we_will=r"(?:将(?:会|在|于|很快|陆续|一并)?|即将|会在.{0,8})(?:开源|公开|发布|提供)",
        label=r"(?:链接|地址|仓库|主页)?(?:[:：]|见于?|请见|详见|位于|在)",
        gap=_CJK_GAP,
    ),
    _Language(
        mark="コード|実装|ソフトウェア|オープンソース",
        subject=r"(?:(?:ソース)?コード(?!生成|補完|検索|レビュー|品質|モデル)|実装|ソフトウェア|ツールキット|ライブラリ)",
        done=(
            r"(?:公開(?:して(?:い|お)|され(?:て|た)|した|済み|中)|(?:利用|入手|取得|参照|アクセス)(?:可能|でき)|オープンソース(?:化|として|で)"
            r"|(?:にあり|から入手|で入手|で提供|を提供)|配布(?:して|され))"
        ),
        will=r"(?:公開(?:予定|する予定|される予定)|公開(?:します|する)(?=$|[。．\s])|近日|今後公開|採択後|受理後)",
        we_release=r"(?:我々|私たち|本研究|著者|本論文)[^、。]{0,10}(?:公開|提供)",
        gap=_CJK_GAP,
    ),
    _Language(
        mark="코드|소프트웨어|구현|오픈소스|깃허브",
        subject=r"(?:(?:소스\s?)?코드(?!\s?(?:생성|완성|검색|리뷰|품질|모델|벤치마크))|구현체|소프트웨어|툴킷|라이브러리)",
        done=(
            r"(?:공개(?:되어|하고|되었|하였|했|돼|합니다|한다|됨)|(?:이용|사용|다운로드|확인)(?:할 수|\s?가능)|제공(?:된|되|한|합|하)|배포(?:된|되|한|하)"
            r"|오픈\s?소스(?:로|화|다|입니다))"
        ),
        will=r"(?:공개(?:할|될)|공개\s?예정|추후|곧\s|예정)",
        we_release=r"(?:우리는|본 연구는|저자들은|본 논문은)[^,.]{0,20}(?:공개|제공)",
        gap=r"[^.;!?\n]",
    ),
    _Language(
        mark="code|quell|software|implementierung|skript|bibliothek",
        subject=r"\b(?:(?:quell|programm)?codes?|quelltexte?|software|implementierung(?:en)?|skripte?|programmbibliothek|open-source-\w+)\b",
        done=(
            r"\b(?:(?:ist|sind|steht|stehen|wurde|wurden|wird|liegt)\b[^.;:!?\n]{0,40}?\b(?:verfügbar|erhältlich|veröffentlicht|zugänglich|"
            r"open[- ]source|quelloffen|bereit(?:gestellt)?|zur verfügung)|(?:ist|sind|findet sich|finden sich|liegt) (?:unter|auf|bei) "
            r"|(?:frei|öffentlich) (?:verfügbar|zugänglich|erhältlich))"
        ),
        will=r"\b(?:wird|werden|sollen?)\b[^.;:!?\n]{0,60}?\b(?:veröffentlicht|bereitgestellt|freigegeben|zugänglich gemacht|verfügbar sein)",
        we_release=r"\bwir (?:veröffentlichen|stellen|haben|geben)\b",
        we_will=r"\bwir (?:werden|wollen)\b",
        gap=_FOREIGN_GAP,
    ),
    _Language(
        mark="code|logiciel|implémentation|bibliothèque|scripts",
        subject=r"\b(?:codes?(?: sources?)?|logiciels?|implémentations?|scripts|bibliothèque|boîte à outils)\b",
        done=(
            r"\b(?:(?:est|sont|a été|ont été) (?:\w+ ){0,3}?(?:disponibles?|accessibles?|publiée?s?|distribuée?s?|libres?|open[- ]source|mise?s? "
            r"(?:à disposition|en ligne))|(?:librement|publiquement) (?:disponibles?|accessibles?)|distribuée? avec)\b"
        ),
        will=r"\b(?:sera|seront|va être|vont être)\b[^.;:!?\n]{0,50}?\b(?:disponibles?|publiée?s?|mise?s?|distribuée?s?|libérée?s?|accessibles?|rendue?s? publi\w+)\b",
        we_release=r"\bnous (?:publions|distribuons|mettons|diffusons|rendons|fournissons)\b",
        we_will=r"\bnous (?:publierons|distribuerons|mettrons|diffuserons|rendrons|fournirons|partagerons)\b",
        gap=_FOREIGN_GAP,
    ),
    _Language(
        mark="código|codigo|software|implementa|biblioteca",
        subject=r"\b(?:c[óo]digos?(?: fuente| fonte)?|software|implementaci[óo]n|implementação|biblioteca|scripts)\b",
        done=(
            r"\b(?:(?:est[áa]n?|es|son|é|são|foi|foram|fue|fueron|ha sido|han sido|se encuentran?|encontra-se) (?:\w+ ){0,2}?(?:disponi\w+|"
            r"p[úu]blic[oa]s?|publicad[oa]s?|accesibles?|acess\w+|abiert[oa]s?|abert[oa]s?|liberad[oa]s?|de c[óo]digo (?:abierto|aberto))"
            r"|disponible en|disponível em|(?:abierto|aberto) en)"
        ),
        will=r"\b(?:será|serán|serão|estará|estarán|estarão|se publicará|se liberará)\b",
        we_release=r"\b(?:publicamos|liberamos|ponemos|disponibilizamos|compartimos|compartilhamos|ofrecemos)\b",
        we_will=r"\b(?:publicaremos|liberaremos|pondremos|disponibilizaremos|compartiremos|compartilharemos|ofreceremos)\b",
        gap=_FOREIGN_GAP,
    ),
)
# Whose code it is, if it is not the authors'.
_FOREIGN_OTHERS = re.compile(
    r"现有|已有|其他|他们|既存|他の|기존|다른|\bihr(?:en?)?\b|\bandere\w*|\bexistierend\w*|\bexistants?\b|\bautres?\b|\bexistentes?\b|\botr[oa]s\b",
    re.IGNORECASE,
)
_FOREIGN_NEGATED = re.compile(
    r"未公开|不公开|未开源|尚未|公開されていない|공개되지|\bnicht\b|\bkeine?\b|\bn'est pas\b|\bne sont pas\b|\bno (?:est|se)|\bnão\b"
)


class _Rule(NamedTuple):
    """The expressions of one language."""

    mark: re.Pattern[str]
    done: re.Pattern[str]
    will: re.Pattern[str]
    label: re.Pattern[str]


def _compile(words: _Language) -> _Rule:
    subject, gap = words.subject, words.gap
    return _Rule(
        re.compile(words.mark),
        re.compile(rf"{subject}{gap}{{0,40}}?{words.done}|{words.we_release}{gap}{{0,40}}?{subject}"),
        re.compile(rf"{subject}{gap}{{0,40}}?{words.will}|{words.we_will}{gap}{{0,40}}?{subject}"),
        re.compile(rf"{subject}{words.label}\s{{0,3}}(?:https?://|www\.|git)"),
    )


@cache
def _load_rules() -> tuple[_Rule, ...]:
    """Return the rules of all languages, which few listings need."""
    return tuple(map(_compile, _LANGUAGES))


SUBJECT = re.compile(
    "|".join(words.subject for words in _LANGUAGES if words.gap != _FOREIGN_GAP or "quell" in words.subject)
)
"""Words for code in languages that the rules for English do not read."""


CODE_MARKS = (
    *(
        "码",
        "开源",
        "软件",
        "工具",
        "コード",
        "実装",
        "ソフト",
        "ライブラリ",
        "코드",
        "구현",
        "소프트웨어",
        "라이브러리",
    ),
    *("quell", "implementierung", "skript", "logiciel", "implémentation", "bibliothèque", "código", "biblioteca"),
)
_ASCII_MARKS = tuple(filter(str.isascii, CODE_MARKS))
# Frequent words of the languages in Latin letters, which English lacks.
_FUNCTION_WORDS = (
    *(
        " ist ",
        " sind ",
        " wird ",
        " werden ",
        " steht ",
        " stehen ",
        " liegt ",
        " liegen ",
        "wir ",
        " est ",
        " sont ",
        "nous ",
        " sera",
        " está",
        "disponi",
        " é ",
    ),
    *("publicamos", "publicaremos", "liberamos", "liberaremos", "distribu", "compart", "disponibilizaremos"),
)


def may_mention_code(low: str) -> bool:
    """Return whether a text in lower case may mention code with a word that English lacks, by a cheap test."""
    return bool(find_code_marks(low))


def find_code_marks(low: str) -> list[str]:
    """Return the words for code that English lacks in a text in lower case."""
    return [mark for mark in (_ASCII_MARKS if low.isascii() else CODE_MARKS) if mark in low]


def judge_foreign(low: str) -> tuple[bool, bool]:
    """Return whether a sentence in lower case states that code was released, and whether it will be.

    >>> judge_foreign("代码已开源。"), judge_foreign("der quellcode wird bald veröffentlicht."), judge_foreign("代码生成模型已开源。")
    ((True, False), (False, True), (False, False))
    """
    if not (may_mention_code(low) or any(word in low for word in _FUNCTION_WORDS)):
        return False, False
    if _FOREIGN_OTHERS.search(low) or _FOREIGN_NEGATED.search(low):
        return False, False
    for rule in _load_rules():
        if rule.mark.search(low):
            if rule.will.search(low):
                return False, True
            if rule.done.search(low):
                return True, False
    return False, False


def releases_in_other_words(sentence: str) -> bool:
    """Return whether a sentence states or promises a release in another language than English, beside an address."""
    low = sentence[:_MAX_SENTENCE].lower()
    if not low:
        return False
    return any(judge_foreign(_FOREIGN_ADDRESS.sub(" ", low))) or _labels_code(low)


def _labels_code(low: str) -> bool:
    """Return whether a word for code is the label of an address, as in "Código: https://…"."""
    return may_mention_code(low) and any(rule.label.search(low) for rule in _load_rules() if rule.mark.search(low))


_WILL = r"(?:will|shall|is going to|are going to|(?:is|are) (?:planned|scheduled|set|expected) to|(?:is|are) to)"
_PLAN = (
    rf"(?:{_WILL}|(?:plan|plans|planning|intend|aim|hope|expect|promise|would like|wish|prepare|preparing|"
    r"committed|commit) to"
    r"|aim at|(?:working|plan|planning) on|committed to|in the process of|'ll)"
)
_GAP = r"[^.;!?]"
PROMISED = make_rules(
    # The code will be released; models are to be open-sourced.
    (
        f"{WILL_STEMS} & releas|open|made|public|freely",
        (
            rf"{NOT_OURS}\b{THING}\b{_GAP}{{0,100}}? {_WILL} (?:\w+ ){{0,2}}?be {HOWS}(?:\w+ly )?"
            rf"(?:released|opened|{OPEN_SOURCE}d?|made (?:\w+ ){{0,2}}?(?:available|public|accessible|open)|"
            r"(?:publicly|openly|freely) (?:available|accessible|shared))\b"
        ),
    ),
    (
        f"{CODE_STEMS} & {WILL_STEMS}",
        (
            rf"{NOT_OURS}\b{CODE}\b{_GAP}{{0,100}}? {_WILL} (?:\w+ ){{0,2}}?(?:be {HOWS}(?:available|"
            r"accessible|public|published|opened|open|provided|shared|uploaded|hosted|posted|found|"
            r"distributed)|appear|become (?:\w+ )?(?:available|public))\b"
        ),
    ),
    (
        f"{CODE_STEMS} & to be",
        (
            rf"\b{CODE}\b(?: and [\w-]+)?[,:]? (?:\()?to be (?:\w+ )?(?:released|{OPEN_SOURCE}d|made (?:\w+ "
            r")?available|announced)\b"
        ),
    ),
    # Code and data are to follow; the code will follow; code to appear.
    (
        f"{CODE_STEMS} & follow|appear|come",
        rf"{NOT_OURS}\b{CODE}\b(?: and [\w-]+)?[,:]? (?:(?:is |are )?to|will) (?:follow|appear|come)\b",
    ),
    # We will release …; we plan to make … available.
    (
        "we|authors & open|releas",
        (
            rf"\b(?:we|authors)\b[^.;,]{{0,40}}? ?{_PLAN} (?:\w+ ){{0,2}}?(?:releas|{OPEN_SOURCE[:-1]})(?:e|"
            rf"ing|ed)? (?:{WORDS}{{0,10}}?\S{{0,30}}?\b{THING}\b|(?:it|them|everything|all)\b)"
        ),
    ),
    (
        f"we|authors & {CODE_STEMS} & publish|shar|provid|upload|distribut|open",
        (
            rf"\b(?:we|authors)\b[^.;,]{{0,40}}? ?{_PLAN} (?:\w+ ){{0,2}}?(?:publish|shar|provid|upload|"
            rf"distribut|open)(?:e|ing)? (?:up )?{PLAIN}{{0,6}}?\b{CODE}\b"
        ),
    ),
    (
        f"we|authors & mak & {OPEN_STEMS}",
        (
            rf"\b(?:we|authors)\b[^.;,]{{0,40}}? ?{_PLAN} (?:\w+ ){{0,2}}?mak(?:e|ing) "
            rf"(?:{WORDS}{{0,8}}?\b{THING}\b {WORDS}{{0,8}}?|(?:it|them|everything) )(?:\w+ )?(?:available|"
            rf"accessible|public|{OPEN_SOURCE}|open)\b"
        ),
    ),
    # … upon acceptance; … coming soon.
    (
        "acceptance|publication|approval",
        (
            rf"\b{THING}\b{_GAP}{{0,120}}?(?:released?\b|availab|public\b|open\b|open-?sourc|shared|provided){_GAP}{{0,60}}?\b"
            rf"(?:upon|after|on|following|pending) (?:\w+ ){{0,2}}?(?:acceptance|publication|approval)\b"
        ),
    ),
    (
        "acceptance|publication|approval",
        (
            rf"\b(?:upon|after|on|following|pending) (?:\w+ ){{0,2}}?(?:acceptance|publication|"
            rf"approval)\b{_GAP}{{0,60}}?\b{THING}\b{_GAP}{{0,60}}?(?:released?\b|availab|public\b|open\b|open-?sourc)"
        ),
    ),
    (
        f"{CODE_STEMS} & soon",
        (
            rf"\b{CODE}\b{_GAP}{{0,60}}?:? \(?(?:coming soon|(?:available|released|public|online|open) soon|"
            rf"soon (?:to )?(?:be )?{HOWS}{OPENED})"
        ),
    ),
    (
        "open & source & soon|forthcoming",
        rf"\b{OPEN_SOURCE}d? {CODE}\b[^.;]{{0,40}} (?:is )?(?:coming soon|forthcoming)\b",
    ),
    (
        "release of|availability of & planned|forthcoming|preparation",
        (
            rf"\b(?:release|availability) of (?:\w+ ){{0,3}}?{CODE}\b{_GAP}{{0,40}}? is (?:planned|"
            r"forthcoming|in preparation)\b"
        ),
    ),
)


RELEASED = make_rules(
    # We open-source / release / publish our …
    (
        "we & open|releas",
        (
            rf"\bwe (?:{PRESENT}\w+ ){{0,3}}?(?:{OPEN_SOURCE}d?|releas(?:e|ed|ing)) (?:{PLAIN}|\w+ of "
            rf"){{0,9}}?\S{{0,30}}?\b{THING}\b"
        ),
    ),
    (
        "we & publish|share|upload|distribute",
        (
            rf"\bwe (?:{PRESENT}\w+ ){{0,3}}?(?:publish(?:ed)?|shared?|upload(?:ed)?|distribute[sd]?) (?:our|"
            r"all|(?:the|full|complete|entire|\w+ and) (?:full |complete |entire )?(?=source|\w* "
            rf"?implementation|code and)) ?{PLAIN}{{0,4}}?\b{CODE}\b"
        ),
    ),
    (
        "open|releas",
        (
            rf"\b(?:and|to) (?:also |publicly )?(?:{OPEN_SOURCE}d?|releas(?:e|ed|ing)) (?:our|all|the) "
            rf"{PLAIN}{{0,4}}?\b{CODE}\b"
        ),
    ),
    # We make … available; making … available.
    (
        f"mak|mad & {OPEN_STEMS}",
        (
            rf"\b(?:we|by|and) (?:{PRESENT}\w+ ){{0,3}}?ma(?:k|d)(?:e|ing) {WORDS}{{0,8}}?\b{THING}\b "
            rf"{WORDS}{{0,8}}?(?:{HOW} ){{0,3}}(?:available|accessible|public|{OPEN_SOURCE}|open)\b"
        ),
    ),
    (
        f"we & make|made & {OPEN_STEMS}",
        (
            rf"\bwe (?:{PRESENT}\w+ ){{0,3}}?(?:ma[dk]e) (?:it|them|everything) {HOWS}(?:available|"
            rf"accessible|public|{OPEN_SOURCE})\b"
        ),
    ),
    # We provide the source code, an open-source library, a reference implementation.
    (
        "we & provide|offer|host|contribute|include|attach & source|code|implementation",
        (
            rf"\bwe (?:{PRESENT}\w+ ){{0,2}}?(?:provide[sd]?|offer|host|contribute|include|attach) "
            rf"{PLAIN}{{0,4}}?(?:{OPEN_SOURCE} \w+|{PROGRAM}(?= (?:for|to|and|in|on|at|with|under|used)\b|"
            r"[.,:;]|$)|(?:reference|public|open) implementations?)"
        ),
    ),
    # We present X, an open-source …
    (
        "open & source",
        (
            rf"\b(?:we|this (?:paper|work|article|study|report|thesis|demo)|paper) (?:{PRESENT}\w+ ){{0,2}}?"
            r"(?:propos|present|introduc|develop|describ|design|contribut|provid|buil[dt]|implement|discuss|"
            rf"creat)(?:es?|ed|s|ing)? (?:{PLAIN}{{0,12}}?[,(] ?)?{PLAIN}{{0,6}}?{OPEN_SOURCE}\b"
        ),
    ),
    # Our code is available; the scripts have been released; X and its code are open source.
    (
        f"{CODE_STEMS} & {OPEN_STEMS}",
        rf"(?:{OURS} ?){WORDS}{{0,6}}?{NOT_OURS}\b{CODE}\b,? {WORDS}{{0,9}}?{IS} {HOWS}{OPENED}",
    ),
    (
        OPEN_STEMS,
        (
            rf"\b(?:our|this|the (?:proposed|resulting|developed|whole|entire|full|presented)|{OWN}'s) "
            rf"{WORDS}{{0,5}}?{NOT_OURS}\b{THING}\b,? {WORDS}{{0,9}}?{IS} {HOWS}{OPENED}"
        ),
    ),
    (OPENLY_STEMS, rf"\bthe {WORDS}{{0,2}}?{NOT_OURS}\b{THING}\b {IS} {HOWS}(?:an? )?{ADJECTIVES}{OPENLY}"),
    (OPENLY_STEMS, rf"\b(?:(?:^|, )(?:it|this|they)|{OWN}) {IS} {HOWS}(?:an? |the first )?{ADJECTIVES}{OPENLY}"),
    ("releas", rf"\b(?:{OWN}|it) {IS} {HOWS}released\b"),
    (
        "being & open|releas",
        rf"\b(?:the|our|this) {WORDS}{{0,2}}?{NOT_OURS}\b{THING}\b is being (?:\w+ )?(?:released|{OPEN_SOURCE}d)\b",
    ),
    (
        f"{CODE_STEMS} & stated|said|reported|declared|announced",
        rf"\b{CODE} (?:is|are) (?:stated|said|reported|declared|announced) to be {HOWS}(?:{OPENLY}|{OPENED})",
    ),
    (
        f"everything|all of & {OPENLY_STEMS}",
        (
            r"\b(?:everything|all of (?:it|this|them))\b[^.;]{0,60}? "
            rf"(?:is|are|has been) {HOWS}(?:{OPENLY}|released\b|public\b)"
        ),
    ),
    (
        "open & source",
        (
            rf"\b(?:we|our|it|{OWN})\b[^.;]{{0,60}} (?:implement|releas|provid|distribut|develop|offer|publish|"
            rf"available)(?:e|es|ed)? [^.;]{{0,60}}?\bas (?:an? )?(?:\w+ )?{OPEN_SOURCE}\b"
        ),
    ),
    (f"{OWN} & {OPENLY_STEMS}", rf"\b{OWN}\b[^.;]{{0,80}}? and {IS} {HOWS}{OPENLY}"),
    (f"{OWN} & open & source", rf"\b(?:the|an?|our|this) (?:\w+ )?{OPEN_SOURCE} (?:\w+ ){{0,3}}?{OWN}\b"),
    (
        f"{OWN} & open & source",
        rf"\b{OWN},? (?:\([^)]{{1,40}}\),? )?(?:an?|the|our) (?:\w+[ ,-]+){{0,3}}?{OPEN_SOURCE}\b",
    ),
    (
        "our & open|public|freely",
        rf"\bour (?:\S+ ){{0,2}}?(?:{OPEN_SOURCE}d?|(?:publicly|freely|openly) available) {PLAIN}{{0,4}}?{THING}\b",
    ),
    ("source|code & availab|releas", rf"^\W*(?:the |our )?{PROGRAM}(?: and [\w-]+)? {HOWS}(?:available|released)\b"),
    (
        f"{CODE_STEMS} & {HOST_STEMS} & availab|releas|host|publish|found",
        (
            rf"\b{CODE} {WORDS}{{0,8}}?(?:available|released|hosted|published|found) (?:\w+ )?(?:on|via|"
            rf"through|from|in|at) (?:our |the )?{HOSTS}\b"
        ),
    ),
    (
        f"{HOST_STEMS} & repo|page",
        rf"\b(?:our|see the|references to the) (?:\w+ )?{HOSTS} (?:\w+ )?(?:repository|repo|page)\b",
    ),
    (
        "under & licen",
        rf"\b(?:we|our|it|{OWN})\b[^.;]{{0,100}} under (?:an?|the) (?:\S+ ){{0,3}}?(?:open[ -]source )?licen[cs]e\b",
    ),
)


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
    rf"\b{OWN}\b(?: \([^()]{{1,80}}\))?(?:,| is| -)? (?:an?|the|our) (?:[\w-]+,? ){{0,6}}?(?:data ?sets?|corpus|corpora|collection)\b"
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


# A title that calls its own system open: "Acme: An Open-Source Library for …".
_TITLE = re.compile(r"[:\u2014]\s(?:(?:an?|the)\s)?(?:[\w-]+[\s,]+(?:and\s)?){0,3}?open[\s-]source\b", re.IGNORECASE)
_SAYS_CODE = re.compile(
    r"\b(?:source\s)?(?:codes?|code\s?base|implementations?|software|toolkit|library|scripts?|repository|framework)\b",
    re.IGNORECASE,
)
_NEVER_CODE = (LinkKind.VIDEO, LinkKind.PAPER, LinkKind.MODEL)
_HEAD_WORDS = 4
_MAX_ALONE_RATIO = 3  # the length of a sentence that is only an address, relative to that of the address
_MAX_CONTEXT = 4_000  # in characters; the rest of a longer one is ignored
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
    said = sentence[:_MAX_CONTEXT].replace(link.raw, "") if sentence else link.evidence
    return _SAYS_CODE.search(said) is not None or SUBJECT.search(said.lower()) is not None
