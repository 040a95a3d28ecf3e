"""How players come to games: challenges to anybody, to one player, by link, by mail and to a computer, and answers."""

from typing import Any

from computers import accepting, starting
from engine import registry
from games import challenges, clock
from games.models import Challenge
from tests.actions import action
from tests.actions.drawing import one_of, pairs, players, whether, which
from tests.actions.scene import Scene

DAYS = (clock.Days(1), clock.Days(3), clock.Days(7), clock.Days(7))
CONTROLS = (*DAYS, clock.Bank(2, 1, 4), clock.Reserve(1, 5), clock.Unlimited())
VACATION = (0, 1, 2, 2, 14)
"""Days that a game allows: mostly fewer than players take, so that they come to an end."""
STRANGER = "dora@example.org"
"""Somebody whom players invite, and who signs up under one of their names in the end."""
AUDIENCES = ("anyone", "player", "link", "address", "stranger", "computer")

terms = {
    "pair": pairs,
    "control": one_of(CONTROLS),
    "weekends": whether,
    "vacation": one_of(VACATION),
    "rated": whether,
}
rulesets = one_of([ruleset.slug for ruleset in registry.all_rulesets()])


@action(weight=2, **terms)
def start_game(
    site: Scene,
    *,
    pair: tuple[int, int],
    control: clock.Control,
    weekends: bool,
    vacation: int,
    rated: bool = False,
) -> None:
    """A challenge that is accepted at once; a rated one has a time limit."""
    chosen = {"control": control, "weekends": weekends, "vacation_days": vacation}
    chosen["rated"] = rated and not isinstance(control, clock.Unlimited)
    made = send(site, pair, "player", ruleset_slug="mastery", side="first", **chosen)
    challenges.accept(made.pk, user=made.opponent)


@action(
    meanwhile=False,
    weight=2,
    audience=one_of(AUDIENCES),
    ruleset=rulesets,
    side=one_of(Challenge.SideWanted.values),
    private=whether,
    at_once=whether,
    **terms,
)
def offer_game(
    site: Scene,
    *,
    pair: tuple[int, int],
    audience: str,
    ruleset: str,
    side: str,
    private: bool,
    at_once: bool,
    control: clock.Control,
    weekends: bool,
    vacation: int,
    rated: bool = False,
) -> None:
    """Of any kind and to anybody, a private one with a message; `at_once` the other of the two takes it."""
    chosen = {"control": control, "weekends": weekends, "vacation_days": vacation}
    chosen |= {"private": private, "rated": rated}
    chosen["note"] = "Just the two of us." if private else ""
    made = send(site, pair, audience, ruleset_slug=ruleset, side=side, **chosen)
    if audience == "computer":
        accepting.answer(made.pk)
    elif at_once:
        challenges.accept(made.pk, user=site.players[pair[1]].user)


def send(site: Scene, pair: tuple[int, int], audience: str, /, *, ruleset_slug: str, **chosen: Any) -> Challenge:
    challenger, opponent = (site.players[number] for number in pair)
    whom: dict[str, Any] = {"audience": audience}
    if audience == "player":
        whom["opponent"] = opponent.user
    elif audience == "computer":
        computer = starting.find_computer(registry.get(ruleset_slug), level="newcomer")
        whom = {"audience": "player", "opponent": computer.user}
    elif audience in ("address", "stranger"):
        whom = {"audience": "address", "address": opponent.address if audience == "address" else STRANGER}
    made = challenges.send(challenger.user, ruleset_slug=ruleset_slug, options={}, **whom, **chosen)
    site.times.keeps_weekends[made.pk] = chosen["weekends"]
    return made


def has_challenges(site: Scene) -> bool:
    return bool(site.times.keeps_weekends)


@action(
    meanwhile=False,
    needs=has_challenges,
    number=which,
    answer=one_of(("accept", "accept", "decline", "withdraw")),
    by=players,
)
def answer_challenge(site: Scene, *, number: int, answer: str, by: int) -> None:
    """By the player whom it is for; where it is for nobody in particular, by the player who finds it."""
    made = list(Challenge.objects.order_by("-pk"))
    one = made[number % len(made)]
    user = one.opponent if one.opponent and one.audience == "player" else site.players[by].user
    if answer == "withdraw":
        challenges.withdraw(one.pk, user=one.challenger)
    elif answer == "decline":
        challenges.decline(one.pk, user=user, reason="Not now.")
    elif not user.is_computer:
        challenges.accept(one.pk, user=user)


@action(number=players)
def confirm_address(site: Scene, *, number: int) -> None:
    """The stranger is one of the players by now, and finds what was sent to them before."""
    challenges.welcome(site.players[number].user, address=STRANGER)
