"""To which requests the key of a service is added."""

from tests.case_tables import cases

from papertrace.model import Ask, Method
from papertrace.web.exchange import Request
from papertrace.web.fetch import ApiKey

KEY = ApiKey(base="https://api.example.org/v1", value="secret", header="x-api-key")


def request(url: str, asked: str = "") -> Request:
    ask = Ask(method=Method.GET, url=asked or url)
    return Request(method=Method.GET, url=url, ask=ask, seconds_left=1.0)


@cases("url, expected", named=True)
def test_a_key_is_for_the_addresses_of_its_service(url: str, *, expected: bool) -> None:
    assert KEY.is_for(request(url)) is expected


def test_the_target_of_a_redirect_is_not_sent_the_key() -> None:
    assert not KEY.is_for(request("https://api.example.org/v1/moved", asked="https://api.example.org/v1/works"))


def test_a_key_is_not_shown() -> None:
    assert "secret" not in repr(KEY)


def test_a_key_may_be_a_parameter() -> None:
    key = ApiKey(base="https://api.example.org", value="secret", parameter="api_key")

    assert key.url("https://api.example.org/works") == "https://api.example.org/works?api_key=secret"
    assert key.headers() == {}
