"""A copy of all own data: asked for, built by a task, emailed, kept for a week, without anybody else's secrets."""

import json
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.conduct import blocks
from accounts.models import AccountEvent, Export
from accounts.own_data import exports
from accounts.people import activity
from accounts.tasks import build_exports
from core.refusal import Refusal
from games import chat, play
from mastery_site.database import pruning
from moderation import reports
from notifications.channels.feed import secret
from notifications.channels.push import devices
from notifications.delivery import outbox
from tests.accounts.conftest import PASSWORD
from tests.factories import ChallengeFactory, GameFactory, UserFactory, play_turns
from tests.notifications.push_service import Browser

PAGE, DOWNLOAD = reverse("own_data"), reverse("download_own_data")
DAY = timedelta(days=1)
TOLD = {  # each table with a person in it: a section of the copy has it, or it is left out for a reason
    "account.emailaddress": "email_addresses",
    "accounts.accountevent": "activity",
    "accounts.block": "blocks",
    "accounts.formername": "account",
    "accounts.picture": "picture",
    "accounts.restriction": "restrictions",
    "accounts.vacation": "vacations",
    "analysis.gamenote": "notes_about_games",
    "analysis.playernote": "notes_about_players",
    "analysis.sealedremark": "sealed_remarks",
    "analysis.tree": "analyses",
    "competition.laddergame": "ladder_games",
    "competition.laddermember": "ladder_places",
    "competition.standingchallenge": "standing_challenges",
    "competition.standinggame": "games_of_standing_challenges",
    "computers.comparison": "comparisons_with_the_computer",
    "games.challenge": "challenges",
    "games.lessondone": "lessons",
    "games.rematchwish": "always_offers_a_rematch_to",
    "games.message": "games",
    "games.playerrating": "ratings",
    "games.ratedgame": "rated_games",
    "games.ratingentry": "rated_games",
    "games.seat": "games",
    "mfa.authenticator": "second_factors",
    "moderation.appeal": "appeals",
    "moderation.report": "reports",
    "notifications.chataddress": "chat_apps",
    "notifications.device": "push_devices",
    "notifications.notice": "notifications",
    "notifications.preferences": "notification_preferences",
    "notifications.switch": "notification_switches",
    "records.follow": "follows",
    "records.puzzlesolved": "puzzles_solved",
    "replies.reply": "answers_by_email",
    "replies.unreadmail": "emails_not_acted_on",
    "usersessions.usersession": "sessions",
}
LEFT_OUT = {
    "accounts.export": "the copies themselves",
    "accounts.keptform": "what was just sent, for two hours",
    "accounts.rescue": "what staff were asked, by whoever asked: the activity says that there was something",
    "accounts.sighting": "keyed hashes, which tell nobody anything",
    "accounts.user_groups": "what staff may do",
    "accounts.user_user_permissions": "what staff may do",
    "admin.logentry": "what staff did",
    "computers.computer": "which accounts are computers",
    "computers.review": "whose turn it is in a queue; the analysis is everybody’s",
    "games.clockchange": "who of staff moved a deadline",
    "games.ontimerecord": "a copy of what the games tell",
    "games.playedruleset": "told by the games",
    "games.staffaction": "who of staff did it",
    "moderation.referral": "what staff leave to one another",
    "moderation.dismissal": "who of staff dismissed a signal",
    "moderation.loggedaction": "what staff did: the person reads of it in their restrictions",
    "notifications.channelstate": "whether a channel works",
    "notifications.connectcode": "a code for ten minutes, of which only the hash is stored",
    "notifications.feed": "a secret address",
    "notifications.listedturns": "what an email listed, which its reader has",
    "notifications.reminder": "made anew from the settings",
}


def read_copy(client, alice) -> dict:
    client.force_login(alice)
    answer = client.get(DOWNLOAD)
    assert answer.status_code == 200
    assert "attachment" in answer["Content-Disposition"]
    return json.loads(b"".join(answer.streaming_content))


