"""A code from an email lets in its own reader alone: once, for ten minutes, in the browser that asked for it."""

import re
from datetime import timedelta
from functools import partial

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.conduct.restrictions import Games, Kind
from accounts.models import AccountEvent
from tests.accounts.emailed_codes import ASK, ENTER, ask, enter, is_in, newest_code, other_than
from tests.factories import UserFactory
from tests.together import run_together

pytestmark = pytest.mark.django_db
EVIL = ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"]


# --- Not by others, not twice, not later --------------------------------------------------------------------------
def test_opening_the_pages_sends_nothing(client, alice):
    for address in (ASK, f"{ASK}?email=alice@example.org", ENTER):
        client.get(address)
        client.head(address)
    assert mail.outbox == []


@pytest.mark.parametrize("evil", EVIL)
def test_nobody_is_led_to_another_site(client, alice, evil):
    asked = ask(client, next=evil)
    assert "evil" not in asked.url
    assert enter(client, newest_code(), next=evil).url == "/"


def test_a_code_works_in_the_browser_that_asked_for_it_alone(client, alice):
    ask(client)
    stranger = Client()
    answer = enter(stranger, newest_code(), next="/games/7/")
    assert answer.url == f"{ASK}?next=%2Fgames%2F7%2F"
    assert "A code only works in the browser where you asked for it" in stranger.get(answer.url).content.decode()
    assert not is_in(stranger)


def test_a_code_of_another_account_is_a_wrong_one(client, alice, boris):
    other = Client()
    ask(other, "boris@example.org")
    his = newest_code()
    ask(client)
    assert "That isn’t the code" in enter(client, his).content.decode()
    assert not is_in(client)


def test_it_works_once(client, alice):
    ask(client)
    before = client.cookies["sessionid"].value
    code = newest_code()
    enter(client, code)
    replayed = Client()
    replayed.cookies["sessionid"] = before
    assert enter(replayed, code).url == ASK
    assert not is_in(replayed)
    client.post(reverse("account_logout"))
    assert enter(client, code).url == ASK
    assert not is_in(client)


def test_only_the_newest_counts(client, alice):
    ask(client)
    first = newest_code()
    ask(client)
    assert "it’s in the newest email" in enter(client, first).content.decode()
    assert enter(client, newest_code()).url == "/"


@pytest.mark.parametrize(("minutes", "works"), [(9.9, True), (10.1, False)])
def test_it_works_for_ten_minutes(client, alice, minutes, works):
    with time_machine.travel(timezone.now(), tick=False) as clock:
        ask(client)
        clock.shift(timedelta(minutes=minutes))
        answer = enter(client, newest_code())
        assert is_in(client) is works
        if not works:
            assert "That code no longer works" in client.get(answer.url).content.decode()


def test_three_wrong_codes_end_it(client, alice):
    ask(client)
    code = newest_code()
    for _ in range(2):
        assert "That isn’t the code" in enter(client, other_than(code)).content.decode()
    ended = enter(client, other_than(code), next="/games/7/")
    assert ended.url == f"{ASK}?next=%2Fgames%2F7%2F"
    assert "third wrong code" in client.get(ended.url).content.decode()
    assert enter(client, code).url == ASK
    assert not is_in(client)
    failed = AccountEvent.objects.get(user=alice)
    assert (failed.kind, failed.count) == ("code_failed", 3)


def test_guesses_are_counted_by_the_code_and_not_by_what_its_session_remembers(client, alice):
    """Requests at once each find the session as it was before the others."""
    ask(client)
    code = newest_code()
    session = client.session
    asleep = dict(session.items())
    statuses = []
    for _ in range(5):
        statuses.append(enter(client, other_than(code)).status_code)
        for name, value in asleep.items():
            session[name] = value
        session.save()
    assert statuses == [200, 200, 200, 429, 429]
    assert enter(client, code).status_code == 429
    assert not is_in(client)


def share(browser: Client, number: int) -> list[Client]:
    """As many programs with the cookies of one browser."""
    made = [Client() for _ in range(number)]
    for each in made:
        each.cookies.update(browser.cookies)
    return made


