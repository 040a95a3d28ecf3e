"""The forms of people: allauth's with our words."""

import secrets
from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.views import signup
from allauth.mfa.base import forms as mfa_forms
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as totp_forms
from allauth.mfa.webauthn import forms as webauthn_forms
from django import forms
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html

from accounts.models import User
from accounts.signing_in import invited
from accounts.signing_in.next_page import find_wanted, lead_to
from core.json_bodies import SoundDecoder
from core.versions import Versioned

PASSWORD_RULE = "At least 8 characters; not all digits, not your name or this site’s, and not a commonly used password."
CODE_RULE = "Six digits from your authenticator app, or one of your recovery codes."


class Worded:
    """Gives fields our labels and help texts. Placeholders are left out, since they vanish while one types."""

    labels: dict[str, str] = {}
    helps: dict[str, str] = {}
    fields: dict[str, forms.Field]
    """The fields of the form that it is mixed into."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = self.labels.get(name, field.label)
            field.help_text = self.helps.get(name, field.help_text)
            if isinstance(field, forms.JSONField):
                field.decoder = SoundDecoder


class SignupForm(Worded, allauth_forms.SignupForm):
    labels = {"username": "Name", "email": "Email address", "password1": "Password"}
    helps = {
        "username": "How others see you: 3 to 20 letters, digits, hyphens, underscores or full stops.",
        "email": "Nobody else sees it. We use it to tell you when it’s your turn.",
        "password1": PASSWORD_RULE,
    }
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput)
    field_order = ["username", "email", "password1", "time_zone"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].validators = []  # accounts.profile.names says in one sentence what a name is

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Makes the account. If somebody took the name or the address a moment ago, the form is processed once more.

        The second time that account is found, so that a person who comes a moment too late reads the same sentence as
        anybody who comes late.
        """
        try:
            with transaction.atomic():
                if self.account_already_exists:
                    self.rehearse(request)
                user, answer = super().try_save(request)
                if user is not None:
                    invited.confirm_proven(request, user)
                return user, answer
        except IntegrityError:
            if getattr(request, "signup_answered_again", False):
                raise
            request.signup_answered_again = True  # type: ignore[attr-defined]
            return None, signup(request)

    @transaction.atomic
    def rehearse(self, request: HttpRequest) -> None:
        """Makes an account with an address that nobody has and rolls it back, so that a known address takes as long as
        a new one."""
        known = self.cleaned_data["email"]
        self.cleaned_data["email"], self.account_already_exists = f"{secrets.token_hex(16)}@invalid", False
        try:
            self.save(request)
        finally:
            self.cleaned_data["email"], self.account_already_exists = known, True
        transaction.set_rollback(True)


class NewNameForm(forms.Form):
    """A name in place of one that staff took away."""

    username = forms.CharField(
        label="New name",
        max_length=20,
        help_text=SignupForm.helps["username"],
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
        error_messages={"required": "Please choose a name."},
    )


class LoginForm(Worded, allauth_forms.LoginForm):
    labels = {"login": "Name or email address", "remember": "Keep me logged in on this device"}
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["remember"].initial = True
        if self.request:
            reset = lead_to("account_reset_password", wanted=find_wanted(self.request))
            self.fields["password"].help_text = format_html('<a href="{}">Forgot your password?</a>', reset)


class AddEmailForm(Worded, allauth_forms.AddEmailForm):
    labels = {"email": "New email address"}
    helps = {"email": "We’ll send a link there; until you open it, your current address stays."}


class ResetPasswordForm(Worded, allauth_forms.ResetPasswordForm):
    """If nobody has the address, the email is written all the same but not sent, so that it takes about as long."""

    labels = {"email": "Email address"}
    users: list[User]

    def clean_email(self) -> str:
        email = str(super().clean_email())
        self.users = [user for user in self.users if user.is_person]
        return email

    @transaction.atomic
    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        if self.users:
            return super().save(request, **kwargs)
        self.users = [User(pk=0, username="nobody", email=self.cleaned_data["email"])]
        email = super().save(request, **kwargs)
        transaction.set_rollback(True)  # allauth has noted the address as that of user 0
        return email


class ResetLinkForm(allauth_forms.UserTokenForm):
    """What the link of such an email says; one for a computer or a guest is no good, wherever it came from."""

    def _get_user(self, uidb36: str) -> User | None:
        found: User | None = super()._get_user(uidb36)
        return found if found and found.is_person else None


class ResetPasswordKeyForm(Worded, allauth_forms.ResetPasswordKeyForm):
    labels = {"password1": "New password", "password2": "New password again"}
    helps = {"password1": PASSWORD_RULE}


class ChangePasswordForm(Worded, allauth_forms.ChangePasswordForm):
    labels = {"oldpassword": "Current password", "password1": "New password", "password2": "New password again"}
    helps = {"oldpassword": "", "password1": PASSWORD_RULE}


class SetPasswordForm(Worded, allauth_forms.SetPasswordForm):
    labels = {"password1": "Password", "password2": "Password again"}
    helps = {"password1": PASSWORD_RULE}


class ConfirmPasswordForm(Worded, allauth_forms.ReauthenticateForm):
    labels = {"password": "Password"}


class CodeForm(Worded, mfa_forms.AuthenticateForm):
    helps = {"code": CODE_RULE}


class ConfirmCodeForm(Worded, mfa_forms.ReauthenticateForm):
    helps = {"code": CODE_RULE}


class ActivateAppForm(Worded, totp_forms.ActivateTOTPForm):
    labels = {"code": "Code shown by the app"}


class AddKeyForm(Worded, webauthn_forms.AddWebAuthnForm):
    labels = {"name": "Key name", "passwordless": "Log in with this key alone"}
    helps = {
        "name": "To tell your keys apart: “phone”, “blue key”.",
        "passwordless": "A passkey replaces your name and password. Untick this for a key without a PIN or "
        "fingerprint: you’ll use it as a second step after your password.",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["passwordless"].initial = True


class KeyForm(Worded, webauthn_forms.AuthenticateWebAuthnForm):
    """The second step of a log-in, by a key."""


class LoginKeyForm(Worded, webauthn_forms.LoginWebAuthnForm):
    """A log-in by a passkey alone."""


class ConfirmKeyForm(Worded, webauthn_forms.ReauthenticateWebAuthnForm):
    """Confirms with a key that it is still the same person."""


class RenameKeyForm(Versioned, Worded, webauthn_forms.EditWebAuthnForm):
    labels = {"name": "Key name"}

    def __init__(self, *args: Any, instance: Authenticator, **kwargs: Any) -> None:
        super().__init__(*args, saved={"name": instance.wrap().name}, instance=instance, **kwargs)

    @transaction.atomic
    def save(self) -> Authenticator:
        """Raises Outdated."""
        found = Authenticator.objects.select_for_update(no_key=True).get(pk=self.instance.pk)
        self.refuse_outdated({"name": found.wrap().name})
        return super().save()
