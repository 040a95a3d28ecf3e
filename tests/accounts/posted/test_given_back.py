"""What was kept over a log-in is given back to the account that wrote it alone, from whatever tab it was sent."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import KeptForm
from accounts.posted import kept_forms
from analysis.models import GameNote
from core.versions import NOTHING, VERSION
from games.models import ConditionalLine
from tests.administration import enter, show_factor
from tests.factories import play_turns
from tests.faults.posted import read_forms
from tests.marks import marked

pytestmark = pytest.mark.django_db


def note(client, game, text="My secret plan", **more):
    return client.post(reverse("game_note", args=[game.pk]), {"note": text, VERSION: NOTHING, **more})


def shown(client, page) -> str:
    return client.get(page).content.decode()


def test_another_person_who_logs_in_in_that_browser_gets_nothing_and_the_writer_gets_everything(
    client, game, alice, boris
):
    """It was once shown to the next person who logged in."""
    page = game.get_absolute_url()
    for name, fields in (("game_note", ["note"]), ("game_chat", ["message"]), ("play_move", ["text", "remark"])):
        asked = client.post(reverse(name, args=[game.pk]), marked(alice, **dict.fromkeys(fields, "My secret plan")))
        assert asked.url.startswith(f"/account/login/?next={page}")
        assert "secret" not in asked.url
        client.force_login(boris)
        assert "My secret plan" not in shown(client, page) + shown(client, asked.url)
        client.force_login(alice)
        assert "My secret plan" in shown(client, page)
        KeptForm.objects.all().delete()
        client.logout()


@pytest.mark.parametrize(
    "mark",
    [None, "", "1", "{pk}", "{pk}:", "{pk}:AAAA", "{pk}:{of_boris}", "x:{of_boris}", "\0", "9" * 5000, "١:x"],
)
def test_without_a_mark_of_ours_nothing_is_kept_for_anybody_and_the_text_is_shown(client, game, alice, boris, mark):
    sent = {}
    if mark is not None:
        sent["writer"] = mark.format(pk=alice.pk, of_boris=kept_forms.sign(boris).partition(":")[2])
    answer = note(client, game, **sent)
    assert answer.status_code == 403
    assert not KeptForm.objects.exists()
    page = answer.content.decode()
    assert "We couldn’t tell from which account this page was opened" in page
    assert "My secret plan" in page
    assert kept_forms.COOKIE not in answer.cookies


def test_the_mark_of_an_account_that_is_no_more_keeps_nothing(client, game, alice):
    sent = marked(alice)
    sent["writer"] = kept_forms._signer().sign("987654321")
    assert note(client, game, **sent).status_code == 302
    assert not KeptForm.objects.exists()


def test_several_pages_are_each_given_back(client, game, alice):
    note(client, game, **marked(alice))
    client.post(reverse("player_note", args=["Boris"]), marked(alice, note="Kind"))
    client.post(reverse("settings"), marked(alice, about="At night", weekend="67", time_zone="UTC"))
    client.force_login(alice)
    for page, text in (
        (game.get_absolute_url(), "My secret plan"),
        ("/people/Boris/", "Kind"),
        ("/settings/", "At night"),
    ):
        assert text in shown(client, page)
        assert shown(client, page).count('id="kept"') == 1, "until it is sent or thrown away"


def test_an_account_keeps_a_limited_number_of_forms_and_the_newest_stay(alice, game, monkeypatch):
    monkeypatch.setattr(kept_forms, "MOST_KEPT_OF_ONE", 3)
    for number in range(5):
        note(Client(), game, text=f"Thought {number}", **marked(alice))
    assert sorted(row.filled[10:] for row in KeptForm.objects.all()) == sorted(
        row.filled[10:] for row in KeptForm.objects.order_by("-kept_at")[:3]
    )
    kept = "".join(KeptForm.objects.values_list("filled", flat=True))
    assert [f"Thought {number}" in kept for number in range(5)] == [False, False, True, True, True]


def read_panel(client, page):
    """The forms of the panel: that which sends again, and that which throws away."""
    again, away = (
        form for form in read_forms(page, shown(client, page)) if "kept" in form.values or "forget" in form.action
    )
    return again, away


def test_sent_again_it_is_saved_and_the_panel_is_gone(client, game, alice):
    note(client, game, **marked(alice))
    client.force_login(alice)
    again, _ = read_panel(client, game.get_absolute_url())
    assert client.post(again.action, again.values).status_code == 302
    assert GameNote.objects.get().text == "My secret plan"
    assert not KeptForm.objects.exists()
    assert 'id="kept"' not in shown(client, game.get_absolute_url())


def test_sending_it_again_does_not_overwrite_newer_text(client, game, alice):
    """The version goes with what was entered, so that the page it was entered on stays the older one."""
    note(client, game, **marked(alice))
    client.force_login(alice)
    assert note(client, game, "Newer").status_code == 302
    again, _ = read_panel(client, game.get_absolute_url())
    refused = client.post(again.action, again.values)
    assert (refused.status_code, GameNote.objects.get().text) == (409, "Newer")
    assert "My secret plan" in refused.content.decode()
    assert KeptForm.objects.exists(), "until it is settled"
    settled = next(form for form in read_forms("/", refused.content.decode()) if VERSION in form.values)
    assert client.post(settled.action, settled.values).status_code == 302
    assert GameNote.objects.get().text == "My secret plan"
    assert not KeptForm.objects.exists()


def test_two_clicks_on_it_make_one_thing(client, game, alice):
    position, line = game.position, []
    for _ in range(3):
        line.append(position.legal_moves()[0])
        position = position.play(line[-1])
    turns = {"turns": "; ".join(line), "position": game.position_text, "arm": "1", "key": "k" * 22}
    client.post(reverse("plan_ahead", args=[game.pk]), marked(alice, **turns))
    client.force_login(alice)
    again, _ = read_panel(client, reverse("plan_ahead", args=[game.pk]))
    answers = [client.post(again.action, again.values) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert ConditionalLine.objects.count() == 1


def test_the_log_in_that_leads_to_it_says_that_something_waits_and_no_other_does(client, game, alice):
    address = reverse("game_note", args=[game.pk])
    answer = client.post(address, marked(alice, note="Watch d6."))
    assert "What you entered isn’t saved or sent yet." in client.get(answer["Location"]).content.decode()
    for log_in in (reverse("account_login"), f"{reverse('account_login')}?next=/games/"):
        assert "What you entered" not in client.get(log_in).content.decode()
    assert "What you entered" not in Client().get(answer["Location"]).content.decode()


def test_only_the_writer_can_throw_it_away_and_only_in_that_browser(client, game, alice, boris):
    note(client, game, **marked(alice))
    client.force_login(alice)
    _, away = read_panel(client, game.get_absolute_url())
    elsewhere = Client()
    elsewhere.force_login(alice)
    elsewhere.post(away.action, away.values)
    client.force_login(boris)
    client.post(away.action, away.values)
    assert KeptForm.objects.exists()
    client.force_login(alice)
    assert client.post(away.action, away.values).url == game.get_absolute_url()
    assert not KeptForm.objects.exists()


def test_text_that_no_field_of_the_page_takes_any_more_is_in_the_panel(client, game, alice):
    client.post(reverse("play_move", args=[game.pk]), marked(alice, text="Pd4-d5"))
    play_turns(game, "Md1-c1")
    client.force_login(alice)
    for _ in range(2):
        again, _ = read_panel(client, game.get_absolute_url())
        assert again.values["text"] == ["Pd4-d5"]


# --- From an old tab ----------------------------------------------------------------------------------------------
def with_checks(client):
    """The same browser, with Django's look at the token."""
    other = Client(enforce_csrf_checks=True)
    other.cookies = client.cookies
    return other


