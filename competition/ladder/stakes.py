"""Says what a win in a ladder game would change, or what its end has changed, to a player of the game or another
reader."""

from __future__ import annotations

from collections.abc import Mapping

from competition.ladder.order import place_of
from competition.models import LadderGame, LadderMember
from competition.words import ladder as words
from core.words import Said
from engine import registry

Held = LadderGame.Held
WON = 1
"""The score of a challenger who has won."""


def find_hindrance(row: LadderGame, members: Mapping[int, LadderMember]) -> LadderGame.Held | None:
    """Returns why a challenger who wins does not move, given both players' present places. Returns None if they take
    the place. A player who left the ladder after the game started, even if they joined again, has no place at stake.
    `members` are by user."""
    challenger, challenged = members.get(row.challenger_id), members.get(row.challenged_id)
    if challenged is None or not _stands(challenged, row):
        return Held.CHALLENGED_LEFT
    if challenger is None or not _stands(challenger, row) or challenger.leaving_at is not None:
        return Held.CHALLENGER_LEFT
    assert challenger.rank is not None
    assert challenged.rank is not None
    return Held.ABOVE if challenger.rank < challenged.rank else None


def _stands(member: LadderMember, row: LadderGame) -> bool:
    """Whether a player has been on the ladder without a break since the game started."""
    return member.rank is not None and member.joined_at <= row.started_at


def tell_stake(game_id: int, *, reader_id: int | None) -> list[Said]:
    """Says what a win in a running ladder game would change, or what the end of a finished one has changed. Makes one
    query for a finished game, and four for a running one."""
    row = LadderGame.objects.select_related("challenger", "challenged").filter(pk=game_id).first()
    if row is None:  # it is just being made
        return []
    return _tell_brought(row, reader_id) if row.settled_at else [_tell_brings(row, reader_id)]


def _tell_brings(row: LadderGame, reader_id: int | None) -> Said:
    both = (row.challenger_id, row.challenged_id)
    members = {each.user_id: each for each in LadderMember.objects.filter(ruleset_slug=row.ruleset_slug, user__in=both)}
    held = find_hindrance(row, members)
    if held is not None:
        return _tell_held(row, held, reader_id, over=False)
    last, first = (place_of(members[each]) for each in both)
    if reader_id == row.challenger_id:
        return words.YOU_WOULD_MOVE(last=last, first=first)
    said = words.WOULD_TAKE_YOURS if reader_id == row.challenged_id else words.WOULD_MOVE
    return said(name=row.challenger.shown_name, last=last, first=first)


def _tell_brought(row: LadderGame, reader_id: int | None) -> list[Said]:
    told = [_tell_move(row, reader_id)]
    if row.left:
        loser = row.challenged if row.challenger_score else row.challenger
        told.append(words.YOU_LEFT() if reader_id == loser.pk else words.THEY_LEFT(name=loser.shown_name))
    return told


def _tell_move(row: LadderGame, reader_id: int | None) -> Said:
    if row.moved_to is not None:
        assert row.moved_from is not None  # both are set together
        ruleset, last, first = registry.get(row.ruleset_slug).name, row.moved_from, row.moved_to
        if reader_id == row.challenger_id:
            return words.YOU_MOVED(ruleset=ruleset, last=last, first=first)
        if reader_id == row.challenged_id and not row.left:
            return words.YOU_MOVED(ruleset=ruleset, last=first, first=first + 1)
        return words.THEY_MOVED(ruleset=ruleset, name=row.challenger.shown_name, last=last, first=first)
    if row.challenger_score == WON and row.held:
        return _tell_held(row, Held(row.held), reader_id, over=True)
    return words.NOBODY_MOVED()


def _tell_held(row: LadderGame, held: LadderGame.Held, reader_id: int | None, *, over: bool) -> Said:
    """Says why no one moves, or has moved."""
    if held == Held.ABOVE:
        said = words.ALREADY_ABOVE if over else words.IS_ABOVE
        return said(challenger=row.challenger.shown_name, challenged=row.challenged.shown_name)
    gone = row.challenged if held == Held.CHALLENGED_LEFT else row.challenger
    if reader_id == gone.pk:
        return (words.YOU_HAD_LEFT if over else words.YOU_HAVE_LEFT)()
    return (words.HAD_LEFT if over else words.HAS_LEFT)(name=gone.shown_name)
