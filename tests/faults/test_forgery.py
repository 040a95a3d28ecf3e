"""What another site may try in a player's name: forged forms, and links that lead away."""

from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import GameFactory
from tests.faults.addresses import list_addresses, visit_each

pytestmark = [pytest.mark.django_db, pytest.mark.long]

BY_PROGRAMS = {"unsubscribe": 404, "block_address": 404, "mail_events": 404, "mail_replies": 404, "push_renew": 400}
"""Asked by programs that have no form: a signature or a secret is their token, and this one has none."""
"""RFC 8058: POSTed without cookies; the signature in the address is the authority."""
EVIL = [
    "https://evil.example/",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https:evil.example",
    "http:///evil.example",
    "javascript:alert(1)",
    "\thttps://evil.example",
    "https://testserver@evil.example/",
    "https://testserver.evil.example/",
    "/\t/evil.example",
]
ENDS_THE_SESSION = {"account_logout", "usersessions_list"}
"""Where it leads once it succeeds is tested apart."""
HERE = "/rules/time/"
SECRET = "s" * 32


def test_a_form_without_our_token_does_nothing_anywhere(alice):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    for address in list_addresses(administration=True):
        status = client.post(address.fill(), {"text": "x"}).status_code
        assert status == BY_PROGRAMS.get(address.name, 403), address.name


@pytest.mark.parametrize(
    ("told", "status"),
    [
        ({}, 302),
        ({"Origin": "http://testserver"}, 302),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://testserver.evil.example"}, 403),
    ],
)
def test_a_token_that_was_stolen_or_guessed_is_of_no_use_elsewhere(alice, told, status):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    client.cookies["csrftoken"] = SECRET
    data = {"csrfmiddlewaretoken": SECRET, "about": "", "time_zone": "browser", "weekend": "67"}
    assert client.post(reverse("settings"), data, headers=told).status_code == status


def test_over_https_the_page_it_came_from_must_be_ours(alice):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    client.cookies["csrftoken"] = SECRET
    data = {"csrfmiddlewaretoken": SECRET, "about": "", "time_zone": "browser", "weekend": "67"}
    for referer, status in [("https://testserver/settings/", 302), ("https://evil.example/", 403), ("", 403)]:
        told = {"Referer": referer} if referer else {}
        assert client.post(reverse("settings"), data, secure=True, headers=told).status_code == status


def stays_here(response) -> bool:
    """Whether a browser that follows stays on this site; it takes a backslash for a slash, and drops tabs."""
    where = response.get("Location", "/").replace("\\", "/").replace("\t", "").replace("\n", "")
    parts = urlsplit(where)
    if parts.scheme:
        return parts.scheme in ("http", "https") and parts.netloc == "testserver"
    return not where.startswith("//")


@pytest.mark.late
def test_no_address_leads_away(alice, confirmed):
    """Each is asked with the first of them; an address that goes on to where it is told, within the site, with all of
    them.
    """
    logged_in = Client()
    logged_in.force_login(alice)
    confirmed(logged_in)
    followed = 0
    for address in visit_each(list_addresses()):
        follows = any(leads_to(response) == HERE for response in go_on(address, HERE, session=logged_in))
        followed += follows
        for evil in EVIL if follows else EVIL[:2]:
            for response in go_on(address, evil, session=logged_in):
                assert stays_here(response), (address.name, response["Location"])
    assert followed > 1


def go_on(address, where, *, session):
    """What a visitor is answered who asks for the address, and who is logged in and posts there."""
    player = Client()
    player.cookies["sessionid"] = session.cookies["sessionid"].value
    yield Client().get(address.fill(), {"next": where})
    if address.name not in ENDS_THE_SESSION:
        yield player.post(address.fill(), {"next": where}, query_params={"next": where})


def leads_to(response) -> str:
    return urlsplit(response.get("Location", "")).path


@pytest.mark.parametrize("evil", EVIL)
@pytest.mark.parametrize("step", ["account_login", "account_reauthenticate", "account_logout"])
def test_no_step_that_succeeds_leads_away(client, alice, evil, step):
    alice.set_password("a quiet evening with a board")
    alice.save()
    if step != "account_login":
        client.force_login(alice)
    data = {"login": "Alice", "password": "a quiet evening with a board", "next": evil}
    response = client.post(reverse(step), data)
    assert response.status_code == 302
    assert stays_here(response), response.url


def test_a_place_in_the_queue_that_is_taken_leads_nowhere_else(client, alice, boris):
    game = GameFactory(first=alice, second=boris)
    client.force_login(alice)
    for evil in [*EVIL, HERE]:
        response = client.post(reverse("put_in_queue", args=[game.pk]), {"do": "pin", "next": evil})
        assert response.url == (HERE if evil == HERE else game.get_absolute_url()), evil


def test_the_check_of_where_it_leads_can_fail():
    assert [evil for evil in EVIL if stays_here({"Location": evil})] == []
    assert stays_here({"Location": "/games/1/?next=https://evil.example/"})
