"""Everything that can be done on the site may happen in the stateful test, or a table says why not."""

import re
from pathlib import Path

import pytest
from django.test import Client

from games import challenges, play
from games.play import offers
from games.play.offers import registry as offer_kinds
from moderation.actions import registry as staff_actions
from tests import actions
from tests.actions import ACTIONS
from tests.actions.offers import ANSWERS, KINDS
from tests.chat_apps import CONNECT, DISCONNECT
from tests.factories import UserFactory
from tests.faults.addresses import list_addresses, visit_each

WRITTEN = "".join(path.read_text() for path in sorted(Path(actions.__file__).parent.glob("*.py")))
NAMES = {action.name for action in ACTIONS}
BY_STAFF = "Staff do it by one of moderation/actions, of which tests/actions/ has each."
BY_TASKS = "A periodic task does it, and time passes."
READS = "Reads alone."
WITHIN = "Another action does it on its way: "

NOT_PLAYED = {
    **dict.fromkeys(("adjudicate", "close_chat", "move_deadline", "open_chat", "pause", "reopen", "resume"), BY_STAFF),
    **dict.fromkeys(("put_back", "put_turns_back", "restore_result"), BY_STAFF),
    **dict.fromkeys(("take_back_by_staff", "take_out", "void", "hide", "show"), BY_STAFF),
    **dict.fromkeys(("Case", "Rehearsed"), "What actions of staff are given."),
    **dict.fromkeys(("announce_moved", "offer_wished", "run_out", "run_out_due", "settle_outages"), BY_TASKS),
    **dict.fromkeys(("forget_lines", "forget_wishes", "resign_for_closed"), WITHIN + "close_account, when it is time."),
    **dict.fromkeys(("find_left_to_undo", "list_lines_of", "list_wished"), READS),
    "start_pair": WITHIN + "start_two.",
    "call_off": WITHIN + "call_off of computers.py.",
    "start_game": WITHIN + "every challenge that is accepted.",
}
"""What `games.play` offers, and no action calls by its name."""

NOT_CHALLENGED = {
    **dict.fromkeys(("announce_expiring", "expire_due", "list_closed"), BY_TASKS),
    **dict.fromkeys(("forget", "leave"), WITHIN + "close_account, when it is time."),
    **dict.fromkeys(("is_invitation", "may_decline", "LASTS"), READS),
    **dict.fromkeys(("find_inviting", "find_proven", "is_secret", "make_secret"), READS),
    "spend_proof": WITHIN + "sign_up, of whoever follows an emailed invitation.",
    **dict.fromkeys(("list_noted_by", "list_pending_by", "list_reasons_by"), READS),
    **dict.fromkeys(("hide_notes", "hide_reasons", "show_notes", "show_reasons", "withdraw_all"), BY_STAFF),
    "withdraw_by_staff": BY_STAFF,
    "part": WITHIN + "block.",
    **dict.fromkeys(("Terms", "lock_people", "lock_standing", "mark_terms"), READS),
    **dict.fromkeys(("change_standing", "list_again", "stand", "withhold"), WITHIN + "those of opponents.py."),
    "start_accepted": WITHIN + "answer_challenge, and by pairing.",
}

SIGNS_IN = "By codes from emails players log in; other ways in change nothing of a game or a message. Tests: accounts/."
LOOKS = "Changes what its owner sees of the site, and no game and no message."
NOTHING = "Answers any form, and changes nothing."

POSTED = {
    "account_confirm_login_code": "enter_code",
    "account_request_login_code": "ask_for_code",
    "mfa_activate_totp": "set_up_app",
    "mfa_authenticate": "enter_code",
    "always_rematch": "wish_rematches",
    "analyse_game": "analyse",
    "answer_offer": "answer",
    "ask_review": "ask_review",
    "block": "block",
    "call_off": "call_off",
    "challenge_accept": "answer_challenge",
    "challenge_decline": "answer_challenge",
    "challenge_new": "offer_game",
    "challenge_withdraw": "answer_challenge",
    "change_analysis": "edit_analysis",
    "claim_win": "claim_win",
    "close_account": "close_account",
    "device_remove": "remove_device",
    "forget_push": "do_without_push",
    "game_chat": "write_message",
    "game_note": "take_note",
    "inbox_seen": "see_inbox",
    "invitation_accept": "answer_challenge",
    "invitation_decline": "answer_challenge",
    "join_review": "join_review",
    "learn_time_zone": "move_zone",
    "ladder_challenge": "challenge_on_ladder",
    "ladder_join": "join_ladder",
    "ladder_leave": "leave_ladder",
    "leave_out": "leave_out",
    "mail_events": "bounce",
    **dict.fromkeys(("mail_replies", "mailbox_reply"), "answer_mail"),
    "make_offer": "ask",
    "moderation_act_on_game": "decide",
    "moderation_act_on_person": "restrict",
    "game_decision": "appeal",
    "moderation_answer_referral": "answer_referral",
    "moderation_appeal": "look_at_appeal",
    "moderation_compare": "compare",
    "moderation_claim": "look_at_report",
    "moderation_hand_over": "hand_over",
    "moderation_release": "look_at_report",
    "moderation_report": "look_at_report",
    "moderation_site": "switch_site",
    "moderation_undo": "reverse",
    "my_report": "add_to_report",
    "new_name": "choose_name",
    "notice_switches": "save_switches",
    "notice_test": "ask_for_test",
    **dict.fromkeys(CONNECT, "connect_app"),
    **dict.fromkeys(DISCONNECT, "disconnect_app"),
    "notice_timing": "save_preferences",
    "own_data": "take_copy",
    "plan_ahead": "arm_line",
    "play_computer": "play_computer",
    "play_move": "play_turn",
    "push_renew": "renew_device",
    "push_subscribe": "add_device",
    "push_unsubscribe": "remove_device",
    "put_in_queue": "put_in_queue",
    "remove_line": "remove_line",
    "report": "report",
    "report_thing": "report_line",
    "resign": "resign",
    "restriction": "appeal",
    "seal_remark": "seal_remark",
    "follow_game": "follow_game",
    "follow_person": "follow_person",
    "settings": "change_weekend",
    "standing_change": "change_standing",
    "standing_end": "end_standing",
    "standing_new": "make_standing",
    "standing_pause": "pause_standing",
    "standing_resume": "resume_standing",
    "undo_turn": "undo_turn",
    "unsubscribe": "unsubscribe",
    "vacation": "go_away",
    "vacation_automatic": "set_automatic",
    "vacation_end": "come_back",
    "wished_rematches": "wish_rematches",
    "withdraw_report": "withdraw_report",
}
"""By which action happens what is posted to an address."""

