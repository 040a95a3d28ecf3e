"""What staff undo of a ladder game is undone on the ladder too: places are given back where nobody has moved since."""

import pytest
from django.forms import model_to_dict
from django.utils import timezone

from competition.models import LadderGame, LadderMember
from games import play
from games.models import Game
from moderation import acting, appeals
from moderation.actions import registry
from moderation.actions.contract import Order
from moderation.models import LoggedAction
from tests.competition.ladder.conftest import DAY, SLUG, Rungs
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def here(db) -> Rungs:
    rungs = Rungs()
    rungs.join("ABCDEFGH", now=timezone.now())
    return rungs


def order(staff, **answers) -> Order:
    return Order(staff, timezone.now(), reason="A test", told="A test", answers=answers)


def decide(staff, game: Game, here: Rungs, winner: str) -> LoggedAction:
    side = str(game.seats.get(user=here.people[winner]).side) if winner else "draw"
    acting.perform(registry.ACTIONS.find("adjudicate"), game, order=order(staff, winner=side))
    return LoggedAction.objects.latest("pk")


def undo(staff, row: LoggedAction) -> list[str]:
    """Undoes it; what the rehearsal said of the ladder."""
    said = [str(each) for each in acting.foresee_undo(row, order=order(staff))]
    acting.undo(row, order=order(staff))
    return [each for each in said if "adder" in each or "place" in each]


def read_all(game: Game) -> list:
    """Everything about the ladder that its players or the site can tell, but for the gaps between ranks."""
    members = LadderMember.objects.on(SLUG).values_list("user", "joined_at", "leaving_at", "played_at", "rejoin_at")
    return [list(members), model_to_dict(LadderGame.objects.get(pk=game.pk))]


@pytest.mark.parametrize("winner", ["F", "C", ""])
def test_after_an_act_and_its_undoing_the_ladder_is_as_before(here, admin, winner):
    game = here.start("F", "C", now=timezone.now())
    before = read_all(game)
    row = decide(admin, game, here, winner)
    assert here.read() == ("ABFCDEGH" if winner == "F" else "ABCDEFGH")
    said = undo(admin, row)
    assert read_all(game) == before
    assert "The game counts for the ladder again, by its next end." in said
    here.end(Game.objects.get(pk=game.pk), winner="F", now=timezone.now())
    assert here.read() == "ABFCDEGH"


def test_the_rehearsal_of_undoing_says_who_gets_which_place_and_changes_nothing(here, admin):
    row = decide(admin, here.start("F", "C", now=timezone.now()), here, "F")
    said = [str(each) for each in acting.foresee_undo(row, order=order(admin))]
    assert {"On the ladder, PlayerF: place 3 → 6", "On the ladder, PlayerC: place 4 → 3"} <= set(said)
    assert here.read() == "ABFCDEGH"
    assert not hasattr(LoggedAction.objects.get(pk=row.pk), "reversed_by")


def leave(here: Rungs) -> None:
    here.leave("D", now=timezone.now())


def pass_through(here: Rungs) -> None:
    here.play("G", "D", winner="G", now=timezone.now())


def pass_over(here: Rungs) -> None:
    here.play("D", "F", winner="D", now=timezone.now())


@pytest.mark.parametrize(
    ("happens", "stands"), [(leave, "ABFCEGH"), (pass_through, "ABFCGDEH"), (pass_over, "ABDFCEGH")]
)
def test_where_somebody_moved_since_all_stays_and_is_said_before(here, admin, happens, stands):
    game = here.start("F", "C", now=timezone.now())
    row = decide(admin, game, here, "F")
    happens(here)
    said = undo(admin, row)
    assert here.read() == stands
    assert said == [
        "On the ladder, PlayerF moved from place 6 to place 3 by this game; that stays.",
        "A place can be set by hand on the page of a person.",
    ]
    here.end(Game.objects.get(pk=game.pk), winner="C", now=timezone.now())
    assert here.read() == stands


def join_below(here: Rungs) -> None:
    here.join("I", now=timezone.now())


def move_below(here: Rungs) -> None:
    here.play("H", "G", winner="H", now=timezone.now())


def move_above(here: Rungs) -> None:
    here.play("B", "A", winner="B", now=timezone.now())


@pytest.mark.parametrize(
    ("happens", "stands"), [(join_below, "ABCDEFGHI"), (move_below, "ABCDEFHG"), (move_above, "BACDEFGH")]
)
def test_who_moves_elsewhere_is_in_nobodys_way(here, admin, happens, stands):
    row = decide(admin, here.start("F", "D", now=timezone.now()), here, "F")
    happens(here)
    undo(admin, row)
    assert here.read() == stands


def test_at_the_top_and_at_the_bottom(here, admin):
    row = decide(admin, here.start("D", "A", now=timezone.now()), here, "D")
    undo(admin, row)
    row = decide(admin, here.start("H", "E", now=timezone.now()), here, "H")
    assert here.read() == "ABCDHEFG"
    undo(admin, row)
    assert here.read() == "ABCDEFGH"


@pytest.mark.parametrize(("leaves", "without"), [("C", "ABDEFGH"), ("A", "BCDEFGH")])
def test_who_was_taken_off_since_nobody_waited_for_them_stands_there_again(here, admin, leaves, without):
    game = here.start("F" if leaves == "C" else "D", leaves, now=timezone.now())
    here.leave(leaves, now=timezone.now())
    before = read_all(game)
    row = decide(admin, game, here, leaves)
    assert here.read() == without
    undo(admin, row)
    assert (here.read(), read_all(game)) == ("ABCDEFGH", before)


def test_a_void_game_that_goes_on_counts_again(here, admin):
    game = here.start("F", "C", now=timezone.now())
    acting.perform(registry.ACTIONS.find("void"), game, order=order(admin))
    undo(admin, LoggedAction.objects.latest("pk"))
    here.end(Game.objects.get(pk=game.pk), winner="F", now=timezone.now())
    assert here.read() == "ABFCDEGH"


def test_an_upheld_appeal_gives_the_places_back(here, admin):
    row = decide(admin, here.start("F", "C", now=timezone.now()), here, "F")
    appeal = appeals.make_of_game(row, by=here.people["C"], text="I was winning.")
    other = UserFactory(username="Olga", is_staff=True, is_superuser=True)
    appeals.answer(appeal.pk, outcome="reversed", answer="You are right.", staff=other, has_shown_factor=True)
    assert here.read() == "ABCDEFGH"


def test_a_result_that_was_there_before_moves_nobody_when_it_is_back(here, admin):
    game = here.play("F", "C", winner="F", now=timezone.now())
    row = decide(admin, Game.objects.get(pk=game.pk), here, "C")
    before = read_all(game)
    assert "On the ladder, PlayerF moved from place 6 to place 3 by this game; that stays." in undo(admin, row)
    assert read_all(game)[0] == before[0]
    assert here.read() == "ABFCDEGH"


@pytest.mark.django_db(transaction=True)
def test_a_game_that_goes_on_since_a_suspension_is_lifted_counts_again(here, admin):
    game = here.start("F", "C", now=timezone.now())
    acting.perform(registry.ACTIONS.find("suspend"), here.people["C"], order=order(admin, length="30", games="void"))
    acting.undo(LoggedAction.objects.filter(game=None).latest("pk"), order=order(admin))
    play.settle_suspensions(now=timezone.now() + DAY)
    found = LadderGame.objects.get(pk=game.pk)
    assert (found.running, found.settled_at) == (True, None)
