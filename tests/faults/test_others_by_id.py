"""What is another's, asked for by its id: a private game, a note, a seat is not found; to act for others is forbidden.

One table over every address that takes an id; the emails of a site without a mail server have names. A status each for
a visitor, for Carol (who has no part in it), and for the method the address is made for. 302 is the way to the log-in
page.
"""

from base64 import b64encode

import pytest
from allauth.mfa.models import Authenticator
from django.core.mail import EmailMessage
from django.urls import reverse

from games.models import Challenge
from notifications.channels.email.files import FileBackend, list_names
from notifications.models import ChannelState
from replies.models import Reply
from tests.factories import ChallengeFactory, GameFactory
from tests.faults.addresses import list_addresses
from tests.games.play.conftest import state_of
from tests.marks import marked
from tests.notifications.channels.email.test_bounces import BOUNCE
from tests.replies.ways.answering import address_of, write_answer
from tests.replies.ways.brought import SECRET as PROVIDER_SECRET
from tests.replies.ways.brought import by_postmark
from tests.rows import each_row

pytestmark = pytest.mark.long

READ, ACT = "get", "post"
GAME = {  # method, then: private to a visitor and to Carol, public to a visitor and to Carol
    "game": (READ, 404, 404, 200, 200),
    "game_at": (READ, 404, 404, 200, 200),
    "game_state": (READ, 404, 404, 204, 204),
    "game_preview": (READ, 404, 404, 200, 200),
    **dict.fromkeys(("game_text", "game_json"), (READ, 404, 404, 200, 200)),
    **dict.fromkeys(("game_svg", "game_png"), (READ, 404, 404, 200, 200)),
    **dict.fromkeys(("game_frames", "game_jumps", "game_material"), (READ, 404, 404, 200, 200)),
    **dict.fromkeys(("embed_game", "embed_game_at", "embed_frames"), (READ, 404, 404, 200, 200)),
    "game_picture_at": (READ, 404, 404, 200, 200),
    "follow_game": (ACT, 302, 404, 302, 302),
    "game_gif": (READ, 404, 404, 422, 422),  # of a game without turns
    "game_abstract_play": (READ, 404, 404, 404, 404),
    "turns_text": (READ, 301, 301, 301, 301),
    "play_move": (ACT, 302, 404, 302, 403),
    "resign": (ACT, 302, 404, 302, 403),
    "undo_turn": (ACT, 302, 404, 302, 403),
    "call_off": (ACT, 302, 404, 302, 403),
    "leave_out": (ACT, 302, 404, 302, 403),
    "make_offer": (ACT, 302, 404, 302, 403),
    "answer_offer": (ACT, 302, 404, 302, 403),
    "claim_win": (ACT, 302, 404, 302, 403),
    "always_rematch": (ACT, 302, 404, 302, 403),
    "put_in_queue": (ACT, 302, 404, 302, 403),
    "game_chat": (ACT, 302, 404, 302, 403),
    "plan_ahead": (READ, 302, 404, 302, 403),
    "remove_line": (ACT, 302, 404, 302, 403),
    "game_picture": (READ, 404, 404, 200, 200),
    **dict.fromkeys(("review", "review_at", "review_line"), (READ, 404, 404, 404, 404)),
    "ask_review": (ACT, 302, 404, 302, 409),
    "join_review": (ACT, 302, 404, 302, 409),
    "analyse_game": (ACT, 302, 404, 302, 302),
    "game_note": (ACT, 302, 404, 302, 302),
    "seal_remark": (ACT, 302, 404, 302, 403),
}
CHALLENGE = {  # the same for a challenge to Boris, and for one to anyone
    "challenge": (READ, 404, 404, 200, 200),
    "challenge_accept": (ACT, 302, 404, 302, 302),
    "challenge_decline": (ACT, 302, 404, 302, 403),
    "challenge_withdraw": (ACT, 302, 404, 302, 403),
}
KEY = {"mfa_edit_webauthn", "mfa_remove_webauthn"}
STAFF = {one.name for one in list_addresses() if one.name.startswith("moderation_") and "pk" in one.parts}
"""Tested, by the role of the person who asks, in tests/moderation/test_rights.py."""
ELSEWHERE = {
    "analysis",
    "puzzle",
    "puzzle_picture",
    "change_analysis",
    "device_remove",
    "my_report",
    "report_thing",
    "standing_change",
    "standing_end",
    "standing_pause",
    "standing_resume",
    "vacation_end",
    "withdraw_report",
}
"""Tested where what it is about is made."""
MAILBOX = [("mailbox_mail", READ), ("mailbox_html", READ), ("mailbox_reply", READ), ("mailbox_reply", ACT)]
"""Emails to others, by the names of their files, which administrators alone may read and answer."""
PROVIDED = {"mail_events", "mail_replies"}
"""What the mail provider alone may bring, by a secret."""
SECRET = "a word between us two"


def cases(table):
    return [
        (name, method, private, who, status)
        for name, (method, *statuses) in table.items()
        for (private, who), status in zip(
            [(True, ""), (True, "Carol"), (False, ""), (False, "Carol")], statuses, strict=True
        )
    ]


def ask(client, carol, who, method, address, **fields):
    if who:
        client.force_login(carol)
    return getattr(client, method)(address, fields)


def test_every_address_with_a_name_or_a_provider_is_in_a_table():
    assert {one.name for one in list_addresses() if "name" in one.parts} == {name for name, _ in MAILBOX}
    assert {one.name for one in list_addresses() if "provider" in one.parts} == PROVIDED


