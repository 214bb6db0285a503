import json
from collections.abc import Mapping

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertrace.model.graphs import Table, to_columns

ROWS = st.lists(st.dictionaries(st.sampled_from("abcde"), st.integers(), max_size=5), max_size=8)


@given(ROWS)
def test_rows_come_back_as_they_were_added(rows: list[dict[str, int]]) -> None:
    table: Table[int] = Table()
    for row in rows:
        table.add(row)
    assert list(table.rows()) == rows
    assert list(table.rows(2, 5)) == rows[2:5]
    assert sorted(table.columns) == sorted(table.order)
    assert {len(column) for column in table.columns.values()} <= {len(rows)}


def test_an_attribute_that_comes_late_keeps_its_position_in_the_row() -> None:
    table: Table[int] = Table()
    rows: list[Mapping[str, int]] = [{"label": 1, "size": 2}, {"label": 3, "year": 4, "size": 5}]
    for row in rows:
        table.add(row)
    assert list(table.columns) == ["label", "size", "year"]
    assert [list(row) for row in table.rows()] == [["label", "size"], ["label", "year", "size"]]


@pytest.mark.parametrize("values", [[None, 2], [1, None]], ids=["new", "lacking again"])
def test_a_column_can_be_set(values: list[int | None]) -> None:
    table: Table[int] = Table()
    table.add({"a": 1})
    table.add({"a": 2})
    table.set_column("b", values)
    table.add({"a": 3, "b": 4})
    assert [row.get("b") for row in table.rows()] == [*values, 4]


def test_a_graph_comes_back_from_columns() -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph(name="a map")
    graph.add_node("b", size=1)
    graph.add_node("a", label="A", size=2)
    graph.add_node("c")
    graph.add_edge("a", "b", key="e0", weight=0.5)
    graph.add_edge("b", "a", key="e1", kind="owner")
    graph.add_edge("c", "c", key="e2")

    columns = to_columns(graph)
    back = columns.to_networkx()

    def dump(one: "nx.MultiGraph[str]") -> str:
        return json.dumps([one.graph, list(one.nodes(data=True)), list(one.edges(keys=True, data=True))])

    assert dump(back) == dump(graph)
    assert (columns.ids, columns.first, columns.second) == (["b", "a", "c"], [0, 0, 2], [1, 1, 2])
