"""What players do to find opponents: standing challenges, challenges with limits, pairs of games, and the ladder."""

from contextlib import suppress

from competition.models import StandingChallenge
from competition.standing import keeping
from competition.standing.pairing import pair as pair_all
from core.refusal import Refusal
from games import challenges, clock
from games.challenges import Terms
from games.terms import PRESETS, Limits
from moderation import acting
from moderation.actions import registry
from tests.account import opponent_checks
from tests.actions import action
from tests.actions.challenges import rulesets, send
from tests.actions.drawing import one_of, pairs, players, several, whether, which
from tests.actions.scene import DAY, HOUR, Scene
from tests.actions.staff import find_person, make_order

presets = several(one_of(sorted(PRESETS)), min_size=1, max_size=3, unique=True)
limits = one_of(
    (Limits(), Limits(), Limits(), Limits(rating_within=50), Limits(established_only=True), Limits(on_time_least=90))
)
terms = {
    "ruleset": one_of(("masters", "masters", "master", "mastery")),
    "names": presets,
    "side": one_of(("random", "random", "random", "first", "second")),
    "weekends": whether,
    "vacation": one_of((0, 2, 14)),
    "rated": whether,
    "limits": limits,
    "keep": one_of((1, 1, 2, 3)),
}


def make_terms(
    *, ruleset: str, names: list[str], side: str, weekends: bool, vacation: int, rated: bool, limits: Limits
) -> Terms:
    side = "random" if ruleset == "master" else side
    return Terms(ruleset, {}, names, side, weekends, vacation, rated, limits)


@action(weight=4, number=players, pairs=one_of((True, True, False)), **terms)
def make_standing(site: Scene, *, number: int, pairs: bool, keep: int, **chosen: object) -> None:
    offered = make_terms(**chosen)
    made = keeping.make(site.players[number].user, terms=offered, keep=keep, pairs=pairs)
    site.times.keeps_weekends[made.challenge_id] = offered.weekends


def has_standing(site: Scene) -> bool:
    return StandingChallenge.objects.standing().exists()


def pick_standing(number: int) -> StandingChallenge:
    found = list(StandingChallenge.objects.standing().select_related("owner", "challenge").order_by("pk"))
    return found[number % len(found)]


@action(needs=has_standing, number=which, **terms)
def change_standing(site: Scene, *, number: int, keep: int, **chosen: object) -> None:
    one, offered = pick_standing(number), make_terms(**chosen)
    keeping.change(one.pk, owner=one.owner, terms=offered, keep=keep, pairs=True)
    site.times.keeps_weekends[one.challenge_id] = offered.weekends


@action(needs=has_standing, number=which)
def pause_standing(site: Scene, *, number: int) -> None:
    one = pick_standing(number)
    keeping.pause(one.pk, owner=one.owner)


@action(needs=has_standing, number=which)
def resume_standing(site: Scene, *, number: int) -> None:
    one = pick_standing(number)
    keeping.resume(one.pk, owner=one.owner)


@action(needs=has_standing, number=which)
def end_standing(site: Scene, *, number: int) -> None:
    one = pick_standing(number)
    keeping.end(one.pk, owner=one.owner)


@action(meanwhile=False, weight=2, needs=has_standing, number=which, by=players, control=one_of((0, 0, 1)))
def accept_standing(site: Scene, *, number: int, by: int, control: int) -> None:
    """By somebody who finds it, whether or not it is listed."""
    challenges.accept(pick_standing(number).challenge_id, user=site.players[by].user, control=control)


@action(meanwhile=False, weight=2, pair=pairs, ruleset=rulesets, rated=whether, limits=limits)
def start_two(site: Scene, *, pair: tuple[int, int], ruleset: str, rated: bool, limits: Limits) -> None:
    """A pair of games, one with each side, by an open challenge that the other accepts if they may."""
    chosen = {"control": clock.Days(3), "weekends": False, "vacation_days": 2, "rated": rated}
    made = send(site, pair, "anyone", ruleset_slug=ruleset, side="random", pair=True, limits=limits, **chosen)
    challenges.accept(made.pk, user=site.players[pair[1]].user)


@action(meanwhile=False, needs=has_standing)
def pair_now(site: Scene) -> None:
    """Rounds of pairing, until nobody meets any more: no two are left that fit and may meet, of which one was new."""
    due = set(StandingChallenge.objects.due(site.now).values_list("pk", flat=True))
    while pair_all():
        due |= set(StandingChallenge.objects.due(site.now).values_list("pk", flat=True))
    left = [both for both in opponent_checks.find_waiting(site.now) if due & set(both)]
    site.faults += [f"standing challenges {both} wait, and they fit and may meet" for both in left]


@action(meanwhile=False, pair=pairs, days=one_of((3, 4, 7)))
def be_found_and_stay_away(site: Scene, *, pair: tuple[int, int], days: int) -> None:
    """Two are found for each other, and neither comes: they are found for nobody any more."""
    for number in pair:
        offered = Terms("masters", {}, ["days-3"], "random", weekends=False, vacation_days=0, rated=False)
        made = keeping.make(site.players[number].user, terms=offered, keep=3)
        site.times.keeps_weekends[made.challenge_id] = False
    site.pass_time(days * DAY + HOUR, rounds=6)


# --- The ladder --------------------------------------------------------------------------------------------------
ladders = one_of(("mastery", "mastery", "mastery", "master"))


@action(weight=3, number=players, slug=ladders)
def join_ladder(site: Scene, *, number: int, slug: str) -> None:
    site.ladders.join(site.players[number].user, slug, now=site.now)


@action(number=players, slug=ladders)
def leave_ladder(site: Scene, *, number: int, slug: str) -> None:
    site.ladders.leave(site.players[number].user, slug, now=site.now)


def is_ladder_open(site: Scene) -> bool:
    return any(len(naive.order) > 1 for naive in site.ladders.of.values())


@action(meanwhile=False, weight=4, needs=is_ladder_open, pair=pairs, slug=ladders)
def challenge_on_ladder(site: Scene, *, pair: tuple[int, int], slug: str) -> None:
    one, other = (site.players[number].user for number in pair)
    site.ladders.challenge(slug, challenger=one, other=other, now=site.now)


@action(meanwhile=False, needs=is_ladder_open, slug=ladders, days=one_of((1, 1, 31)))
def close_the_top(site: Scene, *, slug: str, days: int) -> None:
    """Everybody challenges whoever is first, and some days later again: whether they may is told by the account."""
    for passes in (False, True):
        if passes:
            site.pass_time(days * DAY, rounds=2)
        standing = [site.find_player(int(who)).user for who in site.ladders.of[slug].order]
        for other in standing[1:]:
            with suppress(Refusal):
                site.ladders.challenge(slug, challenger=other, other=standing[0], now=site.now)


@action(meanwhile=False, needs=is_ladder_open, number=players, slug=ladders, place=one_of((1, 2, 3, 4)))
def set_place(site: Scene, *, number: int, slug: str, place: int) -> None:
    """By staff, who may also put somebody there who is not on it."""
    user, order = find_person(site, number), make_order(site, ladder=slug, place=place)
    kind = registry.ACTIONS.find("set_place")
    site.ladders.set_place(user, slug, place=place, do=lambda: acting.perform(kind, user, order=order))