def test_a_tab_of_before_the_log_in_gives_its_text_to_the_page(client, game, alice):
    client.force_login(alice)
    answer = note(with_checks(client), game, csrfmiddlewaretoken="x" * 64, **marked(alice))
    assert answer.status_code == 403
    page = answer.content.decode()
    assert "You logged in again meanwhile" in page
    assert f'href="{game.get_absolute_url()}"' in page
    client.cookies = answer.client.cookies
    assert "My secret plan" in shown(client, game.get_absolute_url())


def test_a_tab_of_another_account_gives_its_text_to_nobody_but_that_account(client, game, alice, boris):
    client.force_login(boris)
    answer = note(with_checks(client), game, csrfmiddlewaretoken="x" * 64, **marked(alice))
    assert "Somebody else is logged in" in answer.content.decode()
    assert "My secret plan" not in shown(client, game.get_absolute_url())
    client.force_login(alice)
    assert "My secret plan" in shown(client, game.get_absolute_url())


def test_a_form_without_a_session_and_without_a_cookie_waits_for_the_log_in(client, game, alice):
    answer = note(with_checks(client), game, **marked(alice))
    page = answer.content.decode()
    assert "You were logged out" in page
    assert f"/account/login/?next={game.get_absolute_url()}" in page
    client.force_login(alice)
    assert "My secret plan" in shown(client, game.get_absolute_url())


