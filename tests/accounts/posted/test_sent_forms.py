"""Two clicks make one thing: the second is answered like the first."""

from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial

import pytest
from django.apps import apps
from django.conf import settings
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import SentForm, User
from accounts.posted import sent_forms
from games import guests
from games.models import Challenge, Game
from mastery_site.database import pruning
from notifications.models import Notice
from tests.factories import ChallengeFactory, GameFactory
from tests.games.views.test_challenge_new import OPEN
from tests.together import run_together

INVITATION = {**OPEN, "audience": "address", "address": "dora@example.org"}


@dataclass
class Case:
    """A form: where it is sent, with which fields, what it makes, and other fields that make another thing."""

    name: str
    makes: str
    fields: dict = field(default_factory=dict)
    other: dict = field(default_factory=dict)
    parts: tuple = ()
    of_game: bool = False
    of_challenge: bool = False
    once_a_thing: bool = False
    """Whether other fields cannot make another, since there is one at most."""


CASES = [
    Case("challenge_new", "games.Challenge", dict(OPEN), {"note": "Slowly?"}),
    Case("challenge_new", "notifications.Notice", INVITATION, {"address": "emil@example.org"}),
    Case("play_computer", "games.Game", {"level": "newcomer"}, {"level": "hobby"}, parts=("mastery",)),
    Case("game_chat", "games.Message", {"message": "Hello"}, {"message": "Hello?"}, of_game=True),
    Case("analyse_practice", "analysis.Tree", {"turns": "Md1-c1"}, {"turns": "Md1-b1"}, parts=("mastery",)),
    Case("analyse_game", "analysis.Tree", {"ply": "0"}, of_game=True, once_a_thing=True),
    Case("challenge_accept", "games.Game", of_challenge=True, once_a_thing=True),
    Case(
        "report",
        "moderation.Report",
        {"matter": "words", "text": "He was rude to me."},
        parts=("Boris",),
        once_a_thing=True,
    ),
    Case("notice_test", "notifications.Notice", {"channel": "email"}, once_a_thing=True),
]


def count(case: Case) -> int:
    return apps.get_model(case.makes).objects.count()


@pytest.fixture
def place(alice, boris):
    """The address of a case."""
    game = GameFactory(first=alice, second=boris)
    offered = ChallengeFactory(challenger=boris)

    def find(case: Case) -> str:
        return reverse(case.name, args=[game.pk] if case.of_game else [offered.pk] if case.of_challenge else case.parts)

    return find


def told(answer) -> list[str]:
    return [str(each) for each in answer.wsgi_request._messages._queued_messages]


@pytest.mark.django_db
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.name}, {case.makes}")
def test_the_same_form_sent_again_makes_one_thing_and_gets_the_same_answer(as_alice, place, case):
    before = count(case)
    answers = [as_alice.post(place(case), {**case.fields, "key": "a"}) for _ in range(3)]
    assert count(case) == before + 1
    assert {(answer.status_code, answer["Location"], *told(answer)) for answer in answers} == {
        (302, answers[0]["Location"], *told(answers[0]))
    }


@pytest.mark.django_db
@pytest.mark.parametrize("case", [case for case in CASES if not case.once_a_thing], ids=lambda case: case.makes)
def test_other_fields_another_page_and_another_person_make_another_thing(as_alice, carol, place, case):
    before = count(case)
    as_alice.post(place(case), {**case.fields, "key": "a"})
    as_alice.post(place(case), {**case.fields, **case.other, "key": "a"})
    assert count(case) == before + 2, "after Back"
    as_alice.post(place(case), {**case.fields, "key": "b"})
    assert count(case) == before + 3, "from a page that was opened anew"
    if case.name != "game_chat":  # of a game that is none of hers
        carols = Client()
        carols.force_login(carol)
        carols.post(place(case), {**case.fields, "key": "a"})
        assert count(case) == before + 4


@pytest.mark.django_db
def test_a_person_who_learns_a_key_learns_nothing_from_it(as_alice, boris, place):
    sent = {**CASES[0].fields, "key": "a"}
    first = as_alice.post(place(CASES[0]), sent)
    others = Client()
    others.force_login(boris)
    assert others.post(place(CASES[0]), sent)["Location"] != first["Location"]
    assert "/account/login/" in Client().post(place(CASES[0]), sent)["Location"]


