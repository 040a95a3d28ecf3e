"""A challenge is told to whom it is for, and its answer to whom it is from."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import challenges
from notifications.models import BlockedAddress, Notice
from tests.factories import ChallengeFactory


def test_the_challenged_player_is_told_with_the_terms_and_the_note(alice, boris, deliver):
    challenge = ChallengeFactory(challenger=alice, audience="player", opponent=boris, note="A slow one?")
    (message,) = deliver()
    assert message.to == ["boris@example.org"]
    assert message.subject == "Alice challenges you to a game of Mastery"
    for text in (message.body, message.alternatives[0].content):
        for words in ("A slow one?", "3 days per turn", "Light", f"/challenges/{challenge.pk}/"):
            assert words in text


def test_an_open_challenge_is_told_to_nobody(alice, boris, deliver):
    ChallengeFactory(challenger=alice)
    ChallengeFactory(challenger=alice, audience="link")
    assert deliver() == []


def test_a_challenge_withdrawn_or_expired_meanwhile_is_not_told(alice, boris, deliver):
    withdrawn = ChallengeFactory(challenger=alice, audience="player", opponent=boris)
    challenges.withdraw(withdrawn.pk, user=alice)
    ChallengeFactory(challenger=alice, audience="player", opponent=boris)
    assert deliver(now=timezone.now() + timedelta(days=31)) == []


def test_the_challenger_is_told_of_an_acceptance_and_finds_the_game(alice, boris, deliver):
    challenge = ChallengeFactory(challenger=alice, audience="player", opponent=boris)
    deliver()
    game = challenges.accept(challenge.pk, user=boris)
    told = {message.subject: message for message in deliver()}
    message = told[f"Boris accepted your challenge (Mastery #{game.pk})"]
    assert message.to == ["alice@example.org"]
    assert f"/games/{game.pk}/" in message.body
    assert f"Your turn against Boris (Mastery #{game.pk})" in told


def test_the_challenger_is_told_of_a_refusal_and_its_reason(alice, boris, deliver):
    challenge = ChallengeFactory(challenger=alice, audience="player", opponent=boris)
    deliver()
    challenges.decline(challenge.pk, user=boris, reason="No time.\nIn December?")
    (message,) = deliver()
    assert message.to == ["alice@example.org"]
    assert message.subject == "Boris declined your challenge (Mastery)"
    assert "> No time.\n> In December?" in message.body


@pytest.mark.parametrize(
    ("terms", "subject"),
    [
        ({"audience": "player"}, "Alice challenges you to two games of Mastery"),
        ({"audience": "address", "address": "dora@example.net"}, "Alice invites you to two games of Mastery"),
    ],
)
def test_a_pair_is_told_as_two_games(alice, boris, deliver, terms, subject):
    if terms["audience"] == "player":
        terms = {**terms, "opponent": boris}
    ChallengeFactory(challenger=alice, pair=True, **terms)
    (message,) = deliver()
    assert message.subject == subject
    for text in (message.body, message.alternatives[0].content):
        assert subject in " ".join(text.split())


def test_the_challenger_is_told_that_both_games_of_a_pair_are_on(alice, boris, deliver):
    challenge = ChallengeFactory(challenger=alice, audience="player", opponent=boris, pair=True)
    deliver()
    game = challenges.accept(challenge.pk, user=boris)
    (message,) = (each for each in deliver() if "accepted" in each.subject)
    for text in (message.body, message.alternatives[0].content):
        assert "and this is the first." in " ".join(text.split())
        assert f"/games/{game.paired_with_id}/" in text


def invite(alice, address="dora@example.net", **terms):
    return ChallengeFactory(challenger=alice, audience="address", address=address, **terms)


def test_an_invitation_goes_to_the_address_with_its_secret_link(alice, deliver):
    challenge = invite(alice)
    (message,) = deliver()
    assert message.to == ["dora@example.net"]
    assert f"/invitation/{challenge.token}/" in message.body
    assert "/never/" in message.extra_headers["List-Unsubscribe"]


def test_an_address_that_has_an_account_is_told_as_its_player(alice, boris, deliver):
    invite(alice, address="boris@example.org")
    (message,) = deliver()
    assert message.subject == "Alice challenges you to a game of Mastery"
    assert Notice.objects.get(channel="email").recipient == boris


def test_never_write_to_me_again_is_honoured_for_what_waits_and_what_comes(alice, deliver, client):
    invite(alice, address="Dora@example.net")
    (message,) = deliver()
    path = message.body.split("Never write to me again: ")[1].split()[0].removeprefix("http://localhost:8000")
    invite(alice)
    assert "Never write" in client.get(path).content.decode()
    assert not BlockedAddress.objects.exists()
    assert client.post(path).status_code == 200
    assert client.post(path).status_code == 200
    assert BlockedAddress.objects.get().address == "dora@example.net"
    invite(alice, address="DORA@example.net")
    assert deliver() == []


@pytest.mark.parametrize(
    ("blocked", "written", "arrives"),
    [
        ("dora@example.net", "Dora+2@example.net", False),
        ("dora+club@example.net", "d.ora@example.net", False),
        ("dora@gmail.com", "d.o.r.a@googlemail.com", False),
        ("dora@googlemail.com", "dora+x@gmail.com", False),
        ("dora@example.net", "dora@example.org", True),
        ("dora@example.net", "fedora@example.net", True),
        ("dora@example.net", "dora@sub.example.net", True),
    ],
)
def test_a_blocked_address_is_not_written_to_in_another_spelling(alice, deliver, blocked, written, arrives):
    BlockedAddress.objects.create(address=blocked, created_at=timezone.now())
    invite(alice, address=written)
    assert len(deliver()) == arrives


def test_a_link_that_was_cut_says_so(client, db):
    assert client.post("/never/abc/").status_code == 404


def test_an_invitation_says_what_the_game_is_about_and_where_to_learn_it(alice, deliver):
    ChallengeFactory(challenger=alice, audience="address", address="dora@example.org")
    (message,) = deliver()
    for text in (message.body, message.alternatives[0].content):
        told = " ".join(text.split())
        for words in ("Turn the enemy’s own pieces", "You win when", "Usually 15 to 40 turns each", "Easy to learn"):
            assert words in told
        for address in ("/learn/mastery/", "/practice/mastery/"):
            assert address in text
