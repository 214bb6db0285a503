"""The frozen values that the stages pass to one another, without behaviour that needs a stage."""

from papertrace.late_imports import TYPE_CHECKING, import_on_use

if TYPE_CHECKING:
    from papertrace.model.addresses import hide_userinfo, web_address
    from papertrace.model.audit.result import AuditResult
    from papertrace.model.audit.verdict import (
        UNARCHIVED,
        Ask,
        Change,
        ChangeKind,
        CodeClaim,
        Comparison,
        Fault,
        Finding,
        Hop,
        Method,
        Observation,
        Occurrence,
        Outcome,
        RepositoryState,
        Validator,
        Verdict,
    )
    from papertrace.model.graphs.graph import Edge, EdgeKind, HoldingKind, NodeKind
    from papertrace.model.identifiers import Identifiers
    from papertrace.model.link import CODE_KINDS, Link, LinkKind, LinkRole, RepoRef
    from papertrace.model.papers.concept import Concept, Mention
    from papertrace.model.papers.paper import Claim, ClaimState, Entry, Markup, Paper, Target
    from papertrace.model.span import Problem, Span, advance, log_problem
else:
    __getattr__ = import_on_use(
        __name__,
        {
            "papertrace.model.addresses": "hide_userinfo web_address",
            "papertrace.model.papers.concept": "Concept Mention",
            "papertrace.model.graphs.graph": "Edge EdgeKind HoldingKind NodeKind",
            "papertrace.model.identifiers": "Identifiers",
            "papertrace.model.link": "CODE_KINDS Link LinkKind LinkRole RepoRef",
            "papertrace.model.papers.paper": "Claim ClaimState Entry Markup Paper Target",
            "papertrace.model.span": "Problem Span advance log_problem",
            "papertrace.model.audit.result": "AuditResult",
            "papertrace.model.audit.verdict": (
                "UNARCHIVED Ask Change ChangeKind CodeClaim Comparison Fault Finding Hop Method Observation Occurrence "
                "Outcome RepositoryState Validator Verdict"
            ),
        },
    )

__all__ = [
    "CODE_KINDS",
    "UNARCHIVED",
    "Ask",
    "AuditResult",
    "Change",
    "ChangeKind",
    "Claim",
    "ClaimState",
    "CodeClaim",
    "Comparison",
    "Concept",
    "Edge",
    "EdgeKind",
    "Entry",
    "Fault",
    "Finding",
    "HoldingKind",
    "Hop",
    "Identifiers",
    "Link",
    "LinkKind",
    "LinkRole",
    "Markup",
    "Mention",
    "Method",
    "NodeKind",
    "Observation",
    "Occurrence",
    "Outcome",
    "Paper",
    "Problem",
    "RepoRef",
    "RepositoryState",
    "Span",
    "Target",
    "Validator",
    "Verdict",
    "advance",
    "hide_userinfo",
    "log_problem",
    "web_address",
]
