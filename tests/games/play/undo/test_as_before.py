"""Whatever a game is and whatever was done in it: a turn played and undone leaves the very same rows."""

from contextlib import suppress
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from accounts.time_off import vacation
from core.refusal import Refusal
from engine import registry
from engine.contract import Side
from games import chat, clock, play
from notifications.models import Notice, Reminder
from tests.factories import GameFactory, UserFactory, give_vacation
from tests.games.play.conftest import NOON
from tests.games.play.undo.conftest import rows_of

pytestmark = pytest.mark.django_db

HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)
CONTROLS = (clock.Days(3), clock.Reserve(1, 5), clock.Bank(10, 2, 12), clock.Unlimited())
OFFERS = ("draw", "takeback", "more_time", "cancel", "pause")
numbers = st.integers(0, 50)
sides = st.sampled_from(list(Side))
happenings = st.lists(
    st.one_of(
        st.tuples(st.just("turn"), numbers),
        st.tuples(st.just("turn"), numbers),
        st.tuples(st.just("offer"), sides, st.sampled_from(OFFERS)),
        st.tuples(st.just("decline"), sides, st.sampled_from(OFFERS)),
        st.tuples(st.just("line"), sides, st.lists(numbers, min_size=2, max_size=4)),
    ),
    max_size=6,
)
around = st.tuples(
    st.booleans(),  # whether the opponent has armed an answer to the turn
    st.lists(st.tuples(st.just("offer"), sides, st.sampled_from(OFFERS)), max_size=3, unique=True),
    st.lists(st.tuples(st.just("away"), sides), max_size=1),
    st.lists(st.tuples(st.just("say"), sides), max_size=1),
)
"""What happens just before the turn."""


def pick(position, number) -> str:
    moves = sorted(position.legal_moves())
    return moves[number % len(moves)]


def play_one(game, number, *, now):
    side = Side(game.side_to_move)
    text = pick(game.position, number)
    return play.play_move(game.pk, side=side, expected_revision=game.revision, text=text, now=now)


def happen(game, what, *more, now) -> None:
    """Does one thing in the game, or nothing where it is refused."""
    with suppress(Refusal):
        match what, *more:
            case "turn", number:
                play_one(game, number, now=now)
            case "offer", side, kind:
                chosen = {"more_time": {"days": 2}, "pause": {"until": now + 48 * HOUR}}.get(kind, {})
                play.offers.propose(game.pk, kind, side=side, now=now, **chosen)
            case "decline", side, kind:
                play.offers.decline(game.pk, kind, side=side, now=now)
            case "line", side, choices:
                position, turns = game.position, []
                for choice in choices:
                    turns.append(pick(position, choice))
                    position = position.play(turns[-1])
                play.arm(game.pk, side=side, turns=turns, expected_position=game.position_text, now=now)
            case "say", side:
                chat.send(game.seats.get(side=side).user, game_id=game.pk, text="Hello", now=now)
            case "away", side:
                user = game.seats.get(side=side).user
                vacation.book(user, from_at=now, until_at=now + 30 * HOUR, now=now)
    game.refresh_from_db()


def all_rows_of(game) -> dict:
    """Those of the game, and what is to be told of it."""
    notices = Notice.objects.filter(recipient__seats__game=game)
    row = Reminder.objects.filter(game=game).values("reader", "planned_at", "told", "since", "due_at", "pk").first()
    return {**rows_of(game), "reminder": row, "notices": list(notices.order_by("pk").values())}


@pytest.mark.usefixtures("_as_on_the_site")
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    st.sampled_from(registry.all_rulesets()),
    st.sampled_from(CONTROLS),
    st.booleans(),
    happenings,
    around,
    st.tuples(numbers, st.integers(1, 40), st.integers(0, 59)),
)
@pytest.mark.late
def test_a_turn_played_and_undone_leaves_the_very_same_rows(ruleset, control, off, happened, around, last):
    number, hours, seconds = last
    first, second = (give_vacation(UserFactory(), days=30, now=NOON) for _ in Side)
    terms = {"weekends": off, "vacation_days": 9 if off else 0}
    game = GameFactory(ruleset_slug=ruleset.slug, first=first, second=second, control=control, now=NOON, **terms)
    now, (armed, *more) = NOON, around
    answer = ("line", Side(1 - game.side_to_move), [number, 0]) if armed and not happened else None
    for one in (*happened, *filter(None, [answer]), *more[0], *more[1], *more[2]):
        now += 5 * HOUR
        happen(game, *one, now=now)
        if game.is_over:
            return
    before, now = all_rows_of(game), now + hours * HOUR
    try:
        side, played = Side(game.side_to_move), play_one(game, number, now=now)
    except Refusal:
        return
    game.refresh_from_db()
    if game.is_over or played.answers:
        with pytest.raises(Refusal):
            play.undo(game.pk, side=side, expected_revision=game.revision, now=now)
        return
    stopped = game.conditional_lines.exclude(stopped="").count()
    event(f"offers {sorted(before['game']['offers'])}, {stopped} lines stopped, {game.ply} turns")
    play.undo(game.pk, side=side, expected_revision=game.revision, now=now + seconds * SECOND)
    assert all_rows_of(game) == before
