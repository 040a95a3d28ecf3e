"""What stands in a chat app: the game, the opponent, one link; and nothing that a name could do there."""

import json
from itertools import product

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from notifications import registry
from notifications.chat_apps import addresses
from notifications.chat_apps.carrier import ChatCarrier
from notifications.chat_apps.servers import JOINER
from notifications.delivery import outbox
from notifications.models import Notice
from notifications.wording.short import LONGEST_BODY, LONGEST_TITLE, Short
from tests.factories import GameFactory
from tests.notifications.chat_apps.internet import Asked
from tests.notifications.chat_apps.services import BARE, Discord, Matrix, Ntfy, Slack
from tests.rows import each_row

HOSTILE = "@everyone <!channel> **x** [a](http://evil.example) <http://evil.example|x> _y_ @room www.evil.example a&b"
SIGNS = st.sampled_from(
    [*"@<>!#|*_~`[]()\\/:.&-=+; \n", "http://", "evil.example", "@everyone", "<!here>", "&lt;", "x", "é"]
)
TEXTS = st.lists(SIGNS, max_size=30).map("".join)
LINK = "https://mastery.example/games/41/"
STAND_INS = {"discord": Discord, "slack": Slack, "ntfy": Ntfy, "matrix": Matrix}


def ask(name, short):
    """What the service shows of it."""
    app, service = registry.CHANNELS.get(name), STAND_INS[name]()
    request = app.write(short, app.read(service.typed), notice=Notice(pk=7))
    host, _, path = request.url.removeprefix("https://").partition("/")
    path, _, query = path.partition("?")
    asked = dict(part.split("=") for part in query.split("&") if part)
    headers = {name.lower(): value for name, value in request.headers.items()}
    answer = service.take(
        Asked(request.method, host, f"/{path}", {name: [value] for name, value in asked.items()}, headers, request.data)
    )
    assert answer.status == 200, answer
    return service.shown[-1]


def make_short(title, body="", *, is_urgent=False):
    return Short(title, body, LINK, "game-41", is_urgent)


def require_harmless(name, title, body):
    shown = ask(name, make_short(title, body))
    assert (shown.links, shown.called) == ((LINK,), ())
    words = shown.words.replace(JOINER, "")
    assert title in words
    assert body in words


@each_row(("name", "place"), product(STAND_INS, ("title", "body")))
def test_a_hostile_name_notifies_nobody_and_links_nowhere(name, place):
    title, body = (HOSTILE, "Your turn") if place == "title" else ("Your turn", HOSTILE)
    require_harmless(name, title, body)


@pytest.mark.parametrize("name", STAND_INS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(title=TEXTS, body=TEXTS)
def test_no_text_at_all_does_and_each_is_read_as_it_is(name, title, body):
    require_harmless(name, f"T {title}", f"B {body}")


@given(text=TEXTS)
def test_nor_does_any_by_telegram_which_links_plain_text(text):
    request = registry.CHANNELS.get("telegram").write(
        make_short(f"T {text}", HOSTILE), {"chat": "7", "name": "@alice"}, notice=Notice(pk=7)
    )
    content = json.loads(request.data)
    assert BARE.findall(content["text"]) == [LINK]
    assert "parse_mode" not in content


@each_row(("name", "sign"), product(STAND_INS, ["\\", "𝔘", "&", "."]))
def test_the_longest_is_taken(name, sign):
    ask(name, make_short(sign * LONGEST_TITLE, sign * LONGEST_BODY))


@pytest.mark.parametrize("is_urgent", [False, True])
def test_what_is_urgent_is_loud_where_the_app_knows_it(is_urgent):
    assert ask("ntfy", make_short("Title", is_urgent=is_urgent)).is_loud == is_urgent


def test_a_turn_names_the_opponent_and_links_to_the_game_alone(app, service, connect, alice, boris, settings):
    connect(alice)
    game = GameFactory(first=alice, second=boris)
    outbox.deliver_due()
    (shown,) = service.shown
    assert f"Your turn against {boris.username}" in shown.words.replace(JOINER, "")
    assert shown.links == (f"{settings.SITE_URL}{game.get_absolute_url()}",), "no link that logs in"


def test_a_hostile_opponent_is_harmless_all_the_way(app, service, connect, alice, boris):
    type(boris).objects.filter(pk=boris.pk).update(username="<!here>@room*x*t.co")
    connect(alice)
    GameFactory(first=alice, second=type(boris).objects.get(pk=boris.pk))
    outbox.deliver_due()
    (shown,) = service.shown
    assert len(shown.links) == 1
    assert shown.called == ()


def test_a_notice_that_is_sent_again_is_shown_once_by_matrix(services, internet, alice):
    matrix = registry.CHANNELS.get("matrix")
    stored = addresses.connect(alice, matrix, Matrix.typed, now=timezone.now())
    with ChatCarrier(matrix) as carrier:
        for key in ("a", "a", "b"):
            notice, _ = Notice.objects.get_or_create(
                recipient=alice,
                kind="test",
                channel="matrix",
                dedupe_key=key,
                defaults={"created_at": stored.added_at, "due_at": stored.added_at},
            )
            carrier.deliver(notice, now=stored.added_at)
    assert len(internet.asked) == 3
    assert len(services["matrix"].shown) == 2
