"""`{% csrf_token %}` of every template, which marks the form with its writer, too: see `posted/kept_forms.py`."""

from __future__ import annotations

from django import template
from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html

from accounts.posted.kept_forms import WRITER

register = template.Library()


class MarkedTokenNode(CsrfTokenNode):
    def render(self, context: Context) -> str:
        token, writer = super().render(context), context.get(WRITER)
        if not token or not writer:
            return token
        mark = writer() if callable(writer) else writer
        return token + format_html('<input type="hidden" name="{}" value="{}">', WRITER, mark)


@register.tag
def csrf_token(parser: template.base.Parser, token: template.base.Token) -> MarkedTokenNode:
    return MarkedTokenNode()
