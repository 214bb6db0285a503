"""The variables of the environment that papertrace reads, and what each of them does."""

VARIABLES = {
    "PAPERTRACE_CONFIG": "The settings file to read, or `none`; the option `--config` takes precedence.",
    "PAPERTRACE_REGISTRIES": "Values of `--registry` for every run, separated by spaces.",
    "PAPERTRACE_MAILTO": "An e-mail address that is sent to the services that `enrich` and `suggest` ask, which may "
    "use it to report problems.",
    "GITHUB_TOKEN": "A token for GitHub's API: an audit asks for a hundred repositories in a request. It is sent to "
    "that API only.",
    "OPENALEX_API_KEY": "A key for OpenAlex, sent to OpenAlex only.",
    "SEMANTIC_SCHOLAR_API_KEY": "A key for Semantic Scholar, sent to Semantic Scholar only.",
    "OPENCITATIONS_ACCESS_TOKEN": "A token for OpenCitations, sent to OpenCitations only.",
    "HF_TOKEN": "A token for Hugging Face, sent to Hugging Face only.",
    "HTTP_PROXY": "The proxy for http addresses; lower case works too.",
    "HTTPS_PROXY": "The proxy for https addresses; lower case works too.",
    "ALL_PROXY": "The proxy for both where no other is named.",
    "NO_PROXY": "Hosts that are requested without a proxy, separated by commas.",
    "REQUESTS_CA_BUNDLE": "A file of certificate authorities to trust (PEM), unless `--ca-bundle` names one.",
    "CURL_CA_BUNDLE": "The same, if `REQUESTS_CA_BUNDLE` is not set.",
    "SSL_CERT_FILE": "The same, if neither of them is set.",
    "NO_COLOR": "No colours, unless `--color always` asks for them.",
    "FORCE_COLOR": "Colours also where the output is no terminal, unless `NO_COLOR` is set.",
    "TERM": "No colours if it is `dumb`.",
    "COLUMNS": "The width of help texts, in characters.",
    "TMPDIR": "The folder for temporary files, which need room if the inputs are large.",
    "JAVA_HOME": "The Java that `--engine spark` uses.",
}
"""What each variable does, in Markdown."""
