"""Facts that services know about papers: identifiers, reference lists, venues, citation counts.

Nothing here reads a listing or writes one. `sources` says how each service is asked and how its answer is read,
`resolution` which works are the papers, `combine` what follows for a paper, `run` sends the requests.
"""
