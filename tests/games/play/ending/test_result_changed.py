"""What is announced of results: each time a game gets, changes or loses one, and never otherwise."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import QuerySet

from accounts.conduct import restrictions
from accounts.models import Restriction, User
from core.refusal import Refusal
from engine.contract import Side
from games import chat, events, play
from games.models import Game
from moderation import acting
from moderation.actions import registry
from moderation.actions.contract import Order
from moderation.models import LoggedAction
from tests.factories import LAST_MASTER, GameFactory, play_turns, set_up
from tests.games.play.conditional.lines import ANSWER, DARK, FIRST, LIGHT, SECOND, arm
from tests.games.play.conftest import NOON

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SAYS = {DARK: "dark", LIGHT: "light", None: "nobody"}
RESIGNED, TIME, VOID, DECIDED = "dark resignation", "light time", "nobody void", "light adjudication"


class Told:
    """A game with two turns, what is done to it hour by hour, and what is announced of its result."""

    def __init__(self, game: Game, admin: User) -> None:
        self.game, self.admin, self.now = game, admin, NOON
        self.changes: list[tuple[str, str]] = []

    def hear(self, *, game_id: int, before: events.Result | None, after: events.Result | None, **_: object) -> None:
        """The row is written by then."""
        row = Game.objects.values_list("winner", "termination", "ended_at").get(pk=game_id)
        assert (after or (None, "", None)) == row
        assert game_id == self.game.pk
        self.changes.append((tell(before), tell(after)))

    def wait(self, length: timedelta = HOUR) -> dict:
        self.now += length
        return {"now": self.now}

    def play(self, *texts: str) -> None:
        play_turns(self.game, *texts, **self.wait())

    def resign(self) -> None:
        play.resign(self.game.pk, side=LIGHT, **self.wait())

    def agree(self, kind: str, *, side: Side = DARK, **chosen: object) -> None:
        play.offers.propose(self.game.pk, kind, side=side, **chosen, **self.wait())
        play.offers.accept(self.game.pk, kind, side=side.other, **self.wait())

    def staff(self, name: str, *, rehearse: bool = False, **answers: object) -> None:
        act = acting.foresee if rehearse else acting.perform
        act(registry.ACTIONS.find(name), Game.objects.get(pk=self.game.pk), order=self._order(answers))

    def undo(self) -> None:
        acting.undo(LoggedAction.objects.latest("pk"), order=self._order({}))

    def suspend(self, games: str) -> None:
        how = {"reason": "Two accounts", "by": self.admin, "until": self.now + 30 * DAY, "games": games}
        restrictions.impose(find_light(self).get(), Restriction.Kind.SUSPENDED, **how, **self.wait())
        play.settle_suspensions(**self.wait())
        play.settle_suspensions(**self.wait())

    def lift(self) -> None:
        restrictions.close(Restriction.objects.get().pk, how=Restriction.Close.LIFTED, **self.wait())
        play.settle_suspensions(**self.wait())
        play.settle_suspensions(**self.wait())

    def _order(self, answers: dict[str, object]) -> Order:
        return Order(staff=self.admin, reason="Seen it.", told="Seen it.", answers=answers, **self.wait())


def tell(result: events.Result | None) -> str:
    return f"{SAYS[result.winner]} {result.termination}" if result else ""


@pytest.fixture
def told(alice, boris, admin):
    game = GameFactory(first=alice, second=boris, turns=[FIRST, ANSWER], now=NOON)
    told = Told(game, admin)
    events.result_changed.connect(told.hear)
    yield told
    events.result_changed.disconnect(told.hear)


def run_out(told: Told) -> None:
    play.run_out_due(**told.wait(4 * DAY))


def end_by_turn(told: Told) -> None:
    set_up(told.game, LAST_MASTER)
    told.play("Md4xd5")


def end_by_line(told: Told) -> None:
    arm(told.game, SECOND, ending="resign", now=told.now)
    told.play(SECOND)


def find_light(told: Told) -> QuerySet[User]:
    return User.objects.filter(seats__game=told.game, seats__side=LIGHT)


def call_off(told: Told) -> None:
    find_light(told).update(kind=User.Kind.COMPUTER)
    play.call_off(told.game.pk, side=DARK, expected_revision=told.game.revision, **told.wait())


def cancel(told: Told) -> None:
    Game.objects.filter(pk=told.game.pk).update(ply=0)
    told.agree("cancel")


def close_account(told: Told) -> None:
    find_light(told).update(closed_at=NOON)
    play.resign_for_closed()


def refuse(told: Told, act, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        act(told)
    assert refusal.value.code == code


def void(told: Told) -> None:
    told.staff("void")


def decide(told: Told) -> None:
    told.staff("adjudicate", winner=str(int(LIGHT)))


def reopen(told: Told) -> None:
    told.staff("reopen")


def resign(told: Told) -> None:
    told.resign()


def take_back(told: Told) -> None:
    told.staff("take_back", turns=1)


def undo(told: Told) -> None:
    told.undo()


def lift(told: Told) -> None:
    told.lift()


def pause(told: Told) -> None:
    told.staff("pause", until=told.now + 9 * DAY)


def rate(told):
    """As if it had been rated from its start."""
    Game.objects.filter(pk=told.game.pk).update(rated=True)


def remove_line(told: Told) -> None:
    chat.send(find_light(told).get(), game_id=told.game.pk, text="You woodpusher!", **told.wait())
    told.staff("remove_line", line=told.game.messages.get())


WIN = "dark masters_lost"
TABLE = {
    "a turn": ([lambda told: told.play(SECOND)], []),
    "a turn that ends it": ([end_by_turn], [("", WIN)]),
    "a line that resigns": ([end_by_line], [("", RESIGNED)]),
    "resigned": ([resign], [("", RESIGNED)]),
    "resigned once more": ([resign, lambda told: refuse(told, resign, "over")], [("", RESIGNED)]),
    "lost on time": ([run_out, run_out], [("", TIME)]),
    "a turn that comes too late": (
        [lambda told: told.wait(4 * DAY), lambda told: refuse(told, lambda told: told.play(SECOND), "too_late")],
        [("", TIME)],
    ),
    "a closed account": ([close_account], [("", RESIGNED)]),
    "a draw": ([lambda told: told.agree("draw")], [("", "nobody agreement")]),
    "cancelled": ([cancel], [("", "nobody cancelled")]),
    "called off": ([call_off], [("", "nobody called_off")]),
    "more time": ([lambda told: told.agree("more_time", days=2)], []),
    "a takeback": ([lambda told: told.agree("takeback", side=LIGHT)], []),
    "a rematch": ([resign, lambda told: told.agree("rematch")], [("", RESIGNED)]),
    "adjudicated": ([decide], [("", DECIDED)]),
    "adjudicated, undone": ([decide, undo], [("", DECIDED), (DECIDED, "")]),
    "adjudicated when over": ([resign, decide], [("", RESIGNED), (RESIGNED, DECIDED)]),
    "adjudicated when over, undone": (
        [resign, decide, undo],
        [("", RESIGNED), (RESIGNED, DECIDED), (DECIDED, RESIGNED)],
    ),
    "adjudicated alike": ([decide, lambda told: refuse(told, decide, "same_result")], [("", DECIDED)]),
    "void": ([void], [("", VOID)]),
    "void, undone": ([void, undo], [("", VOID), (VOID, "")]),
    "void when over": ([resign, void], [("", RESIGNED), (RESIGNED, VOID)]),
    "void when over, undone": ([resign, void, undo], [("", RESIGNED), (RESIGNED, VOID), (VOID, RESIGNED)]),
    "void twice": ([void, lambda told: refuse(told, void, "void_already")], [("", VOID)]),
    "void, then adjudicated": ([void, decide], [("", VOID), (VOID, DECIDED)]),
    "reopened": ([resign, reopen], [("", RESIGNED), (RESIGNED, "")]),
    "reopened, undone": ([resign, reopen, undo], [("", RESIGNED), (RESIGNED, ""), ("", RESIGNED)]),
    "reopened while it goes on": ([lambda told: refuse(told, reopen, "not_over")], []),
    "turns taken back": ([take_back], []),
    "turns taken back, undone": ([take_back, undo], []),
    "turns taken back when over": ([end_by_turn, take_back], [("", WIN), (WIN, "")]),
    "turns taken back when over, undone": ([end_by_turn, take_back, undo], [("", WIN), (WIN, ""), ("", WIN)]),
    "suspended, goes on": ([lambda told: told.suspend("go_on"), lift], []),
    "suspended, paused": ([lambda told: told.suspend("paused"), lift], []),
    "suspended, lost": ([lambda told: told.suspend("lost")], [("", "dark suspension")]),
    "suspended, lost, lifted": (
        [lambda told: told.suspend("lost"), lift],
        [("", "dark suspension"), ("dark suspension", "")],
    ),
    "suspended, void": ([lambda told: told.suspend("void")], [("", VOID)]),
    "suspended, void, lifted": ([lambda told: told.suspend("void"), lift], [("", VOID), (VOID, "")]),
    "suspended, lost, decided, lifted": (
        [lambda told: told.suspend("lost"), decide, lift],
        [("", "dark suspension"), ("dark suspension", DECIDED)],
    ),
    "pause": ([pause], []),
    "pause, undone": ([pause, undo], []),
    "resume": ([pause, lambda told: told.staff("resume")], []),
    "move_deadline": ([lambda told: told.staff("move_deadline", deadline=told.now + 9 * DAY)], []),
    "close_chat": ([lambda told: told.staff("close_chat"), undo], []),
    "hide_game": ([lambda told: told.staff("hide_game"), undo], []),
    "remove_line": ([remove_line, undo], []),
    "take_out_of_ratings": ([rate, lambda told: told.staff("take_out_of_ratings"), undo], []),
    "rehearsed": (
        [lambda told: told.staff("void", rehearse=True), void],
        [("", VOID), ("", VOID)],  # receivers are rehearsed, too, and what they write is rolled back
    ),
}
"""What is done, and how the result is then said to have changed: from what to what."""


@pytest.mark.parametrize("case", TABLE)
def test_each_change_of_a_result_is_told_once_and_nothing_else(told, case):
    deeds, changes = TABLE[case]
    for act in deeds:
        act(told)
    assert told.changes == changes


def test_all_that_staff_do_to_games_has_its_case_here():
    named = {"adjudicate": "adjudicated", "void": "void", "reopen": "reopened", "take_back": "turns taken back"}
    assert {named.get(action.name, action.name) for action in registry.list_for_games()} <= set(TABLE)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("deeds", [[resign], [resign, decide], [resign, reopen]])
def test_it_is_announced_within_the_transaction_so_that_a_receiver_can_undo_it(told, deeds):
    *before, last = deeds
    for act in before:
        act(told)
    columns = "winner", "termination", "ended_at", "revision"
    stood = Game.objects.values(*columns).get(pk=told.game.pk)

    def fail(**_):
        assert connection.in_atomic_block
        raise RuntimeError("a receiver is broken")

    events.result_changed.connect(fail)
    try:
        with pytest.raises(RuntimeError):
            last(told)
    finally:
        events.result_changed.disconnect(fail)
    assert Game.objects.values(*columns).get(pk=told.game.pk) == stood
