"""Adapts allauth to this site: names, time zones, where a visitor goes next, emails in two forms."""

from datetime import timedelta
from email.utils import format_datetime
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import context as at_hand
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string, select_template
from django.urls import reverse
from django.utils import timezone

from accounts import events, safeguards
from accounts.conduct import restrictions
from accounts.emails.mails import split_parts, wrap_lines
from accounts.emails.unreachable import refuse_unreachable
from accounts.limiting.limits import PAUSE_AFTER_GUESSES
from accounts.limiting.spending import hash_mailbox, spend
from accounts.models import AccountEvent, User
from accounts.people import activity, renaming
from accounts.profile.names import validate_name
from accounts.profile.zones import known_zones
from accounts.signing_in import guessing, known_devices, sealing
from accounts.signing_in.backend import find_user
from accounts.signing_in.next_page import find_wanted, lead_by_log_in, lead_to
from accounts.words import done, refusals
from accounts.words.limits import EARLIER_LINKS
from core import flash
from core.forwarded import find_client
from core.refusal import Refusal

CONFIRMS, RESETS = (
    timedelta(days=app_settings.EMAIL_CONFIRMATION_EXPIRE_DAYS),
    timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT),
)
LINK_LASTS = {
    "account/email/email_confirmation": CONFIRMS,
    "account/email/email_confirmation_signup": CONFIRMS,
    "account/email/password_reset_key": RESETS,
    "account/email/login_code": timedelta(seconds=app_settings.LOGIN_BY_CODE_TIMEOUT),
}
"""Emails that are nothing without their link or code, by their templates, and how long it works."""


def absolute(page: str, *arguments: str) -> str:
    """The address of a page as emails give it: at SITE_URL, whatever host the present request names."""
    return f"{settings.SITE_URL}{reverse(page, args=arguments)}"


def count_confirming_mail(address: str, *, sender: int | None = None) -> None:
    """Counts an email to a mailbox, at the wish of an account. Raises Refusal: too_often."""
    try:
        spend("confirm_email", now=timezone.now(), recipient=hash_mailbox(address), sender=sender)
    except Refusal as refusal:
        said = EARLIER_LINKS(limit=refusal.said)
        raise Refusal(said, status=refusal.status, again_at=refusal.again_at) from None


def tell_elsewhere(request: HttpRequest, user: User) -> None:
    """Announces that the user is logged out everywhere but in this browser, or there, too, if they are not in."""
    mark = known_devices.mark_of(request, user) if request.user == user else ""
    events.logged_out_elsewhere.send(sender=User, user_id=user.pk, mark=mark)


