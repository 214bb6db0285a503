"""Findings to test values of the model with: those of the reports' tests."""

from tests.reports.conftest import hostile, make_finding

__all__ = ["hostile", "make_finding"]
