"""The order of the stages, which no other package knows; each module is one of the jobs that commands do.

Stages are imported inside functions, so that a command imports only what it runs and `--help` none of them.
"""
