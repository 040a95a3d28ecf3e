"""What is wrong with the ratings that the site has stored, by an account of its own: `tests.account.ratings`.

Since that account lets a game change the two who played it and nobody else, no other rating may have changed either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from games.models import PlayerRating, RatingEntry
from games.reading.on_time import count_on_time
from tests.account.ratings import OPEN, Account, Row, Standing
from tests.hidden_games import list_hidden

ALIKE = 1e-6
"""Numbers that differ by less are the same."""
AS_LONG = timedelta(seconds=1)


def find_wrong_ratings(account: Account) -> Iterator[str]:
    """Everybody has the rating that their games come to, and who has closed their account has none."""
    stored = {(row.user_id, row.ruleset_slug): row for row in PlayerRating.objects.all()}
    expected = account.list_ratings()
    for each in sorted(stored.keys() | expected.keys()):
        row, standing = stored.get(each), expected.get(each)
        if row is None or standing is None or not is_right(row, standing):
            yield f"player {each[0]} has {tell_rating(row)} in {each[1]} in place of {standing}"


def is_right(row: PlayerRating, expected: Standing) -> bool:
    numbers = are_alike((row.rating, row.deviation, row.volatility), expected.rating)
    when = (row.games, row.at, row.opponents) == (expected.games, expected.at, expected.opponents)
    return numbers and when and is_soon(row.established_until, expected.established_until)


def tell_rating(row: PlayerRating | None) -> str:
    if row is None:
        return "no rating"
    return f"{tuple(row.value)} of {row.games} games until {row.at}, established until {row.established_until}"


def find_wrong_entries(account: Account) -> Iterator[str]:
    """Every rated game that has ended counts for both, or says why not, with opponents as they were known."""
    yield from account.faults
    stored = {(row.game_id, row.user_id): row for row in RatingEntry.objects.all()}
    for each in sorted(stored.keys() | account.rows.keys()):
        row, expected = stored.get(each), account.rows.get(each)
        if row is None or expected is None or not is_entered(row, expected):
            yield f"game {each[0]} is in the rating of player {each[1]} as {tell_entry(row)} in place of {expected}"


def is_entered(row: RatingEntry, expected: Row) -> bool:
    after = None if row.rating is None else row.value
    before = None if row.before_rating is None else (row.before_rating, row.before_deviation, row.before_volatility)
    return (
        (row.ended_at, row.why) == (expected.at, expected.label)
        and are_alike((row.opponent_rating, row.opponent_deviation), expected.opponent)
        and (expected.label == OPEN or row.score == expected.score)
        and are_alike(before, expected.before)
        and are_alike(after, expected.after)
    )


def tell_entry(row: RatingEntry | None) -> str:
    if row is None:
        return "nothing"
    against = (row.opponent_rating, row.opponent_deviation)
    return f"{row.score} against {against} at {row.ended_at}, {row.why!r}, {row.before_rating} to {row.rating}"


def find_wrong_on_time(account: Account, user_ids: Iterable[int]) -> Iterator[str]:
    """Everybody has played so many of their last games on time, of those that staff have not hidden."""
    hidden = {game.pk for game in list_hidden()}
    for user_id, found in sorted(count_on_time(user_ids).items()):
        if tuple(found) != (expected := account.count_on_time(user_id, hidden=hidden)):
            yield f"player {user_id} has played {found.kept} of {found.games} on time in place of {expected}"


def are_alike(stored: tuple[float | None, ...] | None, expected: tuple[float, ...] | None) -> bool:
    if stored is None or expected is None:
        return stored is expected
    return all(one is not None and abs(one - other) < ALIKE for one, other in zip(stored, expected, strict=True))


def is_soon(stored: datetime | None, expected: datetime | None) -> bool:
    if stored is None or expected is None:
        return stored is expected
    return abs(stored - expected) < AS_LONG
