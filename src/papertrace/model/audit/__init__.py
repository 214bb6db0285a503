"""What audits observe and conclude about links."""
