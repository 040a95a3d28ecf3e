"""Help by staff for people who are locked out. Each action is logged with who and why, and told to the old address.

Nothing here asks who acts: moderators go by `rescue_requests`, where the two dangerous actions wait. Staff
never vouch for an address: its owner confirms the new one by the link that is sent there.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import CHANGE, LogEntry
from django.db import transaction
from django.utils import timezone

from accounts.emails.unreachable import refuse_unreachable
from accounts.limiting.spending import tell_when
from accounts.models import AccountEvent, User
from accounts.people import activity
from accounts.time_off import vacation
from accounts.words import rescue as words
from core.form_errors import invalid
from core.refusal import Refusal
from core.words import Said, Sentence, tell_list

NOTHING_TO_VERIFY = Sentence("nothing_to_verify", "Every email address of this person is verified.")
SAME_ADDRESS = Sentence("same_address", "That is this person’s address already.")
TAKEN = Sentence("email_taken", "This email address belongs to another account.")
NO_FACTORS = Sentence("no_factors", "This person has no second factor.")
TOO_MANY = Sentence("too_often", "This person has been sent too many of these emails. Try again {again}.")
TOO_MANY_FOR_LONG = Sentence("too_often", "This person has been sent too many of these emails. Try again later.")
NOBODYS = Sentence("nobodys", "Nobody logs in to this account.")


@transaction.atomic
def resend_verification(user: User, *, staff: User, reason: str) -> list[str]:
    """Sends the verifying mail once more to each address not yet verified, and returns them. Raises ValidationError."""
    refuse_nobodys(user)
    waiting = list(EmailAddress.objects.filter(user=user, verified=False).order_by("pk"))
    if not waiting:
        raise invalid(NOTHING_TO_VERIFY())
    for address in waiting:
        ask_to_confirm(address)
    addresses = [address.email for address in waiting]
    if user.email not in addresses:
        tell(user, "verification_resent", addresses=addresses)
    log(user, words.SENT_AGAIN(addresses=tell_list(addresses)), by=staff, why=reason)
    return addresses


@transaction.atomic
def correct_address(user: User, *, email: str, staff: User, reason: str) -> None:
    """Sends a link to `email` to confirm that it is this person's; once confirmed, it replaces the old address.

    Raises ValidationError for an address that this person or somebody else already has, and one that has been written
    to too often.
    """
    email = check_address(user, email=email)
    EmailAddress.objects.filter(user=user, verified=False, primary=False).delete()  # a change asked for before
    ask_to_confirm(EmailAddress.objects.create(user=user, email=email))
    tell(user, "address_corrected", new=email)
    log(user, words.ADDRESS_TO_BE(email=email, former=user.email), by=staff, why=reason)


def ask_to_confirm(address: EmailAddress) -> None:
    """Sends the link. Raises ValidationError if the person or the mailbox has come to a limit."""
    try:
        address.send_confirmation()
    except Refusal as refusal:
        if refusal.again_at is None:
            raise invalid(TOO_MANY_FOR_LONG()) from None
        raise invalid(TOO_MANY(again=tell_when(refusal.again_at, now=timezone.now()))) from None


def check_address(user: User, *, email: str) -> str:
    """The address as it is stored. Raises ValidationError if this person or somebody else already has it,
    if no email can reach it, or if the account is nobody's."""
    refuse_nobodys(user)
    email = email.lower()
    refuse_unreachable(email)
    if email == user.email:
        raise invalid(SAME_ADDRESS())
    others = EmailAddress.objects.filter(email__iexact=email, verified=True).exclude(user=user)
    if others.exists() or User.objects.filter(email=email).exists():
        raise invalid(TAKEN())
    return email


@transaction.atomic
def reset_second_factors(user: User, *, staff: User, reason: str) -> None:
    """Takes away app, passkeys and recovery codes: the password alone lets in again. Raises ValidationError."""
    kinds = find_factors(user)
    Authenticator.objects.filter(user=user).delete()
    activity.note(user, AccountEvent.Kind.FACTORS_RESET)
    tell(user, "second_factors_reset")
    log(user, words.FACTORS_REMOVED(kinds=tell_list(kinds)), by=staff, why=reason)


def find_factors(user: User) -> list[str]:
    """The kinds of second factors that this person has. Raises ValidationError if there are none."""
    refuse_nobodys(user)
    kinds = sorted({factor.get_type_display() for factor in Authenticator.objects.filter(user=user)})
    if not kinds:
        raise invalid(NO_FACTORS())
    return kinds


@transaction.atomic
def give_vacation(user: User, *, days: int, staff: User, reason: str) -> timedelta:
    """Adds days of vacation, to put right what the site did wrong; returns what the user then has. Raises
    ValidationError."""
    refuse_nobodys(user)
    has = vacation.give(user, days=days)
    log(user, words.VACATION_GIVEN(length=timedelta(days=days)), by=staff, why=reason)
    return has


def refuse_nobodys(user: User) -> None:
    """Raises ValidationError for a computer, a guest, and an account that is closed: there is nobody to help, and
    the person who got its address would get the account."""
    if not user.is_person or user.closed_at:
        raise invalid(NOBODYS())


def tell(user: User, mail: str, **context: Any) -> None:
    """Writes to the account's present address."""
    get_adapter().send_mail(f"accounts/mail/{mail}", user.email, {"person": user, **context})


def log(user: User, what: Said, *, by: User, why: str) -> None:
    """The administration's own log keeps a text."""
    LogEntry.objects.log_actions(by.pk, [user], CHANGE, str(words.LOGGED(what=what, reason=why)), single_object=True)
