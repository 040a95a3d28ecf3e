"""Moderators close sign-ups and challenges of new accounts for six hours; longer, and again, is for administrators."""

import html
from datetime import timedelta

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from accounts import safeguards as accounts_safeguards
from accounts.models import Safeguards, User
from computers.starting import find_computer
from core.refusal import Refusal
from engine import registry
from games import challenges
from games.models import Challenge
from moderation import safeguards
from moderation.models import LoggedAction
from notifications.delivery import outbox
from notifications.models import Notice
from tests.factories import ChallengeFactory, UserFactory
from tests.moderation.staff import make_moderator, open_as

pytestmark = pytest.mark.django_db
PAGE, SIGN_UP = reverse("moderation_site"), reverse("account_signup")
HOUR = timedelta(hours=1)
WHY = "A flood of new accounts."


@pytest.fixture(autouse=True)
def _fresh():
    """No process remembers the safeguards of another test."""
    accounts_safeguards.forget()
    yield
    accounts_safeguards.forget()


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def new(now) -> User:
    return UserFactory(username="Newt", date_joined=now - timedelta(days=6))


@pytest.fixture
def old(now) -> User:
    return UserFactory(username="Olga", date_joined=now - timedelta(days=8))


def close(staff: User, *, now, **more):
    return safeguards.close_to_new(staff=staff, reason=WHY, now=now, **more)


def is_closed(at) -> bool:
    accounts_safeguards.forget()
    return accounts_safeguards.find_closed_until(now=at) is not None


def test_a_moderator_closes_it_on_the_page_and_it_ends_by_itself_after_six_hours(staff, mira, now):
    page = staff.get(PAGE).content.decode()
    assert "Close to new accounts" in page
    assert 'name="sign_ups"' not in page, "the rest is for administrators"
    assert 'name="hours"' not in page
    assert staff.post(PAGE, {"do": "close", "reason": WHY}).status_code == 302
    until = Safeguards.objects.get().closed_until
    assert timedelta(hours=5, minutes=59) < until - now < timedelta(hours=6, minutes=1)
    assert [is_closed(until - HOUR), is_closed(until)] == [True, False]
    row = LoggedAction.objects.get()
    assert (row.action, row.by, row.reason) == ("switch_site", mira, WHY)
    assert row.what.startswith("Sign-ups and challenges of new accounts closed until ")
    assert WHY in staff.get(PAGE).content.decode()


@pytest.mark.parametrize("sign_ups", ["open", "invited", "closed"])
def test_nobody_signs_up_meanwhile_and_the_page_says_until_when(client, mira, old, now, sign_ups):
    Safeguards.objects.update_or_create(pk=1, defaults={"sign_ups": sign_ups})
    until = close(mira, now=now)
    invitation = ChallengeFactory(challenger=old, audience="link", now=now)
    page = client.get(SIGN_UP, {"next": reverse("invitation", args=[invitation.token])}).content.decode()
    assert "Sign-up is closed" in page
    assert 'name="username"' not in page
    assert (f"{until:%H:%M}" in page) == (sign_ups != "closed")
    fields = {"username": "Dora", "email": "dora@example.org", "password1": "a quiet evening with a board"}
    client.post(SIGN_UP, fields)
    assert not User.objects.filter(username="Dora").exists()


@pytest.mark.parametrize("audience", ["anyone", "link", "address", "player"])
def test_new_accounts_send_no_challenges_and_others_do(mira, new, old, alice, now, audience):
    more = {"player": {"opponent": alice}, "address": {"address": "dora@example.org"}}.get(audience, {})
    until = close(mira, now=now)
    with pytest.raises(Refusal, match="younger than a week") as refused:
        ChallengeFactory(challenger=new, audience=audience, now=now, **more)
    assert (refused.value.code, refused.value.status) == ("closed_to_new", 403)
    assert refused.value.again_at == until
    ChallengeFactory(challenger=old, audience=audience, now=now, **more)
    ChallengeFactory(challenger=new, audience=audience, now=until, **more)


def test_new_accounts_still_accept_challenges_and_play_the_computer(mira, new, old, now):
    offer = ChallengeFactory(challenger=old, now=now)
    computer = find_computer(registry.get("mastery"), level="newcomer").user
    close(mira, now=now)
    challenges.accept(offer.pk, user=new)
    ChallengeFactory(challenger=new, audience="player", opponent=computer, now=now)


def test_open_challenges_of_new_accounts_are_listed_no_more_until_it_ends(mira, new, old, now):
    for player in (new, old):
        ChallengeFactory(challenger=player, now=now)
    until = close(mira, now=now)
    listed = {at: {each.challenger for each in Challenge.objects.listed(at)} for at in (now, until)}
    assert listed == {now: {old}, until: {new, old}}


def test_what_is_typed_into_a_challenge_is_not_lost(client, mira, new, now):
    close(mira, now=timezone.now())
    client.force_login(new)
    page = reverse("challenge_new")
    sent = {"audience": "anyone", "preset": "own", "pace": "none", "note": "Hello"}
    answer = client.post(page, sent)
    assert answer.status_code in (403, 422)
    assert "Hello" in answer.content.decode()
    assert not Challenge.objects.exists()


