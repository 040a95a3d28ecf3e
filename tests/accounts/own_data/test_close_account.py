"""Closing one's own account: a week to undo it by logging in, then nothing tells who it was."""

from datetime import timedelta
from functools import partial

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.conduct import blocks
from accounts.models import User
from accounts.own_data import closing, exports
from accounts.profile.names import look_of
from accounts.tasks import close_accounts
from core.refusal import Refusal
from engine.contract import Side
from games import chat, play
from games.models import Challenge, Game
from games.tasks import end_games_of_closed
from notifications.delivery import outbox
from notifications.models import Notice
from tests.accounts.conftest import PASSWORD
from tests.accounts.own_data.test_own_data import LEFT_OUT, TOLD
from tests.factories import ChallengeFactory, GameFactory, UserFactory, play_turns
from tests.together import run_together

PAGE = reverse("close_account")
WEEK = timedelta(days=7)
STAYS = {  # tables in which a closed account still has rows, and why
    "accounts.restriction": "it stands for good, whoever comes back",
    "accounts.vacation": "the clocks of games go by it",
    "admin.logentry": "what staff did",
    "competition.laddergame": "the opponent's, too",
    "competition.standinggame": "the opponent's, too",
    "games.challenge": "the other player's, too",
    "games.clockchange": "of staff alone",
    "games.message": "the opponent's, too",
    "games.playedruleset": "which games a seat has",
    "games.seat": "the opponent's, too",
    "games.staffaction": "of staff alone",
    "moderation.appeal": "staff decide by them",
    "moderation.dismissal": "what staff did",
    "moderation.referral": "what staff left to one another",
    "moderation.loggedaction": "what staff did",
    "moderation.report": "staff decide by them",
    "accounts.user_groups": "of staff alone",
    "accounts.user_user_permissions": "of staff alone",
}


def close(user) -> User:
    closing.ask(user)
    closing.close_due(now=timezone.now() + WEEK)
    return User.objects.get(pk=user.pk)


@pytest.fixture
def as_alice(client, alice):
    alice.set_password(PASSWORD)
    alice.save()
    client.force_login(alice)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


def test_it_asks_for_the_password_and_a_tick(client, alice):
    assert client.get(PAGE).status_code == 302
    alice.set_password(PASSWORD)
    alice.save()
    client.force_login(alice)
    assert client.get(PAGE).status_code == 200
    assert client.post(PAGE, {"sure": "yes"}).url.startswith(reverse("account_reauthenticate"))
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert client.post(PAGE).status_code == 422
    assert User.objects.get(pk=alice.pk).closing_at is None


def test_a_person_who_asks_is_logged_out_everywhere_and_gets_one_email_and_no_more(as_alice, alice, boris, settings):
    settings.NOTICE_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    elsewhere = Client()
    elsewhere.force_login(alice)
    elsewhere.get("/")
    game = play_turns(GameFactory(first=alice, second=boris), "Md1-c1")
    chat.send(boris, game_id=game.pk, text="Hello")
    as_alice.post(PAGE, {"sure": "yes"})
    assert not Session.objects.filter(session_key=elsewhere.session.session_key).exists()
    assert as_alice.get(reverse("settings")).status_code == 302
    play_turns(game, "Me8-f8")
    chat.send(boris, game_id=game.pk, text="Are you there?")
    outbox.deliver_due(now=timezone.now() + timedelta(days=3))
    mine = [each.subject for each in mail.outbox if each.to == [alice.email]]
    assert [subject.startswith("Your account will be closed on") for subject in mine] == [True]
    assert not Notice.objects.open().filter(recipient=alice).exists()


def test_logging_in_undoes_it_and_games_have_gone_on(as_alice, alice, boris):
    game = GameFactory(first=alice, second=boris)
    as_alice.post(PAGE, {"sure": "yes"})
    as_alice.post(reverse("account_login"), {"login": "Alice", "password": PASSWORD})
    assert User.objects.get(pk=alice.pk).closing_at is None
    assert "kept your account" in as_alice.get("/").content.decode()
    assert closing.close_due(now=timezone.now() + 2 * WEEK) == 0
    play_turns(game, "Md1-c1")
    assert Notice.objects.filter(recipient=boris, kind="your_turn").exists()


def test_a_wrong_password_undoes_nothing(as_alice, alice):
    as_alice.post(PAGE, {"sure": "yes"})
    as_alice.post(reverse("account_login"), {"login": "Alice", "password": "a guess"})
    assert User.objects.get(pk=alice.pk).closing_at is not None


def test_the_account_is_closed_after_a_week_and_not_before(alice):
    now = timezone.now()
    closing.ask(alice, now=now)
    assert closing.close_due(now=now + WEEK - timedelta(seconds=1)) == 0
    assert closing.close_due(now=now + WEEK) == 1
    assert closing.close_due(now=now + WEEK) == 0
    assert close_accounts() == 0


