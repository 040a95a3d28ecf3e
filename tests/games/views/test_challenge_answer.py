"""Accepting, declining and withdrawing a challenge from its page, by players, strangers and visitors."""

import pytest
from django.urls import reverse

from games import challenges
from games.models import Challenge, Game
from tests.factories import ChallengeFactory
from tests.marks import marked


def act(client, challenge, verb, **data):
    return client.post(reverse(f"challenge_{verb}", args=[challenge.pk]), data)


def test_accepting_leads_to_the_game(client, alice, boris):
    challenge = ChallengeFactory(challenger=alice)
    client.force_login(boris)
    response = act(client, challenge, "accept")
    game = Game.objects.get()
    assert response.url == game.get_absolute_url()
    assert {seat.user for seat in game.seats.all()} == {alice, boris}


def test_the_second_to_accept_is_told_and_no_second_game_begins(client, alice, boris, carol):
    challenge = ChallengeFactory(challenger=alice)
    challenges.accept(challenge.pk, user=boris)
    client.force_login(carol)
    response = act(client, challenge, "accept")
    assert response.status_code == 409
    assert 'role="alert"' in response.content.decode()
    assert Game.objects.count() == 1


def test_declining_carries_the_reason(client, alice, boris):
    challenge = ChallengeFactory(challenger=alice, audience="player", opponent=boris)
    client.force_login(boris)
    act(client, challenge, "decline", reason="Too many games")
    challenge.refresh_from_db()
    assert (challenge.status, challenge.reason) == ("declined", "Too many games")


def test_a_reason_too_long_is_refused_and_kept(client, alice, boris):
    challenge = ChallengeFactory(challenger=alice, audience="player", opponent=boris)
    client.force_login(boris)
    response = act(client, challenge, "decline", reason="z" * 301)
    assert response.status_code == 422
    assert "z" * 301 in response.content.decode()
    challenge.refresh_from_db()
    assert challenge.is_pending


def test_withdrawing_takes_it_off_the_list(client, alice):
    challenge = ChallengeFactory(challenger=alice)
    client.force_login(alice)
    act(client, challenge, "withdraw")
    assert challenge.get_absolute_url() not in client.get("/challenges/").content.decode().split("Open to anyone")[1]


@pytest.mark.parametrize("verb", ["accept", "decline", "withdraw"])
def test_a_challenge_of_others_does_not_exist_for_a_stranger(client, alice, boris, carol, verb):
    challenge = ChallengeFactory(challenger=alice, audience="player", opponent=boris)
    client.force_login(carol)
    assert client.get(challenge.get_absolute_url()).status_code == 404
    assert act(client, challenge, verb).status_code == 404


@pytest.mark.parametrize("verb", ["accept", "decline", "withdraw"])
def test_reading_an_address_changes_nothing(client, alice, boris, verb):
    challenge = ChallengeFactory(challenger=alice)
    client.force_login(boris)
    response = client.get(reverse(f"challenge_{verb}", args=[challenge.pk]))
    assert response.url == challenge.get_absolute_url()
    challenge.refresh_from_db()
    assert challenge.is_pending


@pytest.mark.parametrize("verb", ["accept", "decline"])
def test_a_player_who_was_logged_out_meanwhile_comes_back_to_the_invitation(client, alice, verb):
    challenge = ChallengeFactory(challenger=alice, audience="link")
    response = client.post(reverse(f"invitation_{verb}", args=[challenge.token]))
    assert response.url == f"/account/login/?next=/invitation/{challenge.token}/"


def test_only_the_challenger_withdraws(client, alice, boris):
    challenge = ChallengeFactory(challenger=alice)
    client.force_login(boris)
    assert act(client, challenge, "withdraw").status_code == 403
    challenge.refresh_from_db()
    assert challenge.is_pending


def test_an_invitation_shows_itself_to_a_visitor_and_waits_behind_the_sign_up(client, alice):
    challenge = ChallengeFactory(challenger=alice, audience="link")
    address = reverse("invitation", args=[challenge.token])
    page = client.get(address).content.decode()
    assert "Alice would like to play" in page
    assert f"{reverse('account_signup')}?next={address}" in page


@pytest.mark.parametrize(("audience", "offered"), [("anyone", 0), ("link", 0), ("player", 1), ("address", 1)])
def test_declining_is_offered_to_the_one_who_was_asked_and_to_nobody_else(client, alice, carol, audience, offered):
    extra = {"player": {"opponent": carol}, "address": {"address": "somebody@example.org"}}.get(audience, {})
    challenge = ChallengeFactory(challenger=alice, audience=audience, **extra)
    client.force_login(carol)
    token = audience in ("link", "address")
    page = reverse("invitation", args=[challenge.token]) if token else challenge.get_absolute_url()
    assert client.get(page).content.decode().count("<summary>Decline</summary>") == offered
    decline = reverse("invitation_decline", args=[challenge.token]) if token else f"{page}decline/"
    assert client.post(decline).status_code == (302 if offered else 403)


def test_an_invitation_is_accepted_by_its_link_and_not_by_its_number(client, alice, carol):
    challenge = ChallengeFactory(challenger=alice, audience="link")
    client.force_login(carol)
    assert act(client, challenge, "accept").status_code == 404
    response = client.post(reverse("invitation_accept", args=[challenge.token]))
    assert response.url == Game.objects.get().get_absolute_url()


def test_the_link_is_shown_to_who_made_it(client, alice):
    challenge = ChallengeFactory(challenger=alice, audience="link")
    client.force_login(alice)
    assert (
        f"http://testserver/invitation/{challenge.token}/" in client.get(challenge.get_absolute_url()).content.decode()
    )


@pytest.mark.parametrize("status", ["withdrawn", "declined", "expired"])
def test_a_closed_challenge_says_so_and_offers_no_button(client, alice, boris, status):
    challenge = ChallengeFactory(challenger=alice)
    Challenge.objects.filter(pk=challenge.pk).update(status=status)
    client.force_login(boris)
    page = client.get(challenge.get_absolute_url()).content.decode()
    assert f"This challenge was {status}" in page
    assert "Accept and play" not in page


def test_a_players_text_is_never_markup(client, alice, boris):
    challenge = ChallengeFactory(challenger=alice, note="<script>alert(1)</script>")
    client.force_login(boris)
    page = client.get(challenge.get_absolute_url()).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_a_second_account_that_holds_the_link_of_a_known_player_s_invitation_is_offered_no_decline(
    client, alice, boris, carol
):
    known = ChallengeFactory(challenger=alice, audience="address", address=boris.email)
    unknown = ChallengeFactory(challenger=alice, audience="address", address="friend@example.net")
    for reader, challenge, offered in [(carol, known, False), (boris, known, True), (carol, unknown, True)]:
        client.force_login(reader)
        page = client.get(reverse("invitation", args=[challenge.token])).content.decode()
        assert "Accept and play" in page
        assert ("Decline" in page) == offered


def test_a_reason_for_declining_written_while_logged_out_is_there_after_the_log_in(client, alice, boris):
    challenge = ChallengeFactory(challenger=alice, audience="player", opponent=boris)
    act(client, challenge, "decline", reason="Too many games", **marked(boris))
    client.force_login(boris)
    assert "Too many games" in client.get(challenge.get_absolute_url()).content.decode()
    challenge.refresh_from_db()
    assert challenge.is_pending
