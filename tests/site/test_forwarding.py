"""What a request says of proxies is left to those that TRUSTED_PROXIES names: its address, https, limits."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.limiting.origin import hash_origin
from accounts.signing_in.adapter import AccountAdapter
from games import outage_detection
from mastery_site.health import healthz
from tests.accounts.conftest import PASSWORD

HTTPS = {"HTTP_X_FORWARDED_PROTO": "https"}
VISITOR = "198.51.100.7"


@pytest.fixture(autouse=True)
def _behind_a_proxy(settings):
    healthz.load_handler.cache_clear()  # its middleware reads these settings once
    settings.ALLAUTH_TRUSTED_PROXY_COUNT, settings.TRUSTED_PROXIES = 1, "10.0.0.0/24"
    settings.SECURE_PROXY_SSL_HEADER, settings.SECURE_SSL_REDIRECT = ("HTTP_X_FORWARDED_PROTO", "https"), True
    yield
    healthz.load_handler.cache_clear()


@pytest.mark.parametrize(("peer", "status"), [("10.0.0.7", 200), ("", 200), ("10.0.1.7", 301), ("127.0.0.1", 301)])
def test_a_page_is_shown_as_asked_by_tls_if_a_proxy_that_is_believed_says_so(client, db, peer, status):
    assert client.get("/rules/", REMOTE_ADDR=peer, **HTTPS).status_code == status


def test_health_is_well_though_this_machine_itself_is_not_believed(client, db, settings):
    """Its own page is asked for without a proxy."""
    settings.SITE_URL = "https://localhost"
    assert client.get("/healthz").json()["page"] == {"ok": True}


def test_figures_are_for_nobody_who_comes_by_a_proxy_that_is_not_believed(client, db):
    assert client.get("/metrics", REMOTE_ADDR="127.0.0.1").status_code == 200
    assert client.get("/metrics", REMOTE_ADDR="127.0.0.1", HTTP_X_FORWARDED_FOR=VISITOR).status_code == 404


def test_who_forges_the_header_shares_the_limits_of_one_address(db, settings, alice):
    """As many log-ins as one address may try wrongly, each with another address in the header."""
    settings.SECURE_SSL_REDIRECT = False

    def log_in(number: int, *, peer: str) -> int:
        typed = {"login": f"nobody-{number}", "password": PASSWORD}
        forged = {"REMOTE_ADDR": peer, "HTTP_X_FORWARDED_FOR": f"203.0.113.{number}"}
        return Client().post(reverse("account_login"), typed, **forged).status_code

    assert 429 in {log_in(number, peer=VISITOR) for number in range(60)}
    assert 429 not in {log_in(number, peer="10.0.0.7") for number in range(60)}


def test_sessions_and_limits_know_the_same_address(rf):
    asked = {"REMOTE_ADDR": "10.0.0.7", "HTTP_X_FORWARDED_FOR": VISITOR}
    assert AccountAdapter().get_client_ip(rf.get("/", **asked)) == VISITOR
    assert hash_origin(rf.get("/", **asked)) == hash_origin(rf.get("/", REMOTE_ADDR=VISITOR))


def test_an_owner_who_forgot_to_name_the_proxy_is_told_once(db, caplog):
    client = Client(REMOTE_ADDR="10.0.1.7")
    for _ in range(3):
        client.get("/rules/", **HTTPS)
    assert caplog.text.count("A request came from 10.0.1.7 with X-Forwarded-For") == 1


def test_no_address_of_a_visitor_is_logged(db, caplog):
    Client(REMOTE_ADDR="8.8.4.4").get("/rules/", **HTTPS)
    assert "TRUSTED_PROXIES" in caplog.text
    assert "8.8.4.4" not in caplog.text


def test_the_probe_of_the_pages_needs_no_proxy_to_speak_for_it(db, settings, live_server, caplog):
    """It comes from another container, or from this machine, which need not be a proxy that is believed."""
    settings.PROBE_URL, settings.SITE_URL = f"{live_server.url}/healthz", "https://localhost"
    assert outage_detection.do_pages_answer()
    assert "TRUSTED_PROXIES" not in caplog.text
