"""Sending a challenge: what is kept, whom it is announced to, what is refused."""

from datetime import timedelta

import pytest

from accounts.limiting.limits import MOST_PENDING
from accounts.models import User
from core.refusal import Refusal
from games import challenges
from games.clock import Bank, Days
from games.models import Challenge
from tests.factories import GameFactory, UserFactory
from tests.games.challenges.conftest import NOON, refused
from tests.rows import each_row


def test_everything_agreed_on_is_kept(alice, boris, news):
    challenge = challenges.send(
        alice,
        audience="player",
        opponent=boris,
        ruleset_slug="mastery",
        options={"rules": "woag", "draws": ["quiet-50", "repetition"]},
        side="second",
        control=Bank(5, 1, 9),
        private=True,
        note="  Revenge! ",
        now=NOON,
    )
    challenge.refresh_from_db()
    assert challenge.options == {"setup": "imperial", "rules": "woag", "draws": ["repetition", "quiet-50"]}
    assert (challenge.clock_control, challenge.side, challenge.private) == (Bank(5, 1, 9), "second", True)
    assert (challenge.note, challenge.is_pending, challenge.expires_at) == ("Revenge!", True, NOON + timedelta(days=30))
    assert news == [("received", challenge.pk)]


@pytest.mark.parametrize("audience", ["anyone", "link"])
def test_a_challenge_to_nobody_in_particular_is_announced_to_nobody(offer, boris, news, audience):
    challenge = offer(audience=audience, opponent=boris, address="dora@example.org")
    assert (challenge.opponent, challenge.address) == (None, "")
    assert news == []


def test_every_challenge_has_a_secret_of_its_own(offer):
    tokens = {offer(audience="link").token for _ in range(5)}
    assert len(tokens) == 5
    assert {len(token) for token in tokens} == {43}


@each_row(
    ("terms", "code"),
    [
        ({"ruleset_slug": "chess"}, "unknown_ruleset"),
        ({"options": {"setup": "chess"}}, "unknown_options"),
        ({"options": {"colour": "red"}}, "unknown_options"),
        ({"options": {"draws": "repetition"}}, "unknown_options"),
        ({"control": {"kind": "days", "days": 31}}, "bad_control"),
        ({"control": {"kind": "hourglass"}}, "bad_control"),
        ({"side": "left"}, "unknown_value"),
        ({"audience": "everyone"}, "unknown_value"),
        ({"audience": "player"}, "no_opponent"),
        ({"audience": "address", "address": "not an address"}, "bad_address"),
        ({"audience": "address", "address": "dora@example.org\nBcc: all@example.org"}, "bad_address"),
        ({"audience": "address"}, "bad_address"),
        ({"note": "x" * 301}, "too_long"),
        ({"vacation_days": -1}, "bad_vacation"),
        ({"vacation_days": 61}, "bad_vacation"),
        ({"vacation_days": 2.5}, "bad_vacation"),
        ({"vacation_days": True}, "bad_vacation"),
    ],
    ids=str,
)
def test_an_offer_that_makes_no_sense_is_refused(offer, news, terms, code):
    assert refused(offer, **terms) == code
    assert not Challenge.objects.exists()
    assert news == []


def test_the_sentence_of_a_bad_option_is_the_rulesets_own(offer):
    with pytest.raises(Refusal, match="Set-up cannot be “chess”") as refusal:
        offer(options={"setup": "chess"})
    assert refusal.value.status == 422


def test_a_closed_account_challenges_nobody(offer, alice, boris):
    User.objects.filter(pk=alice.pk).update(is_active=False)  # after the page was opened
    assert refused(offer, opponent=boris) == "closed"
    assert not Challenge.objects.exists()


def test_nobody_challenges_themselves_nor_a_closed_account(offer, alice, boris):
    assert refused(offer, audience="player", opponent=alice) == "self"
    assert refused(offer, audience="address", address="ALICE@example.org") == "self"
    User.objects.filter(pk=boris.pk).update(is_active=False)
    boris.refresh_from_db()
    assert refused(offer, audience="player", opponent=boris) == "no_opponent"


