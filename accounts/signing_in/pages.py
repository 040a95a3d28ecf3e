"""allauth's pages that write to an address somebody enters, or make a row for a visitor, with our limits."""

from typing import Any

from allauth.account.views import EmailView, PasswordResetView, SignupView
from allauth.mfa.webauthn.views import LoginWebAuthnView
from django.db import transaction
from django.forms.utils import ErrorDict
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.generic import FormView

from accounts import events, safeguards
from accounts.limiting.limits import LONGEST_PAUSE
from accounts.limiting.origin import hash_networks
from accounts.limiting.spending import hash_mailbox, spend, spend_try, tell_when
from accounts.models import User
from accounts.signing_in import invited
from accounts.signing_in.next_page import find_wanted, lead_to
from accounts.words.limits import ASKED_TOO_OFTEN
from core.posting import refuse_too_often
from core.refusal import Refusal, note_refusal


class Limited(FormView):
    """Counts a form before it is looked at, and a valid one before it is processed. If either is refused, the form is
    shown again as it was filled in."""

    action: str

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            spend_try(self.action, now=timezone.now(), origin=hash_networks(request))
        except Refusal as refusal:
            form = self.get_form()
            form.cleaned_data, form._errors = {}, ErrorDict()  # what is too much is not even validated
            form.add_error(None, refusal.sentence)
            return note_refusal(self.form_invalid(form), refusal)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            with transaction.atomic():
                spend(self.action, now=timezone.now(), origin=hash_networks(self.request), **self.name_people(form))
                return super().form_valid(form)
        except Refusal as refusal:
            form.add_error(None, refusal.sentence)
            return note_refusal(self.form_invalid(form), refusal)

    def name_people(self, form: Any) -> dict[str, Any]:
        return {}


class SignUp(Limited, SignupView):
    action = "sign_up"

    def name_people(self, form: Any) -> dict[str, Any]:
        return {"recipient": hash_mailbox(form.cleaned_data["email"])}

    def get_initial(self) -> dict[str, Any]:
        """With the address that the visitor was invited at, where this browser has shown that they read the email."""
        address = invited.find_address(self.request)
        return {**super().get_initial(), **({"email": address} if address else {})}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        tightened = safeguards.are_tightened(now=timezone.now())
        answers = events.sign_up_shown.send(sender=User, request=self.request)
        told = [sentence for _, sentence in answers if sentence]
        return super().get_context_data(**kwargs, tightened=tightened, told=told)

    def closed(self) -> HttpResponse:
        found, until = safeguards.read().sign_ups, safeguards.find_closed_until(now=timezone.now())
        by_invitation = found == safeguards.SignUps.INVITED and not until
        told = {"by_invitation": by_invitation, "until": until if found != safeguards.SignUps.CLOSED else None}
        return render(self.request, "account/signup_closed.html", told)


class ChangeEmail(Limited, EmailView):
    action = "email_change"

    def name_people(self, form: Any) -> dict[str, Any]:
        return {"sender": self.request.user.pk, "recipient": hash_mailbox(form.cleaned_data["email"])}


class ResetPassword(Limited, PasswordResetView):
    action = "password_reset"

    def get_success_url(self) -> str:
        """Leads to the page that says to look for the email, before the page that was wanted."""
        return lead_to("account_reset_password_done", wanted=find_wanted(self.request))

    def name_people(self, form: Any) -> dict[str, Any]:
        return {"recipient": hash_mailbox(form.cleaned_data["email"])}


class PasskeyLogIn(LoginWebAuthnView):
    """Limits the only page that makes a session when it is just opened, to store what the browser is to sign."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            with transaction.atomic():
                spend("passkey", now=timezone.now(), origin=hash_networks(request))
        except Refusal as refusal:
            return note_refusal(JsonResponse({"error": refusal.sentence}), refusal)
        return super().get(request, *args, **kwargs)


def too_often(request: HttpRequest) -> HttpResponse:
    """The page for a request that allauth refuses (`handler429`). Our limits say when it goes on."""
    now = timezone.now()
    again_at = now + LONGEST_PAUSE
    return refuse_too_often(
        request,
        Refusal(ASKED_TOO_OFTEN(when=tell_when(again_at, now=now)), status=429, again_at=again_at),
    )
