"""What staff decide of people, or are told in confidence, goes by no chat app; nor does a link that lets anybody in."""

from django.utils import timezone

from accounts.conduct import restrictions
from accounts.models import Restriction
from notifications import registry
from notifications.chat_apps.carrier import shorten
from notifications.models import ChannelState, Notice
from notifications.routing import writing
from notifications.wording import links
from notifications.wording.describing import describe
from tests.rows import each_row

APPS = [channel.name for channel in registry.CHANNELS.all() if channel.is_read_by_others]
PRIVATE = [
    kind.name for kind in registry.KINDS.all() if kind.is_confidential or kind.is_about_account or kind.is_for_staff
]


def test_there_are_apps_and_private_kinds():
    assert len(APPS) == 5
    assert {"restricted", "staff_decided", "report_grave", "report_result"} <= set(PRIVATE)


@each_row("kind", PRIVATE)
def test_no_private_kind_has_a_way_by_an_app(kind):
    assert not set(APPS) & set(registry.list_ways(kind))
    assert not any(registry.is_on_at_first(kind, app) for app in APPS)


def test_nor_does_an_app_take_the_place_of_a_broken_channel(alice, connect):
    connect(alice)
    for channel in ("email", "push"):
        ChannelState.objects.create(user=alice, channel=channel, broken_at=timezone.now())
    (row,) = writing.expand([writing.make("staff_decided", key="key", recipient_id=alice.pk, payload={"game": 1})])
    assert row.channel == "inbox"


def test_a_link_with_a_token_becomes_one_to_the_site(alice, admin):
    now = timezone.now()
    imposed = restrictions.impose(alice, Restriction.Kind.WARNED, reason="Too slow.", by=admin, now=now)
    notice = Notice(recipient=alice, kind="restricted", payload={"restriction": imposed.pk}, created_at=now, due_at=now)
    context = describe(notice, now=now)
    assert links.holds_secret(context["link"])
    assert shorten(notice, context).link == links.absolute("/")


@each_row(
    ("path", "expected"),
    [
        ("/", False),
        ("/games/12/", False),
        ("/games/12/#chat", False),
        ("/account/decision/12:abc/", True),
        ("/invitation/abc/", True),
        ("/unsubscribe/abc/", True),
        ("/shared/abc/", True),
        ("/feeds/abc/turns.xml", True),
        ("/games/12/?token=abc", True),
        ("/no/such/page/", True),
    ],
)
def test_which_links_hold_a_secret(path, expected):
    assert links.holds_secret(links.absolute(path)) == expected


def test_the_title_of_a_test_names_the_site(alice, settings):
    now = timezone.now()
    notice = Notice(recipient=alice, kind="test", created_at=now, due_at=now)
    assert shorten(notice, describe(notice, now=now)).title == f"A test from {settings.SITE_NAME}"