@each_row(("name", "method", "private", "who", "status"), cases(GAME))
def test_a_game_of_others(client, alice, boris, carol, name, method, private, who, status):
    game = GameFactory(first=alice, second=boris, private=private)
    before = state_of(game)
    address = next(one for one in list_addresses() if one.name == name).fill(pk=game.pk, ply=0, kind="draw")
    sent = marked(text="Md1-c1", revision="1", answer="accept", message="Hello", kind="draw")
    response = ask(client, carol, who, method, address, **sent)
    assert response.status_code == status
    page = game.get_absolute_url()
    leads = {"game_note": f"{page}#own", "follow_game": page}.get(name) if who else None
    assert status != 302 or response.url.startswith(leads or reverse("analyses" if who else "account_login"))
    assert state_of(game) == before
    assert private is False or "Alice" not in response.content.decode()


@each_row(("name", "method", "private", "who", "status"), cases(CHALLENGE))
def test_a_challenge_of_others(client, alice, boris, carol, name, method, private, who, status):
    audience = {"audience": "player", "opponent": boris} if private else {}
    challenge = ChallengeFactory(challenger=alice, note=SECRET, **audience)
    response = ask(client, carol, who, method, reverse(name, args=[challenge.pk]))
    assert response.status_code == status
    assert (SECRET in response.content.decode()) is (not private and status in (200, 403))
    challenge.refresh_from_db()
    taken = name == "challenge_accept" and who and not private
    assert challenge.status == (Challenge.Status.ACCEPTED if taken else Challenge.Status.PENDING)


@pytest.mark.parametrize("address", ["home", "challenges", "profile"])
@pytest.mark.parametrize("who", ["", "Carol"])
def test_no_list_shows_private_games_and_challenges_of_two_others(client, alice, boris, carol, address, who):
    game = GameFactory(first=alice, second=boris, private=True)
    ChallengeFactory(challenger=alice, note=SECRET, audience="player", opponent=boris)
    page = ask(
        client, carol, who, READ, reverse(address, args=["Alice"] if address == "profile" else [])
    ).content.decode()
    assert SECRET not in page
    assert game.get_absolute_url() not in page


@pytest.mark.parametrize("name", sorted(KEY))
@pytest.mark.parametrize("method", [READ, ACT])
def test_a_passkey_of_another(client, alice, carol, confirmed, name, method):
    key = Authenticator.objects.create(user=alice, type="webauthn", data={"name": "blue stick"})
    client.force_login(carol)
    confirmed(client)
    assert getattr(client, method)(reverse(name, args=[key.pk]), {"name": "mine"}).status_code == 404
    key.refresh_from_db()
    assert key.data == {"name": "blue stick"}


@pytest.fixture
def mailbox(alice, boris, settings, tmp_path):
    """An email to Alice about her turn, in a site without a mail server; its game and the name of its file."""
    settings.MAIL_TO_FILES, settings.MAIL_DIR = True, tmp_path / "mail"
    settings.REPLY_ADDRESS = "turn@reply.example.org"
    game = GameFactory(first=alice, second=boris)
    mail = EmailMessage("Your turn", SECRET, "site@localhost", [alice.email], reply_to=[address_of(game)])
    FileBackend().send_messages([mail])
    return game, *list_names()


@pytest.mark.parametrize(("name", "method"), MAILBOX)
@pytest.mark.parametrize(("who", "status"), [("", 302), ("Carol", 403)])
def test_an_email_to_another(client, carol, mailbox, name, method, who, status):
    game, file = mailbox
    before = state_of(game)
    response = ask(client, carol, who, method, reverse(name, args=[file]), **marked(text="Md1-c1"))
    assert response.status_code == status
    assert status != 302 or response.url.startswith(reverse("account_login"))
    assert SECRET not in response.content.decode()
    assert (state_of(game), Reply.objects.count()) == (before, 0)


@pytest.mark.parametrize("name", sorted(PROVIDED))
@pytest.mark.parametrize("who", ["", "Carol"])
@pytest.mark.parametrize("secret", ["", "postmark:guessed"])
def test_what_the_mail_provider_alone_may_bring(client, alice, carol, mailbox, settings, name, who, secret):
    game, _ = mailbox
    settings.MAIL_PROVIDER = settings.REPLY_PROVIDER = "postmark"
    settings.ANYMAIL = {"WEBHOOK_SECRET": PROVIDER_SECRET}
    if who:
        client.force_login(carol)
    body = by_postmark(write_answer(game)).body if name == "mail_replies" else {**BOUNCE, "Email": alice.email}
    proof = {"Authorization": f"Basic {b64encode(secret.encode()).decode()}"} if secret else {}
    path = reverse(name, args=["postmark"])
    before = state_of(game)
    assert client.post(path, body, content_type="application/json", headers=proof).status_code in (400, 401)
    assert (state_of(game), Reply.objects.count(), ChannelState.objects.count()) == (before, 0, 0)


def test_the_seat_of_the_other_side_cannot_be_played(client, alice, boris):
    """Which side acts is not in the form: it is asked of the session."""
    game = GameFactory(first=alice, second=boris)
    client.force_login(boris)
    response = client.post(
        reverse("play_move", args=[game.pk]), {"text": "Md1-c1", "revision": "1", "side": "0", "user": alice.pk}
    )
    assert response.status_code == 409
    assert game.turns.count() == 0