# --- What is for administrators ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("hours", "code"),
    [(1, "closed_already"), (5, "closed_already"), (7, "closed_lately"), (23, "closed_lately"), (25, "")],
)
@pytest.mark.late
def test_a_moderator_neither_prolongs_it_nor_closes_it_again_within_a_day(mira, zoe, now, hours, code):
    close(mira, now=now)
    at = now + hours * HOUR
    for staff in (mira, zoe):
        if not code:
            close(staff, now=at)
            break
        with pytest.raises(Refusal) as refused:
            close(staff, now=at)
        assert (refused.value.code, refused.value.status) == (code, 403)
    assert LoggedAction.objects.count() == (1 if code else 2)


def test_opening_it_early_does_not_let_a_moderator_close_it_again_so_soon(mira, zoe, now):
    close(mira, now=now)
    safeguards.open_to_new(staff=zoe, reason="It was a class of a school.", now=now + HOUR)
    with pytest.raises(Refusal, match="closed in the last 24 hours"):
        close(mira, now=now + 2 * HOUR)


@pytest.mark.parametrize("role", ["mira", "admin"])
def test_longer_is_for_administrators(request, role, now):
    staff = request.getfixturevalue(role)
    if role == "mira":
        with pytest.raises(Refusal, match="Only administrators"):
            close(staff, now=now, hours=7)
        return
    assert close(staff, now=now, hours=72) == now + 72 * HOUR


def test_a_moderator_s_form_cannot_ask_for_longer(staff, now):
    assert staff.post(PAGE, {"do": "close", "reason": WHY, "hours": "72"}).status_code == 302
    assert Safeguards.objects.get().closed_until < timezone.now() + 7 * HOUR


def test_an_administrator_prolongs_and_shortens_what_a_moderator_closed(mira, admin, now):
    close(mira, now=now)
    close(admin, now=now + HOUR, hours=24)
    assert is_closed(now + 24 * HOUR)
    close(admin, now=now + 2 * HOUR, hours=6)
    assert not is_closed(now + 9 * HOUR)
    assert Safeguards.objects.get().closed_from == now


def test_moderators_change_none_of_the_other_switches(staff):
    assert staff.post(PAGE, {"sign_ups": "closed", "reason": WHY}).status_code == 403
    assert not LoggedAction.objects.exists()


def test_an_administrator_s_other_switches_leave_it_as_it_is(mira, admin, now):
    close(mira, now=now)
    safeguards.change(sign_ups="invited", tighten=True, reason="", staff=admin, now=now)
    assert is_closed(now + HOUR)


# --- Undone, told --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("who", ["mira", "zoe", "admin"])
def test_any_moderator_or_administrator_opens_it_again(request, mira, now, who):
    close(mira, now=timezone.now())
    browser = open_as(request.getfixturevalue(who))
    assert "Open again" in browser.get(PAGE).content.decode()
    assert browser.post(PAGE, {"do": "open", "reason": "It is over."}).status_code == 302
    assert not is_closed(timezone.now())
    closed, opened = LoggedAction.objects.order_by("pk")
    assert (opened.reverses, opened.reason) == (closed, "It is over.")
    again = browser.post(PAGE, {"do": "open", "reason": "Once more."})
    assert again.status_code == 409
    assert "Once more." in again.content.decode()


@pytest.mark.parametrize("does", ["close", "open"])
def test_each_needs_a_reason(staff, mira, now, does):
    if does == "open":
        close(mira, now=timezone.now())
    page = staff.post(PAGE, {"do": does, "reason": " "})
    assert page.status_code == 422
    assert "Please give a reason" in page.content.decode()


def test_players_may_do_neither(client, alice, now):
    with pytest.raises(Refusal):
        close(alice, now=now)
    client.force_login(alice)
    assert client.post(PAGE, {"do": "close", "reason": WHY}).status_code == 403


def test_a_refusal_loses_nothing_typed(staff, mira, now):
    close(mira, now=timezone.now())
    page = staff.post(PAGE, {"do": "close", "reason": "And once more, since they go on."})
    assert page.status_code == 403
    text = html.unescape(page.content.decode())
    assert "Only administrators can prolong it" in text
    assert "And once more, since they go on." in text


def test_administrators_are_told_in_their_inbox_and_by_email(mira, admin, settings, now):
    settings.NOTICE_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    other = UserFactory(username="Otto", is_staff=True, is_superuser=True)
    close(mira, now=timezone.now())
    told = Notice.objects.filter(kind="closed_to_new")
    assert {(each.recipient, each.channel) for each in told} == {
        (boss, channel) for boss in (admin, other) for channel in ("inbox", "email")
    }
    outbox.deliver_due()
    (letter,) = [each for each in mail.outbox if each.to == [admin.email]]
    assert letter.subject == "Closed to new accounts by Mira"
    assert WHY in letter.body
    assert PAGE in letter.body


def test_an_administrator_who_closes_it_is_not_told_of_it_but_the_others_are(admin, now):
    other = UserFactory(username="Otto", is_staff=True, is_superuser=True)
    close(admin, now=now)
    assert {each.recipient for each in Notice.objects.filter(kind="closed_to_new")} == {other}


def test_an_email_that_waits_is_not_sent_once_it_is_open_again(mira, admin, settings, now):
    settings.NOTICE_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    close(mira, now=timezone.now())
    safeguards.open_to_new(staff=make_moderator("Zoe"), reason="It is over.", now=timezone.now())
    outbox.deliver_due()
    assert [each for each in mail.outbox if "Closed to new" in each.subject] == []
