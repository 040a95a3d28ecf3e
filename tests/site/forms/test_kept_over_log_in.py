"""Text that is entered is not lost when the session has ended: at every address that a form can be sent to."""

from collections import defaultdict
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Allowance, KeptForm, User
from accounts.posted.kept_forms import COOKIE, NEVER_KEPT
from core.posting import WORDS
from tests.administration import enter
from tests.chat_apps import CONNECT, DISCONNECT
from tests.factories import ChallengeFactory, GameFactory
from tests.faults.addresses import list_addresses
from tests.faults.everything import set_scene
from tests.faults.posted import PageForm, name_of, read_forms
from tests.faults.test_every_field import list_pages
from tests.marks import marked

pytestmark = [pytest.mark.django_db, pytest.mark.long]
KEPT = {  # by the fields that somebody fills in, where it is kept over a log-in
    "analyse_practice": {"turns"},
    "challenge_decline": {"reason"},
    "challenge_new": {"audience", "note", "days"},
    "change_analysis": {"comment", "shapes", "title"},
    "game_chat": {"message"},
    "game_note": {"note"},
    "invitation_decline": {"reason"},
    "mailbox_reply": {"text"},
    "make_offer": {"days", "until"},
    "mfa_edit_webauthn": {"name"},
    "moderation_act_on_game": {"reason"},
    "moderation_act_on_person": {"others", "reason", "told"},
    "moderation_appeal": {"answer"},
    "moderation_message": {"title", "text"},
    "moderation_messages": {"title", "text"},
    "moderation_report": {"answer", "reason"},
    "moderation_signals": {"reason"},
    "moderation_site": {"reason", "sign_ups"},
    "moderation_undo": {"reason"},
    "my_report": {"text"},
    "new_name": {"username"},
    "notice_switches": {"your_turn-email"},
    "notice_timing": {"mode", "digest_hour"},
    "plan_ahead": {"turns", "text"},
    "play_move": {"text", "remark"},
    "player_note": {"note"},
    "report": {"matter", "text", "second"},
    "report_thing": {"matter", "text", "second"},
    "seal_remark": {"remark"},
    "settings": {"about", "weekend", "time_zone"},
    "standing_change": {"keep", "rating_from"},
    "standing_new": {"keep", "rating_from"},
    "vacation": {"from_date", "until_date"},
}
A_BUTTON = "a button, pressed again"
A_CHOICE = "a choice or two, made again at a glance"
A_SECRET = "passwords, codes and addresses are never kept"
NO_LOG_IN = "goes through without a log-in"
NOTHING = {  # why nothing is lost there
    **dict.fromkeys(
        ("always_rematch", "analyse_game", "answer_offer", "ask_review", "call_off", "leave_out"), A_BUTTON
    ),
    **dict.fromkeys(("challenge_accept", "challenge_withdraw", "claim_win", "device_remove"), A_BUTTON),
    **dict.fromkeys(("forget_kept", "forget_push", "inbox_seen", "invitation_accept", "join_review"), A_BUTTON),
    **dict.fromkeys(("moderation_claim", "moderation_delete_message", "moderation_release"), A_BUTTON),
    **dict.fromkeys(("moderation_compare", "moderation_hand_over", "moderation_answer_referral"), A_BUTTON),
    **dict.fromkeys(("notice_test", "own_data", "push_subscribe", "push_unsubscribe", "remove_line"), A_BUTTON),
    **dict.fromkeys(("withdraw_report", "invitation_mailbox"), A_BUTTON),
    **dict.fromkeys(("standing_pause", "standing_resume", "standing_end"), A_BUTTON),
    **dict.fromkeys(("ladder_challenge", "ladder_join", "ladder_leave"), A_BUTTON),
    **dict.fromkeys(("renew_feeds", "resign", "usersessions_list", "vacation_end", "vacation_explained"), A_BUTTON),
    **dict.fromkeys(CONNECT, A_SECRET),
    **dict.fromkeys(DISCONNECT, A_BUTTON),
    **dict.fromkeys(("line_frames", "puzzle"), NO_LOG_IN),
    "undo_turn": A_BUTTON,
    **dict.fromkeys(("follow_game", "follow_person", "player_games"), A_BUTTON),
    **dict.fromkeys(
        ("block", "change_face", "close_account", "put_in_queue", "vacation_automatic", "wished_rematches"), A_CHOICE
    ),
    "learn_time_zone": "the browser tells it again",
    **dict.fromkeys(("account_change_password", "account_email", "account_set_password"), A_SECRET),
    **dict.fromkeys(("mfa_activate_totp", "mfa_deactivate_totp", "mfa_generate_recovery_codes"), A_SECRET),
    **dict.fromkeys(("mfa_add_webauthn", "mfa_remove_webauthn", "account_reauthenticate"), A_SECRET),
    **dict.fromkeys(("mfa_reauthenticate", "mfa_reauthenticate_webauthn", "mfa_download_recovery_codes"), A_SECRET),
    **dict.fromkeys(("account_login", "account_logout", "account_signup", "account_reset_password"), NO_LOG_IN),
    **dict.fromkeys(("account_reset_password_from_key", "account_confirm_email", "mfa_authenticate"), NO_LOG_IN),
    **dict.fromkeys(
        (
            "account_confirm_login_code",
            "account_request_login_code",
            "mfa_login_webauthn",
            "unsubscribe",
            "block_address",
        ),
        NO_LOG_IN,
    ),
    **dict.fromkeys(
        (
            "stop_rescue",
            "restriction",
            "game_decision",
            "board_look",
            "play_computer",
            "practice",
            "open_record",
            "line_frames",
            "puzzle",
        ),
        NO_LOG_IN,
    ),
    **dict.fromkeys(("lesson_task", "mail_events", "mail_replies", "push_renew"), NO_LOG_IN),
    **dict.fromkeys(("home", "next_game", "challenge", "challenges", "invitation", "profile"), "shown as if opened"),
    **dict.fromkeys(("players", "rules", "rules_index", "rules_of_limits", "rules_of_time"), "shown as if opened"),
    **dict.fromkeys(("leaderboard", "leaderboards", "rating_history", "rules_of_ratings"), "shown as if opened"),
    **dict.fromkeys(("ladder", "ladders"), "shown as if opened"),
    "rules_statistics": "shown as if opened",
    "watch": "shown as if opened",
}
PROVES = ("one-time-code", "current-password", "new-password", "email")
WORD = "Thought of for long"
CHOSEN = {
    "days": "11",
    "rating_from": "1444",
    "until": "2031-02-03",
    "from_date": "2031-02-03",
    "until_date": "2031-02-04",
}
NO_SUCH_PAGE = {"invitation_decline", "mailbox_reply", "moderation_message", "moderation_signals"}
"""Whose forms no page of the scene shows."""


