"""The two forms of a log-in by a code from an email: one with the address, the other with the code."""

from typing import Any

from django import forms

from accounts.signing_in.codes import EmailedCode
from accounts.words import refusals
from engine.pasted import tidy


class AskForm(forms.Form):
    """Where a code to log in goes. Nothing is looked up here: an unknown address is answered like a known one."""

    email = forms.EmailField(
        label="Email address",
        help_text="The confirmed address of your account.",
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def clean_email(self) -> str:
        """As addresses are stored: the code goes to no other that only looks the same."""
        return str(self.cleaned_data["email"]).lower()


class EnterForm(forms.Form):
    """The code from the email. Telephones offer it from there, and show digits to type it."""

    code = forms.CharField(
        label="Code",
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric", "autofocus": True}),
    )
    remember = forms.BooleanField(label="Keep me logged in on this device", required=False, initial=True)
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, waiting: EmailedCode, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.waiting = waiting

    def clean_code(self) -> str:
        code = tidy(self.cleaned_data["code"])
        if not self.waiting.matches(code):
            raise forms.ValidationError(str(refusals.WRONG_EMAILED_CODE()), code="incorrect_code")
        return code
