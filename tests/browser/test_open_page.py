"""A page of a game that stands open and asks for news is no visit, and silences no mail."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone
from playwright.sync_api import expect

from notifications.delivery import outbox
from notifications.preferences.saving import save_preferences
from tests.factories import GameFactory, play_turns

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]


@pytest.mark.parametrize("mode", ["each", "once"])
def test_a_page_that_polls_is_no_visit_and_silences_no_mail(browse, alice, boris, settings, mode):
    settings.NOTICE_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    save_preferences(alice, mode=mode)
    game = GameFactory(first=boris, second=alice)
    page = browse(alice)
    page.goto(f"/games/{game.pk}/")
    alice.refresh_from_db()
    assert timezone.now() - alice.last_visit_at < timedelta(minutes=1)
    long_ago = timezone.now() - timedelta(hours=1)
    type(alice).objects.update(last_visit_at=long_ago)  # the page has stood open for an hour

    (move, *_) = game.position.legal_moves()
    with page.expect_response(lambda answer: "/state/" in answer.url and answer.status == 200):
        play_turns(game, move)
    expect(page.get_by_role("button", name="Confirm", exact=True)).to_be_visible()
    alice.refresh_from_db()
    assert alice.last_visit_at == long_ago
    outbox.deliver_due()
    assert [message.subject for message in mail.outbox if message.to == [alice.email]] == [
        f"Your turn against Boris (Mastery #{game.pk})"
    ]
