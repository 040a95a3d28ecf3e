"""The forms of people: allauth's with our words, and the settings page."""

import secrets
from datetime import datetime
from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.views import signup
from allauth.mfa.base import forms as mfa_forms
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as totp_forms
from allauth.mfa.webauthn import forms as webauthn_forms
from django import forms
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy

from accounts import events
from accounts.conduct.restrictions import lock
from accounts.conduct.writing import refuse_text
from accounts.models import User
from accounts.profile.weekends import NONE, offer_weekends
from accounts.profile.zones import offer_zones, validate_time_zone
from accounts.signing_in import invited
from accounts.signing_in.next_page import find_wanted, lead_to
from accounts.words import done
from core.form_choices import set_choices
from core.json_bodies import SoundDecoder
from core.versions import Versioned
from core.words import TIME, tell_moment

PASSWORD_RULE = "At least 8 characters; not all digits, not your name or this site’s, and not a commonly used password."
FOLLOW = "browser"  # in place of a time zone: whatever the browser tells
NO_ZONE = gettext_lazy("“%(value)s” isn’t a time zone we know. Please choose one from the list.")
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


class SettingsForm(Versioned, forms.Form):
    """What others read about a person, in which zone this person reads times, and which days are kept free."""

    about = forms.CharField(
        max_length=2000,
        required=False,
        label="About you",
        help_text="Anyone can read this on your profile. Up to 2,000 characters.",
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    time_zone = forms.ChoiceField(label="Time zone")
    weekend = forms.ChoiceField(
        label="My weekend",
        choices=offer_weekends,
        help_text="In games with weekends off, your clock is stopped on these days, from midnight to midnight where "
        "you are. If you change them, that applies to games that start from now on.",
    )
    named_in_files = forms.BooleanField(
        required=False,
        label="Put my name into the files of games",
        help_text="Anyone may download all finished public games, month by month. Without the tick it says “Anonymous” "
        "there, from tomorrow on in the files of earlier months, too. The pages of your games keep your name.",
    )

    def __init__(self, *args: Any, user: User, now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, saved=read_settings(user), **kwargs)
        self.user, self.now = user, now
        if not settings.RECORDS_LICENCE:
            del self.fields["named_in_files"]
        field = self.fields["time_zone"]
        follow = done.AS_BROWSER(zone=user.zone.key, time=tell_moment(now, form=TIME, zone=user.zone))
        set_choices(field, [(FOLLOW, follow), *offer_zones(now, present=user.time_zone)])
        field.error_messages["invalid_choice"] = NO_ZONE
        if user.zone.key != user.time_zone:
            field.help_text = str(done.ZONE_LOST(name=user.time_zone[:64]))
        else:
            field.help_text = str(done.ZONE_SHOWN())

    @transaction.atomic
    def save(self) -> None:
        """Raises Outdated; Refusal: muted, suspended, for another text about oneself."""
        person = lock(self.user.pk)
        self.refuse_outdated(read_settings(person))
        if self.cleaned_data["about"] != person.about:
            refuse_text(person, self.cleaned_data["about"], now=self.now)
        zone = self.cleaned_data["time_zone"]
        self.user.about = self.cleaned_data["about"]
        self.user.time_zone_chosen = zone != FOLLOW
        weekend = self.cleaned_data["weekend"]
        self.user.weekend = "" if weekend == NONE else weekend
        named = self.cleaned_data.get("named_in_files", person.named_in_files)
        self.user.named_in_files = named
        self.user.save(update_fields=["about", "time_zone_chosen", "weekend", "named_in_files"])
        if named != person.named_in_files:
            events.naming_changed.send(sender=User, user_id=person.pk)
        if zone not in (FOLLOW, self.user.time_zone):
            self.user.move_to(zone)


def read_settings(user: User) -> dict[str, str | bool]:
    """What SettingsForm shows of somebody."""
    chosen = user.time_zone if user.time_zone_chosen else FOLLOW
    told: dict[str, str | bool] = {"about": user.about, "time_zone": chosen, "weekend": user.weekend or NONE}
    return told | ({"named_in_files": user.named_in_files} if settings.RECORDS_LICENCE else {})


class SeenZoneForm(forms.Form):
    """The zone a browser tells of its own accord."""

    time_zone = forms.CharField(max_length=64, validators=[validate_time_zone])
