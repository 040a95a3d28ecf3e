"""Two clicks make one thing: at every address that a form can be sent to, and in the forms of every page."""

import pytest
from django.contrib.admin import site
from django.contrib.admin.models import LogEntry
from django.template.loader import get_template
from django.test import Client
from django.urls import reverse

from mastery_site.models import Announcement
from tests.administration import enter
from tests.chat_apps import CONNECT, DISCONNECT
from tests.faults.everything import set_scene
from tests.faults.posted import name_of, read_forms
from tests.faults.test_every_field import list_pages

pytestmark = pytest.mark.django_db
PAGES_OF_ACTIONS = tuple(
    f"_{action.name}" for page in site._registry.values() for action in getattr(page, "staff_actions", ())
)
MAKES = {  # what a form sent there makes, once for each key and its fields
    "account_email": "an email, or several",
    "account_request_login_code": "an email",
    "account_reset_password": "an email",
    "account_signup": "an account and its email",
    "always_rematch": "a game, where both wish for it",
    "analyse_game": "an analysis",
    "analyse_practice": "an analysis",
    "answer_offer": "a game, of a rematch",
    "ask_review": "an analysis by the computer",
    "challenge_accept": "a game",
    "challenge_new": "a challenge and its email",
    "claim_win": "a deadline, and an email about it",
    "game_chat": "a message",
    "invitation_accept": "a game",
    "join_review": "lines of an analysis",
    "ladder_challenge": "a game",
    "mailbox_reply": "an answer by email",
    "make_offer": "an offer",
    "moderation_act_on_game": "a line of the log, and what was done",
    "moderation_act_on_person": "a line of the log, and what was done",
    "moderation_appeal": "an answer",
    "moderation_message": "a message for staff to send",
    "moderation_messages": "a message for staff to send",
    "moderation_report": "an answer, or several",
    "moderation_signals": "a line of the log",
    "moderation_site": "a line of the log",
    "moderation_undo": "a line of the log",
    "my_report": "an addition to a report",
    "notice_test": "a test notification",
    "own_data": "a copy of somebody's data",
    "player_games": "a file of somebody's games",
    "plan_ahead": "a conditional line",
    "play_computer": "a game, and a guest",
    "renew_feeds": "secret addresses",
    "report": "a report",
    "report_thing": "a report",
    "game_decision": "an appeal",
    "restriction": "an appeal, and a copy of somebody's data",
    "standing_new": "a standing challenge",
    "vacation": "vacation",
}
NOTHING = {  # why two clicks make nothing twice there
    "play_move": "a turn keeps its key itself, in its game",
    "undo_turn": "a turn is undone once, and the second is told the same",
    **dict.fromkeys(("resign", "call_off"), "a game ends once, and the second is told how"),
    **dict.fromkeys(("ladder_join", "ladder_leave"), "a choice, in a row that there is"),
    "leave_out": "a game is left out once, and the second is told so",
    **dict.fromkeys(
        ("put_in_queue", "board_look", "change_face", "settings", "learn_time_zone"), "a choice, in a row that there is"
    ),
    **dict.fromkeys(("notice_switches", "notice_timing", "wished_rematches"), "a choice, in a row that there is"),
    **dict.fromkeys(("vacation_automatic", "vacation_explained", "inbox_seen"), "a choice, in a row that there is"),
    **dict.fromkeys(("game_note", "player_note", "seal_remark", "block"), "a row for each thing there is"),
    **dict.fromkeys(("follow_game", "follow_person", "puzzle"), "a row for each thing there is"),
    **dict.fromkeys(CONNECT, "a row for each thing there is"),
    **dict.fromkeys(DISCONNECT, "ends something"),
    **dict.fromkeys(("lesson_task", "push_subscribe", "push_renew"), "a row for each thing there is"),
    "moderation_compare": "a person has one that waits",
    "change_analysis": "the same turn is found there, and what is undone has a number",
    **dict.fromkeys(
        ("challenge_decline", "challenge_withdraw", "invitation_decline", "vacation_end"), "ends something"
    ),
    **dict.fromkeys(
        ("vacation_end", "remove_line", "device_remove", "push_unsubscribe", "forget_push", "forget_kept"),
        "ends something",
    ),
    **dict.fromkeys(("standing_change", "standing_pause", "standing_resume"), "a choice, in a row that there is"),
    "standing_end": "ends something",
    "invitation_mailbox": "a note in the visitor's own session",
    **dict.fromkeys(("withdraw_report", "unsubscribe", "block_address", "stop_rescue", "close_account"), "ends it"),
    **dict.fromkeys(("moderation_claim", "moderation_release", "moderation_delete_message"), "somebody's, or nobody's"),
    "moderation_hand_over": "one that waits, however often",
    "moderation_answer_referral": "the answer to one",
    **dict.fromkeys(("new_name", "account_change_password", "account_set_password"), "changes what an account has"),
    **dict.fromkeys(("mfa_activate_totp", "mfa_deactivate_totp", "mfa_edit_webauthn"), "changes what an account has"),
    **dict.fromkeys(("mfa_generate_recovery_codes", "mfa_remove_webauthn"), "changes what an account has"),
    **dict.fromkeys(("mfa_add_webauthn", "account_reset_password_from_key"), "answers a question that is used up"),
    **dict.fromkeys(("account_confirm_email", "account_confirm_login_code"), "answers a question that is used up"),
    **dict.fromkeys(("account_login", "account_logout", "account_reauthenticate", "mfa_authenticate"), "one's session"),
    **dict.fromkeys(("mfa_login_webauthn", "mfa_reauthenticate", "mfa_reauthenticate_webauthn"), "one's session"),
    "usersessions_list": "one's session",
    "mail_events": "of a program, which says what happened by its number",
    "mail_replies": "of a program; a mail is known by its token and its Message-ID",
    **dict.fromkeys(("home", "next_game", "challenge", "challenges", "invitation", "profile"), "shown as if opened"),
    **dict.fromkeys(("players", "rules", "rules_index", "rules_of_limits", "rules_of_time"), "shown as if opened"),
    **dict.fromkeys(("leaderboard", "leaderboards", "rating_history", "rules_of_ratings"), "shown as if opened"),
    **dict.fromkeys(("ladder", "ladders"), "shown as if opened"),
    **dict.fromkeys(("rules_statistics", "line_frames"), "shown as if opened"),
    **dict.fromkeys(("watch", "mfa_download_recovery_codes", "practice", "open_record"), "shown as if opened"),
}

