"""What players do about ratings: they play rated games, lose several on time, look in, and leave a game out."""

from core.refusal import Refusal
from engine.contract import Side
from games import challenges, clock, play
from games.models import Game
from moderation import acting
from moderation.actions import registry
from tests.actions import action
from tests.actions.challenges import rulesets, send
from tests.actions.drawing import one_of, pairs, players, sides, which
from tests.actions.games import pick_game, play_text
from tests.actions.scene import Scene
from tests.actions.staff import decide_game, make_order

SHORT = (clock.Days(1), clock.Days(1), clock.Days(3))


@action(
    weight=3,
    meanwhile=False,
    pair=pairs,
    ruleset=rulesets,
    control=one_of(SHORT),
    turns=one_of((0, 1, 2, 2, 3)),
    games=one_of((1, 2, 3)),
)
def play_rated(
    site: Scene, *, pair: tuple[int, int], ruleset: str, control: clock.Control, turns: int, games: int
) -> None:
    """Some at once with little time, in which the first turns are played: whoever stays away then loses them all."""
    for _ in range(games):
        begin_rated(site, pair=pair, ruleset=ruleset, control=control)
        for _ in range(turns):
            game = Game.objects.latest("pk")
            play_text(site, game, sorted(game.position.legal_moves())[0])


def begin_rated(site: Scene, *, pair: tuple[int, int], ruleset: str, control: clock.Control) -> None:
    chosen = {"control": control, "weekends": False, "vacation_days": 0, "rated": True}
    made = send(site, pair, "player", ruleset_slug=ruleset, side="first", **chosen)
    challenges.accept(made.pk, user=made.opponent)


@action(meanwhile=False, pair=pairs, ruleset=rulesets, games=one_of((2, 6, 7)))
def hand_points(site: Scene, *, pair: tuple[int, int], ruleset: str, games: int) -> None:
    """Two resign game after game to each other early, until no more of these count."""
    for number in range(games):
        begin_rated(site, pair=pair, ruleset=ruleset, control=SHORT[0])
        for _ in range(2):
            game = Game.objects.latest("pk")
            play_text(site, game, sorted(game.position.legal_moves())[0])
        play.resign(game.pk, side=Side(number % 3 == 2))


@action(number=players)
def visit(site: Scene, *, number: int) -> None:
    """A page was opened: what the middleware notes."""
    site.visit(site.players[number].pk)


def has_lost_on_time(site: Scene) -> bool:
    return Game.objects.filter(termination="time").exists()


@action(meanwhile=False, weight=2, needs=has_lost_on_time, number=which, side=sides)
def leave_out(site: Scene, *, number: int, side: Side) -> None:
    """One that was lost on time, by either of its players, which is refused as often as it has to be."""
    lost = list(Game.objects.filter(termination="time").exclude(winner=None).order_by("-ended_at", "-pk"))
    leave_out_game(site, lost[number % len(lost)], side=side)


@action(meanwhile=False, number=which, side=sides)
def leave_out_any(site: Scene, *, number: int, side: Side) -> None:
    """Any that goes on: nobody may."""
    if site.times.games:
        leave_out_game(site, pick_game(site, number), side=side)


def leave_out_game(site: Scene, game: Game, *, side: Side) -> None:
    user = game.seats.get(side=side).user
    site.count_ratings()
    may = site.ratings.may_leave_out(game.pk, user.pk, now=site.now)
    try:
        play.leave_out(game.pk, user=user)
    except Refusal as refusal:
        if may:
            site.faults.append(f"{user} may not leave out game {game.pk}: {refusal.code}")
        raise
    site.rating_diary.leave_out(game.pk, user.pk)


@action(meanwhile=False, weight=2, number=which, side=sides)
def give_up_rated(site: Scene, *, number: int, side: Side) -> None:
    """A rated game that goes on is resigned."""
    games = list(Game.objects.active().filter(rated=True).order_by("pk"))
    if games:
        play.resign(games[number % len(games)].pk, side=side)


def has_rated(site: Scene) -> bool:
    return Game.objects.ended().filter(rated=True).exists()


@action(
    meanwhile=False,
    weight=2,
    needs=has_rated,
    number=which,
    side=sides,
    result=one_of(("void", "wins", "draw", "reopen")),
)
def correct(site: Scene, *, number: int, side: Side, result: str) -> None:
    """Staff decide anew about a rated game that has ended, or let it go on."""
    games = list(Game.objects.ended().filter(rated=True).order_by("-ended_at", "-pk"))
    game = games[number % len(games)]
    if result == "reopen":
        acting.perform(registry.ACTIONS.find("reopen"), game, order=make_order(site))
    else:
        decide_game(site, game, side=side, result=result)
