"""A rank asks for six different opponents who were established when a long game with them ended."""

from itertools import combinations

import pytest

from games import play
from games.models import PlayerRating, RatingEntry
from games.rating.checking import Check
from games.reading.leaderboard import find_ranked
from tests.factories import UserFactory
from tests.games.rating.conftest import (
    DAY,
    HOUR,
    LONG_TURNS,
    REASON,
    assert_folded,
    on_day,
    put,
    rating_of,
    win,
)

LATER = on_day(40)


def names_ranked(now=LATER) -> list[str]:
    return [row.user.username for row in find_ranked("mastery", now=now).select_related("user")]


@pytest.fixture
def established(alice):
    """Six people with established ratings; and Alice, whose own is established, too."""
    people = [UserFactory() for _ in range(6)]
    for each in (alice, *people):
        win(each, UserFactory(), at=on_day(0))
        put(each, 1600, 60, at=on_day(0))
    return people


def beat(alice, people, *, turns=LONG_TURNS, day=1):
    return [win(alice, each, at=on_day(day) + number * HOUR, turns=turns) for number, each in enumerate(people)]


def test_whoever_has_met_six_is_ranked(alice, established):
    beat(alice, [*established[:5], established[0]])
    assert rating_of(alice).opponents == 5
    assert alice.username not in names_ranked(on_day(2))
    beat(alice, established[5:], day=2)
    assert rating_of(alice).opponents == 6
    assert names_ranked(on_day(3)) == [alice.username]


def test_short_games_and_provisional_opponents_do_not_tell(alice, established):
    put(established[5], 1600, 111, at=on_day(1))
    beat(alice, established[4:5], turns=LONG_TURNS[:9])
    beat(alice, [*established[:4], established[5]])
    assert rating_of(alice).opponents == 4


def test_a_correction_takes_and_gives_back_a_rank(alice, established, mira):
    games = beat(alice, established)
    play.void(games[2].pk, staff=mira, reason=REASON, now=on_day(2))
    assert rating_of(alice).opponents == 5
    how = {"winner": 0, "termination": "resignation", "left": {}}
    play.restore_result(games[2].pk, **how, staff=mira, reason=REASON, now=on_day(3))
    assert rating_of(alice).opponents == 6


def test_a_check_names_whoever_has_another_number(alice, established):
    beat(alice, established[:3])
    found = {(each.what, each.stored, each.expected) for each in Check().find() if each.user_id == alice.pk}
    assert not [each for each in found if each[0] == "opponents"]
    row = rating_of(alice)
    row.opponents = 6
    row.save()
    assert ("opponents", 6, 3) in {(each.what, each.stored, each.expected) for each in Check().find()}


FARMS = {  # how many games each of seven made-up accounts plays with each other, and how many it resigns to the eighth
    "all of them count": (lambda number: 4 if number < 2 else 3, 5),
    "as many as may start within ninety days": (lambda number: int(number < 16), 12),
}


@pytest.mark.late
@pytest.mark.parametrize("farm", FARMS)
@pytest.mark.django_db
def test_a_farm_of_eight_made_up_accounts_ends_unranked(farm):
    """A hundred games of two plies each."""
    among, handed = FARMS[farm]
    top, *others = [UserFactory() for _ in range(8)]
    pairs = [pair for number, pair in enumerate(combinations(others, 2)) for _ in range(among(number))]
    pairs += [(top, other) for other in others for _ in range(handed)]
    assert len(pairs) == 100
    for number, (winner, loser) in enumerate(pairs):
        win(winner, loser, at=on_day(0) + number * DAY / 4)
    counting = RatingEntry.objects.filter(user=top).counting()
    assert counting.count() == 35
    assert rating_of(top).rating > 2000
    assert_folded()
    PlayerRating.objects.update(established_until=on_day(90))  # were they as sure as any
    assert names_ranked(on_day(26)) == []