NOT_POSTED = {
    **dict.fromkeys(("account_change_password", "account_set_password", "account_reauthenticate"), SIGNS_IN),
    **dict.fromkeys(("account_login", "account_logout", "account_signup", "invitation_mailbox"), SIGNS_IN),
    "usersessions_list": SIGNS_IN,
    **dict.fromkeys(("account_reset_password", "account_reset_password_from_key", "mfa_login_webauthn"), SIGNS_IN),
    **dict.fromkeys(("mfa_deactivate_totp", "mfa_add_webauthn"), SIGNS_IN),
    **dict.fromkeys(("mfa_edit_webauthn", "mfa_remove_webauthn", "mfa_generate_recovery_codes"), SIGNS_IN),
    **dict.fromkeys(("mfa_download_recovery_codes", "mfa_reauthenticate", "mfa_reauthenticate_webauthn"), SIGNS_IN),
    **dict.fromkeys(("account_email", "account_confirm_email"), "The post knows its readers by one address each."),
    **dict.fromkeys(("analyse_practice", "board_look", "change_face", "lesson_task"), LOOKS),
    **dict.fromkeys(("player_note", "renew_feeds"), LOOKS),
    "forget_kept": "What was kept over a log-in is nothing until it is sent again.",
    **dict.fromkeys(("challenge", "challenges", "home", "invitation", "next_game", "players", "practice"), NOTHING),
    **dict.fromkeys(("profile", "rules", "rules_index", "rules_of_limits", "rules_of_time", "watch"), NOTHING),
    **dict.fromkeys(("leaderboard", "leaderboards", "rating_history", "rules_of_ratings"), NOTHING),
    **dict.fromkeys(("open_record", "rules_statistics", "line_frames"), NOTHING),
    "player_games": "Makes a file of what stands; `take_copy` is of the same kind.",
    "puzzle": "Of finished games alone, and nothing of them changes.",
    **dict.fromkeys(("ladder", "ladders"), NOTHING),
    "vacation_explained": LOOKS,
    "block_address": "Is for strangers alone, of whom `bounce` does the same.",
    **dict.fromkeys(("moderation_delete_message", "moderation_message", "moderation_messages"), "Words for later use."),
    "moderation_signals": "What staff have looked at: nothing of a game or a message depends on it.",
    "stop_rescue": "Nobody's address is corrected here, for the post knows its readers by it.",
}


def list_called(module: str) -> set[str]:
    return set(re.findall(rf"\b{module}\.(\w+)", WRITTEN))


@pytest.mark.parametrize(
    ("package", "module", "left_out"), [(play, "play", NOT_PLAYED), (challenges, "challenges", NOT_CHALLENGED)]
)
def test_whatever_changes_a_game_or_a_challenge_may_happen(package, module, left_out):
    called = list_called(module) & set(package.__all__)
    assert called | set(left_out) == set(package.__all__)
    assert not called & set(left_out), "these have no reason any more"


def test_every_kind_of_offer_may_be_made_and_answered_in_every_way():
    assert set(KINDS) == {kind.name for kind in offer_kinds.OFFERS.all()}
    done = {name for name, function in vars(offers).items() if is_deed(function)}
    assert set(ANSWERS) | {"propose"} == done


def is_deed(function: object) -> bool:
    """Whether players do it: it takes the game, the kind and their side."""
    code = getattr(function, "__code__", None)
    return code is not None and {"game_id", "name", "side"} <= set(code.co_varnames[: code.co_argcount + 3])


def test_every_action_of_staff_is_among_what_may_happen():
    assert {name for name, _ in staff_actions.list_choices() if f'"{name}"' not in WRITTEN} == set()


def test_whatever_is_posted_may_happen(db):
    mira = UserFactory(username="Mira", is_staff=True, is_superuser=True)
    told = {*POSTED, *NOT_POSTED}
    assert {address.name for address in visit_each(list_addresses()) if takes_posts(address, mira)} == told
    assert not set(POSTED) & set(NOT_POSTED)
    assert set(POSTED.values()) <= NAMES


def takes_posts(address, user) -> bool:
    """Whether a visitor or this user is answered otherwise than that nothing may be sent there."""
    visitor, inside = Client(), Client()
    inside.force_login(user)
    return 405 not in {client.post(address.fill()).status_code for client in (visitor, inside)}