@pytest.mark.django_db(transaction=True)
def test_of_many_guesses_sent_at_once_three_are_compared(client, alice):
    ask(client)
    code = newest_code()
    answers = run_together([partial(enter, each, other_than(code)) for each in share(client, 8)])
    assert sorted(answer.status_code for answer in answers).count(429) >= 8 - 3
    assert AccountEvent.objects.get(user=alice).count <= 3
    assert enter(client, code).status_code != 200
    assert not is_in(client)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("round", range(10))
def test_the_right_code_sent_twice_at_once_logs_in_once(client, alice, round):
    ask(client)
    browsers = share(client, 2)
    run_together([partial(enter, each, newest_code()) for each in browsers])
    assert sorted(map(is_in, browsers)) == [False, True]


def test_nothing_typed_is_no_guess(client, alice):
    ask(client)
    for _ in range(4):
        assert enter(client, " ").status_code == 200
    assert not AccountEvent.objects.exists()
    assert enter(client, newest_code()).url == "/"


def test_the_session_does_not_hold_the_code(client, alice):
    ask(client)
    held = str(dict(client.session.items()))
    assert newest_code() not in held
    assert newest_code().replace("-", "") not in held


def test_an_address_that_was_changed_meanwhile_no_longer_lets_in(client, alice):
    """Its owner may have changed it because somebody else reads that mailbox."""
    ask(client)
    EmailAddress.objects.filter(user=alice).update(email="alice@new.example")
    alice.email = "alice@new.example"
    alice.save()
    answer = enter(client, newest_code())
    assert "That code no longer works" in client.get(answer.url).content.decode()
    assert not is_in(client)


# --- Who gets none, and who is refused with a right one -----------------------------------------------------------
def unconfirmed() -> str:
    user = UserFactory(username="Dora")
    EmailAddress.objects.filter(user=user).update(verified=False)
    return user.email


def wanted_by_another() -> str:
    user = UserFactory(username="Dora")
    EmailAddress.objects.create(user=user, email="dora@new.example", verified=False, primary=False)
    return "dora@new.example"


def of_a_computer() -> str:
    return UserFactory(username="Robot", kind="computer").email


def of_a_guest() -> str:
    return UserFactory(username="Guest9", kind="guest").email


@pytest.mark.parametrize(
    "make", [lambda: "nobody@example.org", unconfirmed, wanted_by_another, of_a_computer, of_a_guest]
)
def test_who_gets_no_code_reads_what_everybody_reads(client, alice, make):
    known = Client()
    email = make()
    answers = [ask(known), ask(client, email)]
    assert len(mail.outbox) == 1
    assert {(answer.status_code, answer.url) for answer in answers} == {(302, ENTER)}

    def look(browser: Client, typed: str, answer) -> str:
        page = re.sub(r'value="[^"]{20,}"', "", answer.content.decode())
        return page.replace(typed, "")

    assert look(known, "alice@example.org", known.get(ENTER)) == look(client, email, client.get(ENTER))
    assert look(known, "alice@example.org", enter(known, "1")) == look(client, email, enter(client, "1"))
    for _ in range(2):
        last = [enter(known, "1"), enter(client, "1")]
    assert {answer.url for answer in last} == {ASK}
    assert not is_in(client)


@pytest.mark.parametrize("code", ["", "-", "0", "00000000"])
def test_no_code_fits_where_none_was_sent(client, db, code):
    ask(client, "nobody@example.org")
    enter(client, code)
    assert not is_in(client)


def test_a_closed_account_says_so_after_the_right_code_only(client, alice):
    alice.is_active = False
    alice.save()
    ask(client)
    assert "That isn’t the code" in enter(client, other_than(newest_code())).content.decode()
    assert enter(client, newest_code()).url == reverse("account_inactive")
    assert not is_in(client)


def test_somebody_suspended_is_told_until_when_after_the_right_code_only(client, alice, admin):
    until = timezone.now() + timedelta(days=3)
    restrictions.impose(alice, Kind.SUSPENDED, by=admin, until=until, games=Games.PAUSED, reason="Insults", rule="C1")
    ask(client)
    answer = enter(client, newest_code())
    assert answer.status_code == 403
    assert "suspended" in answer.content.decode()
    assert not is_in(client)
    assert enter(client, newest_code()).url == ASK
