"""Words with which lists label a link or a field, and which are therefore not titles: "Paper", "NeurIPS 2023"."""

import re

_LABEL_WORDS = """
paper papers pdf arxiv preprint html doi url abs abstract summary tldr tl dr journal conference proceedings workshop
symposium article publication book chapter report thesis openreview code codes github gitlab repo repository source
project page homepage website webpage web site implementation reading official unofficial pytorch tensorflow jax demo
video videos dataset datasets data model models weights checkpoint checkpoints space hf hugging face huggingface colab
notebook tutorial talk slides poster blog post tweet twitter youtube docs documentation bibtex bib link links here
supplementary supp appendix pubmed pmid pmc acl acm ieee springer authors author venue keywords comment note notes star
stars and of the
"""
_LABELS = frozenset(_LABEL_WORDS.split())
# Chinese, Japanese and Korean write several such words without a blank: paper link, project home page.
_EAST_ASIAN_LABELS = """
论文 论文地址 原文 代码 源码 开源 主页 首页 项目 网站 官网 链接 地址 数据 数据集 视频 演示 模型 解读 中文 博客
幻灯片 海报 会议 期刊 論文 コード プロジェクト ページ リンク データセット 動画 スライド 解説
논문 코드 링크 페이지 프로젝트 데이터셋 발표 영상
"""
_EAST_ASIAN_LABEL = re.compile(rf"(?:{'|'.join(_EAST_ASIAN_LABELS.split())}){{1,4}}")
_WORD = re.compile(r"[^\W_]+")
_VENUE = re.compile(
    r"(?:[^\W\d_][\w&/-]{0,19}[ .-]?){0,4}\s*(?:['’`]\d\d|(?:19|20)\d\d(?!\s?[-–]\s?(?:19|20)\d\d\b))"  # noqa: RUF001 - as printed
    r"(?:[ ,./-]?\w{1,9}){0,2}"
)
_BEGINS_WITH_VENUE = re.compile(
    r"(?:(?:the|in)\s)?(?:[^\W\d_]+\s){0,6}(?:journal|proceedings|transactions|conference|symposium|workshop|letters|annals"
    r"|bulletin|magazine|notices|quarterly|archives)\b|proc\b|j\.\s|arxiv\b|corr\b|ieee\b|acm\b|nature\b|science\b"
    r"|advances in\b|lecture notes\b|phd\b",
    re.IGNORECASE,
)
_INITIAL_J = re.compile(r"J\.\s", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_SHORT_YEAR_AT_END = re.compile(r"\s?['’`]\s?(\d\d)$")  # noqa: RUF001 - as printed
_SMALL_WORDS_OF_VENUES = frozenset({"&", "and", "for", "in", "of", "on", "the"})
_MAX_WORDS_OF_A_VENUE = 10
_EVENT = re.compile(r"(?i:workshops?|tutorials?|posters?|orals?|spotlights?|demos?|track|talk)|[A-Z\d]{2,12}")
_CAPITALS = re.compile(r"[^\W\d_a-z]\S*[^\W\d_a-z]")
_MIN_WORDS_OF_A_LONG_VENUE = 4
_NOTHING = frozenset(["na", "n/a", "none", "tba", "tbd", "unknown", "unpublished"])
_DOI = re.compile(r"(?:doi:\s?)?10\.\d{4,9}/\S{1,200}", re.IGNORECASE)
SEPARATORS = " \t\n-–—:|,;.·•*_/\\[](){}~>，。：；、（）【】"  # noqa: RUF001 - dashes and colons as printed


def begins_with_venue(words: str) -> bool:
    """Return whether words begin with the name of a journal or conference.

    >>> begins_with_venue("The Journal of Harbours 2022"), begins_with_venue("Tides of Frost")
    (True, False)
    """
    return _BEGINS_WITH_VENUE.match(words[:200]) is not None


def is_venue_among_names(words: str) -> bool:
    """Return whether words among names begin with the name of a journal or conference; "J." is an initial there.

    >>> is_venue_among_names("Harbour Letters 8"), is_venue_among_names("J. R. Doe")
    (True, False)
    """
    return begins_with_venue(words) and _INITIAL_J.match(words) is None


def is_label(words: str) -> bool:
    """Return whether words name a kind of link, a venue or an identifier instead of a paper.

    >>> is_label("[Project Page]"), is_label("NeurIPS 2023"), is_label("10.1234/fold"), is_label("Mamba")
    (True, True, True, False)
    >>> is_label("论文链接"), is_label("论文的潮汐")
    (True, False)
    >>> is_label("Corpus 1993-2010"), is_label("Ships at ImageNet 2012"), is_label("Workshop at ICML 2020")
    (False, False, True)
    """
    if len(words) > 60:  # noqa: PLR2004 - longer than any label
        return False
    found = _WORD.findall(words.lower())
    return (
        all(map(_is_word_of_a_label, found))
        or _is_venue_before_year(words.strip(SEPARATORS))
        or _DOI.fullmatch(words.strip(SEPARATORS)) is not None
    )


def _is_word_of_a_label(word: str) -> bool:
    return word.rstrip("0123456789") in _LABELS or word.isdigit() or _EAST_ASIAN_LABEL.fullmatch(word) is not None


def _is_venue_before_year(words: str) -> bool:
    """Return whether words are a venue of few words and a year; those of a title are more, or joined by other words.

    Only some small words are in names of venues, `at` between an event and its conference; and four words or more
    without a capital inside are a venue only if they say so: `Sails of Old Ships 1950` is a title.
    """
    if _VENUE.fullmatch(words) is None:
        return False
    year = _YEAR.search(words)
    before = words[: year.start()].split() if year else []
    for position, word in enumerate(before[1:], start=1):
        if word == "at" and _EVENT.fullmatch(before[position - 1]):
            continue
        if word[0].islower() and word not in _SMALL_WORDS_OF_VENUES:
            return False
    is_long = len(before) >= _MIN_WORDS_OF_A_LONG_VENUE
    return not is_long or _CAPITALS.search(words) is not None or begins_with_venue(words)


def says_nothing(words: str) -> bool:
    """Return whether words only fill a place in which nothing is known.

    >>> says_nothing("TBD"), says_nothing("None of the Waves")
    (True, False)
    """
    return words.strip().lower() in _NOTHING


def is_venue_and_year(words: str) -> bool:
    """Return whether words are nothing but the name of a venue, in capitals, and a year.

    >>> is_venue_and_year("Letters of the Harbour 2016, ("), is_venue_and_year("we weigh ropes of 2016")
    (True, False)
    >>> is_venue_and_year("[Letters of the Harbour' 16]")
    True
    """
    found = _SHORT_YEAR_AT_END.sub(r" 20\1", words.strip(" .,;([])")).split()
    if not 1 < len(found) <= _MAX_WORDS_OF_A_VENUE or not _YEAR.fullmatch(found[-1]):
        return False
    return all(word[:1].isupper() or word in _SMALL_WORDS_OF_VENUES for word in found[:-1])
