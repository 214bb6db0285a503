"""Papers, verdicts and figures of a run as text for people and lines for programs."""

from papertrace.reports.formats import REPORTS, Report

__all__ = ["REPORTS", "Report"]
