"""Breaks what must be true of messages in a simulation."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from django.db.models import Model, QuerySet

from games.models import Game
from notifications.models import Notice
from tests.simulation.telling_losses import TELLING
from tests.simulation.watching import StartedTurn
from tests.simulation.world import World

HOUR, DAY = timedelta(hours=1), timedelta(days=1)

M = TypeVar("M", bound=Model)


def first_of(rows: QuerySet[M]) -> M:
    found = rows.first()
    assert found is not None, "there is none to break"
    return found


def arrive_once_more(world: World, **other: Any) -> None:
    """A message to somebody who is told of each turn, once more or otherwise."""
    mail = next(each for each in world.watcher.arrivals if each.kind == "your_turn" and each.channel == "email")
    changes: dict[str, Any] = {"notice": 0, "games": frozenset(), **other}
    world.watcher.arrivals.append(replace(mail, **changes))


def lose_the_mails_of_turns(world: World) -> None:
    """Of somebody, at least, who has wanted each."""
    set_for_good(world, next(each.user for each in world.watcher.turns if each.user in world.people), mode="each")
    world.watcher.arrivals[:] = [each for each in world.watcher.arrivals if each.kind != "your_turn"]


def wait_without_a_digest(world: World) -> None:
    """A player who wants digests has one turn from beginning to end, and nothing was ever down."""
    person = set_for_good(world, next(iter(world.people)), mode="daily")
    turn = StartedTurn(game=0, ply=0, side=0, revision=1, deadline=None, at=world.begins, user=person)
    world.watcher.turns.append(turn)


def lose_without_a_reminder(world: World) -> None:
    lose_without(world, ("deadline_near",))


def lose_untold(world: World) -> None:
    """Another game than that."""
    lose_without(world, TELLING)


def lose_without(world: World, kinds: tuple[str, ...]) -> None:
    """Somebody who has had a turn for two days has lost by it, and no message of these kinds has come to anybody."""
    turn = next(each for each in world.watcher.turns if each.user in world.people and each.game in find_games())
    set_for_good(world, turn.user, mode="each")
    world.watcher.turns[:] = [each for each in world.watcher.turns if each.game != turn.game or each is turn]
    world.watcher.arrivals[:] = [each for each in world.watcher.arrivals if each.kind not in kinds]
    lost = dict.fromkeys(("deadline_at", "ended_at"), turn.at + 2 * DAY)
    Game.objects.filter(pk=turn.game).update(termination="time", winner=0, **lost)


def find_games() -> set[int]:
    limited = Game.objects.exclude(deadline_at=None).exclude(termination="time")
    return set(limited.values_list("pk", flat=True))


def set_for_good(world: World, user: int, *, mode: str) -> int:
    """Somebody who has always had emails at any hour, of a site that was never down; returns their number."""
    person = world.people[user]
    setting = replace(person.setting, mode=mode, email=True, quiet=None)
    person.settings[:] = [(world.begins - DAY, setting)]
    world.site_down = world.mail_down = (world.begins - DAY, world.begins - DAY)
    return user


def lose_rows_of_the_bell(world: World) -> None:
    """All: the first may be of a turn that was undone."""
    Notice.objects.filter(kind="your_turn", channel="inbox").delete()


def leave_a_notice(world: World) -> None:
    Notice.objects.filter(pk=first_of(Notice.objects.all()).pk).update(closed_at=None, due_at=world.ends - 2 * HOUR)


def send_a_mail_twice(world: World) -> None:
    world.watcher.arrivals.append(world.watcher.arrivals[0])


def wake_somebody(world: World) -> None:
    sleeper = next(person for person in world.people.values() if person.setting.quiet == (22, 8))
    midnight = world.ends.astimezone(ZoneInfo(sleeper.setting.zone)).replace(hour=0)
    arrive_once_more(world, at=midnight, user=sleeper.user.pk, kind="challenge_received")


def write_to_who_wants_nothing(world: World) -> None:
    person = next(iter(world.people.values()))
    person.settings.append((world.ends - HOUR, replace(person.setting, mode="off", quiet=None)))
    arrive_once_more(world, at=world.ends, user=person.user.pk)


def remind_in_vain(world: World) -> None:
    arrive_once_more(world, kind="deadline_near", deadline=world.begins)


def crowd_somebody(world: World) -> None:
    mail = next(each for each in world.watcher.arrivals if each.kind == "your_turn" and each.channel == "email")
    arrive_once_more(world, at=mail.at + timedelta(minutes=9))


def tell_without_a_visit(world: World) -> None:
    mail = next(each for each in world.watcher.arrivals if each.kind == "your_turn" and each.channel == "email")
    person = world.people[mail.user]
    person.settings[:] = [(world.begins, replace(person.setting, mode="once"))]
    person.visits.clear()
    arrive_once_more(world, at=mail.at + 2 * HOUR)


MESSAGE_BREAKERS: dict[str, Callable[[World], None]] = {
    "No message arrives twice": send_a_mail_twice,
    "No message comes within quiet hours": wake_somebody,
    "No reminder comes after its deadline": remind_in_vain,
    "Turn mails keep half an hour apart": crowd_somebody,
    "Who wants one message until they visit gets one": tell_without_a_visit,
    "No message comes that its reader's mode refuses": write_to_who_wants_nothing,
    "Every turn stands at the bell once": lose_rows_of_the_bell,
    "No notice is left lying": leave_a_notice,
    "Every turn is told to whoever wants that": lose_the_mails_of_turns,
    "Every game that waits is in a digest of whoever wants that": wait_without_a_digest,
    "Nobody loses on time without having been reminded": lose_without_a_reminder,
    "Nobody loses on time who was not told of it early": lose_untold,
}
