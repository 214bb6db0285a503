"""Rules for sentences that promise that the authors' code will be released."""

from papertrace.extract.claims.release_words import (
    CODE,
    CODE_STEMS,
    HOWS,
    NOT_OURS,
    OPEN_SOURCE,
    OPEN_STEMS,
    OPENED,
    PLAIN,
    THING,
    WILL_STEMS,
    WORDS,
    make_rules,
)

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