IN_ADMINISTRATION = {  # likewise, of Django's administration, by how the address ends
    **dict.fromkeys(("_add", "_change"), "Django's own form, which has a key whether it adds or changes"),
    **dict.fromkeys(PAGES_OF_ACTIONS, "what staff do to somebody"),
}
NOTHING_IN_ADMINISTRATION = {
    "_changelist": "what is done to chosen rows is done once to each",
    "_delete": "what is gone is gone",
    "logout": "one's session",
}

ELSEWHERE = {
    "player_games": "records/player_games.html",
    "claim_win": "games/_game_silence.html",
    "invitation_accept": "games/_challenge_answer.html",
    "join_review": "computers/_review_findings.html",
    "ladder_challenge": "competition/_ladder_row.html",
    "mailbox_reply": "replies/mailbox_reply.html",
    "moderation_message": "moderation/_message_form.html",
    "moderation_signals": "moderation/signals.html",
    "plan_ahead": "games/ahead.html",
    "game_decision": "moderation/_appeal.html",
}
"""Forms that no page of the scene shows, with their templates."""


def is_asked(name: str, fields: set[str]) -> bool:
    """Whether a form has to carry a key, by the name of its address and its fields."""
    if name.startswith("admin:"):
        return name.endswith(tuple(IN_ADMINISTRATION))
    return name in MAKES and makes_something(name, fields)


def makes_something(name: str, fields: set[str]) -> bool:
    """Of pages with several forms for one address, not those that read a decision, claim an appeal, or play on."""
    return not {"seen", "claim", "release"} & fields and (name != "plan_ahead" or bool({"arm", "ending"} & fields))


@pytest.mark.long
@pytest.mark.late
def test_each_form_that_makes_something_has_a_key_of_its_page(client, alice, boris, carol, admin, settings):
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 86_400  # of seconds

    scene = set_scene(alice, boris, carol, as_alice=client, staff=enter(Client(), admin))
    found, keys, without, unknown = set(), set(), set(), set()
    for who, path in dict.fromkeys(list_pages(scene)):
        page = scene.clients[who].get(path)
        if page.get("Content-Type", "").startswith("text/html"):
            for form in read_forms(path, page.content.decode()):
                name = name_of(form.action)
                in_administration = name.startswith("admin:")
                unknown |= (
                    {name}
                    if in_administration and not name.endswith((*IN_ADMINISTRATION, *NOTHING_IN_ADMINISTRATION))
                    else set()
                )
                if form.method == "post" and is_asked(name, {*form.values}):
                    key = form.values.get("key", [""])[0]
                    found.add(name)
                    keys.add((who, path, key))
                    without |= set() if len(key) == 22 else {(name, path)}
    assert without == set()
    assert unknown == set()
    assert {*MAKES} - found == {*ELSEWHERE}
    assert {ends for ends in IN_ADMINISTRATION if not any(name.endswith(ends) for name in found)} == set()
    for name, template in ELSEWHERE.items():
        assert "_key.html" in get_template(template).template.source, name
    assert len({key for *_, key in keys}) == len({(who, path) for who, path, _ in keys}), "each page has its own"


@pytest.mark.parametrize("times", [1, 2])
def test_two_clicks_in_the_administration_do_a_thing_once(client, admin, alice, times):
    enter(client, admin)
    announcement = {"text": "Back at noon.", "key": "a"}
    for name, (day, hour) in {"from_at": ("2027-01-01", "12:00"), "until_at": ("2027-01-02", "12:00")}.items():
        announcement |= {f"{name}_0": day, f"{name}_1": hour}
    gift = {"days": "2", "reason": "Lost to an outage.", "key": "b"}
    for _ in range(times):
        added = client.post(reverse("admin:mastery_site_announcement_add"), announcement)
        given = client.post(reverse("admin:accounts_user_give-vacation", args=[alice.pk]), gift)
        assert (added.status_code, given.status_code) == (302, 302)
    assert Announcement.objects.count() == 1
    assert LogEntry.objects.filter(change_message__startswith="Gave 2 days").count() == 1
