"""The form of a report."""

from django import forms

from moderation.models import Report


class ReportForm(forms.Form):
    matter = forms.ChoiceField(
        label="What is it about?",
        choices=Report.Matter.choices,
        widget=forms.RadioSelect,
        error_messages={"required": "Please choose what it is about."},
    )
    text = forms.CharField(
        label="What happened?",
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text="Only our staff will read this. Up to 2,000 characters.",
        error_messages={"required": "Please say what happened, so that someone can look into it."},
    )
