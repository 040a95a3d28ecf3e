"""`make screenshots` draws every page: each address of the site is among them, or is none that anybody looks at."""

import re
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import Resolver404, resolve

from tests.chat_apps import CONNECT, DISCONNECT
from tests.screenshots import ERROR, PAGES

IN_THE_ADMINISTRATION = ("_add", "_delete", "_history", "_change", "_changelist")
"""How the names of pages end that look alike for every model: those of games, users, reports and notices are drawn."""
ONLY_POSTED = {
    *("answer_offer", "board_look", "challenge_accept", "challenge_decline", "challenge_withdraw", "device_remove"),
    *("forget_kept", "forget_push", "invitation_accept", "invitation_decline", "learn_time_zone", "mail_events"),
    *("invitation_mailbox", "mail_replies"),
    *("notice_test", "inbox_seen", "play_move", "push_renew", "push_subscribe", "push_unsubscribe", "renew_feeds"),
    *DISCONNECT,
    *("always_rematch", "call_off", "make_offer", "claim_win", "leave_out", "put_in_queue", "remove_line"),
    *("moderation_claim", "moderation_delete_message", "moderation_release"),
    *("moderation_compare", "moderation_hand_over", "moderation_answer_referral"),
    *("ladder_challenge", "ladder_join", "ladder_leave"),
    *("analyse_game", "analyse_practice", "ask_review", "join_review", "change_analysis"),
    *("game_note", "player_note", "seal_remark", "follow_game", "follow_person"),
    *(
        "standing_end",
        "standing_pause",
        "standing_resume",
        "withdraw_report",
        "resign",
        "undo_turn",
        "play_computer",
        "vacation_automatic",
        "vacation_end",
        "vacation_explained",
        "admin:logout",
    ),
}
NO_PAGES = {
    *(
        "feed_deadlines",
        "feed_turns",
        *("feed_followed", "embed_frames", "game_frames", "game_jumps", "line_frames", "oembed"),
        *("player_games_copy", "player_games_json", "player_games_text"),
        "game_preview",
        *("game_gif", "game_png", "game_svg", "position_png", "position_svg"),
        "game_abstract_play",
        "game_json",
        "game_text",
        "record_schema",
        "turns_text",
        "practice_preview",
        "healthz",
        "livez",
        "metrics",
        "icon",
    ),
    *("manifest", "service_worker", "mfa_download_recovery_codes", "mfa_login_webauthn", "download_own_data"),
    *("admin:autocomplete", "admin:jsi18n", "mailbox_html"),
    *("face_picture", "game_picture", "game_picture_at", "home_picture", "ruleset_picture", "set_up_picture"),
    *("puzzle_picture", "task_picture"),
}
LEAD_ELSEWHERE = {
    *("lesson", "next_game", "new_name", "account_set_password", "account_confirm_login_code", "mfa_authenticate"),
    *("mfa_reauthenticate_webauthn", "admin:password_change", "admin:password_change_done", "admin:view_on_site"),
}
"""To pages that are drawn, unless somebody is on the way there."""
PARTS = {"game_state", "game_chat"}
"""Of the page of a game."""
LIKE_OTHERS = {
    *{*CONNECT} - {"notice_discord", "notice_telegram"},
    *("admin:accounts_user_correct-address", "admin:accounts_user_withdraw-rescues"),  # as giving vacation
    *("admin:accounts_user_resend-verification", "admin:accounts_user_reset-second-factors"),
    "bulk_files",  # without a licence it is not found; a list of links
    "embed_game_at",  # as embed_game
    "game_decision",  # as a decision about a person
    *("mailbox_mail", "mailbox_reply", "stop_rescue"),  # an email; a field below it; a short answer to a signed link
}
DECISION = "/account/decision/1/"
LEFT_OUT = ONLY_POSTED | NO_PAGES | LEAD_ELSEWHERE | PARTS | LIKE_OTHERS


def name_of(address):
    try:
        path = urlsplit(re.sub(r"\{\w+\}", "1", address.replace("{reset}", "1-1").replace("{decision}", DECISION))).path
        return resolve(path).view_name
    except Resolver404:
        return ""


def test_no_page_is_drawn_and_left_out():
    assert sorted(LEFT_OUT & list_drawn()) == []


def list_drawn() -> set[str]:
    return {name_of(address) for _, address in PAGES.values() if not address.startswith(ERROR)}


def test_every_page_of_an_error_is_drawn():
    templates = {path.name for path in (settings.BASE_DIR / "templates").glob("*.html")}
    answers = {name for name in templates if re.match(r"[45]\d\d|outdated", name)}
    drawn = {address.removeprefix(ERROR) for _, address in PAGES.values() if address.startswith(ERROR)}
    assert answers == drawn | {"404.html"}, "404 has an address of its own: not-found"
