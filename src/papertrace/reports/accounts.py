"""Accounts of the addresses in the inputs, as lines for a terminal."""

from papertrace.model.audit.account import Account, FileAccount
from papertrace.model.text import format_count


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
        f"{account.source}:{account.first_loss or 1}:1: read as {account.reader}: {'; '.join(facts)}{following}; "
        "check the papers, or name another format with --from"
    )
