"""Emails to confirm an address: ten a day to one mailbox and ten for one account, no matter who asks for them and
where.
"""

from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.limiting.spending import hash_mailbox, spend
from accounts.locked_out import rescue, rescue_requests
from accounts.models import Rescue, User
from core.refusal import Refusal
from tests.accounts.conftest import PASSWORD
from tests.administration import enter
from tests.factories import UserFactory
from tests.moderation.staff import make_moderator

pytestmark = pytest.mark.django_db
MAILBOX = "victim@gmail.com"
REACHED = "has reached the limit of 10 emails to confirm an address in 24 hours. You can go on"


def use_up(**who) -> None:
    for _ in range(10):
        with transaction.atomic():
            spend("confirm_email", now=timezone.now(), **who)


def to_mailbox() -> int:
    return sum(hash_mailbox(to) == hash_mailbox(MAILBOX) for message in mail.outbox for to in message.to)


def send_sign_up(email: str = "victim+1@gmail.com", username: str = "Dorothea"):
    words = {"username": username, "email": email, "password1": PASSWORD}
    return Client().post(reverse("account_signup"), words)


def send_log_in(login: str):
    cache.clear()  # as if three minutes had passed
    return Client().post(reverse("account_login"), {"login": login, "password": PASSWORD})


def make_unconfirmed() -> User:
    user = UserFactory(username="Dora", email="victim+2@gmail.com")
    user.set_password(PASSWORD)
    user.save()
    EmailAddress.objects.filter(user=user).update(verified=False)
    return user


def press_on_page(user: User, button: str):
    browser = Client()
    browser.post(reverse("account_login"), {"login": user.username, "password": PASSWORD})
    browser.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return browser.post(reverse("account_email"), {"email": "victim+3@gmail.com", button: ""})


def send_again(user: User):
    EmailAddress.objects.create(user=user, email="victim+3@gmail.com")
    return press_on_page(user, "action_send")


def resend_as_staff(user: User):
    EmailAddress.objects.create(user=user, email="victim+3@gmail.com")
    page = reverse("admin:accounts_user_resend-verification", args=[user.pk])
    return enter(Client(), make_moderator()).post(page, {"reason": "They asked."})


def correct_as_staff(user: User):
    page = reverse("admin:accounts_user_correct-address", args=[user.pk])
    admin = UserFactory(username="Ada", is_staff=True, is_superuser=True)
    return enter(Client(), admin).post(page, {"email": "victim+3@gmail.com", "reason": "They asked."})


def sign_up_as_known(user: User):
    UserFactory(username="Known", email=MAILBOX)
    return send_sign_up(MAILBOX)


BY_STAFF = "has been sent too many of these emails"
WAYS = {  # with the status of the refusal, and the words in it
    "sign-up": (lambda user: send_sign_up(), 429, REACHED),
    "sign-up with a known address": (sign_up_as_known, 429, REACHED),
    "log-in": (lambda user: send_log_in(make_unconfirmed().username), 429, REACHED),
    "change": (lambda user: press_on_page(user, "action_add"), 429, REACHED),
    "send again": (send_again, 429, REACHED),
    "staff's resend": (resend_as_staff, 422, BY_STAFF),
    "staff's correction": (correct_as_staff, 422, BY_STAFF),
}


@pytest.mark.parametrize("way", WAYS)
def test_every_way_sends_one_and_none_beyond_the_limit_and_says_so(alice_with_password, way):
    ask, status, words = WAYS[way]
    use_up(recipient=hash_mailbox(MAILBOX))
    with transaction.atomic():
        refused = ask(alice_with_password)
        transaction.set_rollback(True)
    assert (refused.status_code, words in refused.content.decode()) == (status, True)
    assert to_mailbox() == 0
    cache.clear()
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert ask(alice_with_password).status_code == 302
    assert to_mailbox() == 1


def test_one_account_can_send_emails_to_ten_strangers_whichever_button_it_presses(alice_with_password):
    use_up(sender=alice_with_password.pk)
    refused = press_on_page(alice_with_password, "action_add")
    assert (refused.status_code, "You have reached the limit of 10" in refused.content.decode()) == (429, True)
    cache.clear()
    assert send_again(alice_with_password).status_code == 429
    assert to_mailbox() == 0


def test_addresses_of_one_mailbox_that_are_changed_to_and_asked_for_again_get_ten_together(alice_with_password):
    """Before there was a limit, it was a hundred in four and a half hours."""
    browser = Client()
    with time_machine.travel(timezone.now(), tick=False) as clock:
        browser.force_login(alice_with_password)
        for number in range(5):
            for button in ("action_add", *["action_send"] * 6):
                clock.shift(181)
                browser.post(reverse("account_reauthenticate"), {"password": PASSWORD})
                browser.post(reverse("account_email"), {"email": f"victim+{number}@gmail.com", button: ""})
    assert to_mailbox() == 10


def test_sign_ups_with_addresses_of_one_mailbox_and_log_ins_after_them_send_ten_together():
    """Before there was a limit, it was thirty an hour, and as many again with each log-in."""
    answers = [send_sign_up(f"v.ictim+{number}@googlemail.com", f"Dorothea{number}x") for number in range(7)]
    assert {answer.status_code for answer in answers} == {302}
    for number in range(7):
        send_log_in(f"Dorothea{number}x")
    assert to_mailbox() == 10


def test_a_mailbox_makes_ten_accounts_a_day_also_where_no_email_is_sent(settings):
    for number in range(10):
        with transaction.atomic():
            spend("sign_up", now=timezone.now(), recipient=hash_mailbox(f"victim+{number}@gmail.com"))
    refused = send_sign_up()
    assert refused.status_code == 429
    assert "This email address has reached the limit of 10 new accounts in 24 hours." in refused.content.decode()
    assert not User.objects.exists()


def test_help_that_was_waiting_is_cancelled_if_no_email_can_be_sent(alice):
    asked = rescue_requests.begin(
        alice, Rescue.Kind.ADDRESS, staff=make_moderator(), reason="She wrote.", email=MAILBOX
    )
    later = timezone.now() + timedelta(hours=73)
    with time_machine.travel(later):
        use_up(recipient=hash_mailbox(MAILBOX))
        assert rescue_requests.carry_out_due() == 0
    asked.refresh_from_db()
    assert asked.outcome == "void"
    assert not EmailAddress.objects.filter(email=MAILBOX).exists()


def test_the_functions_of_staff_refuse_in_a_sentence_for_staff(admin, alice):
    use_up(recipient=hash_mailbox(MAILBOX))
    with pytest.raises(ValidationError, match=r"This person has been sent too many of these emails\. Try again "):
        rescue.correct_address(alice, email=MAILBOX, staff=admin, reason="She wrote.")


@pytest.mark.parametrize("email", [MAILBOX, "v.i.c.t.i.m+chess@gmail.com", "Victim@GoogleMail.com"])
def test_password_resets_are_counted_by_the_mailbox_too(alice, email):
    User.objects.filter(pk=alice.pk).update(email=email.lower())
    EmailAddress.objects.update(email=email.lower())
    for _ in range(3):
        with transaction.atomic():
            spend("password_reset", now=timezone.now(), recipient=hash_mailbox(MAILBOX))
    assert Client().post(reverse("account_reset_password"), {"email": email}).status_code == 429
    assert mail.outbox == []


def test_the_mails_themselves_raise_a_refusal(alice):
    use_up(sender=alice.pk)
    with pytest.raises(Refusal, match="Links from earlier emails still work"):
        EmailAddress.objects.get(user=alice).send_confirmation()
