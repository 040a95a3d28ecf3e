"""What people type goes into pages and mails as words: no markup, no header, no further recipient."""

from email.utils import getaddresses

import pytest
from django.urls import reverse

from analysis.models import Tree
from engine.contract import Side
from games import play
from games.models import Challenge
from notifications.delivery import outbox
from tests.administration import enter
from tests.factories import GameFactory
from tests.games.views.test_challenge_new import OPEN as OFFER
from tests.notifications.smtp_sink import Sink
from tests.versions import see

pytestmark = [pytest.mark.django_db, pytest.mark.both]

MARKUP = '<script>alert(1)</script><img src=x onerror="alert(2)">&amp;'
HEADER = "Well met\r\nBcc: all@example.org\r\nContent-Type: text/html\r\n\r\n<b>evil</b>"


@pytest.fixture
def server(settings):
    with Sink() as sink:
        settings.NOTICE_EMAIL_BACKEND = "notifications.channels.email.smtp.StagedBackend"
        settings.EMAIL_BACKEND = "notifications.channels.email.backend.OutboxBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", sink.port
        yield sink


def is_harmless(page: str) -> bool:
    return "<script>alert" not in page and "<img src=x" not in page and "&lt;script&gt;" in page


def test_markup_in_a_note_a_reason_and_a_profile_is_shown_as_typed(client, alice, boris):
    client.force_login(alice)
    client.post(reverse("challenge_new"), {**OFFER, "audience": "player", "opponent": "Boris", "note": MARKUP})
    client.post(
        reverse("settings"),
        {**see(client, reverse("settings")), "about": MARKUP, "time_zone": "browser", "weekend": "none"},
    )
    challenge = Challenge.objects.get()
    client.force_login(boris)
    assert is_harmless(client.get(reverse("challenge", args=[challenge.pk])).content.decode())
    assert is_harmless(client.get(reverse("profile", args=["Alice"])).content.decode())
    client.post(reverse("challenge_decline", args=[challenge.pk]), {"reason": MARKUP})
    client.force_login(alice)
    assert is_harmless(client.get(reverse("challenge", args=[challenge.pk])).content.decode())


def test_markup_in_what_is_kept_of_a_game_is_shown_as_typed(client, alice, boris, admin):
    """Chat, notes, a remark, the title and a comment of an analysis: to their author, to the other one, to staff."""
    game = GameFactory(first=alice, second=boris, turns=["Md1-c1"])
    client.force_login(alice)
    client.post(reverse("game_chat", args=[game.pk]), {"message": MARKUP})
    client.post(reverse("game_note", args=[game.pk]), {"note": MARKUP})
    client.post(reverse("player_note", args=["Boris"]), {"note": MARKUP})
    client.post(reverse("seal_remark", args=[game.pk]), {"remark": MARKUP, "ply": "1"})
    opened = client.post(reverse("analyse_game", args=[game.pk])).url
    for deed, field in (("rename", "title"), ("comment", "comment")):
        assert client.post(f"{opened}{deed}/", {"at": "-1", field: MARKUP}).status_code == 302
    refused = client.post(f"{opened}draw/", {"at": "0", "shapes": MARKUP})
    play.resign(game.pk, side=Side.SECOND)
    client.post(f"{opened}share/")
    shared = reverse("shared_analysis", args=[Tree.objects.get().token])
    own = [game.get_absolute_url(), opened, reverse("analyses"), reverse("profile", args=["Boris"]), shared]
    of_others = [game.get_absolute_url(), shared]
    staff = [reverse("moderation_game", args=[game.pk]), f"/admin/games/message/{game.messages.get().pk}/change/"]
    pages = [refused, *map(client.get, own)]
    client.force_login(boris)
    pages += map(client.get, of_others)
    pages += map(enter(client, admin).get, staff)
    assert [answer.request["PATH_INFO"] for answer in pages if not is_harmless(answer.content.decode())] == []


def test_markup_typed_as_a_turn_comes_back_as_typed(client, alice, boris):
    game = GameFactory(first=alice, second=boris)
    client.force_login(alice)
    response = client.post(reverse("play_move", args=[game.pk]), {"text": MARKUP[:150], "revision": "1"})
    assert response.status_code == 422
    assert is_harmless(response.content.decode())


@pytest.mark.parametrize("name", [MARKUP, "Eve\r\nBcc: x", "Eve <e@x>", "a b c", "\u202eeve", "Аlice", "e\u0301ve"])
def test_no_name_can_carry_any_of_it(client, name):
    fields = {"username": name, "email": "eve@example.org", "password1": "a quiet evening with a board"}
    response = client.post(reverse("account_signup"), fields)
    assert response.status_code == 200
    assert "<script>alert" not in response.content.decode()
    assert (
        "A name must have 3 to 20 characters" in response.content.decode()
        or "Use up to 20" in response.content.decode()
    )


@pytest.mark.parametrize(
    "address",
    ["dora@example.net\r\nBcc: all@example.org", "dora@example.net, all@example.org", "<a@b.c> x", "a@b\0.org"],
)
def test_no_invitation_goes_to_an_address_that_is_more_than_one(client, alice, address):
    client.force_login(alice)
    response = client.post(reverse("challenge_new"), {**OFFER, "audience": "address", "address": address})
    assert response.status_code == 422
    assert not Challenge.objects.exists()


@pytest.mark.parametrize("note", [HEADER, MARKUP, "\u2028Bcc: all@example.org", "\x1b[31m\x85Bcc: all@example.org"])
@pytest.mark.parametrize("audience", ["address", "player"])
def test_a_mail_that_carries_a_note_goes_where_it_should_with_no_header_of_the_note_s(
    client, alice, boris, server, note, audience
):
    client.force_login(alice)
    to = {"address": {"address": "dora@example.net"}, "player": {"opponent": "Boris"}}[audience]
    assert client.post(reverse("challenge_new"), {**OFFER, "audience": audience, "note": note, **to}).status_code == 302
    outbox.deliver_due()
    (mail,) = server.mails
    assert [address for _, address in getaddresses(mail.get_all("To"))] == [
        "dora@example.net" if audience == "address" else "boris@example.org"
    ]
    assert mail["Bcc"] is None
    assert mail.get_content_type() == "multipart/related"
    assert "<script>" not in mail.get_body(("html",)).get_content()
    assert "<b>evil" not in mail.get_body(("html",)).get_content()
    assert len(mail["Subject"]) < 200
    assert "Bcc" not in mail["Subject"]
