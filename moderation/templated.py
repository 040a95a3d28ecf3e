"""Messages from templates. Staff choose one, which fills the form, read and change it there, and only then send it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

from django import forms
from django.forms.utils import flatatt
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from core.form_errors import invalid
from moderation.models import MessageTemplate
from moderation.words import decisions as words

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

LONGEST = 1000
MOST_TEMPLATES = 200
FILL = "fill"
"""The button that puts the chosen message into the form. Where scripts run, choosing is enough."""


def list_templates() -> list[MessageTemplate]:
    """Returns all messages that are offered. Makes one query."""
    return list(MessageTemplate.objects.all()[:MOST_TEMPLATES])


def text_field(
    label: StrOrPromise, *, required: bool, rows: int = 3, help_text: StrOrPromise = "", **more: Any
) -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": rows, "maxlength": LONGEST})
    return forms.CharField(
        label=label, required=required, max_length=LONGEST, widget=widget, help_text=help_text, **more
    )


class PlainSelect(forms.Select):
    """A select that renders no template for each option, since pages of staff have a dozen selects.

    `texts` holds, by the chosen value, what the script puts into the form.
    """

    texts: dict[str, str] = {}

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = {str(each) for each in self.format_value(value)}
        options = format_html_join(
            "", "<option{}>{}</option>", ((self._tell_option(str(key), chosen), label) for key, label in self.choices)
        )
        return format_html(
            "<select{}>{}</select>", flatatt({**self.build_attrs(self.attrs, attrs), "name": name}), options
        )

    def _tell_option(self, value: str, chosen: set[str]) -> str:
        return flatatt({"value": value, "selected": value in chosen, "data-text": self.texts.get(value)})


class TemplatedForm(forms.Form):
    """A form with a message in its field `said`, which can start from a template."""

    said: str
    """The name of the field for the message."""
    texts: dict[str, str] = {}
    """The texts that may be chosen, by value. It is empty if no templates are offered."""

    @classmethod
    def read(cls, request: HttpRequest, **terms: Any) -> Self:
        """Reads the form as sent. If the button only asked for the chosen message, returns a new form with it."""
        form = cls(request.POST or None, **terms)
        return cls(initial=form.fill(), **terms) if FILL in request.POST else form

    def offer_templates(
        self, action: str, templates: Sequence[MessageTemplate] | None = None, *, reason: str = ""
    ) -> MessageTemplate | None:
        """Adds the choice of templates, if there are any, after the fields added so far. Those for reports with this
        reason come first. Returns the template that fits the reason best, or None."""
        found = list_templates() if templates is None else templates
        offered = sorted((each for each in found if each.fits(action)), key=lambda each: each.rank(reason))
        self.texts = {str(each.pk): each.text for each in offered}
        if not offered:
            return None
        widget = PlainSelect(attrs={"data-fills": self.said})
        widget.texts = self.texts
        self.fields["template"] = forms.ChoiceField(
            label=_("Begin with a template"),
            choices=[("", _("None")), *((str(each.pk), each.title) for each in offered)],
            required=False,
            widget=widget,
        )
        best = offered[0]
        return best if best.reason in ("", reason) and (best.reason or best.action) else None

    def fill(self) -> dict[str, str]:
        """Returns the values of a new form: what was typed, with the chosen message in it."""
        typed = self.data.dict() if hasattr(self.data, "dict") else dict(self.data)
        return {**typed, self.said: self._put_in(typed.get(self.said, "").strip())}

    def _put_in(self, typed: str) -> str:
        """Returns the message with the chosen template, which replaces another unchanged template. Text that the
        moderator wrote stays above it."""
        text = self.texts.get(self.data.get("template", ""), "")
        return text if typed in ("", *self.texts.values()) else f"{typed}\n\n{text}".strip()

    def clean(self) -> dict[str, Any]:
        """Shows a chosen message that was not read yet, instead of sending it."""
        data = super().clean() or self.cleaned_data
        if data.get("template") and not self.data.get(self.said, "").strip():
            self.data = {**self.fill()}
            self.errors.pop(self.said, None)
            self.add_error(self.said, invalid(words.READ_TEMPLATE()))
        return data
