"""Who may open what: every address of the site, by the role of the person who asks. A new one without a row fails."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from computers import waking
from games import guests
from tests.chat_apps import CONNECT, DISCONNECT
from tests.faults.addresses import list_addresses
from tests.moderation.roles import GONE, LOGIN, NO, OK, ROLES, Stage, by_role, tell

pytestmark = pytest.mark.long


@pytest.fixture
def stage(alice, boris, transactional_db) -> Stage:
    return Stage(alice, boris)


STAFF = ("moderator", "moderator concerned", "administrator")


# --- Pages of staff ----------------------------------------------------------------------------------------------
STAFF_PAGES: dict[str, tuple[Callable[[Stage], list], dict[str, str]]] = {
    "moderation": (lambda stage: [], by_role()),
    "styleguide": (lambda stage: [], by_role()),
    "moderation_log": (lambda stage: [], by_role()),
    "moderation_signals": (lambda stage: [], by_role()),
    "moderation_guide": (lambda stage: [], by_role()),
    "moderation_messages": (lambda stage: [], by_role()),
    "moderation_message": (lambda stage: [stage.message.pk], by_role()),
    "moderation_delete_message": (lambda stage: [stage.message.pk], by_role()),
    "moderation_site": (lambda stage: [], by_role()),
    "moderation_report": (lambda stage: [stage.concerning.pk], by_role(moderator_concerned=GONE)),
    "moderation_claim": (lambda stage: [stage.concerning.pk], by_role(moderator_concerned=GONE)),
    "moderation_release": (lambda stage: [stage.concerning.pk], by_role(moderator_concerned=GONE)),
    "moderation_hand_over": (lambda stage: [], by_role() | dict.fromkeys(STAFF, GONE)),
    "moderation_answer_referral": (lambda stage: [stage.left.pk], by_role()),
    "moderation_appeal": (lambda stage: [stage.appeal.pk], by_role(administrator=OK)),
    "moderation_people": (lambda stage: [], by_role()),
    "moderation_person": (lambda stage: ["Zoe"], by_role(moderator_concerned=NO)),
    "moderation_games_of_person": (lambda stage: ["Zoe"], by_role(moderator_concerned=NO)),
    "moderation_compare": (lambda stage: ["Zoe"], by_role(moderator_concerned=NO)),
    "moderation_game": (lambda stage: [stage.of_zoe.pk], by_role(moderator_concerned=NO)),
    "moderation_act_on_person": (
        lambda stage: ["Zoe", "mute"],
        by_role(moderator=NO, moderator_concerned=NO),
    ),
    "moderation_act_on_game": (lambda stage: [stage.of_zoe.pk, "void"], by_role(moderator_concerned=NO)),
    "moderation_undo": (lambda stage: [stage.logged_of_zoe.pk], by_role(moderator_concerned=GONE)),
}


def ask(browser: Client, name: str, address: str):
    """Opens a page; what is only posted to is posted to."""
    posted = ("claim", "compare", "release", "delete_message", "hand_over", "answer_referral")
    only_posted = name.removeprefix("moderation_") in posted
    return browser.post(address) if only_posted else browser.get(address)


def test_pages_of_staff_open_to_staff_whom_they_do_not_concern(stage):
    browsers = {role: stage.browse(role) for role in ROLES}
    for name, (find, expected) in STAFF_PAGES.items():
        address = reverse(name, args=find(stage))
        answers = {role: ask(browser, name, address) for role, browser in browsers.items()}
        assert {role: tell(answer) for role, answer in answers.items()} == expected, name


def test_staff_without_a_second_factor_are_asked_for_it(stage):
    client = Client()
    client.force_login(stage.mira)
    for name, (find, _) in STAFF_PAGES.items():
        answer = ask(client, name, reverse(name, args=find(stage)))
        assert answer.status_code == 302, name
        assert answer.url == reverse("mfa_index"), name


# --- All other pages ---------------------------------------------------------------------------------------------
PUBLIC = """
about account_confirm_email account_email_verification_sent account_inactive account_reset_password
account_request_login_code
account_reset_password_done account_reset_password_from_key account_reset_password_from_key_done block_address challenge
challenges conduct contact fair_play feed_deadlines feed_turns game game_at game_decision
edit_position game_picture game_abstract_play game_gif game_json game_png game_svg game_preview game_state game_text
healthz home position_png position_svg
home_picture icon invitation lesson lesson_task livez mail_events mail_replies
manifest metrics open_record players practice practice_preview privacy profile
push_renew push_subscribe push_unsubscribe record_format record_schema restriction review review_at review_line
rules rules_index rules_of_email rules_of_limits rules_of_time rules_statistics ruleset_picture service_worker
set_up_picture task_picture game_picture_at embed_frames embed_game embed_game_at oembed
game_frames game_jumps game_material line_frames bulk_files player_games player_games_json player_games_text
feed_followed book puzzle puzzle_picture puzzles
shared_analysis status stop_rescue terms turns_text unsubscribe watch
face_picture leaderboard leaderboards rating_history rules_of_ratings ladder ladders
"""
"""Open to everybody alike, or to everybody who has the secret of the address."""
POSTED = """
always_rematch analyse_game analyse_practice answer_offer ask_review board_look call_off challenge_accept
challenge_decline challenge_withdraw change_analysis claim_win device_remove
follow_game follow_person
forget_kept forget_push game_chat game_note inbox_seen invitation_accept invitation_decline invitation_mailbox
join_review ladder_challenge ladder_join ladder_leave learn_time_zone leave_out
make_offer notice_test play_computer play_move player_note put_in_queue remove_line renew_feeds
resign seal_remark standing_end standing_pause standing_resume undo_turn vacation_automatic vacation_end
vacation_explained withdraw_report
"""
"""Only posted to; opened, they lead to a page. Who may do what there is asked below."""
ENTRANCES = "account_login account_logout account_signup"
MEMBERS = """
account_change_password account_confirm_login_code account_email account_reauthenticate account_set_password
analyses analysis answers_by_email block change_face
blocked_players challenge_new close_account download_own_data inbox mfa_activate_totp mfa_add_webauthn mfa_authenticate
mfa_deactivate_totp mfa_download_recovery_codes mfa_edit_webauthn mfa_generate_recovery_codes mfa_index
mfa_list_webauthn mfa_login_webauthn mfa_reauthenticate mfa_reauthenticate_webauthn mfa_remove_webauthn
mfa_view_recovery_codes my_report my_reports new_name next_game notice_devices notice_feeds notice_switches
followed player_games_copy
notice_timing own_data plan_ahead recent_activity report report_thing settings standing standing_change standing_new
usersessions_list vacation wished_rematches
"""
"""For everybody who has logged in; each sees their own."""
OPERATORS = "mailbox mailbox_html mailbox_mail mailbox_reply"
POSTED_TO = {*POSTED.split(), *DISCONNECT}
FOR_MEMBERS = {*MEMBERS.split(), *CONNECT}
ELSEWHERE = {*PUBLIC.split(), *POSTED_TO, *ENTRANCES.split(), *FOR_MEMBERS, *OPERATORS.split()}


def test_all_other_pages_open_to_everybody_who_has_logged_in_and_is_not_suspended(stage):
    browsers = {role: stage.browse(role) for role in ("guest", "player", "muted", "suspended")}
    for one in list_addresses():
        if one.name in STAFF_PAGES:
            continue
        address = one.fill(pk=stage.game.pk, username="Boris", ply=1)
        answers = {role: browser.get(address) for role, browser in browsers.items() if one.name != "account_logout"}
        told = {role: tell(answer) for role, answer in answers.items()}
        logs_in = one.name in FOR_MEMBERS or one.name in OPERATORS.split()
        assert told.get("guest", OK) == (LOGIN if logs_in else told.get("player", OK)), one.name
        assert told.get("suspended") == told.get("guest"), one.name
        assert told.get("muted") == told.get("player"), one.name
        assert one.name not in OPERATORS.split() or told["player"] == NO


AT_THEIR_BOARD = {
    **dict.fromkeys(("game", "game_at", "game_json", "game_preview", "game_state", "game_text"), "get"),
    **dict.fromkeys(("game_frames", "game_jumps", "game_material"), "get"),
    **dict.fromkeys(("play_move", "resign", "make_offer", "answer_offer", "call_off", "undo_turn"), "post"),
}
"""All that a guest who plays a computer may do, and how it is asked for."""


def test_a_guest_is_a_visitor_everywhere_but_at_their_own_board(stage, monkeypatch):
    monkeypatch.setattr(waking, "wake", lambda *ids: None)
    guest, visitor = Client(raise_request_exception=False), Client(raise_request_exception=False)
    mine = guest.post(reverse("play_computer", args=["mastery"]), {"level": "newcomer"}).url
    cookie = guest.cookies[guests.COOKIE].value
    for number in (int(mine.strip("/").rpartition("/")[2]), stage.game.pk):
        for one in list_addresses():
            if number == stage.game.pk and "pk" not in one.parts:
                continue
            address = one.fill(pk=number, username="Boris", ply=0)
            for method in ("get", "post") if "pk" in one.parts else ("get",):
                guest.cookies[guests.COOKIE] = cookie
                told = [
                    (answer.status_code, answer.headers.get("Location"))
                    for answer in (getattr(browser, method)(address, {"kind": "draw"}) for browser in (guest, visitor))
                ]
                alike = number == stage.game.pk or AT_THEIR_BOARD.get(one.name) != method
                assert (told[0] == told[1]) == alike, (method, address, told)
                assert alike or told[0][0] in (200, 302, 409, 422), address
