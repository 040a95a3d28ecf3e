"""Staff read what a ladder game had moved before they change its result, and set a place by hand, logged and undone."""

import pytest
from django.utils import timezone

from competition.models import LadderMember
from core.refusal import Refusal
from games.models import Game
from moderation import acting
from moderation.actions import registry
from moderation.actions.contract import Order
from moderation.models import LoggedAction
from notifications.kinds import ladder_placed
from notifications.models import Notice
from tests.competition.ladder.conftest import SLUG, Rungs


@pytest.fixture
def here(db) -> Rungs:
    rungs = Rungs()
    rungs.join("ABCDEFGH", now=timezone.now())
    return rungs


def order(admin, **answers) -> Order:
    return Order(admin, timezone.now(), reason="A test", told="A test", answers=answers)


def foresee(admin, action: str, thing, **answers) -> list[str]:
    return [str(said) for said in acting.foresee(registry.ACTIONS.find(action), thing, order=order(admin, **answers))]


def set_place(admin, person, place: int) -> LoggedAction:
    acting.perform(registry.ACTIONS.find("set_place"), person, order=order(admin, ladder=SLUG, place=place))
    return LoggedAction.objects.latest("pk")


def side_of(game: Game, here: Rungs, letter: str) -> str:
    return str(game.seats.get(user=here.people[letter]).side)


def moves(game: Game, here: Rungs, **places: tuple[int, int]) -> list[str]:
    """What is told of them, by side."""
    return [
        f"On the ladder, Player{letter}: place {was} → {now}"
        for letter, (was, now) in sorted(places.items(), key=lambda each: side_of(game, here, each[0]))
    ]


@pytest.mark.parametrize(
    ("winner", "termination", "told"),
    [
        ("F", "resignation", ["On the ladder, PlayerF moved from place 6 to place 3 by this game; that stays."]),
        ("C", "time", ["PlayerF left the ladder by losing this game on time; that stays."]),
        ("C", "resignation", ["On the ladder this game moved nobody, and no new result will."]),
    ],
)
def test_the_rehearsal_tells_what_the_game_moved_and_that_it_stays(here, admin, winner, termination, told):
    game = here.play("F", "C", winner=winner, termination=termination, now=timezone.now())
    before = here.read()
    game.refresh_from_db()
    said = foresee(admin, "void", game)
    assert [each for each in said if each in told] == told
    by_hand = "A place can be set by hand on the page of a person."
    assert (by_hand in said) == (here.read() != "ABCDEFGH")
    assert here.read() == before


def test_a_running_game_moves_by_what_staff_decide(here, admin):
    game = here.start("F", "C", now=timezone.now())
    game.refresh_from_db()
    assert "On the ladder nobody moves." in foresee(admin, "void", game)
    said = foresee(admin, "adjudicate", game, winner=side_of(game, here, "F"))
    assert [each for each in said if "ladder" in each] == moves(game, here, F=(6, 3), C=(3, 4))
    assert here.read() == "ABCDEFGH"


def test_of_other_games_and_other_actions_nothing_is_told(here, admin):
    game = here.play("F", "C", winner="F", now=timezone.now())
    game.refresh_from_db()
    assert not any("ladder" in each for each in foresee(admin, "close_chat", game))
    Game.objects.filter(pk=game.pk).update(arranged="")
    game.refresh_from_db()
    assert not any("ladder" in each for each in foresee(admin, "void", game))


def test_a_place_is_set_logged_and_given_back(here, admin):
    assert foresee(admin, "set_place", here.people["G"], ladder=SLUG, place=2) == ["Ladder of Mastery: place 7 → 2."]
    assert here.read() == "ABCDEFGH"
    row = set_place(admin, here.people["G"], 2)
    assert (here.read(), row.what, row.reason) == ("AGBCDEFH", "Ladder of Mastery: place 7 → 2.", "A test")
    acting.undo(row, order=order(admin))
    assert here.read() == "ABCDEFGH"


def test_who_has_left_is_put_back_and_taken_off_again(here, admin):
    here.play("F", "C", winner="F", termination="time", now=timezone.now())
    row = set_place(admin, here.people["C"], 3)
    assert (here.read(), row.what) == ("ABCFDEGH", "Put on the ladder of Mastery, at place 3.")
    assert here.member("C").rejoin_at is None
    acting.undo(row, order=order(admin))
    assert here.read() == "ABFDEGH"
    assert LoggedAction.objects.latest("pk").what == "Taken off the ladder of Mastery."


def test_who_is_taken_off_by_hand_stands_there_again_when_that_is_undone(here, admin):
    assert foresee(admin, "set_place", here.people["C"], ladder=SLUG, off=True) == ["Taken off the ladder of Mastery."]
    acting.perform(registry.ACTIONS.find("set_place"), here.people["C"], order=order(admin, ladder=SLUG, off=True))
    assert here.read() == "ABDEFGH"
    acting.undo(LoggedAction.objects.latest("pk"), order=order(admin))
    assert here.read() == "ABCDEFGH"


def test_a_place_has_no_preset_and_has_to_be_chosen(here, admin):
    fields = registry.ACTIONS.find("set_place").list_fields(here.people["C"])
    assert fields["place"].initial is None
    for chosen in ({"place": None}, {"place": 2, "off": True}):
        with pytest.raises(Refusal) as refused:
            foresee(admin, "set_place", here.people["C"], ladder=SLUG, **chosen)
        assert refused.value.status == 422


def test_both_are_told_whose_place_it_is_and_who_stood_there(here, admin):
    set_place(admin, here.people["G"], 2)
    told = Notice.objects.filter(kind="ladder_placed", channel="inbox").order_by("recipient")
    assert [(each.recipient.username, str(ladder_placed.tell(each.payload))) for each in told] == [
        ("PlayerB", "Our staff have put PlayerG at place 2 of the Mastery ladder, and you are at place 3 now"),
        ("PlayerG", "Our staff have set your place on the Mastery ladder: 7 → 2"),
    ]


def test_a_place_that_has_gone_is_not_given_back(here, admin):
    row = set_place(admin, here.people["G"], 2)
    here.leave("G")
    with pytest.raises(Refusal) as refused:
        acting.undo(row, order=order(admin))
    assert refused.value.sentence == "The person isn’t on that ladder any more."


@pytest.mark.parametrize("place", [0, -1, 9])
def test_a_place_that_is_none_is_refused(here, admin, place):
    for do in (foresee, lambda staff, _, person, **given: set_place(staff, person, given["place"])):
        with pytest.raises(Refusal) as refused:
            do(admin, "set_place", here.people["G"], ladder=SLUG, place=place)
        assert (refused.value.sentence, refused.value.status) == ("Choose a place between 1 and 8.", 422)
    assert LadderMember.objects.on(SLUG).count() == 8
