"""The figures that a match between two players ends in."""

import json
import time
from functools import partial
from itertools import count, islice

import pytest
from rich.progress import Progress

from benches import ladder
from benches.match import OutOfTime, Player, Tally, end_at, get, play, play_pairs, to_elo
from engine.search.finding import make_tree
from engine.search.playing import list_levels, take_turn
from tests.games.engine.search.plain import meet
from tests.rows import each_row


def test_a_share_of_the_points_is_a_distance_in_elo():
    assert to_elo(0.5) == pytest.approx(0)
    assert to_elo(0.7) == pytest.approx(147.2, abs=0.1)
    assert to_elo(0.3) == pytest.approx(-to_elo(0.7))


def test_pairs_that_always_share_the_points_say_more_than_single_games():
    even = Tally(pairs=[0, 0, 40, 0, 0], wins=40, losses=40)
    wild = Tally(pairs=[20, 0, 0, 0, 20], wins=40, losses=40)
    assert even.score == wild.score == 0.5
    assert even.margin < wild.margin / 4


def test_the_sequential_test_leans_to_what_is_likelier():
    strong = Tally(pairs=[0, 2, 10, 8, 10], wins=42, draws=2, losses=16)
    assert strong.weigh(0.6, 0.7) > 0 > strong.weigh(0.8, 0.9)
    assert Tally().weigh(0.6, 0.7) == 0


def sit(turn, slug="mastery"):
    """A player of a game that plays by this function."""
    return Player(partial(make_tree, ruleset=get(slug)), turn)


def resign(tree, past, seed):
    return None


def take_first(tree, past, seed):
    return [*tree.captures(), *tree.quiets()][:1]


def test_a_pair_that_time_cuts_short_counts_for_nothing():
    """One game of each pair is won without a turn; the third turn of all comes too late."""
    ticks, tallies = count(), []

    in_time = end_at(sit(take_first), 2, clock=lambda: next(ticks))
    with pytest.raises(OutOfTime):
        tallies.extend(play_pairs(get("mastery"), in_time, sit(resign), seed=1, pairs=9))
    assert (tallies[-1].games, sum(tallies[-1].pairs)) == (4, 2)


@pytest.mark.parametrize("workers", [1, 2])
def test_pairs_kept_of_a_match_are_not_played_again(tmp_path, workers):
    """Turns are played the first time only, and the figures are the same, however many workers played."""
    given = {"seed": 1, "workers": workers, "kept": tmp_path / "played"}

    @sit
    def play(tree, past, seed):
        return take_first(tree, past, seed) if len(past) < 9 + seed else None

    @sit
    def give_up(tree, past, seed):
        raise OutOfTime

    alone = list(play_pairs(get("mastery"), play, play, seed=1, pairs=4))[-1]
    list(play_pairs(get("mastery"), play, play, pairs=2, **given))
    assert list(play_pairs(get("mastery"), play, play, pairs=4, **given))[-1] == alone
    assert list(play_pairs(get("mastery"), give_up, give_up, pairs=4, **given))[-1] == alone
    with pytest.raises(OutOfTime):
        list(play_pairs(get("mastery"), give_up, give_up, pairs=5, **given))


def test_a_position_that_was_twice_in_the_opening_is_a_draw_as_soon_as_it_is_there_again():
    there, back = ("a2-a3", "a9-a8"), ("a3-a2", "a8-a9")
    opening = [get("master").start()]
    for turn in (*there, *back, *there):
        opening.append(opening[-1].play(turn))
    turns = iter(back)

    def follow(tree, past, seed):
        turn = next(turns)
        move = next(step for step in tree.quiets() if tree.write([step]) == turn)
        return take_turn(tree, [move])

    player = sit(follow, "master")
    points, plies = play(opening, player, player, side=0, seed=1)
    assert (points, plies) == (1, 8)


def test_a_match_of_the_ladder_ends_in_time_and_says_so():
    given = {"pairs": 200, "seed": 1, "share": 0.1, "progress": Progress(disable=True)}
    assert ladder.measure(get("mastery"), "newcomer", until=time.monotonic(), **given) is None
    row = ladder.measure(get("mastery"), "newcomer", until=time.monotonic() + 3600, **given | {"pairs": 1})
    assert (row["wins"] + row["draws"] + row["losses"], row["ended"]) == (2, "pairs")


def test_a_row_takes_the_place_of_one_of_the_same_level_with_as_much_of_its_time(tmp_path, monkeypatch):
    monkeypatch.setattr(ladder, "FOLDER", tmp_path)
    (tmp_path / "mastery").mkdir()
    for level, wins, share in (
        *(("champion", 1, 0.1), ("newcomer", 2, 0.1), ("champion", 3, 1.0), ("newcomer", 4, 1.0)),
        ("champion", 5, 0.1),
    ):
        ladder.write("mastery", {"level": level, "wins": wins}, seed=1, share=share)
    rows = json.loads((tmp_path / "mastery/measured.json").read_text())
    found = [(row["level"], row["share_of_time"], row["wins"]) for row in rows]
    assert found == [("newcomer", 1, 4), ("champion", 0.1, 5), ("champion", 1, 3)]


def test_the_matches_of_the_ladder_share_its_time(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(ladder.time, "monotonic", lambda: now[0])
    ends = []
    for match, until in ladder.share_out(["quick", "long", "longer"], end=90):
        ends.append(until)
        now[0] = 10 if match == "quick" else until
    assert ends == [30, 50, 90]


@each_row(
    ("pairs", "decided"),
    [
        ([0, 10, 60, 20, 60], True),  # 72 ± 4 %
        ([5, 10, 20, 20, 15], False),  # 61 ± 8 %, which may be within
        ([40, 20, 10, 5, 5], True),  # 24 %: too weak
        ([0, 0, 2, 8, 90], True),  # 97 %: too strong
        ([4, 4, 8, 8, 16], False),
    ],
)
def test_a_step_of_the_ladder_is_decided_within_its_bounds_or_beyond_one(pairs, decided):
    points = sum(points * number for points, number in enumerate(pairs))
    tally = Tally(pairs=pairs, wins=points // 2, draws=points % 2, losses=2 * sum(pairs) - points // 2 - points % 2)
    assert ladder.is_decided(tally, ladder.STEP) is decided


def test_levels_of_few_nodes_play_more_pairs_before_it_is_decided():
    found = {level.name: ladder.find_fewest(level) for level in list_levels(get("mastery"))}
    assert (found["newcomer"], found["top"], found["champion"]) == (100, 30, 30)


@pytest.mark.parametrize("slug", ["mastery", "masters", "master"])
def test_a_newcomers_stand_in_takes_what_it_can_but_for_a_fifth_of_its_turns(slug):
    stand_in = ladder.make_stand_in(get(slug))
    chances = [position for position in islice(meet(slug, seed=5), 200) if not position.outcome()]
    trees = [(tree, seed) for seed, tree in enumerate(map(stand_in.sit, chances)) if tree.captures()]
    took = [stand_in.turn(tree, [], seed)[0] == tree.captures()[0] for tree, seed in trees]
    assert len(took) > 20
    assert 0.6 < sum(took) / len(took) < 0.95
