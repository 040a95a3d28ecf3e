"""The forms in which mail providers bring replies take whatever is sent in each of their fields."""

import base64
import random
from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from games.models import Turn
from tests.factories import GameFactory
from tests.faults.conftest import repeat
from tests.faults.nasty import NASTY
from tests.faults.posted import reading
from tests.faults.test_bad_input import survive
from tests.faults.test_every_field import BY_PROVIDERS
from tests.replies.ways.answering import write_answer
from tests.replies.ways.brought import SECRET, SIGNING_KEY, Brought, by_mailgun, by_sendgrid

pytestmark = [pytest.mark.django_db, pytest.mark.long]
VALUES = min(repeat("EACH_FIELD", 3), len(NASTY))
"""So many values are thrown at each field, of which one that breaks half of all is missed once in eight runs; `make
soak` throws all."""
FORMS = {"mailgun": by_mailgun, "sendgrid": by_sendgrid}
PROOF = {"Authorization": f"Basic {base64.b64encode(SECRET.encode()).decode()}"}


@pytest.fixture
def bring(settings) -> Callable[..., tuple[Brought, Client]]:
    """A turn as the provider brings it, and what it is brought by."""

    def make(provider: str, *, raw: bool) -> tuple[Brought, Client]:
        settings.REPLY_ADDRESS, settings.REPLY_PROVIDER = "turn@reply.localhost", provider
        settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET, "MAILGUN_WEBHOOK_SIGNING_KEY": SIGNING_KEY}
        return FORMS[provider](write_answer(GameFactory()), raw=raw), Client(headers=PROOF)

    return make


def post(client: Client, brought: Brought, **changed: str) -> HttpResponse:
    """Changes nothing: what comes of it is taken back."""
    before = transaction.savepoint()
    try:
        return client.post(f"/mail-replies/{brought.provider}/", {**brought.body, **changed})
    finally:
        transaction.savepoint_rollback(before)
        cache.clear()


@pytest.mark.parametrize("raw", [False, True])
@pytest.mark.parametrize("provider", FORMS)
def test_each_field_of_a_provider_takes_whatever_is_sent(bring, provider, raw):
    brought, client = bring(provider, raw=raw)
    for name in brought.body:
        for value in random.Random(f"{provider} {name}").sample(NASTY, VALUES):
            survive(post(client, brought, **{name: value}), (name, value))


def test_these_are_all_the_words_that_are_read_of_providers(bring):
    read = set()
    for provider, raw in ((provider, raw) for provider in FORMS for raw in (False, True)):
        brought, client = bring(provider, raw=raw)
        with reading() as heard:
            assert client.post(f"/mail-replies/{provider}/", brought.body).status_code == 200
        read |= heard.words & set(brought.body)
    assert Turn.objects.count() == 2 * len(FORMS), "each has played its turn"
    assert read >= BY_PROVIDERS
