"""Joining a ladder, at the bottom, and leaving it."""

import pytest

from accounts.conduct import restrictions
from accounts.models import Restriction
from competition import ladder
from competition.models import LadderMember
from core.refusal import Refusal
from tests.competition.ladder.conftest import DAY, NOON, SLUG
from tests.factories import UserFactory


def test_whoever_joins_stands_at_the_bottom(rungs):
    rungs.join("ABC")
    assert rungs.read() == "ABC"
    assert ladder.join(UserFactory(), SLUG, now=NOON) == 4


def test_joining_again_changes_nothing(eight):
    assert ladder.join(eight.people["C"], SLUG, now=NOON + DAY) == 3
    assert (eight.read(), LadderMember.objects.count()) == ("ABCDEFGH", 8)


def test_each_game_has_a_ladder_of_its_own(eight):
    assert ladder.join(eight.people["C"], "masters", now=NOON) == 1


def test_whoever_leaves_is_off_at_once_and_may_join_again_at_the_bottom(eight):
    assert eight.leave("C")
    assert eight.read() == "ABDEFGH"
    eight.join("C")
    assert eight.read() == "ABDEFGHC"


def test_leaving_twice_or_without_being_there_changes_nothing(eight, carol):
    eight.leave("C")
    assert eight.leave("C")
    assert ladder.leave(carol, SLUG, now=NOON)
    assert eight.read() == "ABDEFGH"


def test_the_row_stays_until_the_games_that_others_started_are_over(eight):
    games = [eight.start(by, "C") for by in "FG"]
    assert not eight.leave("C")
    assert eight.read() == "ABCDEFGH"
    eight.end(games[0], winner="C")
    assert eight.read() == "ABCDEFGH"
    eight.end(games[1], winner="G")
    assert eight.read() == "ABGDEFH"


def test_who_is_leaving_joins_again_only_after_that(eight):
    game = eight.start("F", "C")
    eight.leave("C")
    with pytest.raises(Refusal) as refused:
        eight.join("C")
    assert (refused.value.code, refused.value.sentence) == (
        "leaving",
        "You’ve left this ladder. You can join again once the games that others started with you are over.",
    )
    eight.end(game, winner="C")
    eight.join("C")
    assert eight.read() == "ABDEFGHC"


def test_games_that_they_started_themselves_keep_nobody_and_move_nobody(eight):
    own, of_another = eight.start("F", "C"), eight.start("H", "F")
    assert not eight.leave("F")
    eight.end(own, winner="F")
    assert eight.read() == "ABCDEFGH"
    eight.end(of_another, winner="H")
    assert eight.read() == "ABCDEHG"


def test_a_game_without_result_lets_them_go_too(eight):
    game = eight.start("F", "C")
    eight.leave("C")
    eight.end(game, termination="void")
    assert eight.read() == "ABDEFGH"


@pytest.mark.parametrize("kind", [Restriction.Kind.BARRED, Restriction.Kind.BARRED_RATED])
def test_who_may_start_no_game_joins_no_ladder(alice, admin, kind):
    restrictions.impose(alice, kind, reason="A test", by=admin, until=NOON + DAY, now=NOON)
    with pytest.raises(Refusal) as refused:
        ladder.join(alice, SLUG, now=NOON)
    assert (refused.value.code, refused.value.status) == (kind, 403)


def test_computers_guests_and_closed_accounts_join_no_ladder(alice):
    for change in ({"kind": "computer"}, {"kind": "guest"}, {"is_active": False}, {"closing_at": NOON}):
        person = UserFactory()
        type(person).objects.filter(pk=person.pk).update(**change)
        with pytest.raises(Refusal) as refused:
            ladder.join(person, SLUG, now=NOON)
        assert refused.value.status == 403
    assert not LadderMember.objects.exists()
