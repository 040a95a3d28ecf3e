"""Staff take rated games out of the ratings and put them back: one, or all of somebody's since a day.

Alice plays Boris and Carol in rated games from NOON on, and wins; Mira is a moderator who plays in no game.
"""

from datetime import timedelta

import pytest
from django.db import transaction

from core.refusal import Refusal
from engine.contract import Side
from games import events, play
from games.models import Game, PlayerRating, RatedGame, RatingEntry
from games.play import rated_by_staff
from games.rating import announce
from tests.factories import GameFactory
from tests.games.play.conftest import NOON
from tests.games.staff.conftest import record_of

DAY = timedelta(days=1)
TURNS = ("Md1-c1", "Mc8-b8")
pytestmark = pytest.mark.django_db


@pytest.fixture
def heard():
    """The corrections that were announced: of whom, of which game, and what they read."""
    found = []

    def receive(user_id, game_id, before, after, **_):
        found.append((user_id, game_id, before, after))

    events.rating_corrected.connect(receive)
    yield found
    events.rating_corrected.disconnect(receive)


def start(one, other, *, day: float = 0, **more) -> Game:
    return GameFactory(first=one, second=other, rated=True, turns=TURNS, now=NOON + day * DAY, **more)


def win(one, other, *, day: float) -> Game:
    game = start(one, other, day=day)
    play.resign(game.pk, side=Side.SECOND, now=NOON + day * DAY)
    return game


def read_all() -> tuple[list, list]:
    """Every digit of ratings and entries."""
    return list(PlayerRating.objects.order_by("pk").values()), list(RatingEntry.objects.order_by("pk").values())


def show(*users) -> list[int]:
    rows = dict(PlayerRating.objects.values_list("user", "rating"))
    return [round(rows[user.pk]) for user in users]


def act(do, game, *, staff, reason="Arranged.", **more) -> str:
    """The code of the refusal; empty where it is done."""
    try:
        do(game.pk, staff=staff, reason=reason, now=NOON + 2 * DAY, **more)
    except Refusal as refusal:
        return refusal.code
    return ""


# --- One game ----------------------------------------------------------------------------------------------------
def test_a_game_taken_out_changes_its_two_players_alone_and_put_back_restores_every_digit(
    alice, boris, carol, mira, heard
):
    game = win(alice, boris, day=1)
    win(alice, carol, day=2)
    before, shown = read_all(), show(alice, boris, carol)
    assert not act(play.take_out, game, staff=mira)
    after = show(alice, boris, carol)
    assert after[1] == 1500
    assert 1500 < after[0] < shown[0]
    assert after[2] == shown[2]
    assert set(RatingEntry.objects.filter(game=game).values_list("why", "rating")) == {("staff", None)}
    assert sorted(heard) == [(alice.pk, game.pk, shown[0], after[0]), (boris.pk, game.pk, shown[1], 1500)]
    assert not act(play.put_back, game, staff=mira)
    assert read_all() == before
    assert not RatedGame.objects.exists()
    assert [each["kind"] for each in record_of(game)] == ["out_of_ratings", "back_in_ratings"]


def test_a_running_game_taken_out_does_not_count_once_it_ends_and_counts_then_when_it_is_put_back(
    alice, boris, carol, mira, heard
):
    game = start(alice, boris)
    assert not act(play.take_out, game, staff=mira)
    play.resign(game.pk, side=Side.SECOND, now=NOON + 2.5 * DAY)
    assert (show(alice, boris), heard) == ([1500, 1500], [])
    assert not act(play.put_back, game, staff=mira)
    assert show(alice, boris) == [1662, 1338]
    assert len(heard) == 2


def test_what_the_winner_had_left_out_stays_left_out_when_staff_put_the_game_back(alice, boris, mira):
    game = start(alice, boris)
    play.run_out(game.pk, now=NOON + 9 * DAY)
    declined_at = NOON + 10 * DAY
    RatedGame.objects.create(game=game, declined_at=declined_at, declined_by=boris)
    for do in (play.take_out, play.put_back):
        assert not act(do, game, staff=mira)
    row = RatedGame.objects.get()
    assert (row.declined_at, row.declined_by, row.taken_out_at) == (declined_at, boris, None)
    assert set(RatingEntry.objects.values_list("why", flat=True)) == {"declined"}


REFUSED = {
    "not_rated": (play.take_out, {"rated": False}, {}),
    "out_already": (play.take_out, {}, {"is_out": True}),
    "not_out": (play.put_back, {}, {}),
    "no_reason": (play.take_out, {}, {"reason": " "}),
    "own_game": (play.take_out, {}, {"by": "alice"}),
}


@pytest.mark.parametrize("code", REFUSED)
def test_what_is_refused_changes_nothing(alice, boris, mira, code):
    do, terms, more = REFUSED[code]
    game = GameFactory(first=alice, second=boris, turns=TURNS, now=NOON, **{"rated": True, **terms})
    play.resign(game.pk, side=Side.SECOND, now=NOON)
    if more.pop("is_out", False):
        act(play.take_out, game, staff=mira)
    before = read_all(), list(RatedGame.objects.values())
    staff = alice if more.get("by") else mira
    assert act(do, game, staff=staff, reason=more.get("reason", "Arranged.")) == code
    assert (read_all(), list(RatedGame.objects.values())) == before


