"""The figures of a run, and accounts of the addresses in its inputs, as lines for a terminal."""

from collections.abc import Mapping

from papertrace.errors import name_extra
from papertrace.model import ClaimState, EdgeKind, HoldingKind, Outcome
from papertrace.model.audit import Account, FileAccount
from papertrace.model.summary import CorpusSummary, Drawing, GraphSummary, VerdictSummary
from papertrace.model.text import excerpt, format_count
from papertrace.reports.outcomes import name_outcome


def describe_account(account: Account) -> str:
    """Return one line with the number of links in the inputs, and how many of them are in papers.

    >>> one = FileAccount(source="a.md", reader="awesome-list", n_entries=3, n_in_papers=4, n_elsewhere=2)
    >>> describe_account(Account(files=(one,), n_papers=2))
    '6 links: 4 in 2 papers, 2 elsewhere'
    """
    n_links = sum(one.n_links for one in account.files)
    papers = format_count(account.n_papers, "paper")
    if not n_links:
        return f"no links in {papers}"
    parts = [f"{sum(one.n_in_papers for one in account.files):,} in {papers}"]
    if n_elsewhere := sum(one.n_elsewhere for one in account.files):
        parts.append(f"{n_elsewhere:,} elsewhere")
    left_out: dict[str, int] = {}
    for reason, n in (pair for one in account.files for pair in one.left_out):
        left_out[reason] = left_out.get(reason, 0) + n
    parts += [f"{n:,} left out {reason}" for reason, n in left_out.items()]
    return f"{format_count(n_links, 'link')}: {', '.join(parts)}"


def describe_doubt(account: FileAccount) -> str:
    """Return why a file was probably misread, with the format that it was read as and the next best one."""
    facts = []
    if account.has_few_papers:
        few = format_count(account.n_entries, "paper")
        facts.append(f"only {few} for {account.n_links:,} links, of which {account.n_outside:,} are outside papers")
    elif account.loses_a_tenth:
        facts.append(f"{account.n_lost:,} of {account.n_links:,} links are in lines that fit no paper")
    if account.is_half_lost:
        facts.append(f"{account.n_lost_lines:,} of {account.n_lines:,} lines fit no paper, the first of them here")
    if account.rival:
        papers = format_count(account.n_entries, "paper")
        others = format_count(account.n_entries_of_rival, "paper")
        facts.append(f"{papers}, but {account.rival} with {others} fits the text about as well")
    following = f"; the next best format is {account.next_reader}" if account.next_reader and not account.rival else ""
    return (
        f"{account.source}:{account.first_loss or 1}:1: warning: "
        f"read as {account.reader}: {'; '.join(facts)}{following}; check the papers, or name another format with --from"
    )


_MAX_COMMUNITIES = 5
_MIN_PAPERS, _FEW_LINKS = 10, 0.75  # fewer links by concepts and texts a paper than this are worth a line
_MAX_WORKS_ON_PATH = 6
_MAX_TITLE_CHARS = 40
_EDGE_NAMES = {
    EdgeKind.CONCEPT: "shared concepts",
    EdgeKind.SIMILAR: "similar texts",
    EdgeKind.REPOSITORY: "repository",
    EdgeKind.OWNER: "owner",
    EdgeKind.MENTION: "mention",
    EdgeKind.CITATION: "citation",
    EdgeKind.CO_CITATION: "co-citation",
    EdgeKind.COUPLING: "coupling",
}


def describe_corpus(summary: CorpusSummary) -> list[str]:
    """Return the lines on the papers that were read: entries, links, concepts, and claims about code."""
    listings = f" in {format_count(summary.n_listings, 'listing')}"
    repositories = format_count(summary.n_repositories, "repository", "repositories")
    found = (
        format_count(summary.n_links, "link"),
        repositories,
        format_count(summary.n_concepts, "concept"),
        format_count(summary.n_mentions, "mention"),
    )
    claims = {state: summary.claims.get(state, 0) for state in ClaimState}
    linked = f"{claims[ClaimState.LINKED]} linked, {claims[ClaimState.PROMISED]} promised"
    unlinked = f"{claims[ClaimState.CLAIMED]} claimed without a link, {claims[ClaimState.NONE]} silent"
    lines = [
        describe_merging(summary.n_papers, summary.n_entries, summary.joined, where=listings),
        "; ".join(found),
        f"code: {linked}, {unlinked}",
    ]
    if summary.n_uncut:
        uncut = format_count(summary.n_uncut, "paper")
        lines.append(
            f"{uncut} in Chinese or Japanese, whose terms are better with a library that cuts words "
            f"({name_extra('cjk')})"
        )
    return lines


