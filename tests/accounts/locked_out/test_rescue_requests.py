"""A moderator's request waits 72 hours: the old address and every page announce it, and the person can stop it."""

from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.core import mail
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.locked_out import rescue_requests
from accounts.models import AccountEvent, Rescue, User
from accounts.tasks import carry_out_rescues
from mastery_site.administration.moderators import MODERATORS
from mastery_site.database.pruning import prune
from tests.accounts.conftest import link_in
from tests.administration import enter
from tests.factories import UserFactory

HOUR = timedelta(hours=1)
NEW = "alice@new.example"
WHY = "She wrote from work."
ADDRESS, FACTORS = Rescue.Kind.ADDRESS, Rescue.Kind.SECOND_FACTORS
every_kind = pytest.mark.parametrize("kind", Rescue.Kind)


def make_moderator(name: str) -> User:
    user = UserFactory(username=name, is_staff=True)
    user.groups.add(Group.objects.get(name=MODERATORS))
    return user


@pytest.fixture
def mira(db):
    return make_moderator("Mira")


@pytest.fixture
def alice(alice):
    """With an authenticator app."""
    Authenticator.objects.create(user=alice, type=Authenticator.Type.TOTP, data={"secret": "none"})
    return alice


def ask(person: User, kind: str, *, by: User, email: str = NEW, **more) -> Rescue | None:
    email = email if kind == ADDRESS else ""
    return rescue_requests.begin(person, Rescue.Kind(kind), staff=by, reason=WHY, email=email, **more)


def run(*, hours: float) -> int:
    return rescue_requests.carry_out_due(now=timezone.now() + hours * HOUR)


def is_done(person: User, kind: str) -> bool:
    if kind == ADDRESS:
        return EmailAddress.objects.filter(user=person, email=NEW).exists()
    return not Authenticator.objects.filter(user=person).exists()


def outcome() -> str:
    return Rescue.objects.order_by("pk").last().outcome


def press(client, person: User, deed: str, **answers):
    return client.post(
        reverse(f"admin:accounts_user_{deed}", args=[person.pk]), {"reason": WHY, **answers}, follow=True
    )


@pytest.mark.parametrize(("deed", "kind"), [("correct-address", ADDRESS), ("reset-second-factors", FACTORS)])
def test_a_moderators_request_is_announced_and_changes_nothing_yet(client, alice, mira, deed, kind):
    page = press(enter(client, mira), alice, deed, email=NEW).content.decode()
    assert "Alice is told, and can stop it until" in page
    assert "asked for by Mira" in page
    assert not is_done(alice, kind)
    (message,) = mail.outbox
    assert message.to == ["alice@example.org"]
    assert "A moderator of Slowboard" in message.body
    assert NEW not in message.body
    assert link_in(message) == Rescue.objects.get().stop_path
    assert LogEntry.objects.get().change_message.startswith(f"Asked for: {kind.label}")
    assert AccountEvent.objects.get().kind == "rescue_asked"


@every_kind
def test_it_is_done_once_after_72_hours(alice, mira, kind):
    ask(alice, kind, by=mira)
    assert run(hours=71.9) == 0
    assert not is_done(alice, kind)
    mail.outbox.clear()
    assert run(hours=72.1) == 1
    assert is_done(alice, kind)
    assert "alice@example.org" in {message.to[0] for message in mail.outbox}
    assert outcome() == "done"
    assert run(hours=73) == 0
    alice.refresh_from_db()
    assert (alice.email, alice.rescue_waits) == ("alice@example.org", False)


def test_the_new_address_has_to_confirm_then(alice, mira):
    ask(alice, ADDRESS, by=mira)
    with time_machine.travel(timezone.now() + 72.1 * HOUR, tick=False):
        assert carry_out_rescues.apply().result == 1
        Client().post(link_in(next(message for message in mail.outbox if message.to == [NEW])))
    alice.refresh_from_db()
    assert alice.email == NEW


@every_kind
def test_an_administrator_s_is_done_at_once_in_place_of_what_waits(alice, mira, admin, kind):
    ask(alice, kind, by=mira)
    assert ask(alice, kind, by=admin) is None
    assert is_done(alice, kind)
    assert outcome() == "overtaken"


