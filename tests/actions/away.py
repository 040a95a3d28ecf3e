"""What players do with their vacation."""

from accounts.time_off import vacation
from tests.actions import action
from tests.actions.drawing import one_of, players, whether
from tests.actions.scene import HOUR, Scene


@action(weight=2, number=players, ahead=one_of((0, 0, 5, 40)), hours=one_of((1, 30, 70, 120, 120)))
def go_away(site: Scene, *, number: int, ahead: int, hours: int) -> None:
    """Sets vacation that begins so many hours from now."""
    player = site.players[number]
    span = (site.now + ahead * HOUR, site.now + (ahead + hours) * HOUR)
    vacation.book(player.user, from_at=span[0], until_at=span[1])
    site.times.go_away(player.pk, span)


@action(number=players)
def come_back(site: Scene, *, number: int) -> None:
    """Ends the vacation that would end last."""
    player = site.players[number]
    booked = vacation.booked(player.user, now=site.now).last()
    if booked is None:
        return
    vacation.end(player.user, vacation_id=booked.pk)
    site.times.come_back(player.pk, (booked.from_at, booked.until_at))


@action(number=players, on=whether)
def set_automatic(site: Scene, *, number: int, on: bool) -> None:
    player = site.players[number]
    vacation.set_automatic(player.user, on)
    site.times.set_automatic(player.pk, on=on)
