"""Names of systems, and mentions of them in other papers."""
