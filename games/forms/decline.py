"""The form by which a challenge is declined."""

from __future__ import annotations

from django import forms

from games.models import Challenge


class DeclineForm(forms.ModelForm):
    """The reason for declining, which may be left empty."""

    class Meta:
        model = Challenge
        fields = ["reason"]
        labels = {"reason": "Reason (the challenger will read it)"}
        help_texts = {"reason": ""}
