"""Staff take games out of the ratings while these end and colleagues do the same: nobody waits for ever, and every
rating is the fold of its own games. 20 rounds here and 200 in `make soak`."""

from collections import Counter
from datetime import date
from functools import partial

import pytest
from django.utils import timezone

from accounts.models import User
from engine.contract import Side
from games import play
from games.models import PlayerRating, RatedGame, RatingEntry
from games.rating import fold
from games.rating.folding import COLUMNS, Step
from moderation import acting
from moderation.actions import registry
from moderation.actions.contract import Order
from moderation.models import LoggedAction
from tests.factories import GameFactory, UserFactory
from tests.moderation.staff import make_moderator
from tests.moderation.test_at_once import ROUNDS, tell
from tests.together import run_together

pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True)]
TURNS = ("Md1-c1", "Mc8-b8")


def order(staff: User) -> Order:
    return Order(staff=staff, now=timezone.now(), told="Arranged.", answers={"since": date(2000, 1, 1)})


def find_wrong() -> list[str]:
    """The ratings that are not the fold of their entries, and the entries that count wrongly."""
    wrong = []
    for rating in PlayerRating.objects.all():
        entries = RatingEntry.objects.of(rating.user_id, rating.ruleset_slug).counting().in_order()
        folded = list(fold(Step(*row) for row in entries.values_list(*COLUMNS)))
        if (len(folded) != rating.games) or (folded and folded[-1].after != rating.value):
            wrong.append(str(rating))
    out = set(RatedGame.objects.exclude(taken_out_at=None).values_list("pk", flat=True))
    return wrong + [str(each) for each in RatingEntry.objects.all() if (each.why == "staff") != (each.game_id in out)]


@pytest.mark.late
def test_two_people_are_taken_out_of_the_ratings_while_their_games_end(transactional_db):
    mira, zoe, outcomes = make_moderator("Mira"), make_moderator("Zoe"), Counter()
    since, one = registry.ACTIONS.find("take_rated_out_since"), registry.ACTIONS.find("take_out_of_ratings")
    for _ in range(ROUNDS):
        alice, boris, carol = UserFactory.create_batch(3)
        pairs = ((carol, boris), (boris, alice), (alice, carol))
        ended, running, last = (GameFactory(first=a, second=b, turns=TURNS, rated=True) for a, b in pairs)
        play.resign(ended.pk, side=Side.FIRST)
        done = run_together(
            [
                partial(acting.perform, since, alice, order=order(mira)),
                partial(acting.perform, since, boris, order=order(zoe)),
                partial(acting.perform, one, ended, order=order(mira)),
                partial(play.resign, running.pk, side=Side.FIRST),
                partial(play.resign, last.pk, side=Side.SECOND),
            ]
        )
        outcomes[tuple(map(tell, done))] += 1
        assert find_wrong() == []
        assert RatedGame.objects.exclude(taken_out_at=None).count() == 3
        for row in LoggedAction.objects.filter(reverses=None, reversed_by=None).order_by("-pk"):
            acting.undo(row, order=order(mira if row.by_id == zoe.pk else zoe))
        assert find_wrong() == []
        assert not RatedGame.objects.exists()
    assert all(set(found) <= {"done", "out_already", "nothing"} for found in outcomes), outcomes
