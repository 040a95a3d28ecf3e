"""What a win in a ladder game brings, and what its end brought, as one of the players or anybody else reads it."""

from __future__ import annotations

from collections.abc import Mapping

from competition.ladder.order import place_of
from competition.models import LadderGame, LadderMember
from competition.words import ladder as words
from core.words import Said

Held = LadderGame.Held
WON = 1
"""The score of a challenger who has won."""


def find_hindrance(row: LadderGame, members: Mapping[int, LadderMember]) -> LadderGame.Held | None:
    """Why nobody moves though the challenger wins, by where both stand now; None where they take the place. Whoever has
    left the ladder since the game began, and joined it again, plays for no place in it. `members` are by user."""
    challenger, challenged = members.get(row.challenger_id), members.get(row.challenged_id)
    if challenged is None or not _stands(challenged, row):
        return Held.CHALLENGED_LEFT
    if challenger is None or not _stands(challenger, row) or challenger.leaving_at is not None:
        return Held.CHALLENGER_LEFT
    assert challenger.rank is not None
    assert challenged.rank is not None
    return Held.ABOVE if challenger.rank < challenged.rank else None


def _stands(member: LadderMember, row: LadderGame) -> bool:
    """Whether somebody still has the place that they had when the game began, or what became of it."""
    return member.rank is not None and member.joined_at <= row.started_at


def tell_stake(game_id: int, *, reader_id: int | None) -> list[Said]:
    """What a win brings in a ladder game that goes on, and what the end of one that is over has brought. One query for
    a game that is over, four for one that goes on."""
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
        places = {"last": row.moved_from, "first": row.moved_to}
        if reader_id == row.challenger_id:
            return words.YOU_MOVED(**places)
        return words.THEY_MOVED(name=row.challenger.shown_name, **places)
    if row.challenger_score == WON and row.held:
        return _tell_held(row, Held(row.held), reader_id, over=True)
    return words.NOBODY_MOVED()


def _tell_held(row: LadderGame, held: LadderGame.Held, reader_id: int | None, *, over: bool) -> Said:
    """Why nobody moves, or has moved."""
    if held == Held.ABOVE:
        said = words.ALREADY_ABOVE if over else words.IS_ABOVE
        return said(challenger=row.challenger.shown_name, challenged=row.challenged.shown_name)
    gone = row.challenged if held == Held.CHALLENGED_LEFT else row.challenger
    if reader_id == gone.pk:
        return (words.YOU_HAD_LEFT if over else words.YOU_HAVE_LEFT)()
    return (words.HAD_LEFT if over else words.HAS_LEFT)(name=gone.shown_name)
