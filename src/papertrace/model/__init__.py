"""The frozen values that the stages pass to one another, without behaviour that needs a stage."""

from papertrace.late_imports import TYPE_CHECKING, import_on_use

if TYPE_CHECKING:
    from papertrace.model.addresses import hide_userinfo as hide_userinfo
    from papertrace.model.addresses import web_address as web_address
    from papertrace.model.audit import AuditResult as AuditResult
    from papertrace.model.graphs import Edge as Edge
    from papertrace.model.graphs import EdgeKind as EdgeKind
    from papertrace.model.graphs import HoldingKind as HoldingKind
    from papertrace.model.graphs import NodeKind as NodeKind
    from papertrace.model.identifiers import Identifiers as Identifiers
    from papertrace.model.link import CODE_KINDS as CODE_KINDS
    from papertrace.model.link import Link as Link
    from papertrace.model.link import LinkKind as LinkKind
    from papertrace.model.link import LinkRole as LinkRole
    from papertrace.model.link import Problem as Problem
    from papertrace.model.link import RepoRef as RepoRef
    from papertrace.model.link import Span as Span
    from papertrace.model.link import advance as advance
    from papertrace.model.link import log_problem as log_problem
    from papertrace.model.papers.facts import Concept as Concept
    from papertrace.model.papers.facts import Mention as Mention
    from papertrace.model.papers.paper import Claim as Claim
    from papertrace.model.papers.paper import ClaimState as ClaimState
    from papertrace.model.papers.paper import Entry as Entry
    from papertrace.model.papers.paper import Markup as Markup
    from papertrace.model.papers.paper import Paper as Paper
    from papertrace.model.papers.paper import Target as Target
    from papertrace.model.verdict import UNARCHIVED as UNARCHIVED
    from papertrace.model.verdict import Ask as Ask
    from papertrace.model.verdict import Change as Change
    from papertrace.model.verdict import ChangeKind as ChangeKind
    from papertrace.model.verdict import CodeClaim as CodeClaim
    from papertrace.model.verdict import Comparison as Comparison
    from papertrace.model.verdict import Fault as Fault
    from papertrace.model.verdict import Finding as Finding
    from papertrace.model.verdict import Hop as Hop
    from papertrace.model.verdict import Method as Method
    from papertrace.model.verdict import Observation as Observation
    from papertrace.model.verdict import Occurrence as Occurrence
    from papertrace.model.verdict import Outcome as Outcome
    from papertrace.model.verdict import RepositoryState as RepositoryState
    from papertrace.model.verdict import Validator as Validator
    from papertrace.model.verdict import Verdict as Verdict

    __all__: list[str]
else:
    __getattr__, __all__ = import_on_use(
        __name__,
        {
            "papertrace.model.addresses": "hide_userinfo web_address",
            "papertrace.model.papers.facts": "Concept Mention",
            "papertrace.model.graphs": "Edge EdgeKind HoldingKind NodeKind",
            "papertrace.model.identifiers": "Identifiers",
            "papertrace.model.link": "CODE_KINDS Link LinkKind LinkRole Problem RepoRef Span advance log_problem",
            "papertrace.model.papers.paper": "Claim ClaimState Entry Markup Paper Target",
            "papertrace.model.audit": "AuditResult",
            "papertrace.model.verdict": (
                "UNARCHIVED Ask Change ChangeKind CodeClaim Comparison Fault Finding Hop Method Observation Occurrence "
                "Outcome RepositoryState Validator Verdict"
            ),
        },
    )
