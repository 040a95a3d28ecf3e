"""The two pages of a log-in by a code from an email: one asks for the address, the other for the code."""

from __future__ import annotations

from typing import Any

from allauth.account import app_settings
from allauth.account.mixins import NextRedirectMixin
from allauth.account.stages import LoginByCodeStage, LoginStage
from allauth.account.views import LoginView, RequestLoginCodeView
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.generic import FormView

from accounts.limiting.origin import hash_networks
from accounts.limiting.spending import hash_mailbox, spend
from accounts.signing_in import codes
from accounts.signing_in.code_forms import AskForm, EnterForm
from accounts.signing_in.next_page import find_wanted, lead_to
from accounts.signing_in.pages import Limited
from accounts.words import refusals
from core import flash
from core.refusal import Refusal, note_refusal


class OpenWhileACodeWaits:
    """allauth leads whoever has begun to log in on to the next step. Somebody who waits for a code may have mistyped
    their address, or remember the password after all."""

    def _redirect_to_pending_stage(self, request: HttpRequest, stage: LoginStage) -> HttpResponseRedirect | None:
        if stage.key == LoginByCodeStage.key:
            return None
        led: HttpResponseRedirect | None = super()._redirect_to_pending_stage(request, stage)  # type: ignore[misc]
        return led


class LogIn(OpenWhileACodeWaits, LoginView):
    """The log-in by a password, with the way to one by a code."""


class _AskForCode(OpenWhileACodeWaits, RequestLoginCodeView):
    def get_form_class(self) -> type[AskForm]:
        return AskForm

    def get_initial(self) -> dict[str, Any]:
        waiting, _ = codes.find_waiting(self.request)
        return {**super().get_initial(), **({"email": waiting.address} if waiting else {})}

    def get_form_kwargs(self) -> dict[str, Any]:
        """The form of the log-in page is sent here, too, by its second button."""
        given = super().get_form_kwargs()
        data = given.get("data")
        if data is not None and "email" not in data and "login" in data:
            given["data"] = {**data.dict(), "email": data["login"]}
        return given

    def form_valid(self, form: Any) -> HttpResponse:
        codes.ask(self.request, address=form.cleaned_data["email"])
        return redirect(lead_to("account_confirm_login_code", wanted=find_wanted(self.request)))


class AskForCode(Limited, _AskForCode):
    action = "login_code"

    def name_people(self, form: Any) -> dict[str, Any]:
        return {"recipient": hash_mailbox(form.cleaned_data["email"])}


@method_decorator([never_cache, sensitive_post_parameters("code")], name="dispatch")
class EnterCode(NextRedirectMixin, FormView):
    form_class = EnterForm
    template_name = "account/confirm_login_code.html"
    waiting: codes.EmailedCode

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if request.user.is_authenticated:
            return redirect(find_wanted(request) or settings.LOGIN_REDIRECT_URL)
        waiting, has_expired = codes.find_waiting(request)
        if waiting is None:
            return self.ask_again(refusals.CODE_EXPIRED() if has_expired else refusals.CODE_ELSEWHERE())
        self.waiting = waiting
        return super().dispatch(request, *args, **kwargs)

    def ask_again(self, said: Any) -> HttpResponse:
        flash.warning(self.request, said)
        return redirect(lead_to("account_request_login_code", wanted=find_wanted(self.request)))

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "waiting": self.waiting}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs, email=self.waiting.address, wanted=find_wanted(self.request))

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Counts the code before it is compared, since many may be sent at once."""
        if not request.POST.get("code", "").strip():
            return super().post(request, *args, **kwargs)
        try:
            with transaction.atomic():
                origin = hash_networks(request)
                spend("login_code_guess", now=timezone.now(), origin=origin, recipient=self.waiting.nonce)
        except Refusal as refusal:
            form = EnterForm(waiting=self.waiting)  # empty: nothing is compared
            shown = self.get_context_data(form=form, refusal=refusal)
            return note_refusal(self.render_to_response(shown), refusal)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        answer = self.waiting.use_up(self.get_next_url())
        if answer is None:
            return self.ask_again(refusals.CODE_EXPIRED())
        stays = app_settings.SESSION_COOKIE_AGE if form.cleaned_data["remember"] else 0
        self.request.session.set_expiry(stays)
        return answer

    def form_invalid(self, form: Any) -> HttpResponse:
        if form.has_error("code", "required") or self.waiting.refuse():
            return super().form_invalid(form)
        return self.ask_again(refusals.CODES_TRIED())
