"""Lists standing challenges that fit a player's own but may not meet it yet, since the two players have started too
many rated games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from accounts.conduct.blocks import find_ties
from accounts.models import User
from competition.models import StandingChallenge
from competition.standing.candidates import find_listed, read_candidates
from competition.standing.matching import fits
from competition.words import standing as words
from core.words import DAY_OF_YEAR, Said, tell_day
from engine import registry
from games.play import rated_pairs


def tell_kept_apart(found: Sequence[StandingChallenge], *, owner: User, now: datetime) -> dict[int, list[Said]]:
    """Says, by the number of a player’s standing challenge, with whom it is not paired yet and until when. Players whom
    a block keeps from it are left out. Makes one query if one of them waits and is rated, and some more if there is
    such a player."""
    waiting = [each for each in found if each.pairs and each.challenge.rated and not each.challenge.withheld]
    slugs = {each.challenge.ruleset_slug for each in waiting}
    free_at = rated_pairs.find_free_at_in(slugs, owner.pk, now=now) if slugs else {}
    return _tell(waiting, free_at, owner=owner, now=now) if free_at else {}


def _tell(
    waiting: Sequence[StandingChallenge], free_at: dict[tuple[int, str], datetime], *, owner: User, now: datetime
) -> dict[int, list[Said]]:
    severed = {other for other, tie in find_ties(owner.pk).items() if tie.is_severed}
    others = {other for other, _ in free_at} - severed
    people = User.objects.in_bulk(others)
    rows = find_listed(now).filter(challenge__ruleset_slug__in={slug for _, slug in free_at})
    candidates = read_candidates(rows.filter(owner__in={*others, owner.pk}), now=now)
    mine = [each for each in candidates if each.owner == owner.pk]
    told = defaultdict[int, list[Said]](list)
    slug_of = {each.pk: each.challenge.ruleset_slug for each in waiting}
    for one in mine:
        slug = slug_of.get(one.number, "")
        for other in candidates:
            until = free_at.get((other.owner, slug))
            if until is not None and fits(one, other, now=now):
                told[one.number].append(_say(people[other.owner], slug, until))
    return told


def _say(other: User, slug: str, until: datetime) -> Said:
    limit = {"most": rated_pairs.MOST, "within": rated_pairs.WITHIN}
    ruleset, day = registry.get(slug).name, tell_day(until, form=DAY_OF_YEAR)
    return words.KEPT_APART(name=other.shown_name, ruleset=ruleset, until=day, **limit)
