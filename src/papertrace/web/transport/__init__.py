"""One request, sent: connections, redirects, bodies, and how a request failed."""
