"""The Content-Security-Policy of the pages that papertrace writes."""

from papertrace.model.content_policy import content_policy

EMPTY = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"  # of an empty string


def test_a_page_without_a_script_allows_none() -> None:
    assert content_policy(style="") == (
        f"default-src 'none'; style-src {EMPTY}; img-src data:; base-uri 'none'; form-action 'none'"
    )


def test_every_script_is_named_by_its_hash() -> None:
    policy = content_policy(style="", scripts=["", "a()"], images="data: blob:")

    assert policy.split("; ")[1].startswith(f"script-src {EMPTY} 'sha256-")
    assert "img-src data: blob:" in policy
