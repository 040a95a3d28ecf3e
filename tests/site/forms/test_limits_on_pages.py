"""A person at a limit reads so on the page (429), reads until when, and finds what they typed where it was."""

from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.limiting.limits import ACTIONS
from accounts.limiting.spending import spend
from accounts.models import Allowance, Vacation
from analysis.models import GameNote, PlayerNote, SealedRemark
from core.refusal import Refusal
from engine.contract import Side
from games import play
from games.models import Challenge, ConditionalLine, Game
from moderation.models import Report
from notifications.models import ChatAddress, Notice
from tests.chat_apps import CONNECT, DISCONNECT, WEBHOOK
from tests.factories import GameFactory, give_vacation
from tests.games.views.test_challenge_new import OPEN
from tests.notifications.channels.push.test_devices import subscription
from tests.tables import compare

pytestmark = pytest.mark.django_db
OFFERS = {
    "draw": {},
    "more_time": {"days": "5"},
    "pause": {"until": (timezone.now() + timedelta(days=9)).date().isoformat()},
    "takeback": {},
    "cancel": {},
}
LIMITED = {  # the actions of accounts.limiting.limits that are spent there, from whichever form of the page
    "analyse_game": "analysis",
    "analyse_practice": "analysis",
    "answer_offer": "offer",
    "ask_review": "review",
    "block": "block",
    "challenge_new": "challenge challenge_from_stranger invitation",
    "change_analysis": "analysis shared_analysis",
    "change_face": "face",
    "game_chat": "message",
    "game_note": "note",
    "join_review": "analysis",
    "ladder_challenge": "ladder_challenge",
    "make_offer": "offer",
    "my_report": "report_addition",
    **dict.fromkeys(CONNECT, "chat_app"),
    "notice_test": "test_notification",
    "own_data": "export",
    "plan_ahead": "conditional_line",
    "play_move": "note",  # of a turn with a remark; the turn itself has none
    "play_computer": "computer_game guest guest_game",
    "player_note": "note",
    "practice": "hint long_line",
    "line_frames": "long_line",
    "open_record": "record",
    "player_games": "games_copy",
    "puzzle": "puzzle",
    **dict.fromkeys(("follow_game", "follow_person"), "follow"),
    "push_renew": "device",
    "push_subscribe": "device",
    "report": "report",
    "report_thing": "report",
    "restriction": "own_data_outside",  # of somebody who can’t log in; there is one appeal, and nothing else to send
    "seal_remark": "note",
    **dict.fromkeys(("standing_new", "standing_change", "standing_pause", "standing_resume"), "standing_change"),
    "vacation": "vacation",
}
UNLIMITED = {  # why they need none
    **dict.fromkeys(("resign", "claim_win", "call_off"), "a game ends whatever else somebody does"),
    "undo_turn": "once for each turn",
    **dict.fromkeys(("ladder_join", "ladder_leave"), "a choice, in a row that there is"),
    "leave_out": "three in 90 days, by a rule of ratings",
    **dict.fromkeys(("always_rematch", "put_in_queue", "board_look", "settings"), "a choice, in a row that there is"),
    **dict.fromkeys(("notice_switches", "notice_timing", "wished_rematches"), "a choice, in a row that there is"),
    **dict.fromkeys(
        ("vacation_automatic", "vacation_explained", "learn_time_zone"), "a choice, in a row that there is"
    ),
    **dict.fromkeys(("challenge_decline", "challenge_withdraw", "vacation_end"), "ends what was limited"),
    "standing_end": "ends what was limited",
    **dict.fromkeys(("remove_line", "device_remove", "push_unsubscribe", "withdraw_report"), "ends what was limited"),
    **dict.fromkeys(("forget_push", "unsubscribe", "block_address", "stop_rescue"), "ends what was limited"),
    **dict.fromkeys(("challenge_accept", "invitation_accept", "invitation_decline"), "answers what was limited"),
    **dict.fromkeys(("game_decision", "close_account", "new_name"), "once, as staff decided or its owner wishes"),
    **dict.fromkeys(("lesson_task", "inbox_seen", "renew_feeds", "forget_kept"), "a row for each thing there is"),
    **dict.fromkeys(("mail_events", "mail_replies"), "of a program, by a secret"),
    "mailbox_reply": "an administrator's, on a site without a mail server; its player has a limit",
    **dict.fromkeys(DISCONNECT, "ends what was limited"),
    "invitation_mailbox": "notes what stands in one email alone",
    **dict.fromkeys(("home", "next_game", "challenge", "challenges", "invitation", "profile"), "shown as if opened"),
    **dict.fromkeys(
        ("players", "rules", "rules_index", "rules_of_limits", "rules_of_time", "watch"), "shown as if opened"
    ),
    **dict.fromkeys(("leaderboard", "leaderboards", "rating_history", "rules_of_ratings"), "shown as if opened"),
    **dict.fromkeys(("ladder", "ladders"), "shown as if opened"),
    "rules_statistics": "shown as if opened",
}


@pytest.fixture
def game(alice, boris):
    return GameFactory(first=alice, second=boris, turns=("Md1-c1",))


def use_up(action: str, **who) -> None:
    """Until one of its limits is reached."""
    with suppress(Refusal):
        while True:
            with transaction.atomic():
                spend(action, now=timezone.now(), **who)


def expect_refused(answer, *, typed: str = "") -> None:
    assert answer.status_code == 429
    assert 1 <= int(answer["Retry-After"]) <= 24 * 3600
    page = answer.content.decode()
    assert "You can go on " in page
    assert typed in page


