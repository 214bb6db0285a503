"""Sending one request: connections, redirects, bodies and faults."""
