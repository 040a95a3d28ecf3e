"""Messages from templates: chosen, put into the form to be read and changed there, and only then sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from django import forms
from django.forms.utils import flatatt
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from moderation.models import MessageTemplate

LONGEST = 1000
MOST_TEMPLATES = 200
FILL = "fill"
"""The button that puts the chosen message into the form; with the script, choosing does."""


def list_templates() -> list[MessageTemplate]:
    """All messages that are offered; one query."""
    return list(MessageTemplate.objects.all()[:MOST_TEMPLATES])


def text_field(label: str, *, required: bool, rows: int = 3, help_text: str = "", **more: Any) -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": rows, "maxlength": LONGEST})
    return forms.CharField(
        label=label, required=required, max_length=LONGEST, widget=widget, help_text=help_text, **more
    )


class PlainSelect(forms.Select):
    """A select that asks no template for each of its options: the pages of staff have a dozen. `texts`, by value, is
    what the script puts into the form when one is chosen."""

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
    """A form with a message in its field `said`, which a template may begin."""

    said: ClassVar[str]
    texts: dict[str, str] = {}
    """What may be chosen, by value; nothing where no templates are offered, whatever is asked for."""

    @classmethod
    def read(cls, request: HttpRequest, **terms: Any) -> Self:
        """What was sent, or the form with the chosen message in it, where that alone was asked for."""
        form = cls(request.POST or None, **terms)
        return cls(initial=form.fill(), **terms) if FILL in request.POST else form

    def offer_templates(self, action: str, templates: Sequence[MessageTemplate] | None = None) -> None:
        """Adds the choice, where there is any; call it where the choice is to stand."""
        offered = [each for each in (list_templates() if templates is None else templates) if each.fits(action)]
        self.texts = {str(each.pk): each.text for each in offered}
        if not offered:
            return
        widget = PlainSelect(attrs={"data-fills": self.said})
        widget.texts = self.texts
        self.fields["template"] = forms.ChoiceField(
            label="Begin with a template",
            choices=[("", "None"), *((str(each.pk), each.title) for each in offered)],
            required=False,
            widget=widget,
        )

    def fill(self) -> dict[str, str]:
        """What was typed, with the chosen message in its place: what a new form begins with."""
        typed = self.data.dict() if hasattr(self.data, "dict") else dict(self.data)
        return {**typed, self.said: self._put_in(typed.get(self.said, "").strip())}

    def _put_in(self, typed: str) -> str:
        """In place of another template, and below what was written."""
        text = self.texts.get(self.data.get("template", ""), "")
        return text if typed in ("", *self.texts.values()) else f"{typed}\n\n{text}".strip()

    def clean(self) -> dict[str, Any]:
        """A message that was chosen and not read yet is shown, not sent."""
        data = super().clean() or self.cleaned_data
        if data.get("template") and not self.data.get(self.said, "").strip():
            self.data = {**self.fill()}
            self.errors.pop(self.said, None)
            self.add_error(self.said, "This is the message of the template. Read it, change what you like, and send.")
        return data