def describe_merging(n_papers: int, n_entries: int, joined: Mapping[str, int], *, where: str = "") -> str:
    """Return the line on how many papers entries are, and by what some of them are one.

    >>> describe_merging(263, 473, {"DOI": 190, "title": 20}, where=" in 2 listings")
    '263 papers of 473 entries in 2 listings: 190 joined by DOI, 20 by title'
    """
    papers = f"{format_count(n_papers, 'paper')} of {format_count(n_entries, 'entry', 'entries')}{where}"
    ranked = sorted(((str(by), n) for by, n in joined.items() if n), key=lambda pair: (-pair[1], pair[0]))
    counts = [f"{n:,}{'' if number else ' joined'} by {by}" for number, (by, n) in enumerate(ranked)]
    return f"{papers}: {', '.join(counts)}" if counts else papers


_CHANGES = ("died", "recovered", "archived", "moved")


def describe_drawing(drawing: Drawing, *, is_detailed: bool = False) -> list[str]:
    """Return the lines on a graph, on the verdicts shown in it, and on the files that were written.

    `is_detailed` adds how the graph was made: what pruning kept, how good and how stable the communities are.
    """
    verdicts = [_describe_verdicts(drawing.verdicts)] if drawing.verdicts else []
    written = []
    if drawing.files:
        written.append(f"wrote to {drawing.folder}: {' '.join(path.name for path in drawing.files)}")
    if drawing.picture:
        written.append(f"picture: {drawing.picture}")
    return [
        *describe_graph(drawing.graph, is_detailed=is_detailed),
        *_describe_texts(drawing),
        *verdicts,
        *_describe_since(drawing),
        *(["; ".join(written)] if written else []),
    ]


def _describe_texts(drawing: Drawing) -> list[str]:
    """Return the line on papers without an abstract, if they are more than half."""
    n_bare, n_papers = drawing.n_without_abstract, drawing.graph.n_papers
    if 2 * n_bare <= n_papers:
        return []
    bare = f"{n_bare:,} of {n_papers:,} papers have no" if n_bare < n_papers else "no paper has an"
    return [f"{bare} abstract, so that their texts are compared by titles alone"]


def _describe_since(drawing: Drawing) -> list[str]:
    """Return the lines on what has changed since an earlier audit and an earlier graph, if these were given."""
    lines = []
    if drawing.changes is not None:
        found = [f"{drawing.changes[kind]:,} {kind}" for kind in _CHANGES if drawing.changes.get(kind)]
        lines.append(f"papers whose links changed since the earlier audit: {', '.join(found) or 'none'}")
    if drawing.n_new is not None:
        lines.append(f"{format_count(drawing.n_new, 'paper')} not in the earlier graph")
    return lines


def _describe_verdicts(summary: VerdictSummary) -> str:
    """Return the line on verdicts; if no link has one, they probably belong to another listing."""
    counts = {outcome: summary.outcomes.get(outcome, 0) for outcome in Outcome}
    shown = ", ".join(f"{count:,} {name_outcome(outcome)}" for outcome, count in counts.items() if count)
    return f"verdicts: {sum(counts.values()):,} of {summary.n_links:,} links have one" + (
        f": {shown}" if shown else "; is it the audit of another listing?"
    )


def describe_graph(summary: GraphSummary, *, is_detailed: bool = False) -> list[str]:
    """Return the lines on a graph, which also name the kinds of edges that it lacks."""
    lines = [f"{format_count(sum(summary.edges.values()), 'edge')}: {_kinds(summary)}"]
    lines += [_backbone(summary)] if is_detailed else []
    if summary.n_concept_nodes or summary.n_repository_nodes:
        uses, links = (summary.holdings.get(kind, 0) for kind in (HoldingKind.CONCEPT_USE, HoldingKind.REPOSITORY_LINK))
        repositories = format_count(summary.n_repository_nodes, "repository", "repositories")
        lines.append(
            f"nodes besides the papers: {format_count(summary.n_concept_nodes, 'concept')} "
            f"({format_count(uses, 'use')}), {repositories} ({format_count(links, 'link')})"
        )
    if summary.n_author_nodes or summary.n_venue_nodes:
        authors, venues = format_count(summary.n_author_nodes, "author"), format_count(summary.n_venue_nodes, "venue")
        lines.append(f"nodes besides the papers: {authors} (told apart by ORCID, else by name), {venues}")
    if summary.n_capped:
        spent = f" ({summary.n_increments:,} pairs spent)" if is_detailed else ""
        concepts = format_count(summary.n_capped, "concept")
        lines.append(f"{concepts} in more than {summary.frequency_cap:,} papers link none{spent}")
    if summary.communities:
        lines += _communities(summary, is_detailed=is_detailed)
    lines += _empty_layers(summary)
    if summary.n_unlinked:
        layers = " or ".join(_EDGE_NAMES[EdgeKind(kind)] for kind in summary.group_by)
        lines.append(f"{format_count(summary.n_unlinked, 'paper')} without an edge{f' by {layers}' if layers else ''}")
    if (
        summary.n_papers >= _MIN_PAPERS
        and (n := _count_kept(summary, EdgeKind.CONCEPT)) < _FEW_LINKS * summary.n_papers
    ):
        n_links, n_papers = format_count(n, "link"), f"{summary.n_papers:,} papers"
        lines.append(f"little to link: {n_links} by concepts or texts for {n_papers}, as few of them share a topic")
    return lines + _history(summary)


