"""What the mail server and the push services do, and what happens while they have a message in their hands."""

from anymail.signals import AnymailTrackingEvent, EventType

from notifications import registry
from notifications.channels.email import mending, receivers
from notifications.kind_names import DIGEST
from notifications.models import ChannelState, Mode
from notifications.preferences import saving
from tests.actions import action
from tests.actions.challenges import STRANGER
from tests.actions.drawing import number_from, one_of, players, whether
from tests.actions.scene import HOUR, Scene
from tests.stateful.people import Player
from tests.stateful.post import APP_ANSWERS, GONE, MAIL_ANSWERS, PUSH_ANSWERS


@action(meanwhile=False, number=players, answer=one_of(MAIL_ANSWERS))
def answer_mails(site: Scene, *, number: int, answer: str) -> None:
    """From now on, to this player's address."""
    site.post.mail[site.players[number].address] = answer


@action(meanwhile=False, number=players, status=one_of(PUSH_ANSWERS))
def answer_pushes(site: Scene, *, number: int, status: int) -> None:
    """From now on, for this player's devices."""
    for endpoint in site.players[number].devices:
        if site.post.push[endpoint] != GONE:
            site.post.push[endpoint] = status


@action(meanwhile=False, number=players, status=one_of(APP_ANSWERS))
def answer_apps(site: Scene, *, number: int, status: int) -> None:
    """From now on, for the webhook that this player has connected."""
    if app := site.players[number].app:
        site.post.apps[app] = status


@action(meanwhile=False, works=whether)
def reach_mail_server(site: Scene, *, works: bool) -> None:
    site.post.works = works


@action(meanwhile=False, denies=whether)
def deny_mails(site: Scene, *, denies: bool) -> None:
    """The server refuses everybody from now on, or no longer."""
    site.post.denies = denies


@action(hours=one_of((1, 30, 200)))
def mend_mails(site: Scene, *, hours: int) -> None:
    """Administrators run `manage.py mail-mended` for the last hours: nobody's address is blamed for these any more,
    except by readers who called the site's emails spam.
    """
    since = site.now - hours * HOUR
    mending.mend(since, now=site.now)
    blamed = ChannelState.objects.filter(channel="email", broken_at__gte=since).exclude(reason=receivers.SAID_SPAM)
    site.faults += [f"the mail of player {each.user_id} is broken since {each.broken_at}" for each in blamed]


@action(number=number_from(0, 3), complained=whether)
def bounce(site: Scene, *, number: int, complained: bool) -> None:
    """An email comes back, or its reader calls it spam, as the mail provider reports later; or a stranger's does."""
    player = site.players[number] if number < len(site.players) else None
    event_type = EventType.COMPLAINED if complained else EventType.BOUNCED
    address = player.address if player else STRANGER
    receivers.on_tracking(event=AnymailTrackingEvent(event_type=event_type, recipient=address, description="Full."))
    if complained and player:
        note_stopped_mails(site, player)


@action(number=players, kind=one_of((None, *registry.list_switchable())))
def unsubscribe(site: Scene, *, number: int, kind: str | None) -> None:
    """Follows the link at the foot of a mail: no more of this kind, or of any."""
    player = site.players[number]
    saving.stop_mails(player.user, kinds=None if kind is None else [kind])
    note_stopped_mails(site, player, *([kind] if kind else []))


def note_stopped_mails(site: Scene, player: Player, *kinds: str) -> None:
    """Of these kinds, or of all, and so digests, too: then what is urgent still comes, by other ways."""
    site.look_at_bells()  # by what was chosen so far
    player.off |= {(kind, "email") for kind in kinds or registry.list_switchable()}
    if DIGEST in kinds or not kinds:
        player.mode = Mode.URGENT if player.mode in (Mode.DAILY, Mode.TWICE) else player.mode


@action()
def deliver(site: Scene) -> None:
    """A worker looks, be it while another has a message in its hands."""
    site.run_delivery()
