"""What tests of conditional lines do: arm one of Boris's or Alice's, and look at what became of it."""

from datetime import timedelta

from core.refusal import Refusal
from engine.contract import Side
from games import play
from games.models import ConditionalLine, Game
from tests.factories import play_turns
from tests.games.play.conftest import NOON

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LATER = NOON + HOUR
DARK, LIGHT = Side.FIRST, Side.SECOND
ROUND = ["Md1-c1", "Mc8-b8", "Mc1-d1", "Mb8-c8"]
"""After these four turns the board stands as before, with the same side to move."""
FIRST, ANSWER, SECOND, LAST = ROUND


def arm(game, *turns, side=LIGHT, now=NOON, **more) -> ConditionalLine:
    """Arms a line from the position on the board; `turns` may be given as one text."""
    texts = [text for each in turns for text in ([each] if "@" in each else each.split())]
    position = Game.objects.get(pk=game.pk).position_text
    return play.arm(game.pk, side=side, turns=texts, expected_position=position, now=now, **more)


def refused(game, *turns, **more) -> str:
    """The code of the refusal to arm such a line; empty where it is armed."""
    try:
        arm(game, *turns, **more)
    except Refusal as refusal:
        return refusal.code
    return ""


def play_by_hand(game, *texts, now=LATER):
    return play_turns(game, *texts, now=now)


def offer(game, kind, *, side=DARK, now=NOON + HOUR / 2, **chosen):
    play.offers.propose(game.pk, kind, side=side, now=now, **chosen)


def texts_of(game) -> str:
    """The turns of the game that stand, one after another."""
    return " ".join(game.turns.filter(taken_back_at=None).order_by("ply").values_list("text", flat=True))


def fate_of(line) -> str:
    """'armed', 'done' or why it was stopped; 'gone' once it is removed."""
    found = ConditionalLine.objects.filter(pk=line.pk).first()
    return "gone" if found is None else found.stopped or ("armed" if found.awaits else "done")
