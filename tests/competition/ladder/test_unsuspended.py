"""Who lost their places on ladders by being suspended stands there again once that is undone, where nobody has moved
since; and whoever a game had passed is told when that is undone."""

import pytest
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.models import Restriction
from competition import ladder
from competition.models import LadderMember
from games import play
from games.models import Game
from moderation import acting, appeals
from moderation.actions import registry
from moderation.models import LoggedAction
from notifications.kinds import ladder_moved, ladder_placed
from notifications.models import Notice
from tests.competition.ladder.conftest import DAY, SLUG, Rungs
from tests.competition.ladder.test_undone import decide, order, undo
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def here(transactional_db) -> Rungs:
    rungs = Rungs()
    rungs.join("ABCDEFGH", now=timezone.now())
    return rungs


def suspend(staff, here, letter: str, games: str = "go_on") -> LoggedAction:
    acting.perform(registry.ACTIONS.get("suspend"), here.people[letter], order=order(staff, length="30", games=games))
    return LoggedAction.objects.filter(action="suspend", game=None).latest("pk")


@pytest.mark.parametrize(("letter", "place"), [("A", 1), ("D", 4), ("H", 8)])
def test_they_stand_again_where_they_stood(here, admin, letter, place):
    before = LadderMember.objects.filter(ruleset_slug=SLUG).values("user", "joined_at", "played_at", "leaving_at")
    before = list(before.order_by("pk"))
    row = suspend(admin, here, letter)
    assert letter not in here.read()
    assert undo(admin, row) == [f"Lifted: suspended. Back on the ladder of Mastery, at place {place}."]
    assert here.read() == "ABCDEFGH"
    after = LadderMember.objects.filter(ruleset_slug=SLUG).values("user", "joined_at", "played_at", "leaving_at")
    assert list(after.order_by("pk")) == before
    told = Notice.objects.get(kind="ladder_placed", channel="inbox", recipient=here.people[letter])
    assert str(ladder_placed.tell(told.payload)) == f"Our staff have put you on the Mastery ladder, at place {place}"
    assert f"at place {place}" in LoggedAction.objects.get(reverses=row).what


def leave(here) -> None:
    here.leave("C", now=timezone.now())


def step_between(here) -> None:
    here.play("G", "E", winner="G", now=timezone.now())


def join_again(here) -> None:
    restrictions.close(Restriction.objects.get().pk, how=Restriction.Close.ENDED)
    here.people["D"].refresh_from_db()
    here.join("D", now=timezone.now())


@pytest.mark.parametrize(
    ("happens", "stands"), [(leave, "ABEFGH"), (step_between, "ABCGEFH"), (join_again, "ABCEFGHD")]
)
def test_where_somebody_moved_since_nothing_moves_and_that_is_said_before(here, admin, happens, stands):
    row = suspend(admin, here, "D")
    happens(here)
    said = " ".join(undo(admin, row))
    assert "Place 4 on the ladder of Mastery isn’t given back, since somebody has moved there." in said
    assert "A place can be set by hand" in said
    assert here.read() == stands


def test_an_upheld_appeal_gives_the_place_back(here, admin):
    row = suspend(admin, here, "D")
    appeal = appeals.make(row.restriction, text="It was my brother.")
    other = UserFactory(username="Olga", is_staff=True, is_superuser=True)
    appeals.answer(appeal.pk, outcome="reversed", answer="You are right.", staff=other, has_shown_factor=True)
    assert here.read() == "ABCDEFGH"


def test_nobody_comes_back_while_another_suspension_stands(here, admin):
    row = suspend(admin, here, "D")
    Restriction.objects.filter(pk=row.restriction_id).update(closed_at=timezone.now(), close="ended")
    restrictions.impose(here.people["D"], Restriction.Kind.SUSPENDED, reason="Again.", by=admin, games="go_on")
    undo(admin, row)
    assert here.read() == "ABCEFGH"


def test_games_and_places_come_back_together(here, admin):
    game = here.start("F", "D", now=timezone.now())
    row = suspend(admin, here, "D", games="void")
    undo(admin, row)
    play.settle_suspensions(now=timezone.now() + DAY)
    assert here.read() == "ABCDEFGH"
    here.end(Game.objects.get(pk=game.pk), winner="F", now=timezone.now())
    assert here.read() == "ABCFDEGH"


def test_the_rehearsal_of_a_suspension_names_the_places_that_are_lost(here, admin):
    ladder.join(here.people["D"], "masters", now=timezone.now())
    asked = order(admin, length="30", games="go_on")
    said = [str(each) for each in acting.foresee(registry.ACTIONS.get("suspend"), here.people["D"], order=asked)]
    assert said[-2:] == [
        "Off the ladder of Masters · Ember & Frost, from place 1.",
        "Off the ladder of Mastery, from place 4.",
    ]


def test_whoever_a_game_had_passed_is_told_that_they_rose_again(here, admin):
    row = decide(admin, here.start("F", "C", now=timezone.now()), here, "F")
    Notice.objects.all().delete()
    undo(admin, row)
    told = Notice.objects.filter(kind="ladder_moved", channel="inbox").order_by("recipient")
    assert [(each.recipient.username, str(ladder_moved.tell_move(each.payload))) for each in told] == [
        ("PlayerD", "You rose from place 5 to place 4 on the Mastery ladder"),
        ("PlayerE", "You rose from place 6 to place 5 on the Mastery ladder"),
    ]
    why = ladder_moved.tell_why(told[0].payload, row.game, user=here.people["D"])
    assert str(why) == f"Our staff undid the end of game {row.game_id}, which had moved you down."
    Notice.objects.all().delete()
    row = decide(admin, here.start("H", "E", now=timezone.now()), here, "E")
    undo(admin, row)
    assert not Notice.objects.filter(kind="ladder_moved").exists(), "nobody had moved"
