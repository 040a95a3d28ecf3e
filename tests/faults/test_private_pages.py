"""Nothing stores a person's private page: neither a browser on a shared machine nor a cache between it and the site."""

from itertools import product

import pytest
from django.core import signing
from django.test import Client
from django.utils import timezone

from accounts.models import Rescue
from notifications.channels.feed import secret
from notifications.wording import links
from tests.administration import enter
from tests.factories import ChallengeFactory, GameFactory, play_turns
from tests.faults.addresses import list_addresses, visit_each
from tests.sharing import begin_with

pytestmark = pytest.mark.long

FOR_EVERYBODY = {
    *("icon", "manifest", "service_worker"),
    *("game_picture", "home_picture", "ruleset_picture", "set_up_picture"),
    *("game_png", "game_svg", "position_png", "position_svg", "record_schema"),
    *("embed_frames", "embed_game", "embed_game_at", "oembed"),
    *("game_gif", "game_picture_at", "puzzle_picture", "task_picture", "face_picture"),
}
PRIVATE = "private, no-store"
SECRET = {
    *(
        "invitation",
        "unsubscribe",
        "block_address",
        "mailbox_mail",
        "mailbox_html",
        "feed_turns",
        "feed_deadlines",
        "feed_followed",
    ),
    *("account_confirm_email", "account_reset_password_from_key", "stop_rescue", "shared_analysis"),
}


@pytest.fixture
def known(alice, boris):
    game = GameFactory(first=alice, second=boris)
    play_turns(game, "Md1-c1")
    ChallengeFactory(challenger=boris)
    return {"pk": game.pk, "ply": 1, "username": "Alice", "slug": "mastery"}


def make_rescue(user) -> Rescue:
    now = timezone.now()
    terms = {"staff": user, "reason": "She asked.", "asked_at": now, "due_at": now}
    return Rescue.objects.create(user=user, kind=Rescue.Kind.SECOND_FACTORS, **terms)


def fill(address, known: dict) -> str:
    return address.fill(**{part: value for part, value in known.items() if part in address.parts})


@pytest.mark.parametrize(("method", "reader"), begin_with(2, product(["get", "post"], ["player", "administrator"])))
@pytest.mark.late
def test_every_answer_to_somebody_logged_in(alice, admin, known, reader, method):
    addresses = list_addresses(administration=reader == "administrator")
    assert len(addresses) > 60
    logged_in = Client()
    logged_in.force_login(alice) if reader == "player" else enter(logged_in, admin)
    for address in visit_each(addresses):
        client = Client(raise_request_exception=False)
        client.cookies["sessionid"] = logged_in.cookies["sessionid"].value
        answer = getattr(client, method)(fill(address, known))
        kept = answer.headers.get("Cache-Control", "")
        if address.name in FOR_EVERYBODY:  # they see no session, so that a refusal is nobody's either
            waits = answer.status_code == 202  # an animation, of which nothing may be kept yet
            assert kept.startswith("public") or waits or answer.status_code >= 400, (address.name, kept)
        else:
            assert kept == PRIVATE, (address.name, kept)


def test_every_address_with_a_secret_also_to_strangers(known, alice, settings):
    tokens = {
        "unsubscribe": links.unsubscribe_url(alice.pk, kind="your_turn").split("/")[-2],
        "block_address": signing.dumps("a@example.org", salt=links.NEVER),
        "stop_rescue": make_rescue(alice).stop_path.split("/")[-2],
        **dict.fromkeys(["feed_turns", "feed_deadlines", "feed_followed"], secret.renew(alice).token),
    }
    for address in list_addresses():
        if address.name in SECRET:
            parts = {"token": tokens[address.name]} if address.name in tokens else {}
            answer = Client().get(address.fill(**parts))
            assert answer["Cache-Control"] == PRIVATE, address.name
            assert answer.status_code == 200 or not parts


def test_a_feed_is_still_answered_in_short_where_nothing_changed(alice):
    path = f"/feeds/{secret.renew(alice).token}/turns.xml"
    first = Client().get(path)
    again = Client().get(path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again["Cache-Control"]) == (304, PRIVATE)


def test_the_answer_by_which_one_is_logged_in(alice):
    alice.set_password("a quiet evening")
    alice.save()
    answer = Client().post("/account/login/", {"login": "Alice", "password": "a quiet evening"})
    assert (answer.status_code, answer["Cache-Control"]) == (302, PRIVATE)


@pytest.mark.parametrize("path", ["/", "/rules/", "/rules/mastery/", "/people/Alice/"])
def test_pages_for_everybody_are_as_they_were_to_strangers(known, path):
    answer = Client().get(path)
    assert answer.status_code == 200
    assert "Cache-Control" not in answer.headers


def test_static_files_are_as_they_were(client, alice):
    client.force_login(alice)
    assert "private" not in client.get("/static/css/site.css")["Cache-Control"]
