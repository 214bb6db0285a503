"""Rules for sentences that state that the authors' code was released."""

from papertrace.extract.claims.release_words import (
    ADJECTIVES,
    CODE,
    CODE_STEMS,
    HOST_STEMS,
    HOSTS,
    HOW,
    HOWS,
    IS,
    NOT_OURS,
    OPEN_SOURCE,
    OPEN_STEMS,
    OPENED,
    OPENLY,
    OPENLY_STEMS,
    OURS,
    OWN,
    PLAIN,
    PRESENT,
    PROGRAM,
    THING,
    WORDS,
    make_rules,
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
