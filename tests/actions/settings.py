"""What players choose about when, how and where they are told."""

from contextlib import suppress

from accounts import events
from accounts.models import User
from accounts.profile.weekends import NONE
from accounts.settings_form import FOLLOW, SettingsForm, read_settings
from core.refusal import Refusal
from core.versions import VERSION, version_of
from notifications import registry
from notifications.channels.inbox import unread
from notifications.channels.push import devices
from notifications.chat_apps import addresses
from notifications.models import Device, Mode
from notifications.preferences import saving
from notifications.preferences.switches import list_places
from notifications.routing import channel_health, writing
from tests.actions import action
from tests.actions.drawing import number_from, one_of, players, whether
from tests.actions.scene import Scene
from tests.stateful.people import Player
from tests.stateful.post import make_subscription

ZONES = ("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe")
QUIET = (None, (22, 8), (0, 6), (9, 17))
WEEKENDS = (NONE, "67", "56", "7", "24")
REMINDERS = (None, None, [], ["1h"], ["half", "72h", "48h", "24h", "12h", "6h", "3h", "1h"])
WAYS = ("email", "push", "inbox", "discord")

kinds = one_of((None, "your_turn", "deadline_near", *registry.list_switchable()))


@action(
    weight=2,
    number=players,
    mode=one_of(list(Mode)),
    hour=one_of((8, 18)),
    quiet=one_of(QUIET),
    reminders=one_of(REMINDERS),
)
def save_preferences(
    site: Scene, *, number: int, mode: Mode, hour: int, quiet: tuple[int, int] | None, reminders: list[str] | None
) -> None:
    player = site.players[number]
    begins, ends = quiet or (None, None)
    saving.save_preferences(
        player.user,
        mode=mode,
        digest_hour=hour,
        second_digest_hour=20,
        quiet_from=begins,
        quiet_until=ends,
        reminders=reminders,
    )
    player.mode, player.quiet = mode, quiet


@action(
    weight=2,
    number=players,
    channel=one_of(("email", "push", "inbox", "discord")),
    kind=kinds,
    on=whether,
)
def save_switches(site: Scene, *, number: int, channel: str, kind: str | None, on: bool) -> None:
    """Of one kind, or of every kind by a channel."""
    player = site.players[number]
    site.look_at_bells()  # by what was chosen so far
    places = {place for place in list_places() if place[1] == channel and kind in (None, place[0])}
    saving.save_switches(player.user, dict.fromkeys(places, on))
    player.off = player.off - places if on else player.off | places


@action(number=players, zone=one_of(ZONES))
def move_zone(site: Scene, *, number: int, zone: str) -> None:
    player = site.players[number]
    player.user.move_to(zone)
    player.zone = zone


@action(number=players, weekend=one_of(WEEKENDS))
def change_weekend(site: Scene, *, number: int, weekend: str) -> None:
    """For games that begin from now on."""
    player = site.players[number]
    seen = read_settings(player.user)
    given = {"about": "", "time_zone": FOLLOW, "weekend": weekend, VERSION: version_of(**seen)}
    form = SettingsForm(given, user=player.user, now=site.now)
    assert form.is_valid(), form.errors
    form.save()
    player.weekend = "" if weekend == NONE else weekend


@action(number=players, place=number_from(0, 1))
def add_device(site: Scene, *, number: int, place: int) -> None:
    player = site.players[number]
    endpoint = name_endpoint(player, place)
    told = make_subscription(endpoint)
    devices.register(player.user, told, browser="Firefox/1.0", mark=f"mark {place}", now=site.now)
    site.post.push[endpoint] = 201
    if endpoint not in player.devices:
        player.devices.append(endpoint)


def name_endpoint(player: Player, place: int) -> str:
    return f"https://updates.push.services.mozilla.com/wpush/{player.name}/{place}"


@action(number=players, place=number_from(0, 1))
def log_out(site: Scene, *, number: int, place: int) -> None:
    """In one browser, whose push ends."""
    player = site.players[number]
    how = {"user_id": player.pk, "mark": f"mark {place}", "browser": "Firefox/1.0"}
    events.logged_out_here.send(sender=User, **how)
    player.devices = [each for each in player.devices if not each.startswith(name_endpoint(player, place))]


@action(number=players)
def renew_device(site: Scene, *, number: int) -> None:
    """The browser has changed its address by itself, and tells of it."""
    player = site.players[number]
    if player.devices:
        old = player.devices.pop()
        new = old.removesuffix("/renewed") if old.endswith("/renewed") else f"{old}/renewed"
        if devices.renew(old, make_subscription(new)) and new not in player.devices:
            player.devices.append(new)
        site.post.push.setdefault(new, site.post.push.get(old, 201))


@action(number=players)
def remove_device(site: Scene, *, number: int) -> None:
    player = site.players[number]
    if player.devices:
        Device.objects.filter(user=player.pk, endpoint=player.devices.pop()).delete()


@action(number=players, place=number_from(0, 1))
def connect_app(site: Scene, *, number: int, place: int) -> None:
    """A webhook of Discord, in place of another one. What is tried too often is refused."""
    player = site.players[number]
    url = f"https://discord.com/api/webhooks/{player.pk:018}/{'ab'[place] * 60}"
    with suppress(Refusal):
        addresses.connect(player.user, registry.CHANNELS.get("discord"), {"webhook": url}, now=site.now)
        player.app = url
        site.post.apps[url] = 204


@action(number=players)
def disconnect_app(site: Scene, *, number: int) -> None:
    player = site.players[number]
    addresses.disconnect(player.user, registry.CHANNELS.get("discord"))
    player.app = ""


@action(number=players)
def do_without_push(site: Scene, *, number: int) -> None:
    """Ends the warning that push is broken."""
    channel_health.mend(site.players[number].pk, channel="push")


@action(number=players)
def see_inbox(site: Scene, *, number: int) -> None:
    unread.mark_all_seen(site.players[number].user, now=site.now)


@action(number=players)
def open_page(site: Scene, *, number: int) -> None:
    """What the middleware notes of a visit."""
    User.objects.filter(pk=site.players[number].pk).update(last_visit_at=site.now)


@action(number=players, channel=one_of(("email", "push", "discord")))
def ask_for_test(site: Scene, *, number: int, channel: str) -> None:
    """As the button on the page of switches does: what arrives mends the channel."""
    if site.players[number].leaves:
        return  # every session of theirs has ended, and to log in is to stay
    notice = writing.make("test", key=f"test:{site.now:%Y%m%d%H%M}", recipient_id=site.players[number].pk)
    writing.write(writing.redirect(notice, channel=channel))
