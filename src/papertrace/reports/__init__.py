"""Papers and verdicts as text for people and lines for programs."""

from papertrace.reports.formats import REPORTS, Report

__all__ = ["REPORTS", "Report"]
