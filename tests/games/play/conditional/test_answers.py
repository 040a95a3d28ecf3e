"""What armed lines do when their moment comes, in the transaction of the opponent's turn; and what keeps them from it.

Alice plays by hand, Boris sleeps; where both have lines, one sets off the other's.
"""

from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.conduct import blocks, restrictions
from games import chat, play
from games.models import ConditionalLine, Game, OfferRecord
from tests.factories import LAST_MASTER, GameFactory, UserFactory, play_turns, set_up
from tests.games.play.conditional.lines import (
    ANSWER,
    DARK,
    DAY,
    FIRST,
    HOUR,
    LATER,
    LIGHT,
    ROUND,
    SECOND,
    arm,
    fate_of,
    offer,
    play_by_hand,
    texts_of,
)
from tests.games.play.conftest import NOON, started


def write(game, *, by=DARK, now=NOON + HOUR / 2):
    chat.send(game.seats.get(side=by).user, game_id=game.pk, text="Hello!", now=now)


def suspend(game, *, side=LIGHT, games="go_on"):
    staff = UserFactory(username="Mira", is_staff=True)
    terms = {"by": staff, "reason": "Insults", "rule": "C1", "until": NOON + 9 * DAY, "games": games, "now": NOON}
    return restrictions.impose(game.seats.get(side=side).user, restrictions.Kind.SUSPENDED, **terms)


# --- The chain ---------------------------------------------------------------------------------------------------
def test_the_answer_is_played_at_once_and_announced_once(game, news):
    line = arm(game, FIRST, ANSWER)
    revision = game.revision
    play_by_hand(game, FIRST)
    game.refresh_from_db()
    assert (texts_of(game), game.ply, game.side_to_move) == (f"{FIRST} {ANSWER}", 2, DARK)
    assert {turn.played_at for turn in game.turns.all()} == {LATER}
    assert game.revision == revision + 1
    _, told = started(game)
    assert news == [("turn_started", told | {"turn": told["turn"]._replace(answers=1), "revision": revision + 1})]
    assert fate_of(line) == "done"
    assert game.position_text == game.turns.get(ply=2).position_text


def test_both_lines_run_into_each_other_up_to_thirty_turns(game, news):
    arm(game, *ROUND * 7, *ROUND[:2])
    arm(game, *ROUND * 7, ROUND[0], side=DARK)
    with CaptureQueriesContext(connection) as queries:
        play.play_move(game.pk, side=DARK, expected_revision=1, text=FIRST, now=LATER)
    game.refresh_from_db()
    assert (game.ply, texts_of(game)) == (30, " ".join([*ROUND * 7, *ROUND[:2]]))
    assert (len(news), news[0][1]["turn"].answers) == (1, 29)
    writes = [query["sql"] for query in queries if query["sql"].startswith(("INSERT", "UPDATE"))]
    assert sum('"games_turn"' in sql for sql in writes) == 1
    assert sum("conditionalline" in query["sql"] for query in queries) == 3  # asked, read, written
    assert len(queries) <= 20


def test_the_rest_of_a_line_is_played_when_its_moment_comes(game):
    line = arm(game, *ROUND)
    play_by_hand(game, FIRST)
    assert fate_of(line) == "armed"
    assert texts_of(play_by_hand(game, SECOND)) == " ".join(ROUND)
    assert fate_of(line) == "done"


def test_a_line_armed_on_ones_own_turn_waits_for_that_turn_by_hand(game):
    line = arm(game, FIRST, ANSWER, SECOND, side=DARK)
    play_by_hand(game, FIRST)
    assert (texts_of(game), fate_of(line)) == (FIRST, "armed")
    play_by_hand(game, ANSWER)
    assert (texts_of(game), fate_of(line)) == (" ".join(ROUND[:3]), "done")


@pytest.mark.parametrize(
    ("draws", "length", "termination"), [(["repetition"], 8, "repetition"), (["quiet-50"], 2, "quiet-50")]
)
def test_house_draws_count_the_turns_of_the_chain_itself(alice, boris, draws, length, termination):
    game = GameFactory(first=alice, second=boris, options={"draws": draws}, now=NOON)
    Game.objects.filter(pk=game.pk).update(quiet_turns=98)
    arm(game, *ROUND * 3)
    arm(game, *ROUND * 3, side=DARK, ending="resign")
    by_hand = play_turns(GameFactory(first=alice, second=boris, options={"draws": draws}, now=NOON), FIRST, now=NOON)
    Game.objects.filter(pk=by_hand.pk).update(quiet_turns=99)
    play_by_hand(game, FIRST)
    for text in (ROUND * 2)[1:length]:
        play_by_hand(by_hand, text)
    for each in (game, by_hand):
        each.refresh_from_db()
        assert (each.ply, each.termination, each.winner) == (length, termination, None)


def test_a_chain_that_wins_ends_the_game_once(game, news):
    set_up(game, LAST_MASTER.replace(" d ", " l "))
    waiting = next(text for text in game.position.legal_moves() if "x" not in text and text[0] != "M")
    arm(game, waiting, "Md4xd5", side=DARK)
    play_by_hand(game, waiting)
    game.refresh_from_db()
    assert (game.winner, game.termination) == (DARK, "masters_lost")
    assert [(name, told["answers"]) for name, told in news] == [("result_changed", 1)]