def test_a_challenge(as_alice, alice, boris):
    use_up("challenge", sender=alice.pk)
    sent = {**OPEN, "note": "A slow one?"}
    expect_refused(as_alice.post(reverse("challenge_new"), sent), typed="A slow one?")
    assert not Challenge.objects.exists()


@pytest.mark.parametrize("kind", OFFERS)
def test_an_offer_and_the_game_stays_as_it_was(as_alice, alice, boris, game, kind):
    use_up("offer", sender=alice.pk, recipient=boris.pk)
    before = Notice.objects.count()
    address = reverse("make_offer", args=[game.pk])
    expect_refused(as_alice.post(address, {"revision": game.revision, "kind": kind, **OFFERS[kind]}))
    left = Game.objects.get(pk=game.pk)
    assert (left.revision, left.offers) == (game.revision, {})
    assert Notice.objects.count() == before


def test_the_offer_to_end_a_pause(as_alice, alice, boris, game):
    play.offers.propose(game.pk, "pause", side=Side.FIRST, until=timezone.now() + timedelta(days=3))
    play.offers.accept(game.pk, "pause", side=Side.SECOND)
    game.refresh_from_db()
    use_up("offer", sender=alice.pk, recipient=boris.pk)
    address = reverse("make_offer", args=[game.pk])
    expect_refused(as_alice.post(address, {"revision": game.revision, "kind": "resume"}))


def test_a_message(as_alice, alice, boris, game):
    use_up("message", sender=alice.pk, recipient=boris.pk)
    expect_refused(as_alice.post(reverse("game_chat", args=[game.pk]), {"message": "One more"}), typed="One more")
    alone = as_alice.post(
        reverse("game_chat", args=[game.pk]), {"message": "Hey"}, headers={"X-Requested-With": "chat"}
    )
    expect_refused(alone, typed="Hey")


def test_a_report(as_alice, alice, boris):
    use_up("report", sender=alice.pk)
    sent = {"matter": "words", "text": "He was rude to me."}
    expect_refused(as_alice.post(reverse("report", args=["Boris"]), sent), typed="He was rude to me.")
    assert not Report.objects.exists()


def test_reports_and_invitations_of_a_crowd_at_one_network_address(as_alice, alice, boris):
    """Their pages tell the address: a limit by it that no page names would never be reached."""
    as_alice.post(reverse("report", args=["Boris"]), {"matter": "words", "text": "He was rude to me."})
    sent = {**OPEN, "audience": "address", "address": "dora@example.org"}
    as_alice.post(reverse("challenge_new"), sent)
    counted = Allowance.objects.filter(key__contains="/address/").values_list("key", flat=True)
    assert {key.partition("/")[0] for key in counted} == {"report", "invitation"}


def test_vacation(as_alice, alice):
    give_vacation(alice, days=9, now=timezone.now())
    use_up("vacation", sender=alice.pk)
    first = (timezone.now() + timedelta(days=5)).date().isoformat()
    answer = as_alice.post(reverse("vacation"), {"from_date": first, "until_date": first})
    expect_refused(answer, typed=first)
    assert not Vacation.objects.exists()


def test_a_device(as_alice, alice):
    use_up("device", sender=alice.pk)
    answer = as_alice.post(reverse("push_subscribe"), subscription(), content_type="application/json")
    expect_refused(answer)


def test_a_chat_app(as_alice, alice):
    use_up("chat_app", sender=alice.pk)
    expect_refused(as_alice.post(reverse("notice_discord"), {"webhook": WEBHOOK}))
    assert not ChatAddress.objects.exists()


def test_a_test_of_notifications(as_alice, alice):
    use_up("test_notification", sender=alice.pk)
    expect_refused(as_alice.post(reverse("notice_test"), {"channel": "email"}))
    assert not Notice.objects.filter(kind="test").exists()


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("game_note", {"note": "Slow"}),
        ("player_note", {"note": "Slow"}),
        ("seal_remark", {"remark": "Slow", "ply": "1"}),
    ],
)
def test_a_private_note_and_a_sealed_remark(as_alice, alice, boris, game, name, typed):
    use_up("note", sender=alice.pk)
    address = reverse(name, args=["Boris" if name == "player_note" else game.pk])
    expect_refused(as_alice.post(address, typed), typed="Slow")
    assert not any(model.objects.exists() for model in (GameNote, PlayerNote, SealedRemark))


def test_a_conditional_line(as_alice, alice, boris, game):
    use_up("conditional_line", sender=alice.pk)
    line = {"position": game.position_text, "turns": "Me8-f8;Mc1-d1", "arm": "1"}
    expect_refused(as_alice.post(reverse("plan_ahead", args=[game.pk]), line), typed="Me8-f8")
    assert not ConditionalLine.objects.exists()


def test_each_limit_is_spent_somewhere():
    guarding_passwords = {
        "sign_up",
        "email_change",
        "confirm_email",
        "password_reset",
        "login_code",
        "login_code_guess",
        "passkey",
        "kept_form",
        "rescue",
    }
    by_mail = {"reply", "reply_refused", "reply_unproven"}
    by_asking = {"animation", "picture", "games_file", "book"}  # addresses to which nothing is posted
    asked = {name for names in LIMITED.values() for name in names.split()}
    limits = set(ACTIONS) - guarding_passwords - by_mail - by_asking
    compare(limits, asked, table="LIMITED of tests/site/forms/test_limits_on_pages.py", lacks="where is spent")


def test_a_turn_has_no_limit_and_asks_none(as_alice, game, boris, django_assert_num_queries):
    as_alice.force_login(boris)
    sent = {"text": "Mc8-b8", "revision": game.revision, "ply": game.ply, "key": "k"}
    assert as_alice.post(reverse("play_move", args=[game.pk]), sent).status_code == 302
    assert not Allowance.objects.exists()