def test_at_most_twenty_wait_for_an_answer(offer, alice, boris):
    first, *_ = [offer() for _ in range(MOST_PENDING)]
    assert refused(offer) == "too_many"
    offer(challenger=boris)
    challenges.withdraw(first.pk, user=alice, now=NOON)
    offer()
    offer(now=NOON + challenges.LASTS)  # by then the others have run out, swept or not


def test_invitation_mails_are_limited_per_day_withdrawn_ones_included(offer, alice):
    for number in range(10):
        sent = offer(audience="address", address=f"friend{number}@example.org", now=NOON + timedelta(hours=number))
        challenges.withdraw(sent.pk, user=alice, now=NOON + timedelta(hours=number))
    again = {"audience": "address", "address": "dora@example.org"}
    assert refused(offer, **again, now=NOON + timedelta(hours=23)) == "too_often"
    offer(audience="link", now=NOON + timedelta(hours=23))
    offer(**again, now=NOON + timedelta(hours=24))


def test_a_player_gets_at_most_ten_challenges_a_day_from_another_withdrawn_ones_included(offer, alice, boris, carol):
    """Sixty challenges, each withdrawn at once, were sixty emails in half a minute."""
    for _ in range(10):
        challenges.withdraw(offer(audience="player", opponent=boris).pk, user=alice, now=NOON)
    assert refused(offer, audience="player", opponent=boris) == "too_often"
    offer(audience="player", opponent=carol)
    offer()
    offer(audience="player", opponent=boris, now=NOON + timedelta(days=1))


def test_strangers_together_cannot_flood_a_player_nor_keep_their_friends_away(offer, alice, boris):
    GameFactory(first=alice, second=boris)
    for _ in range(20):
        offer(challenger=UserFactory(), audience="player", opponent=boris)
    with pytest.raises(Refusal, match="This player has reached the limit of 20 challenges from people"):
        offer(challenger=UserFactory(), audience="player", opponent=boris)
    offer(audience="player", opponent=boris)


def test_one_address_gets_no_more_than_three_invitations_of_one_player_a_day_however_it_is_written(offer, carol):
    for address in ("dora@example.org", "Dora@Example.org", "dora+games@example.org"):
        offer(audience="address", address=address)
    assert refused(offer, audience="address", address="dora+2@example.org") == "too_often"
    offer(challenger=carol, audience="address", address="dora@example.org")


def test_a_refusal_does_not_tell_whose_an_address_is(offer, boris):
    """What was sent to the player by name counts apart."""
    for _ in range(10):
        offer(audience="player", opponent=boris)
    offer(audience="address", address="boris@example.org")


def test_a_crowd_of_accounts_at_one_network_address_shares_its_invitations(offer):
    def invite(number: int):
        offer(challenger=UserFactory(), audience="address", address=f"friend{number}@example.org", origin=("a place",))

    for number in range(30):
        invite(number)
    assert refused(invite, 30) == "too_often"


@pytest.mark.parametrize("address", ["boris@example.org", "Boris@Example.org"])
def test_a_players_address_makes_it_a_challenge_to_that_player_and_the_sender_cannot_tell(offer, boris, news, address):
    to_boris = offer(audience="address", address=address)
    to_nobody = offer(audience="address", address="dora@example.org")
    assert (to_boris.opponent, to_nobody.opponent) == (boris, None)
    assert (to_boris.addressee, to_nobody.addressee) == (address, "dora@example.org")
    assert (to_boris.audience, to_nobody.audience) == ("address", "address")
    assert news == [("received", to_boris.pk), ("received", to_nobody.pk)]


@pytest.mark.parametrize("change", [{"is_active": False}, {"emailaddress__verified": False}])
def test_an_address_belongs_to_a_player_only_once_it_is_verified_and_while_the_account_is_open(offer, change):
    dora = UserFactory(username="Dora", is_active=change.get("is_active", True))
    dora.emailaddress_set.update(verified=change.get("emailaddress__verified", True))
    assert offer(audience="address", address=dora.email).opponent is None


def test_a_player_without_limit_of_time_or_with_days_is_offered_what_was_asked(offer):
    assert offer(control=Days(30)).clock_control == Days(30)
    assert offer(control={"kind": "days", "days": 30}).clock_control == Days(30)
