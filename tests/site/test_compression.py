"""Pages for everybody travel compressed; those of somebody logged in do not, so that their length tells nothing."""

import gzip

import pytest

pytestmark = pytest.mark.django_db
ASKED = {"HTTP_ACCEPT_ENCODING": "gzip, br"}


@pytest.mark.parametrize("path", ["/", "/rules/mastery/", "/practice/master/"])
def test_a_visitors_page_is_compressed_where_the_browser_takes_it(client, path):
    plain = client.get(path)
    packed = client.get(path, **ASKED)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.content) < len(plain.content) / 3
    assert b"</html>" in gzip.decompress(packed.content)
    assert "Accept-Encoding" in packed.headers["Vary"]


@pytest.mark.parametrize("path", ["/", "/rules/mastery/", "/settings/"])
def test_a_players_page_is_not(client, alice, path):
    client.force_login(alice)
    assert "Content-Encoding" not in client.get(path, **ASKED).headers


def test_a_page_with_a_secret_in_its_address_is_not(client):
    assert "Content-Encoding" not in client.get("/invitation/nobody-knows-this/", **ASKED).headers