@pytest.mark.parametrize("slug", ["master", "masters"])
def test_it_works_in_every_game_also_from_a_thrown_opening(alice, boris, slug):
    game = GameFactory(ruleset_slug=slug, first=alice, second=boris, now=NOON)
    one = game.position.legal_moves()[0]
    two = game.position.play(one).legal_moves()[-1]
    arm(game, one, two)
    assert texts_of(play_by_hand(game, one)) == f"{one} {two}"


# --- The end of a line -------------------------------------------------------------------------------------------
def test_a_line_may_end_by_resigning(game, news):
    arm(game, *ROUND, FIRST, ending="resign")
    arm(game, *ROUND, FIRST, ANSWER, SECOND, side=DARK)
    play_by_hand(game, FIRST)
    game.refresh_from_db()
    assert (game.ply, game.winner, game.termination) == (5, DARK, "resignation")
    assert [name for name, _ in news] == ["result_changed"]


@pytest.mark.parametrize(
    ("before", "termination", "fate"),
    [
        (lambda game: None, "", "no_draw"),
        (partial(offer, kind="draw"), "agreement", "gone"),
        (lambda game: offer(game, "draw", side=LIGHT), "", "no_draw"),
        (
            lambda game: offer(game, "draw") or play.offers.withdraw(game.pk, "draw", side=DARK, now=LATER),
            "",
            "no_draw",
        ),
        (lambda game: offer(game, "draw") or write(game), "", "wrote"),
        (lambda game: offer(game, "draw") or offer(game, "more_time", days=2), "", "offered"),
    ],
)
def test_a_line_may_end_by_accepting_a_draw_where_one_is_offered(game, before, termination, fate):
    line = arm(game, FIRST, ending="accept_draw")
    before(game)
    play_by_hand(game, FIRST)
    game.refresh_from_db()
    assert (texts_of(game), game.termination, fate_of(line)) == (FIRST, termination, fate)
    if termination:
        assert OfferRecord.objects.order_by("pk").values_list("side", "step").last() == (LIGHT, "accepted")


def test_a_draw_offered_with_the_last_turn_of_a_chain_is_accepted_by_the_line_of_the_other(game):
    arm(game, FIRST, ANSWER, SECOND, side=DARK)
    arm(game, FIRST, ANSWER, SECOND, ending="accept_draw")
    offer(game, "draw", side=DARK)  # stands until an answer: playing on declines it
    play_by_hand(game, FIRST)
    assert texts_of(game) == FIRST
    assert set(ConditionalLine.objects.values_list("side", "stopped")) == {(DARK, ""), (LIGHT, "offered")}


# --- What stops a line -------------------------------------------------------------------------------------------
def hide(game):
    light, dark = (game.seats.get(side=side).user for side in (LIGHT, DARK))
    blocks.make(light, dark, mute=True, now=NOON)
    write(game)


@pytest.mark.parametrize(
    ("since", "why"),
    [
        (write, "wrote"),
        (hide, ""),
        (partial(write, by=LIGHT), ""),
        (partial(offer, kind="draw"), "offered"),
        (partial(offer, kind="more_time", days=2), "offered"),
        (lambda game: offer(game, "draw") or play.offers.withdraw(game.pk, "draw", side=DARK, now=LATER), "offered"),
        (partial(offer, kind="draw", side=LIGHT), ""),
    ],
    ids=["wrote", "muted", "own words", "offered", "more time", "withdrawn", "own offer"],
)
@pytest.mark.parametrize("stops", [True, False])
def test_a_line_stops_if_the_opponent_has_written_or_offered_something_since(game, since, why, stops):
    write(game, now=NOON - HOUR)
    line = arm(game, FIRST, ANSWER, stops=stops)
    since(game)
    play_by_hand(game, FIRST)
    fires = not (why and stops)
    assert (texts_of(game), fate_of(line)) == (f"{FIRST} {ANSWER}" if fires else FIRST, "done" if fires else why)


def test_a_stopped_line_stays_stopped_and_may_be_armed_again(game):
    line = arm(game, *ROUND)
    write(game)
    play_by_hand(game, FIRST, ANSWER, SECOND)
    assert (texts_of(game), fate_of(line)) == (" ".join(ROUND[:3]), "wrote")
    again = arm(GameFactory(first=game.seats.get(side=DARK).user, now=NOON), FIRST, ANSWER)
    ConditionalLine.objects.filter(pk=again.pk).update(stopped="wrote", awaits="")
    assert arm(again.game, FIRST, ANSWER).pk == again.pk
    assert fate_of(again) == "armed"


@pytest.mark.parametrize(
    ("games", "texts", "fate"),
    [("go_on", f"{FIRST} {ANSWER}", "done"), ("lost", "", "gone"), ("paused", FIRST, "suspended")],
)
def test_the_lines_of_a_player_who_may_no_longer_play_rest(game, games, texts, fate):
    line = arm(game, FIRST, ANSWER)
    suspend(game, games=games)
    play.settle_suspensions(now=NOON)
    if texts:
        play_by_hand(game, FIRST)
    assert (texts_of(game), fate_of(line)) == (texts, fate)


def test_rules_that_no_longer_allow_it_do_not_keep_the_opponent_from_playing(game, monkeypatch):
    line = arm(game, FIRST, ANSWER)
    ConditionalLine.objects.update(turns=[FIRST, "Mc8-c1"])
    play_by_hand(game, FIRST)
    assert (texts_of(game), fate_of(line)) == (FIRST, "illegal")