def _empty_layers(summary: GraphSummary) -> list[str]:
    """Return the line on layers that were to decide communities and positions but have no edges."""
    empty = [_EDGE_NAMES[EdgeKind(kind)] for kind in summary.group_by if not summary.edges[kind]]
    others = [_EDGE_NAMES[EdgeKind(kind)] for kind in summary.group_by if summary.edges[kind]]
    if not empty:
        return []
    effect = f"communities follow from {' and '.join(others)} alone" if others else "there are no communities"
    return [f"--group-by: no edge by {' or '.join(empty)}, so that {effect}"]


def _history(summary: GraphSummary) -> list[str]:
    """Return the lines on the main path, on bursts and on circles of citations; none without citations."""
    lines = []
    if summary.main_path:
        shown = " > ".join(excerpt(title, _MAX_TITLE_CHARS) for title in summary.main_path[:_MAX_WORKS_ON_PATH])
        more = " > …" if len(summary.main_path) > _MAX_WORKS_ON_PATH else ""
        lines.append(f"main path of {format_count(len(summary.main_path), 'paper')}: {shown}{more}")
    if summary.bursts:
        shown = ", ".join(f"{excerpt(title, _MAX_TITLE_CHARS)} {years}" for years, title in summary.bursts[:3])
        more = f", and {len(summary.bursts) - 3} more" if len(summary.bursts) > 3 else ""  # noqa: PLR2004 - those shown
        lines.append(f"bursts of citations: {shown}{more}")
    if summary.n_cyclic_citations:
        lines.append(f"{format_count(summary.n_cyclic_citations, 'citation')} in circles")
    if summary.n_self_citations:
        of = format_count(summary.edges.get(EdgeKind.CITATION, 0), "citation")
        lines.append(f"{summary.n_self_citations:,} of {of} between papers with a common author")
    return lines


def _kinds(summary: GraphSummary) -> str:
    present = [f"{count:,} by {_EDGE_NAMES[EdgeKind(kind)]}" for kind, count in summary.edges.items() if count]
    absent = [_EDGE_NAMES[EdgeKind(kind)] for kind, count in summary.edges.items() if not count]
    none = [f"none by {', '.join(absent)}"] if absent else []
    return "; ".join([*([", ".join(present)] if present else []), *none])


def _backbone(summary: GraphSummary) -> str:
    names = {EdgeKind.CONCEPT: "concepts or texts"}
    kept = ", ".join(
        f"{_count_kept(summary, kind):,} of {format_count(before, 'edge')} by "
        f"{names.get(EdgeKind(kind), _EDGE_NAMES[EdgeKind(kind)])} ({_rule(summary, kind)})"
        for kind, before in summary.edges_before.items()
        if before or kind == EdgeKind.CONCEPT
    )
    return f"backbone: {kept}; density {summary.density:.3f}"


def _count_kept(summary: GraphSummary, kind: str) -> int:
    """Return how many edges of a kind are kept; those by concepts and by similar texts are pruned as one."""
    return summary.edges[kind] + (summary.edges[EdgeKind.SIMILAR] if kind == EdgeKind.CONCEPT else 0)


def _rule(summary: GraphSummary, kind: str) -> str:
    """Return the rule by which edges of a kind were kept."""
    match summary.pruning:
        case "disparity":
            return f"level {summary.alphas[kind]:g}"
        case "strongest":
            return f"level {summary.alphas[kind]:g}" if kind != EdgeKind.CONCEPT else "the strongest"
        case "nearest":
            count = f"{summary.n_nearest} " if summary.n_nearest > 1 else ""
            return f"the {count}nearest of each paper"
    return "all of them"


def _communities(summary: GraphSummary, *, is_detailed: bool) -> list[str]:
    number = format_count(len(summary.communities), "community", "communities")
    agreement = f"agreement of {summary.n_seeds} seeds {summary.stability:.2f}"
    how = f" (modularity {summary.modularity:.2f}, {agreement}, {summary.library})" if is_detailed else ""
    by = f" by {', '.join(_EDGE_NAMES[EdgeKind(kind)] for kind in summary.group_by)}" if summary.group_by else ""
    lines = [f"{number}{by}{how}:"]
    lines += [f"{size:>6,}  {name}" for name, size in summary.communities[:_MAX_COMMUNITIES]]
    rest = [size for _, size in summary.communities[_MAX_COMMUNITIES:]]
    return [*lines, f"{sum(rest):>6,}  in {len(rest):,} more"] if rest else lines
