"""A site with a bot of Telegram, and what its worker does there."""

import pytest
from django.urls import reverse

from notifications import tasks
from tests.notifications.channels.telegram.bot_api import TOKEN, BotApi


@pytest.fixture
def bot_api(settings):
    with BotApi() as bot_api:
        settings.TELEGRAM_BOT_TOKEN, settings.TELEGRAM_API = TOKEN, bot_api.url
        settings.OUTGOING_HOSTS = [bot_api.url]
        yield bot_api
        assert bot_api.faults == []


@pytest.fixture
def ask_for_code(bot_api, client, db):
    """The code that the page shows to somebody who has pressed the button."""

    def run(user) -> str:
        tasks.read_telegram()
        client.force_login(user)
        client.post(reverse("notice_telegram"))
        return client.get(reverse("notice_telegram")).context["code"]

    return run


@pytest.fixture
def connected(bot_api, ask_for_code, alice):
    bot_api.write(f"/start {ask_for_code(alice)}")
    assert tasks.read_telegram() == 1
    bot_api.sent.clear()
    return alice
