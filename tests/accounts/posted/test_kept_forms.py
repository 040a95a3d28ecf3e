"""A form sent after the session has ended waits for its writer: for two hours, in that browser, and in no session."""

from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Allowance, KeptForm
from accounts.posted import kept_forms
from mastery_site.database import pruning
from tests.factories import GameFactory
from tests.marks import marked

NEW = "/challenges/new/?ruleset=mastery"
pytestmark = pytest.mark.django_db


def note_on(page) -> str | None:
    return page.context["form"]["note"].value()


def send(client, note="A slow one?", *, writer=None, **headers):
    """As from a page of the writer's; without one, of a visitor's."""
    return client.post(NEW, marked(writer, note=note, audience="anyone"), **headers)


def count_bytes() -> int:
    kept = KeptForm.objects.values_list("page", "filled")
    return sum(len(text.encode()) for row in kept for text in row)


def test_two_hundred_at_once_leave_no_session_and_no_more_than_twenty_small_rows():
    """Before, these made 200 sessions of 60 days in 1.3 s."""
    for number in range(200):
        send(Client(), note=str(number) * 1000)
    assert not Session.objects.exists()
    assert KeptForm.objects.count() == 20
    assert count_bytes() < 20 * kept_forms.LONGEST_FORM
    assert Allowance.objects.count() == 1


def test_a_visitors_browser_keeps_one_form_however_many_pages_it_posts_to(client, alice, boris):
    """Before, these made 1.4 MB in one session, a message for each number of a game."""
    for number in range(20):
        client.post(reverse("game_chat", args=[10**6 + number]), marked(message="x" * 1000))
    assert KeptForm.objects.count() == 1
    assert not Session.objects.exists()


def test_a_text_that_is_too_long_is_not_kept_but_shown_to_be_copied(client, alice):
    refused = send(client, "\U0001f5ff" * 6000, writer=alice)
    client.post(NEW, marked(alice, **{str(number): "x" for number in range(3000)}))
    assert not KeptForm.objects.exists()
    assert refused.status_code == 413
    page = refused.content.decode()
    assert "too long for us to keep" in page
    assert "\U0001f5ff" * 6000 in page
    assert 'href="/account/login/?next=' in page
    send(client, "\U0001f5ff" * 5000, writer=alice)
    assert 20_000 < count_bytes() < kept_forms.LONGEST_FORM


def test_all_visitors_together_fill_no_more_than_some_rows_and_the_newest_stay(client, monkeypatch):
    monkeypatch.setattr(kept_forms, "MOST_KEPT_FORMS", 5)
    for number in range(9):
        send(Client(), REMOTE_ADDR=f"2001:db8:0:{number}::1", note=str(number))
    assert KeptForm.objects.count() == 5
    assert [str(number) in "".join(KeptForm.objects.values_list("filled", flat=True)) for number in (3, 8)] == [0, 1]


def test_after_two_hours_it_is_gone(client, alice):
    send(client)
    client.force_login(alice)
    later = timezone.now() + timedelta(hours=2, minutes=1)
    with time_machine.travel(later):
        assert note_on(client.get(NEW)) is None
        pruning.prune()
    assert not KeptForm.objects.exists()
    assert client.cookies[kept_forms.COOKIE]["max-age"] == 7200


def test_another_browser_does_not_find_it_nor_does_one_with_a_made_up_cookie(client, alice):
    send(client)
    other = Client()
    other.force_login(alice)
    for value in ("", "x" * 43, KeptForm.objects.get().key, "%", "x" * 5000):
        other.cookies[kept_forms.COOKIE] = value
        assert note_on(other.get(NEW)) is None
    client.force_login(alice)
    assert note_on(client.get(NEW)) == "A slow one?"


def test_the_cookie_holds_no_word_and_is_for_the_site_alone(client):
    cookie = send(client).cookies[kept_forms.COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert len(cookie.value) == 43
    assert not KeptForm.objects.filter(key=cookie.value).exists(), "the row has its hash"


def test_a_network_address_is_told_when_it_goes_on_and_reads_what_was_written(client, settings):
    """Neither a forged header nor another address of the same IPv6 network begins anew."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 0
    for number in range(20):
        send(Client(), REMOTE_ADDR=f"2001:db8::{number + 1:x}", HTTP_X_FORWARDED_FOR=f"198.51.100.{number}")
    answer = send(client, "<b>All my words</b>", REMOTE_ADDR="2001:db8::ffff", HTTP_X_FORWARDED_FOR="203.0.113.1")
    assert answer.status_code == 429
    assert 3500 < int(answer["Retry-After"]) <= 3600
    page = answer.content.decode()
    assert "&lt;b&gt;All my words&lt;/b&gt;" in page
    assert "Your network address has reached the limit of 20 forms" in page
    assert "UTC (in 60 minutes)" in page
    assert KeptForm.objects.count() == 20
    assert send(client, REMOTE_ADDR="2001:db8:1::1").status_code == 302


def test_behind_a_proxy_its_own_word_counts_and_not_what_stood_before_it(client, settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    for number in range(20):
        send(Client(), HTTP_X_FORWARDED_FOR=f"10.0.0.{number}, 203.0.113.9")
    assert send(client, HTTP_X_FORWARDED_FOR="10.9.9.9, 203.0.113.9").status_code == 429
    assert send(client, HTTP_X_FORWARDED_FOR="10.9.9.9, 203.0.113.10").status_code == 302


def test_it_survives_a_wrong_password_and_the_log_in_itself(client, alice_with_password):
    asked = urlsplit(send(client).url)
    words = {"login": "Alice", "next": parse_qs(asked.query)["next"][0]}
    client.post(asked.path, {**words, "password": "wrong"})
    arrived = client.post(asked.path, {**words, "password": "a quiet evening with a board"})
    assert arrived.url == NEW
    assert note_on(client.get(arrived.url)) == "A slow one?"


def test_it_survives_a_sign_up_whose_address_is_confirmed_in_the_same_browser(client, sign_up, newest_link):
    send(client)
    sign_up(next=NEW)
    arrived = client.post(newest_link())
    assert arrived.url == NEW
    assert note_on(client.get(NEW)) == "A slow one?"


def test_only_the_page_it_was_written_for_takes_it(client, alice, boris):
    game, other = GameFactory(first=alice, second=boris), GameFactory(first=alice, second=boris)
    client.post(reverse("game_chat", args=[game.pk]), marked(alice, message="Hello there"))
    client.force_login(alice)
    assert "Hello there" not in client.get(other.get_absolute_url()).content.decode()
    assert "Hello there" in client.get(game.get_absolute_url()).content.decode()
    assert "Hello there" not in client.get(game.get_absolute_url()).content.decode()


def test_a_person_with_nothing_kept_costs_no_query(client, alice, django_assert_num_queries, rf):
    request = rf.get("/")
    request.user = alice
    with django_assert_num_queries(0):
        assert not kept_forms.take_kept(request, page="/", of=("home",))
