"""Made-up titles, names and venues that read like those of papers: a trained reader takes no toys for papers."""

from papertrace.model import Entry, Problem

_HOW = (
    "Sparse Sampling",
    "Contrastive Pretraining",
    "Bayesian Estimation",
    "Low-Rank Adaptation",
    "Unsupervised Segmentation",
    "Graph Neural Networks",
    "A Large-Scale Benchmark",
    "Robust Calibration",
    "Distributed Scheduling",
    "Multimodal Retrieval",
    "Efficient Attention",
)
_WHAT = (
    "Kelp Forests",
    "Harbour Sediments",
    "Satellite Images",
    "Glacier Velocities",
    "Speech Recordings",
    "Protein Structures",
    "Traffic Cameras",
    "Clinical Notes",
    "Source Code",
    "Coral Reefs",
    "Tidal Currents",
    "Handwritten Maps",
    "Sensor Networks",
)
_WHERE = (
    "from Orbit",
    "under Distribution Shift",
    "with Few Labels",
    "in Narrow Estuaries",
    "at Low Cost",
    "on Mobile Devices",
    "without Ground Truth",
    "in Cold Climates",
    "over Many Decades",
    "with Noisy Annotations",
    "across Languages",
    "in Real Time",
    "beyond the Training Data",
    "for Coastal Planning",
    "with Language Models",
    "in Open Waters",
    "by Active Learning",
)
_GIVEN = ("Jane", "Marcus", "Yuki", "Elena", "Tobias", "Priya", "Henrik")
_FAMILY = ("Lindqvist", "Okafor", "Tanaka", "Moreau", "Bergmann", "Sharma", "Whitfield", "Castellano", "Novak")
_VENUES = ("NeurIPS", "ICML", "CVPR", "ACL", "ICLR")


def title(number: int) -> str:
    """Return one of 2,431 titles of five to seven words, each different."""
    how, what, where = _HOW[number % len(_HOW)], _WHAT[number % len(_WHAT)], _WHERE[number % len(_WHERE)]
    return f"{how} for {what} {where}"


def authors(number: int) -> tuple[str, str]:
    """Return two names."""
    first = f"{_GIVEN[number % len(_GIVEN)]} {_FAMILY[number % len(_FAMILY)]}"
    return first, f"{_GIVEN[(number + 3) % len(_GIVEN)]} {_FAMILY[(number + 4) % len(_FAMILY)]}"


def venue(number: int) -> str:
    """Return the acronym of a conference."""
    return _VENUES[number % len(_VENUES)]


def year(number: int) -> str:
    """Return a year of the last decade."""
    return str(2014 + number % 10)


def byline(number: int) -> str:
    """Return two names with a comma."""
    return ", ".join(authors(number))


def item(number: int, url: str = "https://example.org/{}") -> str:
    """Return an item of a list in Markdown: a linked title, names, a venue and a year."""
    linked = f"[{title(number)}]({url.format(number)})"
    return f"- {linked}, {byline(number)}, {venue(number)} {year(number)}\n"


def items(n: int) -> str:
    """Return a list of items in Markdown, one a line."""
    return "".join(map(item, range(n)))


def split(found: list[Entry | Problem]) -> tuple[list[Entry], list[Problem]]:
    """Return the entries of what a reader yielded, and the problems."""
    return [one for one in found if isinstance(one, Entry)], [one for one in found if isinstance(one, Problem)]
