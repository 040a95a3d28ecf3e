"""Whether a player who loses on time was told in time: judged by what the post took, by whether they could be reached
all the while, and by when their clock started.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from notifications.models import ChannelState, Device, Mode, Notice
from tests.account.clocks import find_latest_word
from tests.stateful.people import Player
from tests.stateful.post import TAKEN, Handed

if TYPE_CHECKING:
    from tests.stateful.site import Site

TURN, REMINDER, DIGEST, FOUND = "your_turn", "deadline_near", "digest", "game_found"
WITH_TURNS = (Mode.EACH, Mode.ONCE, Mode.DAILY, Mode.TWICE)
TELLING = (TURN, REMINDER, DIGEST, FOUND)
"""The kinds by which a player hears of a clock."""
MINUTE = timedelta(minutes=1)
"""So much sooner than it has to be it may come."""
Way = tuple[str, tuple[str, ...]]
"""A channel that works, and the kinds of messages about a turn that it carries for its reader."""


class Reach:
    """Since when each way to each player has been as it is, looked at whenever anything may have changed."""

    def __init__(self) -> None:
        self.since: dict[int, dict[Way, datetime]] = {}
        self.broken_off_at: datetime | None = None
        """When nothing of the site ran last."""
        self.asked = 0
        """How many of those who lost on time could be told all the while."""

    def look(self, site: Site) -> None:
        broken = set(ChannelState.objects.filter(broken_at__isnull=False).values_list("user", "channel"))
        for player in site.players:
            known = self.since.get(player.pk, {})
            self.since[player.pk] = {way: known.get(way, site.now) for way in list_ways(site, player, broken)}

    def was_steady(self, player: Player, *, since: datetime) -> bool:
        """Whether some way led to a player all the while."""
        unbroken = self.broken_off_at is None or self.broken_off_at <= since
        return unbroken and any(at <= since for at in self.since.get(player.pk, {}).values())


def list_ways(site: Site, player: Player, broken: set[tuple[int, str]]) -> Iterator[Way]:
    """The ways by which a player is to hear of a clock, as they are now."""
    if player.leaves or player.mode == Mode.OFF:
        return
    for channel in ("email", "push"):
        kinds = tuple(kind for kind in (TURN, REMINDER) if player.wants(kind, channel))
        tells = REMINDER in kinds or (TURN in kinds and player.mode in WITH_TURNS)
        if tells and (player.pk, channel) not in broken and takes(site, player, channel):
            yield channel, kinds


def takes(site: Site, player: Player, channel: str) -> bool:
    if channel == "email":
        works = site.post.works and not site.post.denies
        return works and site.post.mail.get(player.address, TAKEN) == TAKEN
    kept = Device.objects.filter(user=player.pk, endpoint__in=player.devices)  # without what was refused too often
    return any(site.post.push[endpoint] == 201 for endpoint in kept.values_list("endpoint", flat=True))


def find_lost_untold(site: Site, game_id: int) -> Iterator[str]:
    """What is wrong where a game has just been lost on time: its clock was told of too late, or never."""
    mine = site.times.clocks[game_id]
    player = site.find_player(mine.seats[mine.mover].user)
    deadline, since = mine.find_deadline(), mine.started
    assert since is not None
    site.reach.look(site)
    if not site.reach.was_steady(player, since=since):
        return
    site.reach.asked += 1
    latest = find_latest_word(mine.shortened or since, deadline)
    told = [each.at for each in site.handed if tells_of(each, game_id, player) and each.at >= since]
    if not told:
        yield f"{player.name} lost game {game_id} at {deadline} without a word since {since}"
    elif min(told) > latest:
        yield f"{player.name} lost game {game_id} at {deadline}, told at {min(told)}, which was to be by {latest}"


def may_wake(site: Site, handed: Handed, *, until: datetime) -> bool:
    """Whether a message about turns may come in quiet hours that last `until` then: it is the first by this way about
    some clock, and would come too late after them."""
    player = site.find_player(handed.user)
    for game_id, mine in site.times.clocks.items():
        if (
            game_id in site.times.over
            or mine.seats[mine.mover].user != player.pk
            or not tells_of(handed, game_id, player)
        ):
            continue
        assert mine.started is not None
        before = (each for each in site.handed if each is not handed and each.channel == handed.channel)
        is_first = not any(each.at >= mine.started and tells_of(each, game_id, player) for each in before)
        if is_first and until > find_latest_word(mine.shortened or mine.started, mine.find_deadline()) - MINUTE:
            return True
    return False


def tells_of(handed: Handed, game_id: int, player: Player) -> bool:
    """Of one of several turns, or in a digest, which has every game that waits."""
    if handed.user != player.pk or handed.kind not in TELLING:
        return False
    if handed.kind == DIGEST or handed.payload.get("game") == game_id:
        return True
    return Notice.objects.filter(pk__in=handed.notices, payload__game=game_id).exists()