class Fields(HTMLParser):
    """What can be filled in on a page: the address of each form, with the names and kinds of its fields."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.action, self.page, self.found = "", page, []

    def handle_starttag(self, tag, attributes):
        told = {name: value or "" for name, value in attributes}
        if tag == "form":
            self.action = (told.get("method", "").lower() == "post" and (told.get("action") or self.page)) or ""
        elif self.action and told.get("name") and tag in ("input", "textarea"):
            kind = told.get("type", "text" if tag == "input" else "textarea")
            self.found.append((name_of(self.action), told["name"], kind, told.get("autocomplete", "")))


@pytest.fixture
def scene(client, alice, boris, carol, admin, settings):
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 86_400  # of seconds
    return set_scene(alice, boris, carol, as_alice=client, staff=enter(Client(), admin))


@pytest.fixture
def pages(scene):
    """Who is shown which page."""
    shown = ((who, path, scene.clients[who].get(path)) for who, path in dict.fromkeys(list_pages(scene)))
    return [
        (who, path, page.content.decode())
        for who, path, page in shown
        if page.get("Content-Type", "").startswith("text/html")
    ]


@pytest.mark.late
def test_a_form_sent_there_is_given_back_to_its_writer_alone(scene, pages, boris, carol):
    """The forms of all pages, filled in and sent as when the session has ended meanwhile."""
    seen = set()
    for who, path, html in pages:
        for form in read_forms(path, html):
            name = name_of(form.action)
            fields = KEPT.get(name, set()) & {*form.values}
            if form.method == "post" and fields and (name, *sorted(fields)) not in seen:
                seen.add((name, *sorted(fields)))
                give_back(scene, who, form, fields)
    assert {name for name, *_ in seen} == {*KEPT} - NO_SUCH_PAGE
    for name in KEPT:
        named = {field for found, *fields in seen if found == name for field in fields}
        assert name in NO_SUCH_PAGE or named == KEPT[name], name


def give_back(scene, who: str, form: PageForm, fields: set[str]) -> None:
    session = scene.clients[who].cookies["sessionid"].value
    writer = User.objects.get(pk=scene.clients[who].session["_auth_user_id"])
    browser = Client()
    words = {name: CHOSEN.get(name, WORD if name in WORDS else None) for name in fields}
    sent = {**form.values, **{name: [value] for name, value in words.items() if value}}
    answer = browser.post(form.action, {**sent, **marked(writer)})
    where = urlsplit(answer.url)
    assert where.path == reverse("account_login"), form.action
    stored = KeptForm.objects.get(writer=writer).filled
    for name in filter(sent.get, fields):
        assert f'"{name}"' in stored
    page = parse_qs(where.query)["next"][0]
    stranger = Client()
    stranger.cookies[COOKIE] = browser.cookies[COOKIE].value
    stranger.force_login(User.objects.create(username="Stranger"))
    assert WORD not in stranger.get(page).content.decode()
    browser.cookies["sessionid"] = session
    shown = browser.get(page).content.decode()
    for value in [*filter(None, words.values())] or ['id="kept"']:
        assert value in shown, (form.action, value)
    KeptForm.objects.all().delete()
    Allowance.objects.all().delete()
    User.objects.filter(username="Stranger").delete()


@pytest.mark.late
def test_every_form_of_a_page_carries_the_mark_of_its_reader(pages):
    found = set()
    for who, path, html in pages:
        for form in html.split("<form")[1:]:
            inside = form.partition("</form>")[0]
            if "csrfmiddlewaretoken" in inside and 'name="writer"' not in inside:
                found.add((who, path))
    assert found == set()


@pytest.mark.late
def test_a_kept_text_is_shown_with_its_label_and_no_secret_is_kept(pages):
    """A new field of text has a label in `WORDS`, a new secret stands in `NEVER_KEPT`."""
    written, secret = defaultdict(set), set()
    for _, path, html in pages:
        reader = Fields(urlsplit(path).path)
        reader.feed(html)
        for name, field, kind, told in reader.found:
            is_login = name == "account_login" and kind == "text"
            if kind in ("password", "email") or told in PROVES or field == "credential" or is_login:
                secret.add(field)
            elif kind in ("text", "textarea") and name in KEPT:
                written[name].add(field)
    assert secret - NEVER_KEPT == set()
    assert {"password", "password1", "oldpassword", "code", "email", "address", "login", "credential"} <= secret
    for name, fields in written.items():
        assert fields - {*WORDS, "opponent"} == set(), name


@pytest.mark.parametrize("name", ["invitation_decline", "new_name"])
def test_forms_that_few_see_are_given_back_too(client, alice, boris, name):
    challenge = ChallengeFactory(challenger=alice, audience="link")
    path = reverse(name, args=[challenge.token] if name == "invitation_decline" else [])
    (field,) = KEPT[name]
    answer = client.post(path, marked(boris, **{field: WORD}))
    client.force_login(boris)
    assert WORD in client.get(parse_qs(urlsplit(answer.url).query)["next"][0]).content.decode()


def test_the_press_of_a_button_alone_is_not_kept(client, alice, boris):
    game = GameFactory(first=alice, second=boris)
    for one in list_addresses():
        if NOTHING.get(one.name) in (A_BUTTON, A_SECRET):
            sent = marked(
                alice, key="k", next="/", revision="1", sure="1", password="x", code="123456", email="a@b.org"
            )
            client.post(one.fill(pk=game.pk, username="Boris", slug="mastery"), sent)
            assert not KeptForm.objects.exists(), one.name
