"""DuckDB's self-join as an independent witness of the pairs of papers and their weights."""

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

import pytest

from papertrace.graph.layers import prepare_linking
from papertrace.graph.pairs.products import FIXED_POINT
from papertrace.model import Paper

if TYPE_CHECKING:
    import duckdb
else:
    duckdb = pytest.importorskip("duckdb")

N_PAPERS = 3_000
_PAIRS = """
with
  counted as (select item, count(*) as df from held group by item),
  information as (select item, df, cast(round_even(ln(? / df) * ?, 0) as bigint) as nats from counted where df <= ?)
select one.paper, other.paper, cast(sum(nats * nats) as bigint)
from held as one
join held as other on one.item = other.item and one.paper < other.paper
join information on information.item = one.item
group by 1, 2
order by 1, 2
"""


def test_pairs_and_weights_are_those_of_a_self_join(make_papers: Callable[..., list[Paper]]) -> None:
    sets = [sorted({concept.key for concept in paper.concepts}) for paper in make_papers(N_PAPERS)]
    linking = prepare_linking(sets, weight="idf2", pairs_per_paper=80)
    found = sorted(row for edges in linking.generate() for row in edges.rows())
    rows = [(number, item) for number, items in enumerate(sets) for item in items]
    with duckdb.connect() as database:
        database.execute("create table held (paper bigint, item varchar)")
        database.execute(
            "insert into held select unnest(?), unnest(?)", [list(part) for part in zip(*rows, strict=True)]
        )
        cap = linking.frequency_cap
        joined = cast(
            "list[tuple[int, int, int]]",
            database.execute(_PAIRS, [float(N_PAPERS), float(FIXED_POINT), cap]).fetchall(),
        )

    assert linking.n_capped > 0
    assert len(joined) > 40 * N_PAPERS
    assert [(first, second, int(weight)) for first, second, weight in found] == joined