@every_kind
def test_the_link_stops_it_also_for_somebody_logged_out(alice, mira, kind):
    path = ask(alice, kind, by=mira).stop_path
    browser = Client(enforce_csrf_checks=True)
    for method in (browser.head, browser.get, browser.get):
        assert method(path).status_code == 200
    assert outcome() == "", "mail programs open links"
    page = browser.get(path)
    assert page["Cache-Control"] == "private, no-store"
    assert NEW not in page.content.decode()
    token = page.context["csrf_token"]
    assert browser.post(path).status_code == 403
    assert "Nothing was changed" in browser.post(path, {"csrfmiddlewaretoken": token}, follow=True).content.decode()
    assert run(hours=100) == 0
    assert not is_done(alice, kind)
    assert AccountEvent.objects.latest("pk").kind == "rescue_stopped"
    assert LogEntry.objects.latest("pk").change_message.startswith("Stopped by the link")


def test_a_link_is_known_by_its_signature_and_only_so_long(alice, mira):
    asked = ask(alice, ADDRESS, by=mira)
    for wrong in (asked.stop_path[:-2] + "x/", "/account/stop/1/", "/account/stop/x:y:z/"):
        assert Client().get(wrong).status_code == 404
        assert Client().post(wrong).status_code == 404
    run(hours=80)
    prune(now=timezone.now() + 200 * 24 * HOUR)
    assert Client().get(asked.stop_path).status_code == 404


@pytest.mark.parametrize(
    ("end", "sentence"),
    [
        (lambda alice, mira, admin: run(hours=80), "Already done"),
        (lambda alice, mira, admin: ask(alice, ADDRESS, by=admin), "An administrator did it"),
        (lambda alice, mira, admin: rescue_requests.withdraw(alice, staff=mira, reason=WHY), "called it off"),
        (lambda alice, mira, admin: change_address(alice, mira), "isn’t going to happen"),
    ],
    ids=["done", "overtaken", "withdrawn", "void"],
)
def test_the_link_says_what_became_of_it_and_stops_nothing_more(alice, mira, admin, end, sentence):
    path = ask(alice, ADDRESS, by=mira).stop_path
    end(alice, mira, admin)
    before = outcome()
    assert sentence in Client().post(path, follow=True).content.decode()
    assert outcome() == before


@every_kind
def test_every_page_of_the_person_tells_it_with_a_way_to_stop_it_and_no_other_page(client, alice, boris, mira, kind):
    path = ask(alice, kind, by=mira).stop_path
    for reader, told in ((alice, True), (boris, False), (None, False)):
        client.logout()
        if reader:
            client.force_login(reader)
        for page in ("/", "/settings/", "/rules/"):
            assert (path in client.get(page).content.decode()) is told
    client.force_login(alice)
    client.post(path)
    assert path not in client.get("/").content.decode()


