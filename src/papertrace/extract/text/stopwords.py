"""The words at which a phrase ends: function words, adverbs, and the verbs of academic prose.

Nothing here names a field of research. The verbs are those that are hardly ever nouns; their inflected forms are
derived, because a list of all of them would hide the idea.
"""

_FUNCTION = """
a about above across after again against ago all almost along already also although always am amid among amongst an
and another any anyone anything apart are aren't around as aside at away back be became because become becomes been
before beforehand behind being below beneath beside besides between beyond both but by can cannot can't could couldn't
despite did didn't do does doesn't doing done don't down due during each eight either else elsewhere enough especially
etc even ever every everyone everything everywhere except far few fewer fifth five for former forth four fourth
from further furthermore had has have having he hence her here hereby herein hers herself him himself his how however
i if in including indeed instead into is isn't it its itself just last lastly later latter least less lest let like
likewise many may me meanwhile might mine more moreover most mostly much must my myself namely near nearly need needs
neither never nevertheless next nine no nobody none nonetheless nor not nothing notwithstanding now nowadays nowhere
of off often on once one ones only onto or other others otherwise ought our ours ourselves out outside over own owing
per perhaps plus quite rather regarding respectively said same secondly see seem seemed seeming seems seen
seven several shall she should shouldn't since six so some somehow someone something sometimes somewhat soon still
such ten than that that's the their theirs them themselves then thence there thereafter thereby therefore therein
these they thirdly this those though three through throughout thus till to together too toward towards twice two
under underneath unless unlike until up upon us versus very via viz vs was wasn't way ways we well went were weren't
what what's whatever when whenever where whereas whereby wherein wherever whether which whichever while whilst who
whoever whole whom whose why will with within without won't would wouldn't yes yet you your yours yourself et al eg ie
fig figs eq cf vol pp i.e e.g w.r.t let's we've we're they're it's isn aren doesn don
"""

_ADVERBS = """
additionally accordingly accurately actually adaptively adequately aggressively approximately automatically basically
broadly carefully clearly closely collectively commonly comparably completely comprehensively concurrently
consequently consistently continually continuously conventionally conversely correctly critically currently deeply
deliberately directly dramatically drastically dynamically easily effectively efficiently empirically entirely equally
essentially eventually evidently exactly exclusively experimentally explicitly exponentially extensively extremely
fairly faithfully finally formally frequently fully fundamentally generally globally gradually greatly hardly heavily
hierarchically highly ideally immediately implicitly importantly increasingly incrementally independently indirectly
individually inevitably inherently initially intelligently interestingly internally intuitively iteratively jointly
largely linearly locally loosely mainly manually markedly mathematically merely naively namely naturally necessarily
newly noticeably notably numerically occasionally optimally originally overall partially particularly partly perfectly
poorly possibly potentially practically precisely predominantly preferably previously primarily principally prior
probably progressively promptly properly purely quickly randomly rapidly rarely readily really reasonably recently
recursively relatively reliably remarkably repeatedly reportedly respectively rigorously robustly roughly safely
seamlessly selectively separately sequentially seriously severely significantly similarly simply simultaneously
slightly slowly smoothly solely specifically spatially statically statistically steadily strictly strongly
structurally subsequently substantially subtly successfully successively sufficiently suitably surprisingly
synthetically systematically temporally theoretically thereof thoroughly tightly timely together totally traditionally
truly typically ultimately uniformly unfortunately uniquely universally unnecessarily usually vastly versa virtually
visually widely
"""

