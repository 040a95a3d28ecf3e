"""What followers are told about games that they watch."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from core.words import Said, Sentence
from games import telling
from games.models import Game
from games.reading.seats import read_seats
from notifications import registry
from notifications.contract import Kind, Known, Line
from notifications.faults import Dropped
from notifications.models import INBOX, Notice
from notifications.wording import links
from notifications.wording.games import find_game
from notifications.words import followed as words
from records import following

MOST_NEWS = 20
"""The most lines of a digest about what its reader follows."""
DAY = timedelta(days=1)


def load_followed(notice: Notice) -> Game:
    """Returns the game that a notice names, if its reader may see it and still follows it. Raises Dropped."""
    game, user = find_game(notice.payload["game"]), notice.recipient
    if game.private or user is None or user.pk not in following.find_followers(game.pk):
        raise Dropped("They follow it no more.")
    return game


def describe_followed(game: Game) -> dict[str, Any]:
    first, second = read_seats(game).names
    return {
        "game": game,
        "first": first,
        "second": second,
        "ruleset": game.ruleset.name,
        "result": telling.tell_result(game.ruleset, winner=game.winner, termination=game.termination)
        if game.is_over
        else "",
        "link": links.absolute(game.get_absolute_url()),
    }


def tell_line(notice: Notice, known: Known, *, sentence: Sentence, label: Any, with_result: bool) -> Line:
    """Returns the line of the inbox, with details only if everybody can still see the game."""
    game = known.games.get(notice.id_of("game") or 0)
    if game is None or game.private:
        return Line(label)
    about: str | Said = words.GAME(ruleset=game.ruleset.name, number=game.pk)
    if with_result and game.is_over:
        result = telling.tell_result(game.ruleset, winner=game.winner, termination=game.termination)
        about = words.GAME_WITH_RESULT(ruleset=game.ruleset.name, number=game.pk, result=result)
    first, second = read_seats(game).names
    return Line(sentence(first=first, second=second), about, game.get_absolute_url())


def list_news(notice: Notice, user: User, *, now: datetime) -> Sequence[Line]:
    """Returns news for a digest: what its reader was told only on the site since the last digest, of kinds that digests
    tell, newest first."""
    kinds: dict[str, Kind] = {kind.name: kind for kind in registry.KINDS.all() if kind.in_digest}
    sent = Notice.objects.filter(recipient=user, kind=notice.kind, state=Notice.State.SENT, closed_at__gt=now - 3 * DAY)
    last = sent.order_by("-closed_at").values_list("closed_at", flat=True).first()
    since = last or now - DAY
    told = Notice.objects.filter(recipient=user, channel=INBOX, kind__in=kinds, created_at__gt=since)
    found = list(told.filter(state=Notice.State.SENT).order_by("-pk")[:MOST_NEWS])
    numbers = {number for each in found if (number := each.id_of("game"))}
    games = Game.objects.filter(pk__in=numbers, private=False).prefetch_related("seats__user")
    known = Known({game.pk: game for game in games})
    lines = [kinds[each.kind].tell_inbox(each, user=user, known=known) for each in found]
    return [line for line in lines if line.link]


def tell_news(news: Sequence[Line]) -> list[dict[str, str]]:
    """Returns the news in the form that emails show."""
    return [{"told": str(each.sentence), "about": str(each.about), "link": links.absolute(each.link)} for each in news]