@pytest.mark.django_db
def test_a_refused_form_can_be_sent_again(as_alice, alice, place):
    case = CASES[0]
    wrong = {**case.fields, "audience": "player", "opponent": "Emil", "key": "a"}
    assert as_alice.post(place(case), wrong).status_code == 422
    assert not SentForm.objects.exists()
    User.objects.create_user("Emil", email="emil@example.org")
    assert as_alice.post(place(case), wrong).status_code == 302


@pytest.mark.django_db
def test_a_game_refused_for_a_while_starts_by_the_same_form_later(as_alice, place, monkeypatch):
    case = CASES[2]
    monkeypatch.setattr("computers.starting.MOST_AGAINST_COMPUTERS", 0)
    as_alice.post(place(case), {**case.fields, "key": "a"})
    before = count(case)
    monkeypatch.setattr("computers.starting.MOST_AGAINST_COMPUTERS", 5)
    as_alice.post(place(case), {**case.fields, "key": "a"})
    assert count(case) == before + 1


@pytest.mark.django_db
def test_a_log_in_between_makes_the_thing_afterwards(client, alice, place):
    case = CASES[0]
    assert client.post(place(case), {**case.fields, "key": "a"})["Location"].startswith("/account/login/")
    assert not SentForm.objects.exists()


@pytest.mark.django_db
def test_a_message_sent_by_the_script_is_shown_again_as_it_stands(as_alice, place):
    case = CASES[3]
    pages = [
        as_alice.post(place(case), {**case.fields, "key": "a"}, headers={"X-Requested-With": "chat"}) for _ in range(2)
    ]
    assert [page.status_code for page in pages] == [200, 200]
    assert all('id="chat"' in page.content.decode() for page in pages)
    assert count(case) == 1


