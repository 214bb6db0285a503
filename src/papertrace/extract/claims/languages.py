"""Statements about the release of the authors' code in other languages than English.

A statement has a subject that is code, a verb of release, and perhaps a mark of the future between or after them; in
Chinese, Japanese and Korean the verb is a suffix or ends the clause, in German, French, Spanish and Portuguese it is
a participle or an adjective. One rule per word order serves all of them: subject and verb, or "we", verb and subject.
Subject and verb stand in one clause, so that code that is studied is not code that is open.
"""

# ruff: noqa: E501, RUF001 - words and punctuation of other scripts, as long as an expression is

import re
from functools import cache
from typing import NamedTuple

_ADDRESS = re.compile(r"(?:https?://|www\.)[!-~]{1,2000}")
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
_GAP = r"[^.;:!?\n]"

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
        gap=_GAP,
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
        gap=_GAP,
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
        gap=_GAP,
    ),
)
# Whose code it is, if it is not the authors'.
_OTHERS = re.compile(
    r"现有|已有|其他|他们|既存|他の|기존|다른|\bihr(?:en?)?\b|\bandere\w*|\bexistierend\w*|\bexistants?\b|\bautres?\b|\bexistentes?\b|\botr[oa]s\b",
    re.IGNORECASE,
)
_NEGATED = re.compile(
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


SUBJECT = re.compile("|".join(words.subject for words in _LANGUAGES if words.gap != _GAP or "quell" in words.subject))
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
    if _OTHERS.search(low) or _NEGATED.search(low):
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
    return any(judge_foreign(_ADDRESS.sub(" ", low))) or _labels_code(low)


def _labels_code(low: str) -> bool:
    """Return whether a word for code is the label of an address, as in "Código: https://…"."""
    return may_mention_code(low) and any(rule.label.search(low) for rule in _load_rules() if rule.mark.search(low))
