"""Changing a standing challenge, pausing and resuming it by hand, and ending it."""

import pytest
from django.db.models import Q

from accounts import events as account_events
from accounts.limiting.limits import DAY
from accounts.models import User
from accounts.time_off import vacation
from competition.models import StandingChallenge
from competition.standing import keeping
from games import challenges, clock
from games.challenges import Terms
from games.models import Game
from games.terms import Limits
from tests.competition.standing.conftest import NOON, is_listed, refused
from tests.factories import give_vacation

LATER = NOON + DAY
NEW = Terms("mastery", {}, ["days-7", "bank"], side="first", weekends=True, vacation_days=7, rated=True)


def change(standing, *, terms=NEW, keep=3, pairs=False, **more):
    return keeping.change(
        standing.pk, owner=standing.owner, terms=terms, keep=keep, pairs=pairs, **{"now": LATER, **more}
    )


def test_what_it_offers_changes_and_pairing_looks_again(stand):
    standing = change(stand(limits=Limits(rating_within=100)), terms=NEW._replace(limits=Limits(rating_to=1600)))
    challenge = standing.challenge
    assert challenge.controls == [clock.Days(7), clock.Bank(start=14, increment=1, cap=28)]
    assert (challenge.side, challenge.weekends, challenge.vacation_days, challenge.rated) == ("first", True, 7, True)
    assert (challenge.rating_within, challenge.rating_to) == (None, 1600)
    assert (standing.keep, standing.pairs, standing.waiting_since, standing.look_at) == (3, False, LATER, LATER)


def test_games_go_on_as_they_started(stand, boris):
    standing = stand(keep=2)
    game = challenges.accept(standing.challenge_id, user=boris, now=NOON)
    change(standing)
    game.refresh_from_db()
    assert (game.clock_control, game.rated, game.challenge_id) == (clock.Days(3), False, standing.challenge_id)


def test_it_may_stay_as_it_is_but_not_become_like_another(stand):
    one, other = stand(), stand(presets=["days-7"])
    same = Terms("mastery", {}, ["days-3"])
    assert change(one, terms=same).keep == 3
    assert refused(change, other, terms=same)[0] == "same"
    other.refresh_from_db()
    assert other.keep == 1


@pytest.mark.parametrize("given", [{"keep": 0}, {"keep": 11}, {"keep": 0.5}, {"terms": NEW._replace(presets=[])}])
def test_what_is_wrong_changes_nothing(stand, given):
    standing = stand()
    assert refused(change, standing, **given)[1] == 422
    standing.challenge.refresh_from_db()
    assert standing.challenge.controls == [clock.Days(3)]


def test_whoever_is_asked_for_the_row_may_keep_it_as_it_is(stand):
    """So does a form whose page is older than what is saved."""
    seen = []

    def refuse(standing):
        seen.append(standing.challenge.rated)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        change(stand(), check=refuse)
    assert seen == [False]
    assert StandingChallenge.objects.get().keep == 1


@pytest.mark.parametrize("act", [change, *(
    lambda standing, act=act: act(standing.pk, owner=standing.owner, now=LATER)
    for act in (keeping.pause, keeping.resume, keeping.end)
)])  # fmt: skip
def test_what_has_ended_stays_so(stand, act):
    standing = stand()
    keeping.end(standing.pk, owner=standing.owner, now=NOON)
    assert refused(act, standing) == ("ended", 409, "This standing challenge has ended.")


@pytest.mark.parametrize("act", [keeping.pause, keeping.resume, keeping.end])
def test_anothers_is_as_good_as_none(stand, boris, act):
    standing = stand()
    with pytest.raises(StandingChallenge.DoesNotExist):
        act(standing.pk, owner=boris, now=LATER)
    assert is_listed(standing, now=LATER)


def test_paused_by_hand_it_is_not_listed_until_it_is_resumed(stand, alice):
    standing = stand()
    assert keeping.pause(standing.pk, owner=alice, now=NOON).paused == "hand"
    assert not is_listed(standing)
    resumed = keeping.resume(standing.pk, owner=alice, now=LATER)
    assert (resumed.paused, resumed.look_at) == ("", LATER)
    assert is_listed(standing, now=LATER)


def test_resumed_on_a_vacation_it_waits_for_its_end_and_nobody_is_told(stand, alice, pauses):
    standing = stand()
    keeping.pause(standing.pk, owner=alice, now=NOON)
    vacation.book(give_vacation(alice, days=9, now=NOON), from_at=NOON, until_at=LATER, now=NOON)
    assert keeping.resume(standing.pk, owner=alice, now=NOON).paused == "vacation"
    assert pauses == []


def test_ended_it_is_withdrawn_and_its_games_go_on(stand, alice, boris):
    standing = stand(keep=2)
    game = challenges.accept(standing.challenge_id, user=boris, now=NOON)
    keeping.end(standing.pk, owner=alice, now=LATER)
    standing.refresh_from_db()
    assert (standing.challenge.status, standing.challenge.closed_at) == ("withdrawn", LATER)
    assert (standing.ended_at, standing.look_at, standing.check_at) == (LATER, None, None)
    assert Game.objects.active().get() == game


def test_withdrawn_as_a_challenge_it_ends_and_another_does_not(stand, alice):
    one, other = stand(), stand(presets=["days-7"])
    challenges.withdraw(one.challenge_id, user=alice, now=LATER)
    assert StandingChallenge.objects.standing().get() == other
    assert StandingChallenge.objects.get(ended_at=LATER) == one


def test_all_end_when_their_owner_asks_to_close_the_account(stand, alice, boris):
    stand(), stand(presets=["days-7"]), stand(owner=boris)
    account_events.account_closing.send(sender=User, user_id=alice.pk, now=LATER)
    keeping.end_all(alice.pk, now=LATER)
    assert StandingChallenge.objects.standing().get().owner == boris
    assert not StandingChallenge.objects.filter(Q(look_at__isnull=False) | Q(check_at__isnull=False), owner=alice)
