"""Rows of mails about challenges and invitations."""

from datetime import datetime, timedelta

from django.utils import timezone

from games import challenges, clock
from tests.factories import ChallengeFactory, UserFactory
from tests.mails.table import ADDRESS, LONGEST, tells


@tells("challenge_received")
def challenge_received(cast):
    note = "A slow game?\nI have played Mastery twice, and lost both times."
    terms = {"options": {"setup": "draume-crown", "draws": ["repetition"]}, "control": clock.Bank(), "side": "random"}
    ChallengeFactory(challenger=cast.boris, audience="player", opponent=cast.alice, note=note, **terms)


@tells("challenge_received")
def challenge_received_with_the_longest_words(cast):
    other = UserFactory(username=LONGEST)
    terms = {"ruleset_slug": "masters", "private": True, "control": clock.Unlimited()}
    ChallengeFactory(challenger=other, audience="player", opponent=cast.alice, note="w" * 300, **terms)


@tells("challenge_accepted")
def challenge_accepted(cast):
    sent = ChallengeFactory(challenger=cast.alice, audience="player", opponent=cast.boris)
    challenges.accept(sent.pk, user=cast.boris)


@tells("challenge_accepted")
def challenge_accepted_where_a_throw_decides_sides(cast):
    terms = {"ruleset_slug": "master", "side": "random"}
    sent = ChallengeFactory(challenger=cast.alice, audience="player", opponent=cast.boris, **terms)
    challenges.accept(sent.pk, user=cast.boris)


@tells("challenge_received")
def challenge_received_for_a_pair(cast):
    ChallengeFactory(challenger=cast.boris, audience="player", opponent=cast.alice, ruleset_slug="master", pair=True)


@tells("challenge_accepted")
def challenge_accepted_of_a_pair(cast):
    sent = ChallengeFactory(challenger=cast.alice, audience="player", opponent=cast.boris, pair=True)
    challenges.accept(sent.pk, user=cast.boris)


@tells("challenge_declined")
def challenge_declined(cast):
    terms = {"ruleset_slug": "master", "side": "random"}
    sent = ChallengeFactory(challenger=cast.alice, audience="player", opponent=cast.boris, **terms)
    challenges.decline(sent.pk, user=cast.boris, reason="Not before Christmas: too many games.\nAfter that, gladly!")


@tells("challenge_expiring")
def challenge_expiring(cast):
    terms = {"control": clock.Reserve(), "weekends": True, "vacation_days": 14, "note": "Whenever you like."}
    ChallengeFactory(challenger=cast.boris, audience="player", opponent=cast.alice, **terms, now=nearly_expired())
    challenges.announce_expiring()


@tells("challenge_expiring")
def challenge_of_mine_expiring(cast):
    ChallengeFactory(challenger=cast.alice, audience="player", opponent=cast.boris, now=nearly_expired())
    challenges.announce_expiring()


def nearly_expired() -> datetime:
    return timezone.now() - challenges.LASTS + timedelta(days=2, hours=5)


@tells("invitation")
def invitation(cast):
    note = "Shall we play as in the old days?"
    terms = {"ruleset_slug": "master", "side": "random", "note": note}
    ChallengeFactory(challenger=cast.boris, audience="address", address=ADDRESS, **terms)
    return ADDRESS


@tells("invitation")
def invitation_to_a_pair(cast):
    ChallengeFactory(challenger=cast.boris, audience="address", address=ADDRESS, pair=True)
    return ADDRESS
