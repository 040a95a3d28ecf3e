"""The lines of the inbox: a sentence and a link for each notification, as of when it was sent."""

import logging
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Challenge, Game, Turn
from games.play.seeing import read_all_seen
from games.reading.ratings import Change, may_see_ratings, read_changes
from notifications import registry
from notifications.contract import Known
from notifications.models import Notice
from notifications.wording import chains

logger = logging.getLogger(__name__)

UNSHOWN = _("Something happened that this page can’t show right now")


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the inbox; `link` may be empty. `times` is the number of notifications that it represents; `notice` is
    the last of them."""

    notice: Notice
    sentence: str
    about: str = ""
    link: str = ""
    is_new: bool = False
    times: int = 1


def describe(notices: Sequence[Notice], *, user: User) -> list[Item]:
    """Returns one line for each notice, in their order. Consecutive notices of one kind and subject share a line. It
    makes seven queries at most."""
    games = _load_games(notices, reader_id=user.pk)
    known = Known(games, _load_challenges(notices), _load_turns(notices, games), _load_changes(games, user=user))
    groups = (list(group) for _, group in groupby(notices, key=_name_subject))
    return [
        replace(
            _describe_or_name(group[0], user=user, known=known),
            times=len(group),
            is_new=any(notice.seen_at is None for notice in group),
        )
        for group in groups
    ]


def _name_subject(notice: Notice) -> tuple[str, Hashable]:
    """Returns what a notice is about, such as a game's turns or its messages. Consecutive notices about the same are
    shown as one."""
    kind = registry.KINDS.find(notice.kind)
    return notice.kind, (kind.name_subject(notice) if kind else None) or -notice.pk


def _load_games(notices: Iterable[Notice], *, reader_id: int) -> dict[int, Game]:
    """Returns the games that the notices are about, in the form for this reader: see `play.seeing`."""
    wanted = {game for notice in notices if (game := notice.id_of("game"))}
    found = Game.objects.filter(pk__in=wanted).prefetch_related("seats__user")
    return {game.pk: game for game in read_all_seen(found.all, reader_id=reader_id)} if wanted else {}


def _load_turns(notices: Iterable[Notice], games: Mapping[int, Game]) -> dict[int, list[Turn]]:
    told = ((notice, games.get(notice.id_of("game") or 0)) for notice in notices)
    spans = ((game.pk, _find_span(notice, game)) for notice, game in told if game)
    return chains.load_turns((game_id, span) for game_id, span in spans if span)


def _load_changes(games: Mapping[int, Game], *, user: User) -> dict[int, Change]:
    """Returns what the rated games that are over did to the reader's rating, if they see ratings."""
    rated = [game.pk for game in games.values() if game.rated and game.is_over] if may_see_ratings(user) else []
    return read_changes(user.pk, rated)


def _find_span(notice: Notice, game: Game) -> range | None:
    """Returns the plies of the turns that the line of a notice tells of, and the ply before them."""
    kind = registry.KINDS.find(notice.kind)
    last = range(max(game.ply - 1, 1), game.ply + 1) if kind and kind.tells_turn and game.ply else None
    return chains.find_span(notice, game) or last


def _load_challenges(notices: Iterable[Notice]) -> dict[int, Challenge]:
    wanted = {challenge for notice in notices if (challenge := notice.id_of("challenge"))}
    rows = Challenge.objects.select_related("challenger", "opponent").prefetch_related("games")
    found = rows.filter(pk__in=wanted) if wanted else []
    return {challenge.pk: challenge for challenge in found}


def _describe_or_name(notice: Notice, *, user: User, known: Known) -> Item:
    """Describes a notice. If that fails, it returns a line that says so, and the others are shown as usual."""
    try:
        line = registry.KINDS.get(notice.kind).tell_inbox(notice, user=user, known=known)
    except Exception:
        logger.exception("Notice %s cannot be shown", notice.pk)
        return Item(notice, str(UNSHOWN))
    return Item(notice, str(line.sentence), str(line.about), line.link)