# Verbs that are hardly ever nouns. Those ending in -e lose it before -ing and -ed.
_VERBS = """
accelerate accommodate accompany accomplish achieve acquire adapt add address adjust adopt advocate affect aim allow
alleviate amortize analyze analyse appear apply approximate argue arise assign assume attain avoid become begin belong
bring broaden build calculate capture carry cause characterize choose circumvent claim coincide combine compare
comprise conclude conduct confirm consider consist constitute construct consume contain contribute convert correspond
create curate decide decrease deem define deliver demonstrate depend deploy derive describe deserve determine develop
devise differ discover discuss elaborate eliminate elucidate embody employ empower enable encounter encourage enhance
enrich ensure entail establish evaluate examine exceed exemplify exhibit exist expand expect explain exploit explore
expose express extend extract facilitate fail favor fill find focus follow form formulate foster fulfill gain
generalize generate get give go grow guarantee guide handle happen help hinder identify ignore illustrate imply impose
improve incorporate incur indicate induce infer inform inherit inhibit inspire integrate intend introduce investigate
involve join justify keep know lack leverage lie limit loosen lose maintain make maximize mean mention merit minimize
mitigate motivate necessitate neglect observe obtain occur offer omit optimize dominate decouple complicate interleave
orchestrate atop teach refer outline outperform overcome overlook perform permit pose possess predict preserve prevent
proceed produce promise promote propose prove provide pursue quantify raise reach realize receive recognize recommend
reconcile reduce refine reflect reformulate regard reinforce relate relax release rely remain remedy remove render
replace report represent require resolve restrict result retain reveal revisit satisfy save say seek select serve shed
show showcase shrink simplify solve specify speed stem strive strengthen struggle study substantiate succeed suffer
suggest suit summarize support surpass survey sustain tackle take tailor tend test thrive transcend treat trigger try
turn undergo underlie underperform underscore understand undertake undermine unlock unveil use utilize validate vary
verify want warrant weaken witness work worsen yield
"""
_IRREGULAR_FORMS = """
arisen arose began begun brought built chosen chose drawn drew driven fell fallen felt found gave given gone got grew
grown held hold holds kept knew known laid lain lay led leads lead left lies lying lost made meant met paid ran run
runs said saw seen sent shown shed sought spent stood taken taught thought told took tried tries trying undergone
understood underwent went won written wrote rely relies relied applies applied implied implies satisfies satisfied
identifies identified simplifies simplified carries carried varies varied underlying getting beginning running putting
put puts set sets setting letting used using based proposed
"""
# Forms of the verbs above that name things, so that they may be part of a concept.
_NOMINAL = """
adapt test tests testing form forms result results report study studies survey surveys work works use uses focus aim
aims claim claims cause causes gain gains limit limits support release promise offer guide guides help speed favor
range stem express expressed selecting turn generating learning building understanding modeling planning integrating
verifying inferring predicting distributed combined expected relaxed refined constrained generated captured mixed
embodied guided limited informed adapted restricted extended supported speeds stems joint motion trigger triggers
serve serving reinforce suit suits merit merits lack turns meaning means mean findings extracting reasoning
"""

# What follows a hyphen and says only how two things relate: "GPU-based", "cache-aware".
SUFFIXES = frozenset(
    """
accelerated aided agnostic assisted attached augmented aware backed based bound capable centric compatible compliant
conscious constrained coupled critical dependent derived driven efficient enabled enhanced equipped facing focused
free friendly guided heavy hungry independent inspired integrated intensive invariant level like limited native
optimal optimized oriented powered preserving ready related restricted rich scale sensitive specific style supported
tailored trained tuned type wide wise written
""".split()  # noqa: SIM905 - words read best so
)


def _inflect(verb: str) -> set[str]:
    if verb.endswith("e"):
        return {verb, verb + "s", verb + "d", verb[:-1] + "ing"}
    if verb.endswith(("s", "sh", "ch", "x", "z")):
        return {verb, verb + "es", verb + "ed", verb + "ing"}
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return {verb, verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing"}
    return {verb, verb + "s", verb + "ed", verb + "ing", verb + verb[-1] + "ing", verb + verb[-1] + "ed"}


_NOUNS = frozenset(_NOMINAL.split())
_KEPT_VERBS = frozenset(
    ["used", "using", "based", "proposed", "given", "made", "making", "found", "find", "finds", "add", "adds", "reduce"]
)

STOP_WORDS = (
    frozenset((_FUNCTION + _ADVERBS + _IRREGULAR_FORMS).split())
    | (frozenset(form for verb in _VERBS.split() for form in _inflect(verb)) - _NOUNS)
    | _KEPT_VERBS
)
