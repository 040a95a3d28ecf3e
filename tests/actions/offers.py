"""What the players of a game offer and ask of each other, of every kind, and what they answer."""

from accounts.models import User
from engine.contract import Side
from games import play
from games.models import Game
from games.play import offers
from games.play.offers import registry
from tests.actions import action
from tests.actions.drawing import number_from, one_of, pairs, sides, whether, which
from tests.actions.games import has_games, pick_game
from tests.actions.scene import HOUR, Scene

OFTEN = ("pause", "takeback", "more_time")
LASTING = (*OFTEN, "pause", "resume", "rematch")
"""What no game ends by."""
KINDS = (*OFTEN, *(kind.name for kind in registry.OFFERS.all()))
ANSWERS = {"accept": offers.accept, "decline": offers.decline, "withdraw": offers.withdraw}

kinds = one_of(KINDS)
answers = one_of(("accept", "accept", "accept", *ANSWERS))
"""After another answer than yes nothing of the kind is asked before the next turn."""
lengths = one_of((3, 30, 50))
"""Of a pause, in hours."""


def pick_for(site: Scene, number: int, kind: str) -> Game:
    """A game in which such an offer may be made, if there is one."""
    over = list(Game.objects.ended().exclude(seats__user__kind=User.Kind.GUEST).order_by("pk"))
    return over[number % len(over)] if over and registry.get(kind).after_end else pick_game(site, number)


@action(meanwhile=False, needs=has_games, number=which, side=sides, kind=kinds, days=number_from(1, 4), hours=lengths)
def ask(site: Scene, *, number: int, side: Side, kind: str, days: int, hours: int) -> None:
    _ask(site, pick_for(site, number, kind), side, kind, days, hours)


@action(needs=has_games, number=which, kind=kinds, answer=answers)
def answer(site: Scene, *, number: int, kind: str, answer: str) -> None:
    """What the other side asked, or withdraws one's own."""
    _answer(site, pick_for(site, number, kind), kind, answer)


@action(
    weight=3,
    needs=has_games,
    number=which,
    side=sides,
    kind=one_of(LASTING),
    days=number_from(1, 4),
    hours=lengths,
)
def agree(site: Scene, *, number: int, side: Side, kind: str, days: int, hours: int) -> None:
    """Asks, unless it was asked before, and is told yes at once."""
    game = pick_for(site, number, kind)
    if kind not in game.offers:
        _ask(site, game, side, kind, days, hours)
    _answer(site, game, kind, "accept")


@action(pair=pairs, wished=whether)
def wish_rematches(site: Scene, *, pair: tuple[int, int], wished: bool) -> None:
    """With one another after every game, or no longer."""
    one, other = (site.players[number] for number in pair)
    play.wish_rematches(one.pk, other_id=other.pk, wished=wished)


def _ask(site: Scene, game: Game, side: Side, kind: str, days: int, hours: int) -> None:
    chosen = {"more_time": {"days": days}, "pause": {"until": site.now + hours * HOUR}}
    offers.propose(game.pk, kind, side=side, **chosen.get(kind, {}))


def _answer(site: Scene, game: Game, kind: str, answer: str) -> None:
    game.refresh_from_db()
    offer = game.offers.get(kind)
    if not offer:
        return
    side = Side(offer["side"])
    ANSWERS[answer](game.pk, kind, side=side if answer == "withdraw" else side.other)
    if answer == "accept":
        site.times.accept(game.pk, kind, offer, by=int(side.other))
