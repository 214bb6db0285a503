"""How the network is reached, as the environment says for all programs: proxies and certificate authorities."""

import os
from pathlib import Path

_NO_PROXY = "none"


def bundle_of_environment() -> Path | None:
    """Return the file of certificate authorities that the environment names for other programs, if it exists."""
    for name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE"):
        path = Path(os.environ.get(name, ""))
        if path.is_file():
            return path
    return None


def read_proxies(option: str | None) -> tuple[dict[str, str], str]:
    """Return the proxies by scheme and the hosts without one, from the option or the environment."""
    if option is not None:
        url = option if "://" in option or option == _NO_PROXY else f"http://{option}"
        return ({}, "") if option == _NO_PROXY else ({"http": url, "https": url}, "")
    from urllib.request import getproxies_environment

    found = getproxies_environment()
    usual = found.get("all", "")
    urls = {scheme: found.get(scheme, usual) for scheme in ("http", "https")}
    proxies = {scheme: url if "://" in url else f"http://{url}" for scheme, url in urls.items() if url}
    return proxies, found.get("no", "")