def test_running_games_end_as_if_resigned_and_finished_ones_say_closed_account(client, alice, boris):
    running, over = (GameFactory(first=alice, second=boris) for _ in range(2))
    chat.send(alice, game_id=over.pk, text="Well played.")
    play.resign(over.pk, side=Side.SECOND)
    close(alice)
    assert end_games_of_closed() == 1
    assert end_games_of_closed() == 0
    running.refresh_from_db()
    assert (running.winner, running.termination) == (Side.SECOND, "resignation")
    client.force_login(boris)
    page = client.get(over.get_absolute_url()).content.decode()
    assert "closed account" in page
    assert "Alice" not in page
    assert "Well played." in page
    assert Game.objects.get(pk=over.pk).winner == Side.FIRST


def test_every_trace_of_the_person_is_gone_from_all_tables_but_the_ones_listed_with_a_reason(alice, boris, carol):
    GameFactory(first=alice, second=boris)
    ChallengeFactory(challenger=alice, audience="address", address="dora@example.org")
    blocks.make(carol, alice, mute=False)
    exports.ask(alice)
    alice.set_password(PASSWORD)
    alice.about = "I live in Berlin."
    alice.save()
    closed = close(alice)
    for model in apps.get_models(include_auto_created=True):
        label = model._meta.label_lower
        columns = [field for field in model._meta.local_fields if field.related_model is get_user_model()]
        for column in columns if label not in STAYS else ():
            assert not model._base_manager.filter(**{column.attname: alice.pk}).exists(), label
    assert set(STAYS) <= set(TOLD) | set(LEFT_OUT)
    assert (closed.about, closed.is_active, closed.has_usable_password()) == ("", False, False)
    assert "alice" not in f"{closed.username} {closed.email} {closed.look}".lower()
    assert closed.username.startswith("closed account ")
    assert Challenge.objects.get().address == ""


def test_the_name_stays_kept_when_the_site_has_a_new_secret_key(alice, settings):
    close(alice)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "n" * 60
    with pytest.raises(ValidationError):
        User.objects.refuse_taken("Alice")


@pytest.mark.parametrize("name", ["Alice", "alice", "Al_ice", "A1ice"])
def test_nobody_takes_the_name_or_one_that_looks_like_it(sign_up, alice, name):
    close(alice)
    assert "name is taken" in sign_up(username=name).content.decode()
    with pytest.raises(ValidationError):
        User.objects.create_verified(name, email="other@example.org")


def test_the_email_address_is_free_again(sign_up, alice):
    close(alice)
    assert not EmailAddress.objects.filter(email="alice@example.org").exists()
    sign_up(username="Newcomer", email="alice@example.org")
    assert User.objects.filter(username="Newcomer", email="alice@example.org").exists()


def test_a_closed_account_is_not_logged_in_to_nor_found(client, alice):
    alice.set_password(PASSWORD)
    alice.save()
    closed = close(alice)
    for login in ("Alice", "alice@example.org", closed.username, closed.email):
        client.post(reverse("account_login"), {"login": login, "password": PASSWORD})
        assert "_auth_user_id" not in client.session
    assert client.get(closed.get_absolute_url()).status_code == 410
    assert client.get("/people/Alice/").status_code == 404


def test_challenges_that_wait_are_closed_and_none_is_taken_meanwhile(alice, boris, carol):
    mine, theirs = (
        ChallengeFactory(challenger=alice),
        ChallengeFactory(challenger=boris, audience="player", opponent=alice),
    )
    closing.ask(alice)
    assert dict(Challenge.objects.values_list("pk", "status")) == {mine.pk: "withdrawn", theirs.pk: "declined"}
    with pytest.raises(Refusal) as refusal:
        ChallengeFactory(challenger=carol, audience="player", opponent=User.objects.get(pk=alice.pk))
    assert refusal.value.code == "closing"


def test_staff_cannot_close_their_own_accounts(admin):
    with pytest.raises(Refusal) as refusal:
        closing.ask(admin)
    assert refusal.value.code == "staff"


@pytest.mark.django_db(transaction=True)
def test_two_workers_close_it_once_and_a_log_in_at_that_moment_has_one_outcome(rf):
    for _ in range(10):
        user = UserFactory()
        closing.ask(user)
        later = timezone.now() + WEEK
        request = Client().get("/").wsgi_request
        answers = run_together(
            [partial(closing.close_due, now=later)] * 2
            + [partial(closing.on_user_logged_in, request=request, user=user)]
        )
        assert not [each for each in answers if isinstance(each, Exception)]
        left = User.objects.get(pk=user.pk)
        assert (left.is_active, sum(answers[:2])) in {(True, 0), (False, 1)}
        assert left.closing_at is None


def test_no_name_of_a_closed_account_looks_like_that_of_another():
    names = [closing.name_closed(number) for number in range(3000)]
    assert len({look_of(name) for name in names}) == len(names)