@pytest.mark.parametrize("mark", ["nobody", "forged"])
def test_a_form_with_a_wrong_token_is_kept_only_with_the_mark_of_an_account(client, game, boris, mark):
    """Everybody can have the mark of nobody, and so could send it from another site in a player's name."""
    sent = marked() if mark == "nobody" else {"writer": f"{boris.pk}:x"}
    assert note(with_checks(client), game, **sent).status_code == 403
    assert not KeptForm.objects.exists()


@pytest.mark.parametrize(
    ("headers", "secure", "keeps"),
    [
        ({"Origin": "https://evil.example"}, False, False),
        ({"Origin": "null"}, False, False),
        ({"Referer": "https://evil.example/"}, True, False),
        ({}, True, False),
        ({"Origin": "http://testserver"}, False, True),
        ({"Referer": "https://testserver/"}, True, True),
    ],
)
def test_another_site_plants_nothing_even_with_a_mark(client, game, alice, headers, secure, keeps):
    client.force_login(alice)
    sent = {"note": "Planted", **marked(alice)}
    answer = with_checks(client).post(reverse("game_note", args=[game.pk]), sent, headers=headers, secure=secure)
    assert (answer.status_code, KeptForm.objects.exists()) == (403, keeps)
    assert (kept_forms.COOKIE in answer.cookies) == keeps


# --- Scripts ------------------------------------------------------------------------------------------------------
def test_a_script_is_told_that_nobody_is_logged_in_and_its_text_is_kept(client, game, alice, boris):
    header = {"X-Writer": kept_forms.sign(alice)}
    asked = client.post(reverse("game_chat", args=[game.pk]), marked(alice, message="Hello"), headers=header)
    assert (asked.status_code, asked.json()) == (
        401,
        {"log_in": f"/account/login/?next={game.get_absolute_url()}%23chat"},
    )
    state = reverse("game_state", args=[game.pk])
    assert client.get(state, headers=header).status_code == 401
    client.force_login(boris)
    assert client.get(state, headers=header).status_code == 401
    assert "Hello" not in shown(client, game.get_absolute_url())
    client.force_login(alice)
    assert client.get(state, {"revision": game.revision}, headers=header).status_code == 204
    assert "Hello" in shown(client, game.get_absolute_url())


def test_a_script_of_a_visitor_is_answered_as_before(client, game, alice):
    for mark in (kept_forms.sign(None), "forged", f"{alice.pk}:forged"):
        assert client.get(reverse("game_state", args=[game.pk]), headers={"X-Writer": mark}).status_code == 200


def test_a_script_keeps_only_what_its_form_is_marked_for(client, game, alice, boris):
    for sent in (marked(boris, note="x"), {"note": "x"}):
        asked = client.post(reverse("game_note", args=[game.pk]), sent, headers={"X-Writer": kept_forms.sign(alice)})
        assert asked.status_code == 401
        assert not KeptForm.objects.exists()


# --- A second factor ----------------------------------------------------------------------------------------------
def test_a_form_of_staff_is_kept_until_they_have_shown_their_second_factor(client, admin, alice):
    enter(client, admin)
    session = client.session
    for name in show_factor(admin):
        del session[name]
    session.save()
    page = reverse("moderation_act_on_person", args=["Alice", "suspend"])
    asked = client.post(page, marked(admin, reason="He wrote insults to three players"))
    assert asked.url.startswith("/account/2fa/reauthenticate/")
    assert KeptForm.objects.get().writer == admin
    enter(client, admin)
    assert "He wrote insults to three players" in shown(client, page)
    announcement = reverse("admin:mastery_site_announcement_add")
    client.logout()
    assert client.post(announcement, marked(admin, text="On Sunday the site rests")).status_code == 302
    enter(client, admin)
    assert "On Sunday the site rests" in shown(client, announcement)
