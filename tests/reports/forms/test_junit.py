"""Findings as JUnit: valid by the schema that readers have in common, with any text."""

import pytest
from lxml import etree
from tests.reports.conftest import MakeFinding

from papertrace.model import AuditResult, Outcome
from papertrace.reports.forms.ci import generate_junit

# The intersection of the schemas of Jenkins and Ant.
SCHEMA = """
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:complexType name="text" mixed="true">
    <xs:attribute name="type" type="xs:string"/>
    <xs:attribute name="message" type="xs:string" use="required"/>
  </xs:complexType>
  <xs:complexType name="case">
    <xs:sequence>
      <xs:choice minOccurs="0">
        <xs:element name="failure" type="text"/>
        <xs:element name="skipped" type="text"/>
      </xs:choice>
      <xs:element name="system-out" type="xs:string" minOccurs="0"/>
    </xs:sequence>
    <xs:attribute name="name" type="xs:string" use="required"/>
    <xs:attribute name="classname" type="xs:string" use="required"/>
    <xs:attribute name="time" type="xs:decimal"/>
  </xs:complexType>
  <xs:attributeGroup name="counts">
    <xs:attribute name="name" type="xs:string" use="required"/>
    <xs:attribute name="tests" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="failures" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="errors" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="time" type="xs:decimal"/>
  </xs:attributeGroup>
  <xs:element name="testsuites">
    <xs:complexType>
      <xs:sequence>
        <xs:element name="testsuite" minOccurs="0" maxOccurs="unbounded">
          <xs:complexType>
            <xs:sequence>
              <xs:element name="testcase" type="case" minOccurs="0" maxOccurs="unbounded"/>
              <xs:element name="system-out" type="xs:string" minOccurs="0"/>
            </xs:sequence>
            <xs:attributeGroup ref="counts"/>
            <xs:attribute name="skipped" type="xs:nonNegativeInteger"/>
          </xs:complexType>
        </xs:element>
      </xs:sequence>
      <xs:attributeGroup ref="counts"/>
    </xs:complexType>
  </xs:element>
</xs:schema>
"""


def report(result: AuditResult) -> etree._Element:
    root = etree.fromstring("".join(generate_junit(result)).encode())
    etree.XMLSchema(etree.fromstring(SCHEMA)).assertValid(root)
    return root


def test_no_finding_is_no_suite() -> None:
    assert [child.tag for child in report(AuditResult(findings=()))] == []


def test_a_dead_link_is_a_failure_with_its_occurrences(make_finding: MakeFinding) -> None:
    root = report(AuditResult(findings=(make_finding(n_occurrences=2),)))
    (failure,) = root.iter("failure")

    assert dict(root.attrib) == {
        "name": "papertrace audit",
        "tests": "1",
        "failures": "1",
        "errors": "0",
        "time": "0",
    }
    assert failure.get("message") == "dead: 404 Not Found"
    assert (failure.text or "").splitlines()[1:] == ["lists/a.txt:3:7 A Paper", "lists/a.txt:4:7 A Paper"]


@pytest.mark.parametrize("outcome", Outcome)
def test_only_what_is_decided_passes_or_fails(make_finding: MakeFinding, outcome: Outcome) -> None:
    root = report(AuditResult(findings=(make_finding(outcome=outcome),)))
    (case,) = root.iter("testcase")
    expected = {Outcome.DEAD: "failure", Outcome.ALIVE: "system-out", Outcome.MOVED: "system-out"}

    assert case[0].tag == expected.get(outcome, "skipped")


def test_what_fails_the_run_is_a_failure(make_finding: MakeFinding) -> None:
    root = report(AuditResult(findings=(make_finding(outcome=Outcome.MOVED),), fail_on=frozenset({"moved"})))

    assert root.get("failures") == "1"


def test_each_source_is_a_suite(make_finding: MakeFinding) -> None:
    findings = (make_finding(), make_finding("https://example.org/b", source="b.txt"))

    assert [suite.get("name") for suite in report(AuditResult(findings=findings))] == ["lists/a.txt", "b.txt"]


def test_hostile_text_stays_text(hostile: AuditResult) -> None:
    root = report(hostile)

    assert root.get("tests") == str(len(hostile.findings))
    assert list(root.iter("script")) == []
    assert "]]>" in str(next(root.iter("testcase")).get("classname"))
