"""A long line costs up to a tenth of a second, so whoever sends many is refused before it is played out."""

import pytest
from django.test import RequestFactory
from django.urls import reverse
from django.utils import timezone

from accounts.limiting import spending
from accounts.limiting.limits import ACTIONS, LONG_LINE
from accounts.limiting.origin import hash_networks
from accounts.models import Allowance
from games import lines
from tests.site.forms.test_limits_on_pages import use_up

pytestmark = pytest.mark.django_db
LONG = "Pd4-d5;" * (LONG_LINE // 7 + 1)
PAGES = ["practice", "line_frames"]


@pytest.fixture
def _used_up():
    use_up("long_line", origin=hash_networks(RequestFactory().post("/")))


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.usefixtures("_used_up")
def test_beyond_the_limit_of_the_network_none_is_played_out(page, method, client, monkeypatch):
    played: list[str] = []
    monkeypatch.setattr(lines, "read_turns", lambda line, text: played.append(text))
    answer = getattr(client, method)(reverse(page, args=["mastery"]), {"turns": LONG})
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert "long lines of turns played out on a board" in answer.content.decode()
    assert (LONG in answer.content.decode()) == (page == "practice" and method == "post"), "what was written is shown"
    assert played == []


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.usefixtures("_used_up")
def test_a_short_one_is_and_counts_for_nobody(page, client):
    before = Allowance.objects.count()
    assert client.post(reverse(page, args=["mastery"]), {"turns": "Pd4-d5;Pe5-e4"}, follow=True).status_code == 200
    assert Allowance.objects.count() == before


def test_they_count_by_account_too(client, alice):
    client.force_login(alice)
    client.post(reverse("line_frames", args=["mastery"]), {"turns": LONG})
    counted = {key.split("/")[1] for key in Allowance.objects.values_list("key", flat=True)}
    assert counted == {"sender", "address"}


def test_those_that_come_soon_after_each_other_are_one_entry_of_their_row(client):
    now = timezone.now()
    for _ in range(20):
        with spending.transaction.atomic():
            spending.spend("long_line", now=now, sender=1)
    assert Allowance.objects.get().times.endswith("x20")
    assert ACTIONS["long_line"].counts_together