def test_pages_ask_nothing_for_people_for_whom_nothing_waits(alice, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert rescue_requests.list_waiting(alice) == []


def test_a_banner_that_an_older_save_removed_comes_back(alice, mira):
    ask(alice, ADDRESS, by=mira)
    User.objects.filter(pk=alice.pk).update(rescue_waits=False)
    run(hours=1)
    alice.refresh_from_db()
    assert alice.rescue_waits


@every_kind
def test_a_second_request_of_the_same_kind_is_refused_while_one_waits(alice, mira, kind):
    ask(alice, kind, by=mira)
    with pytest.raises(ValidationError, match="asked for already"):
        ask(alice, kind, by=make_moderator("Nils"), email="alice@typo.example")
    assert Rescue.objects.count() == len(mail.outbox) == 1
    terms = {"staff": mira, "reason": WHY, "asked_at": timezone.now(), "due_at": timezone.now()}
    with pytest.raises(IntegrityError):
        Rescue.objects.create(user=alice, kind=kind, **terms)


@every_kind
def test_a_stopped_request_is_not_repeated_for_30_days_except_by_an_administrator(alice, mira, admin, kind):
    Client().post(ask(alice, kind, by=mira).stop_path)
    for by in (mira, make_moderator("Nils")):
        with pytest.raises(ValidationError, match="stopped it on"):
            ask(alice, kind, by=by, now=timezone.now() + 29.9 * 24 * HOUR)
    assert ask(alice, kind, by=mira, now=timezone.now() + 30.1 * 24 * HOUR).outcome == ""
    ask(alice, kind, by=admin)
    assert is_done(alice, kind)


def change_address(alice, mira):
    User.objects.filter(pk=alice.pk).update(email="alice@other.example")


def add_factor(alice, mira):
    Authenticator.objects.create(user=alice, type=Authenticator.Type.WEBAUTHN, data={})


MEANWHILE = {
    "moderator without rights": lambda alice, mira: mira.groups.clear(),
    "moderator no longer staff": lambda alice, mira: User.objects.filter(pk=mira.pk).update(is_staff=False),
    "moderator closed": lambda alice, mira: User.objects.filter(pk=mira.pk).update(is_active=False),
    "person is staff": lambda alice, mira: User.objects.filter(pk=alice.pk).update(is_staff=True),
    "person closed": lambda alice, mira: User.objects.filter(pk=alice.pk).update(is_active=False),
}


@every_kind
@pytest.mark.parametrize("what", [*MEANWHILE, "changed"])
def test_a_change_by_the_person_meanwhile_makes_it_void(alice, mira, kind, what):
    path = ask(alice, kind, by=mira).stop_path
    own = change_address if kind == ADDRESS else add_factor
    MEANWHILE.get(what, own)(alice, mira)
    assert "isn’t going to happen" in Client().get(path).content.decode()
    assert run(hours=80) == 0
    assert not is_done(alice, kind)
    assert outcome() == "void"
    assert LogEntry.objects.latest("pk").change_message.startswith("Not done:")


def test_an_address_that_another_has_by_then_is_not_given(alice, boris, mira):
    ask(alice, ADDRESS, by=mira)
    User.objects.filter(pk=boris.pk).update(email=NEW)
    assert run(hours=80) == 0
    assert outcome() == "void"


def test_a_request_that_fails_holds_up_no_other(alice, boris, mira, monkeypatch):
    ask(alice, FACTORS, by=mira)
    ask(boris, ADDRESS, by=mira, email="boris@new.example")
    act = rescue_requests._act

    def fail_for_alice(user, *args, **more):
        act(user, *args, **more)
        if user == alice:
            raise RuntimeError("The mail could not be written")

    with monkeypatch.context() as broken:
        broken.setattr(rescue_requests, "_act", fail_for_alice)
        assert run(hours=80) == 1
    assert not is_done(alice, FACTORS), "all of it or nothing"
    assert run(hours=80) == 1


def test_staff_call_it_off_and_then_it_can_be_asked_anew(client, alice, mira):
    enter(client, mira)
    page = reverse("admin:accounts_user_change", args=[alice.pk])
    assert "withdraw-rescues" not in client.get(page).content.decode()
    ask(alice, ADDRESS, by=mira, email="alice@typo.example")
    assert "withdraw-rescues" in client.get(page).content.decode()
    assert "Nothing waits for Alice any more." in press(client, alice, "withdraw-rescues").content.decode()
    assert "Nothing waits for this person." in press(client, alice, "withdraw-rescues").content.decode()
    assert ask(alice, ADDRESS, by=mira)


def test_nobody_s_mailbox_is_filled_by_asking_and_calling_off(alice, mira):
    for _ in range(4):
        ask(alice, ADDRESS, by=mira)
        rescue_requests.withdraw(alice, staff=mira, reason=WHY)
    with pytest.raises(ValidationError, match="limit of 4"):
        ask(alice, ADDRESS, by=mira)
    assert len(mail.outbox) == 4


def test_staff_and_who_has_no_right_ask_for_nothing_by_the_function_either(alice, mira, boris):
    for by, person in ((mira, make_moderator("Nils")), (boris, alice)):
        with pytest.raises(PermissionDenied):
            ask(person, ADDRESS, by=by)
    assert not Rescue.objects.exists()