@pytest.fixture
def life(alice, boris, carol):
    """Alice has something of everything, and others have secrets around it."""
    game = play_turns(GameFactory(first=alice, second=boris), "Md1-c1")
    play.pin(game.pk, user_id=alice.pk, pinned=True)
    chat.send(boris, game_id=game.pk, text="Good luck!")
    ChallengeFactory(challenger=alice, audience="address", address="dora@secret.example", note="Join me.")
    ChallengeFactory(challenger=carol, audience="player", opponent=alice, note="A slow one?")
    made = reports.make(alice, about=boris, matter="words", text="He was rude.")
    said = {"outcome": "acted", "answer": "He was warned.", "reason": "SECRET of staff"}
    staff = UserFactory(username="Mira", is_staff=True, is_superuser=True)
    reports.answer(made.pk, staff=staff, **said)
    reports.make(boris, about=alice, matter="words", text="SECRET of Boris")
    devices.register(
        alice,
        {"endpoint": "https://updates.push.services.mozilla.com/wpush/v2/SECRET", "keys": Browser().keys},
        browser="",
        mark="",
        now=timezone.now(),
    )
    Authenticator.objects.create(user=alice, type="totp", data={"secret": "SECRET"})
    activity.note(alice, AccountEvent.Kind.PASSWORD_CHANGED)
    blocks.make(alice, carol, mute=True)
    secret.renew(alice)
    alice.set_password(PASSWORD)
    alice.save()
    return game


def test_it_is_asked_for_built_by_a_task_emailed_and_read(client, alice, boris, life, settings):
    settings.NOTICE_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    client.force_login(alice)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert "We’re making your copy" in client.post(PAGE, follow=True).content.decode()
    assert client.get(DOWNLOAD).status_code == 404
    assert (build_exports(), build_exports()) == (1, 0)
    outbox.deliver_due()
    told = [each for each in mail.outbox if each.subject == "The copy of your data is ready"]
    assert [each.to for each in told] == [[alice.email]]
    assert reverse("own_data") in told[0].body
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    copy = json.loads(b"".join(client.get(DOWNLOAD).streaming_content))
    assert set(TOLD.values()) <= set(copy)
    assert copy["account"]["email"] == alice.email
    (game,) = copy["games"]
    assert [turn["turn"] for turn in game["turns"]] == ["Md1-c1"]
    assert game["in_my_queue"]["pinned"]
    assert game["chat"] == [{"by": "Boris", "text": "Good luck!", "at": game["chat"][0]["at"]}]
    assert {each["note"] for each in copy["challenges"]} == {"Join me.", "A slow one?"}
    assert copy["reports"][0]["answer"] == "He was warned."


def test_nothing_is_in_it_that_is_a_secret_or_anothers(client, alice, boris, carol, life):
    text = "".join(exports.write(alice, now=timezone.now()))
    alice.refresh_from_db()
    secrets = ["SECRET", "dora@secret.example", boris.email, carol.email, alice.password, alice.feed.token]
    assert [each for each in secrets if each in text] == []
    assert not any(event.origin and event.origin in text for event in AccountEvent.objects.all())


def test_only_its_owner_reads_it_and_only_for_a_week(client, alice, boris):
    exports.ask(alice)
    build_exports()
    assert client.get(DOWNLOAD).status_code == 302, "a visitor logs in"
    client.force_login(boris)
    assert client.get(DOWNLOAD).status_code == 404
    assert read_copy(client, alice)["account"]["name"] == "Alice"
    Export.objects.update(ready_at=timezone.now() - 7 * DAY)
    assert client.get(DOWNLOAD).status_code == 404
    assert pruning.prune(now=timezone.now() + timedelta(seconds=1))["exports"] == 1
    assert not Export.objects.exists()


def test_one_copy_waits_at_a_time_and_three_are_made_a_day(alice):
    exports.ask(alice)
    with pytest.raises(Refusal) as refusal:
        exports.ask(alice)
    assert refusal.value.code == "waiting"
    for _ in range(2):
        build_exports()
        exports.ask(alice)
    build_exports()
    with pytest.raises(Refusal) as refusal:
        exports.ask(alice)
    assert refusal.value.status == 429


def test_a_copy_whose_worker_died_is_made_by_another(alice):
    asked = exports.ask(alice)
    now = timezone.now()
    Export.objects.filter(pk=asked.pk).update(claimed_at=now)
    assert exports.build_waiting(now=now + timedelta(minutes=1)) == 0
    assert exports.build_waiting(now=now + timedelta(minutes=16)) == 1


def test_its_queries_grow_only_with_the_number_of_batches_of_games(alice, boris, monkeypatch):
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            "".join(exports.write(alice, now=timezone.now()))
        return len(queries)

    GameFactory(first=alice, second=boris)
    one = count()
    for _ in range(5):
        play_turns(GameFactory(first=alice, second=boris), "Md1-c1")
    assert count() == one
