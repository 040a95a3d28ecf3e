"""What players do with their vacation."""

from hypothesis import strategies as st

from accounts.time_off import vacation
from tests.stateful.actions import action, players
from tests.stateful.site import HOUR, Site


@action(weight=2, number=players, ahead=st.sampled_from((0, 0, 5, 40)), hours=st.sampled_from((1, 30, 70, 120, 120)))
def go_away(site: Site, *, number: int, ahead: int, hours: int) -> None:
    """Sets vacation that begins so many hours from now."""
    player = site.players[number]
    span = (site.now + ahead * HOUR, site.now + (ahead + hours) * HOUR)
    vacation.book(player.user, from_at=span[0], until_at=span[1])
    site.times.go_away(player.pk, span)


@action(number=players)
def come_back(site: Site, *, number: int) -> None:
    """Ends the vacation that would end last."""
    player = site.players[number]
    booked = vacation.booked(player.user, now=site.now).last()
    if booked is None:
        return
    vacation.end(player.user, vacation_id=booked.pk)
    site.times.come_back(player.pk, (booked.from_at, booked.until_at))


@action(number=players, on=st.booleans())
def set_automatic(site: Site, *, number: int, on: bool) -> None:
    player = site.players[number]
    vacation.set_automatic(player.user, on)
    site.times.set_automatic(player.pk, on=on)
