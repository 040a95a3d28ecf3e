"""How people of a simulation answer our emails: with their turn, late, twice, broken; and strangers do; and what must
hold of that."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from django.utils import timezone

from engine.contract import Side
from games.models import Game, Seat, Turn
from notifications.models import Notice
from replies.models import Reply
from replies.receiving import receive
from replies.repeating import is_silent
from tests.answering import Got, bring, write_answer
from tests.simulation.finding import Finding
from tests.simulation.sink import Sink

if TYPE_CHECKING:
    from tests.simulation.world import World

BY_MAIL = 0.4
"""How often a turn is played by answering its email, of those that were told of by one."""
BADLY = 0.25
"""How often something else comes by mail before: from a stranger, about an earlier turn, or what is no turn."""
ANSWERED = "Each answer by email is answered once, and to its writer alone"
PLAYED = "An answer by email plays the turn that it says, once, and for its writer alone"
BADLY_ANSWERED = "A mail of a stranger, or that says no turn, changes no game"


class Mails:
    """Draws lots of its own, as others do."""

    def __init__(self, world: World) -> None:
        self.world, self.rng = world, Random(f"mails {world.seed}")

    def play(self, game: Game, side: Side, text: str) -> bool:
        """Whether the turn was played by mail, as its player sometimes does who was told of it by one."""
        user = game.seats.get(side=side).user
        got = Sink.got.get((user.email, game.pk))
        if got and self.rng.random() < BADLY:
            self.write_badly(got, game, text)
        if got is None or self.rng.random() >= BY_MAIL:
            return False
        revision = find_revision(game)
        raw = write_answer(got, text, sender=user.email)
        for _ in range(1 + (self.rng.random() < 0.2)):
            receive(bring(raw, at=timezone.now()))
        return find_revision(game) != revision

    def write_badly(self, got: Got, game: Game, text: str) -> None:
        """What comes of nothing, whatever it says."""
        kind = self.rng.choice(("stranger", "nonsense", "nothing"))
        before = find_revision(game)
        sender = "mallory@simulation.invalid" if kind == "stranger" else got.to
        line = {"stranger": text, "nonsense": "Hello there!", "nothing": ""}[kind]
        receive(bring(write_answer(got, line, sender=sender), at=timezone.now()))
        self.world.badly_answered += 1
        if find_revision(game) != before:
            self.world.misanswered.append(f"game {game.pk} changed by a mail with {kind}")


def find_revision(game: Game) -> int:
    return Game.objects.values_list("revision", flat=True).get(pk=game.pk)


def check_mails(world: World) -> list[Finding]:
    told: dict[str, list[tuple[int | None, str]]] = {}
    for key, user, channel in Notice.objects.filter(kind="reply_answered").values_list(
        "dedupe_key", "recipient_id", "channel"
    ):
        told.setdefault(key, []).append((user, channel))
    replies = list(Reply.objects.order_by("pk"))
    played = [reply for reply in replies if reply.outcome == "played"]
    broken = [
        f"answer {reply.pk} of user {reply.user_id} was answered to {told.get(f'reply:{reply.pk}')}"
        for reply in replies
        if reply.done_at is None or not is_rightly_told(reply, told.get(f"reply:{reply.pk}", []))
    ]
    return [
        Finding(ANSWERED, len(replies), broken),
        Finding(PLAYED, len(played), list(find_misplayed(played))),
        Finding(BADLY_ANSWERED, world.badly_answered, list(world.misanswered)),
    ]


def is_rightly_told(reply: Reply, told: list[tuple[int | None, str]]) -> bool:
    """Once, and nobody else; or not at all, where its writer has been told the same often enough."""
    return told == [(reply.user_id, "email")] or (not told and reply.refused and is_silent(reply))


def find_misplayed(replies: list[Reply]) -> Iterator[str]:
    """Each has played one turn, which its first line says, of whom it came from."""
    turns = Turn.objects.exclude(key="").values_list("key", "text", "side", "game")
    by_key: dict[str, list[tuple[str, int, int]]] = {}
    for key, text, side, game in turns:
        by_key.setdefault(key, []).append((text, side, game))
    seats = {(game, side): user for game, side, user in Seat.objects.values_list("game", "side", "user")}
    for reply in replies:
        found = by_key.get(reply.key, [])
        right = [text for text, side, game in found if seats[game, side] == reply.user_id]
        if right != [reply.first_line]:
            yield f"answer {reply.pk} of user {reply.user_id} says {reply.first_line}, and has played {found}"
