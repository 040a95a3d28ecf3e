"""What becomes of a notice and its channel after each answer of a service."""

from datetime import timedelta

import pytest
from django.utils import timezone

from notifications import registry
from notifications.chat_apps import addresses, carrier
from notifications.delivery import outbox
from notifications.models import ChannelState, ChatAddress, Notice
from notifications.preferences import switches
from tests.factories import GameFactory
from tests.notifications.chat_apps.internet import Answer

PAGE = Answer(403, b"<html><title>Sorry, you have been blocked</title></html>", {"Content-Type": "text/html"})
GONE, LATER, REFUSED = "broken", "later", "refused"
WHAT = {400: REFUSED, 401: GONE, 403: GONE, 404: GONE, 410: GONE, 413: REFUSED, 418: REFUSED}
WHAT |= {302: REFUSED, 408: LATER, 429: LATER, 500: LATER, 502: LATER, 503: LATER}


def tell(user, app, *, key="key"):
    """News that is always true, by this app alone."""
    now = timezone.now()
    Notice.objects.create(recipient=user, kind="test", channel=app.name, dedupe_key=key, created_at=now, due_at=now)
    outbox.deliver_due()
    return Notice.objects.get(channel=app.name, dedupe_key=key)


def find_state(user, app):
    return ChannelState.objects.filter(user=user, channel=app.name).first()


def test_what_is_taken_is_sent(app, service, connect, alice):
    connect(alice)
    assert tell(alice, app).state == "sent"
    assert len(service.shown) == 1
    stored = ChatAddress.objects.get()
    assert stored.sent_at
    assert stored.last_error == ""


@pytest.mark.parametrize("status", WHAT)
def test_a_refusal_breaks_it_or_counts_or_passes(app, connect, answer, alice, status):
    connect(alice)
    answer(status)
    before = timezone.now()
    notice = tell(alice, app)
    state = find_state(alice, app)
    assert notice.last_error.startswith(str(status))
    assert ChatAddress.objects.get().last_error == notice.last_error
    if WHAT[status] == GONE:
        assert (notice.state, bool(state.broken_at)) == ("failed", True)
    elif WHAT[status] == REFUSED:
        assert (notice.state, state.failures, state.broken_at) == ("failed", 1, None)
    else:
        assert (notice.state, state) == ("waiting", None)
        wait = notice.due_at - before
        expected = timedelta(seconds=120 if status == 429 else 20)
        assert abs(wait - expected) < timedelta(seconds=5), "as long as the service says, or for our own patience"


@pytest.mark.parametrize("says", ["forever", "-5", "", "1e999", "99999999999999999999999"])
def test_a_strange_wait_is_none_or_an_hour_at_most(app, connect, answer, alice, says):
    connect(alice)
    answer(429, instead=Answer(429, b'{"retry_after": 1e999}', {"Retry-After": says}))
    notice = tell(alice, app)
    assert notice.state == "waiting"
    assert notice.due_at <= timezone.now() + timedelta(hours=1)


@pytest.mark.parametrize("status", [401, 403, 404])
def test_who_stands_before_a_service_and_turns_away_the_site_breaks_no_address(app, connect, answer, alice, status):
    connect(alice)
    answer(status, instead=Answer(status, PAGE.body, PAGE.headers))
    notice = tell(alice, app)
    if app.hosts is None:
        assert find_state(alice, app).broken_at, "a server of one's own speaks for itself"
    else:
        assert (notice.state, find_state(alice, app)) == ("waiting", None)


@pytest.mark.parametrize("others", [["email"], ["inbox"]])
def test_while_it_is_broken_another_takes_its_place_until_a_new_address_mends_it(
    app, service, connect, answer, internet, alice, boris, others
):
    off = {"email", "push", "inbox"} - set(others)
    switches.save_table(alice, {("your_turn", other): False for other in off})
    connect(alice)
    answer(404)
    GameFactory(first=alice, second=boris)
    outbox.deliver_due()
    assert find_state(alice, app).broken_at
    GameFactory(first=alice, second=boris)
    outbox.deliver_due()
    told = Notice.objects.filter(recipient=alice, kind="your_turn").exclude(channel=app.name)
    assert set(told.values_list("channel", "state")) == {(others[0], "sent")}
    internet.answers.clear()
    addresses.connect(alice, app, service.renewed, now=timezone.now())
    GameFactory(first=alice, second=boris)
    outbox.deliver_due()
    assert find_state(alice, app).broken_at is None
    assert len(service.shown) == 1


def test_a_test_that_arrives_mends_it(app, service, connect, answer, internet, client, alice):
    connect(alice)
    answer(404)
    tell(alice, app)
    internet.answers.clear()
    client.force_login(alice)
    client.post("/settings/notifications/test/", {"channel": app.name})
    outbox.deliver_due()
    assert [shown.words for shown in service.shown]
    assert find_state(alice, app).broken_at is None


def test_a_server_of_ones_own_that_stays_away_breaks_its_channel_a_service_of_all_does_not(
    app, connect, answer, alice, boris
):
    connect(alice)
    answer(503)
    GameFactory(first=alice, second=boris)
    Notice.objects.filter(channel=app.name).update(created_at=timezone.now() - outbox.GIVE_UP_AFTER)
    outbox.deliver_due()
    state = find_state(alice, app)
    assert (state is not None and state.broken_at is not None) == (app.hosts is None)
    assert Notice.objects.get(channel=app.name).state == "failed", "the inbox has told by then"


def test_who_repeats_the_address_repeats_it_to_nobody(app, service, connect, answer, alice, caplog):
    address = app.read(connect(alice) and service.typed)
    answer(400, instead=Answer(400, " ".join(["no:", *address.values()]).encode()))
    notice = tell(alice, app)
    stored, state = ChatAddress.objects.get(), find_state(alice, app)
    for secret in (each for name, each in address.items() if each and name in ("token", "topic")):
        for told in (notice.last_error, stored.last_error, state.reason, caplog.text):
            assert secret not in told


def test_a_slow_server_of_ones_own_is_left_alone_for_the_rest_of_a_run(services, internet, alice, monkeypatch):
    app = registry.CHANNELS.get("ntfy")
    monkeypatch.setattr(carrier, "MOST_SECONDS", -1)
    monkeypatch.setattr(carrier, "SLOW_SECONDS", -1)
    addresses.connect(alice, app, services["ntfy"].typed, now=timezone.now())
    now = timezone.now()
    for key in "abc":
        Notice.objects.create(recipient=alice, kind="test", channel="ntfy", dedupe_key=key, created_at=now, due_at=now)
    outbox.deliver_due()
    assert len(services["ntfy"].shown) == 1
    assert sorted(Notice.objects.filter(channel="ntfy").values_list("state", flat=True)) == [
        "sent",
        "waiting",
        "waiting",
    ]