class AccountAdapter(DefaultAccountAdapter):
    """Names are checked by accounts.profile.names; emails go out by way of the outbox (EMAIL_BACKEND)."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": refusals.MISMATCH(),
        "email_password_mismatch": refusals.MISMATCH(),
        "too_many_login_attempts": refusals.TOO_MANY_LOG_INS(),
        "rate_limited": refusals.RATE_LIMITED(),
        "email_taken": refusals.EMAIL_TAKEN(),
        "incorrect_password": refusals.WRONG_PASSWORD(),
        "enter_current_password": refusals.WRONG_CURRENT(),
        "incorrect_code": refusals.WRONG_CODE(),
        "account_inactive": refusals.CLOSED(),
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        """As the site itself counts it. Raises PermissionDenied where it is not known."""
        if not (address := find_client(request.META)):
            raise PermissionDenied("It is not known where the request comes from.")
        return address

    def validation_error(self, code: str, *args: Any) -> ValidationError:
        """The error of a form. allauth shows it with status 200; after too many guesses the middleware makes that
        429."""
        error: ValidationError = super().validation_error(code, *args)
        if code in ("too_many_login_attempts", "rate_limited"):
            again_at = timezone.now() + PAUSE_AFTER_GUESSES
            said = refusals.TOO_MANY_LOG_INS() if code == "too_many_login_attempts" else refusals.RATE_LIMITED()
            at_hand.request.refusal = Refusal(said, status=429, again_at=again_at)
        return error

    def clean_username(self, username: str, shallow: bool = False) -> str:
        validate_name(username)
        if not shallow:
            User.objects.refuse_taken(username)
        return username

    def clean_email(self, email: str) -> str:
        """For every form in which somebody enters an address of theirs."""
        refuse_unreachable(email)
        return str(super().clean_email(email))

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether staff let anybody sign up, or this visitor, who comes by the link of an invitation."""
        if safeguards.find_closed_until(now=timezone.now()):
            return False
        sign_ups = safeguards.read().sign_ups
        if sign_ups == safeguards.SignUps.INVITED:
            answers = events.invitation_shown.send(sender=User, page=find_wanted(request))
            return any(answer for _, answer in answers)
        return sign_ups == safeguards.SignUps.OPEN

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Stores the browser's time zone. An unknown zone does not prevent a sign-up: a message says so."""
        name = form.cleaned_data.get("time_zone", "")
        if name in known_zones():
            user.time_zone = name
        elif name := name[:64]:
            flash.warning(request, done.ZONE_NOT_TAKEN(name=name))
        return super().save_user(request, user, form, commit=commit)

    def login(self, request: HttpRequest, user: User) -> None:
        super().login(request, user)
        name = request.POST.get("time_zone", "")
        if name in known_zones():  # otherwise the one known before stays
            user.learn_time_zone(name)

    def pre_login(self, request: HttpRequest, user: User, **hooks: Any) -> HttpResponse | None:
        """Tells somebody who is suspended why, until when, and where to appeal, however they log in. Lets in no
        computer and no guest."""
        if response := super().pre_login(request, user, **hooks):
            return response
        if not user.is_person:
            return self.respond_user_inactive(request, user)
        now, activity = timezone.now(), restrictions.Activity.SIGN_IN
        standing = restrictions.find(user.pk, activity, now=now) if user.restricted else None
        if standing is None:
            return None
        with timezone.override(user.zone):
            told = {"restriction": standing, "told": restrictions.tell_short(standing)}
            return render(request, "account/suspended.html", told, status=403)

    def post_login(self, request: HttpRequest, user: User, **hooks: Any) -> HttpResponse:
        response = super().post_login(request, user, **hooks)
        if renaming.has_to_choose(user):  # they may go on without, and every page says so
            response = redirect(lead_to("new_name", wanted=hooks.get("redirect_url") or find_wanted(request)))
        known_devices.remember(request, response, user=user)
        return response

    @transaction.atomic
    def logout(self, request: HttpRequest) -> None:
        """Ends the session and all that ends with it in this browser, or nothing."""
        super().logout(request)

    @transaction.atomic
    def set_password(self, user: User, password: str) -> None:
        """The person stays logged in where they set it; Django ends every other session of theirs."""
        super().set_password(user, password)
        tell_elsewhere(self.request, user)

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        user = find_user(credentials.get("email") or credentials.get("username") or "")
        activity.note_failure(user, AccountEvent.Kind.LOG_IN_FAILED, request=request)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Counts the guess before it is tried, for the networks around the address as well; a right one is taken
        back."""
        super().pre_authenticate(request, **credentials)
        in_networks = guessing.count(request, "login_failed")
        if in_networks is None:
            raise self.validation_error("too_many_login_attempts")
        self._login_failed_rl_usage.usage += in_networks.usage

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """The key by which allauth counts failures: the account, whether its name or its address was typed.

        Those in a browser of the account's owner are counted separately.
        """
        login = credentials.get("email", credentials.get("username", "")).lower()
        user = find_user(login)
        account = f"account {user.pk}" if user else f"nobody {login}"
        return f"{account}:{known_devices.find_mark(request, login=login)}"

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """Adds the page that the visitor wanted to the emailed link, for another browser or a later day.

        In the browser that signed up allauth itself remembers it. Elsewhere one has to log in first, so the link leads
        there by way of the log-in page. allauth follows `next` to addresses of this site only.
        """
        return absolute("account_confirm_email", emailconfirmation.key) + lead_by_log_in(request)

    def get_reset_password_from_key_url(self, key: str) -> str:
        """After choosing the new password one comes to the log-in page, and from there to the page that was wanted."""
        uid, _, secret = key.partition("-")
        return absolute("account_reset_password_from_key", uid, secret) + lead_by_log_in(self.request)

    def send_password_reset_mail(self, user: User, email: str, context: dict[str, Any]) -> None:
        """Sends nothing if nobody has the address; see accounts.forms.ResetPasswordForm."""
        if user.pk:
            super().send_password_reset_mail(user, email, context)
        else:
            self.render_mail("account/email/password_reset_key", email, {"email": email, **context}).message()

    @transaction.atomic
    def send_confirmation_mail(self, request: HttpRequest | None, emailconfirmation: Any, signup: bool) -> None:
        """Raises Refusal: too_often. Every email of this kind comes here."""
        address: EmailAddress = emailconfirmation.email_address
        count_confirming_mail(address.email, sender=address.user_id)
        super().send_confirmation_mail(request, emailconfirmation, signup)

    @transaction.atomic
    def send_account_already_exists_mail(self, email: str) -> None:
        """Goes to a person with an account, in place of the email that confirms a new address, and counts as one.

        Raises Refusal: too_often.
        """
        count_confirming_mail(email)
        links = {"signup_url": "account_signup", "password_reset_url": "account_reset_password"}
        context = {name: absolute(page) for name, page in links.items()}
        self.send_mail("account/email/account_already_exists", email, context)

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        return reverse("account_email" if self.request.user.is_authenticated else "account_login")

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """Only a new address that is not yet confirmed can be removed: an account needs one that can be written to."""
        return not email_address.primary

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Sends an email, also where there is no request, as in a worker."""
        self.render_mail(template_prefix, email, {"email": email, **context}).send()

    def render_mail(
        self, template_prefix: str, email: Any, context: dict[str, Any], headers: Any = None
    ) -> EmailMessage:
        """The email of allauth's text template, with the same words as HTML beside it.

        No template gets the request, or the site that it names: its host is whatever a stranger sent.
        """
        site = {"site_name": settings.SITE_NAME, "site_url": settings.SITE_URL}
        words_alone = {**context, **site, "request": None, "current_site": None}
        if lasts := LINK_LASTS.get(template_prefix):
            headers = {**(headers or {}), "Expires": format_datetime(timezone.now() + lasts)}
        message = super().render_mail(template_prefix, email, words_alone, headers)
        if isinstance(message, EmailMultiAlternatives) and not message.alternatives:
            parts = split_parts(str(message.body))
            layout = select_template(["notifications/mail/base.html", "account/email/_frame.html"])
            words = {"parts": parts, "layout": layout, "subject": message.subject, **site}
            message.attach_alternative(render_to_string("account/email/message.html", words), "text/html")
            message.body = wrap_lines(str(message.body))
        return message


class UserSessionsAdapter(DefaultUserSessionsAdapter):
    @transaction.atomic
    def end_sessions(self, sessions: list[UserSession]) -> None:
        super().end_sessions(sessions)
        tell_elsewhere(at_hand.request, at_hand.request.user)
        if sessions:
            activity.note(sessions[0].user, AccountEvent.Kind.SESSIONS_ENDED, request=at_hand.request)


class MFAAdapter(DefaultMFAAdapter):
    """Passkeys and authenticator apps show the site by its name, and a key is called what it is."""

    error_messages = DefaultMFAAdapter.error_messages | {"incorrect_code": refusals.WRONG_CODE()}

    def _get_site_name(self) -> str:
        return settings.SITE_NAME

    def encrypt(self, text: str) -> str:
        return sealing.seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        """Raises sealing.Unreadable, which accounts.middleware answers."""
        return sealing.unseal(encrypted_text)

    def generate_authenticator_name(self, user: User, type: Any) -> str:
        return str(done.KEY_NAME(number=Authenticator.objects.filter(user=user, type=type).count() + 1))