def test_a_rehearsal_shows_both_ratings_and_changes_nothing(alice, boris, mira, heard):
    game = win(alice, boris, day=1)
    before, revision = read_all(), Game.objects.get(pk=game.pk).revision
    with pytest.raises(play.Rehearsed) as rehearsed:
        act(play.take_out, game, staff=mira, case=play.Case(is_rehearsal=True))
    assert rehearsed.value.before["ratings"] == {"0": 1662, "1": 1338}
    assert rehearsed.value.after["ratings"] == {"0": 1500, "1": 1500}
    assert [state["out_of_ratings"] for state in (rehearsed.value.before, rehearsed.value.after)] == [False, True]
    assert (read_all(), Game.objects.get(pk=game.pk).revision) == (before, revision)
    assert not RatedGame.objects.exists()


def test_no_other_action_of_staff_says_anything_of_ratings_where_a_game_is_not_rated(alice, boris, mira):
    game = GameFactory(first=alice, second=boris, now=NOON)
    with pytest.raises(play.Rehearsed) as rehearsed:
        act(play.void, game, staff=mira, case=play.Case(is_rehearsal=True))
    assert not {"ratings", "out_of_ratings"} & rehearsed.value.after.keys()


# --- All since a day ---------------------------------------------------------------------------------------------
@pytest.fixture
def season(alice, boris, carol) -> dict[str, Game]:
    """What Alice has played, some of it before day 10."""
    games = {
        "early": win(alice, boris, day=1),
        "boris": win(alice, boris, day=11),
        "boris again": win(alice, boris, day=12),
        "carol": win(alice, carol, day=13),
        "of others": win(boris, carol, day=14),
        "running": start(alice, carol, day=14),
        "unrated": GameFactory(first=alice, second=carol, turns=TURNS, now=NOON),
    }
    play.resign(games["unrated"].pk, side=Side.SECOND, now=NOON)
    return games


def take_out_since(user, *, staff, day: float = 10, **more):
    with transaction.atomic():
        since = NOON + day * DAY
        found = rated_by_staff.take_out_since(user.pk, since=since, staff=staff, now=NOON + 20 * DAY, **more)
        announce(found.corrections, game_id=None, cause=events.Correcting.TAKEN_OUT)
        return found


def test_all_since_a_day_go_at_once_and_each_player_is_told_once(season, alice, boris, carol, mira, heard):
    shown = show(alice, boris, carol)
    found = take_out_since(alice, staff=mira)
    assert found.game_ids == [season[name].pk for name in ("boris", "boris again", "carol", "running")]
    assert found.running == 1
    after = show(alice, boris, carol)
    assert after[0] == 1662, "the early one alone counts"
    assert sorted(heard) == sorted(
        (user.pk, None, *both) for user, *both in zip((alice, boris, carol), shown, after, strict=True)
    )
    assert {(each.user_id, each.before, each.after) for each in found.corrections} == {
        (user, before, after) for user, _, before, after in heard
    }
    why = dict(RatingEntry.objects.values_list("game", "why"))
    assert [why[season[name].pk] for name in ("early", "boris", "carol", "of others")] == ["", "staff", "staff", ""]


def test_opponents_are_folded_as_if_these_games_had_not_counted(season, alice, boris, carol, mira):
    """By the values of their own opponents as these were known then."""
    take_out_since(alice, staff=mira)
    entry = RatingEntry.objects.get(game=season["of others"], user=carol)
    assert (entry.before_rating, entry.weeks) == (1500, 0), "their only game that counts"
    assert entry.opponent_rating != PlayerRating.objects.get(user=boris).rating


def test_putting_all_back_restores_every_digit(season, alice, mira, heard):
    before = read_all()
    found = take_out_since(alice, staff=mira)
    heard.clear()
    with transaction.atomic():
        back = rated_by_staff.put_all_back(found.game_ids)
    assert read_all() == before
    assert (back.game_ids, back.running) == (found.game_ids, 1)
    assert len(heard) == len({user for user, *_ in heard}) == 3
    assert not RatedGame.objects.exists()


def test_what_was_out_before_stays_out_when_all_are_put_back(season, alice, mira):
    act(play.take_out, season["boris"], staff=mira)
    before = read_all()
    found = take_out_since(alice, staff=mira)
    assert season["boris"].pk not in found.game_ids
    with transaction.atomic():
        rated_by_staff.put_all_back(found.game_ids)
    assert read_all() == before


def test_it_can_be_foreseen_and_nothing_changes(season, alice, mira):
    before = read_all()
    since = NOON + 10 * DAY
    foreseen = rated_by_staff.foresee_out_since(alice.pk, since=since, staff=mira, now=NOON + 20 * DAY)
    assert read_all() == before
    assert not RatedGame.objects.exists()
    assert foreseen == take_out_since(alice, staff=mira)


def test_nobody_takes_out_games_of_their_own_unless_nobody_else_can(season, alice, boris):
    before = read_all()
    with pytest.raises(Refusal) as refused:
        take_out_since(alice, staff=boris)
    assert refused.value.code == "own_game"
    assert read_all() == before
    assert take_out_since(alice, staff=boris, also_own=True).game_ids


def test_it_takes_no_more_queries_for_more_games(season, alice, boris, mira, django_assert_max_num_queries):
    for day in range(16, 26):
        win(alice, boris, day=day)
    with django_assert_max_num_queries(30):
        take_out_since(alice, staff=mira)
