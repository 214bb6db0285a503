import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertrace.extract.claims import PROMISED, RELEASED, Rule

NEEDED = frozenset().union(*(need for rule in (*RELEASED, *PROMISED) for need in rule.needs))


@pytest.mark.slow
@pytest.mark.parametrize(
    "rule", [pytest.param(rule, id=" and ".join(map(min, rule.needs))) for rule in (*RELEASED, *PROMISED)]
)
@given(data=st.data())
def test_what_a_rule_finds_has_all_that_the_rule_needs(rule: Rule, data: st.DataObject) -> None:
    text = data.draw(st.from_regex(rule.pattern))
    has = {stem for stem in NEEDED if stem in text}
    assert not any(need.isdisjoint(has) for need in rule.needs)
