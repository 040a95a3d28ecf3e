"""Pairs standing challenges that fit, every minute.

A round looks at those that are due (`StandingChallenge.look_at`): they are new, changed or listed again, or another
full day of waiting has extended their reach. The due ones can meet all others. Two that are not due were compared
before. When a game from standing challenges ends, those of both players are due at once, since the two may meet again.
Other changes can also make two fit: another game has changed a rating, a block was ended, or the two have started fewer
than twelve rated games in 90 days again. A round finds these when the next full day of waiting is over.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from competition.models import StandingChallenge
from competition.standing.candidates import find_listed, read_apart, read_candidates
from competition.standing.matching import DAY, Matching, Pair, count_days
from competition.standing.meeting import Unavailable, Unfit, meet
from competition.standing.room import refresh_due
from core.each import do_each
from core.prepared import PreparedQuery
from core.refusal import Refusal

LASTS = timedelta(seconds=40)
"""After this time a round starts no more games. The next round goes on where it ended."""
MOST_FAILED = 2
"""How often pairing one may fail in a round before it is taken out. It is more than once, since only one of the two may
be broken, and the other can still find an opponent."""
BATCH = 2_000
Due = Mapping[int, datetime]
"""When each was due, by the number of the standing challenge."""


def pair(*, now: datetime | None = None, lasts: timedelta = LASTS) -> int:
    """Pairs those that fit, each pair in a transaction of its own. Returns how many games have started. It may run
    twice or at the same time. If none is due, makes one query besides those of `refresh_due`."""
    until = time.monotonic() + lasts.total_seconds()
    began, fixed = now or timezone.now(), now
    refresh_due(began, until=until)
    due = _find_due(began)
    if not due:
        return 0
    matching, failed, met = _prepare(began), Counter[int](), set[int]()

    def act(found: Pair) -> None:
        try:
            meet(found, now=fixed)
            met.update((found.longer.number, found.other.number))
        except Unavailable as unavailable:
            matching.drop(unavailable.numbers)
            raise
        except (Refusal, Unfit):
            matching.part(found)
            raise
        except Exception:
            both = (found.longer.number, found.other.number)
            failed.update(both)
            matching.part(found)
            matching.drop([number for number in both if failed[number] >= MOST_FAILED])
            raise

    expected = (Refusal, Unfit, Unavailable)
    fault = "Standing challenge %s could not be paired"
    tally = do_each(matching, act, fault=fault, expected=expected, until=until)
    waiting = matching.unlooked | failed.keys() | met  # one that met and still has room is looked at in the next round
    put_off({number: at for number, at in due.items() if number not in waiting}, now=began)
    return tally.done


def _find_due(now: datetime) -> dict[int, datetime]:
    """Returns those that are due. One that its owner does not want paired is no longer due until it changes."""
    rows = find_rows_due(now)
    if unpaired := [number for number, _, pairs in rows if not pairs]:
        _forget(unpaired)
    return {number: at for number, at, pairs in rows if pairs and at is not None}


@PreparedQuery
def find_rows_due(now: datetime) -> QuerySet[StandingChallenge, Any]:
    """Prepared, since each round asks it, and mostly finds none."""
    return StandingChallenge.objects.due(now).values_list("pk", "look_at", "pairs")


@transaction.atomic
def _forget(numbers: list[int]) -> None:
    """Makes these no longer due. Those that their owner is changing just now are left to the next round."""
    rows = StandingChallenge.objects.select_for_update(no_key=True, skip_locked=True).filter(pk__in=numbers)
    free = list(rows.filter(pairs=False).values_list("pk", flat=True))
    StandingChallenge.objects.filter(pk__in=free).update(look_at=None)


def _prepare(now: datetime) -> Matching:
    """Reads all that may meet those that are due."""
    new = StandingChallenge.objects.due(now).filter(pairs=True)
    slugs = set(new.values_list("challenge__ruleset_slug", flat=True))
    found = read_candidates(find_listed(now).filter(challenge__ruleset_slug__in=slugs), now=now)
    wanted = {each.terms for each in found if each.is_due}
    apart = read_apart({each.owner for each in found if each.is_due})
    return Matching([each for each in found if each.terms in wanted], now=now, apart=apart)


def put_off(looked: Due, *, now: datetime) -> None:
    """Makes these due again when their reach grows. Those that were changed or have met since they were read, or are
    about to, are left out."""
    numbers = sorted(looked)
    for at in range(0, len(numbers), BATCH):
        _put_off({number: looked[number] for number in numbers[at : at + BATCH]}, now=now)


@transaction.atomic
def _put_off(looked: Due, *, now: datetime) -> None:
    """Does it with one statement for all that have waited the same number of days."""
    rows = StandingChallenge.objects.select_for_update(no_key=True, skip_locked=True).filter(pk__in=looked)
    by_days: defaultdict[int, list[int]] = defaultdict(list)
    for number, look_at, since in rows.values_list("pk", "look_at", "waiting_since"):
        if look_at == looked[number]:
            by_days[count_days(since, now=now)].append(number)
    for days, some in by_days.items():
        next_look = F("waiting_since") + (days + 1) * DAY
        StandingChallenge.objects.filter(pk__in=some).update(look_at=next_look)
