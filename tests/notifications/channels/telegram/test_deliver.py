"""Notifications in Telegram, as its Bot API gets them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from engine.contract import Side
from games import play
from mastery_site.logs.privacy import redact
from notifications.delivery import outbox
from notifications.models import ChannelState, ChatAddress, Notice
from notifications.routing import writing
from tests.notifications.channels.telegram.bot_api import TOKEN


def tell(user, *, key: str = "key") -> Notice:
    """A test: news that is always true."""
    notice = writing.make("test", key=key, recipient_id=user.pk, channel="telegram")
    writing.write(notice)
    outbox.deliver_due()
    return Notice.objects.get(dedupe_key=key, channel="telegram")


def test_it_names_the_opponent_and_the_game_and_links_to_it(connected, bot_api, game):
    play.resign(game.pk, side=Side.SECOND)
    outbox.deliver_due(now=timezone.now() + timedelta(minutes=2))
    (sent,) = [each for each in bot_api.sent if "Boris" in each["text"]]
    assert sent["chat_id"] == 501
    assert sent["is_disabled"] is True
    assert sent["text"].endswith(f"/games/{game.pk}/")


GONE = {"description": "Forbidden: bot was blocked by the user"}
NO_CHAT = {"description": "Bad Request: chat not found"}
BAD = {"description": "Bad Request: message text is empty"}
BUSY = {"description": "Too Many Requests: retry after 77", "parameters": {"retry_after": 77}}


@pytest.mark.parametrize(
    ("status", "told", "state", "is_broken"),
    [
        (403, GONE, "failed", True),
        (400, NO_CHAT, "failed", True),
        (400, BAD, "failed", False),
        (429, BUSY, "waiting", False),
        (401, {"description": "Unauthorized"}, "waiting", False),
        (404, {"description": "Not Found"}, "waiting", False),
        (502, {}, "waiting", False),
    ],
)
def test_what_telegram_refuses_is_told_as_its_documents_say(connected, bot_api, status, told, state, is_broken):
    bot_api.refuses[501] = (status, told)
    notice = tell(connected)
    assert notice.state == state
    assert ChannelState.objects.filter(user=connected, broken_at__isnull=False).exists() is is_broken
    assert told.get("description", "") in notice.last_error


def test_it_waits_as_long_as_it_is_told(connected, bot_api):
    bot_api.refuses[501] = (429, BUSY)
    notice = tell(connected)
    assert timedelta(seconds=70) < notice.due_at - timezone.now() < timedelta(seconds=80)


def test_a_wrong_token_is_the_sites_own_fault_and_administrators_hear_of_it(
    connected, bot_api, settings, django_user_model
):
    django_user_model.objects.filter(pk=connected.pk).update(is_superuser=True)
    settings.TELEGRAM_BOT_TOKEN = f"{TOKEN}0"
    notice = tell(connected)
    assert (notice.state, notice.last_error) == ("waiting", "401 Unauthorized")
    assert Notice.objects.filter(kind="channel_failing", payload__channel="telegram").exists()


def test_the_token_is_nowhere_to_be_read(connected, bot_api, settings, caplog):
    settings.TELEGRAM_API = "http://127.0.0.1:9"
    settings.OUTGOING_HOSTS = [settings.TELEGRAM_API]
    notice = tell(connected)
    written = f"{caplog.text} {notice.last_error} {ChatAddress.objects.get().last_error}"
    assert "could not be reached" in written
    assert TOKEN not in written
    assert TOKEN not in redact(f"GET https://api.telegram.org/bot{TOKEN}/getMe failed")