@pytest.mark.django_db
def test_two_sign_ups_are_one_account_and_one_email(client):
    form = {"username": "Dora", "email": "dora@example.org", "password1": "a quiet evening with a board", "key": "a"}
    answers = [client.post(reverse("account_signup"), form) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert User.objects.filter(username="Dora").count() == 1
    assert Notice.objects.filter(address="dora@example.org").count() + len(mail.outbox) == 1


@pytest.mark.django_db
def test_three_clicks_of_a_visitor_make_one_guest_and_each_answer_makes_them_that_guest():
    """Each as the browser sends it before it has an answer: it has the cookie of the page alone."""
    page = Client()
    page.get(reverse("rules", args=["mastery"]))
    cookie = page.cookies[settings.CSRF_COOKIE_NAME].value
    games = set()
    for _ in range(3):
        browser = Client()
        browser.cookies[settings.CSRF_COOKIE_NAME] = cookie
        answer = browser.post(reverse("play_computer", args=["mastery"]), {"level": "newcomer", "key": "a"})
        assert guests.COOKIE in answer.cookies
        assert browser.get(answer["Location"]).status_code == 200, "a guest's game is shown to that guest alone"
        games.add(answer["Location"])
    assert len(games) == Game.objects.count() == User.objects.filter(kind=User.Kind.GUEST).count() == 1
    other = Client()
    other.cookies[settings.CSRF_COOKIE_NAME] = "x" * 32
    answer = other.post(reverse("play_computer", args=["mastery"]), {"level": "newcomer", "key": "a"})
    assert answer["Location"] not in games, "of another browser it is another game"


@pytest.mark.django_db
def test_a_guest_who_has_an_account_by_now_is_not_brought_back_by_a_key(client, alice):
    sent = {"level": "newcomer", "key": "a"}
    client.post(reverse("play_computer", args=["mastery"]), sent)
    User.objects.filter(kind=User.Kind.GUEST).update(kind=User.Kind.PERSON)
    del client.cookies[guests.COOKIE]
    assert guests.COOKIE not in client.post(reverse("play_computer", args=["mastery"]), sent).cookies


@pytest.mark.django_db
def test_a_form_whose_first_answer_never_came_is_not_acted_on_and_loses_no_words(as_alice, place, monkeypatch):
    """Its process has died, and nobody knows how far it came."""
    case = CASES[0]
    monkeypatch.setattr(sent_forms, "_act", lambda row, request, view, *, shows: view())
    as_alice.post(place(case), {**case.fields, "key": "a", "note": "Slowly?"})
    monkeypatch.undo()
    SentForm.objects.update(sent_at=timezone.now() - sent_forms.PATIENCE)
    answer = as_alice.post(place(case), {**case.fields, "key": "a", "note": "Slowly?"})
    assert answer.status_code == 409
    assert f'href="{place(CASES[0])}"' in answer.content.decode()
    assert "Slowly?" in answer.content.decode()
    assert "open the page again and send" in answer.content.decode()
    assert Challenge.objects.filter(note="Slowly?").count() == 1


@pytest.mark.django_db
def test_after_an_error_the_same_form_can_be_sent_again(as_alice, place, monkeypatch):
    case = CASES[0]
    as_alice.raise_request_exception = False
    monkeypatch.setattr("games.views.challenges.send", lambda *_: 1 / 0)
    assert as_alice.post(place(case), {**case.fields, "key": "a"}).status_code == 500
    monkeypatch.undo()
    assert as_alice.post(place(case), {**case.fields, "key": "a"}).status_code == 302


@pytest.mark.django_db
def test_keys_are_deleted_after_a_day_and_then_no_longer_count(as_alice, place):
    case = CASES[0]
    before = count(case)
    for age, made in ((timedelta(hours=23), 1), (timedelta(hours=25), 2)):
        as_alice.post(place(case), {**case.fields, "key": "a"})
        SentForm.objects.update(sent_at=timezone.now() - age)
        assert pruning.prune(now=timezone.now() - timedelta(hours=25))["sent forms"] == 0
        as_alice.post(place(case), {**case.fields, "key": "a"})
        assert count(case) == before + made
    SentForm.objects.update(sent_at=timezone.now() - timedelta(hours=23))
    assert pruning.prune()["sent forms"] == 0
    SentForm.objects.update(sent_at=timezone.now() - timedelta(hours=25))
    assert pruning.prune()["sent forms"] == 1


@pytest.mark.django_db
def test_the_row_tells_neither_the_key_nor_what_was_written(as_alice, place):
    as_alice.post(place(CASES[0]), {**CASES[0].fields, "key": "a" * 22, "note": "Slowly?"})
    row = str(SentForm.objects.values().get())
    assert "a" * 22 not in row
    assert "Slowly?" not in row


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["", "é" * 9000, "🙂"])
def test_any_text_can_be_a_key_and_without_one_nothing_is_stored(as_alice, place, key):
    as_alice.post(place(CASES[0]), {**CASES[0].fields, "key": key})
    assert SentForm.objects.count() == bool(key)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("case", CASES[:4], ids=lambda case: case.makes)
def test_at_the_same_instant_one_thing_is_made_and_all_are_answered_alike(alice, place, case):
    browsers, before, path = [Client() for _ in range(4)], count(case), place(case)
    for browser in browsers:
        browser.force_login(alice)
    sent = {**case.fields, "key": "a"}
    answers = run_together([partial(browser.post, path, sent) for browser in browsers])
    assert {(answer.status_code, answer["Location"]) for answer in answers} == {(302, answers[0]["Location"])}
    assert count(case) == before + 1


@pytest.mark.django_db(transaction=True)
def test_three_visitors_of_one_browser_at_the_same_instant_are_one_guest(db):
    browsers = [Client() for _ in range(3)]
    for browser in browsers:
        browser.cookies[settings.CSRF_COOKIE_NAME] = "x" * 32
    sent, path = {"level": "newcomer", "key": "a"}, reverse("play_computer", args=["mastery"])
    answers = run_together([partial(browser.post, path, sent) for browser in browsers])
    assert len({answer["Location"] for answer in answers}) == 1
    assert Game.objects.count() == User.objects.filter(kind=User.Kind.GUEST).count() == 1
