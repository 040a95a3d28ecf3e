"""`{% url %}` for every template, with Django's words for it, from the addresses that are kept."""

from __future__ import annotations

from django import template
from django.template.base import Parser, Token
from django.template.context import Context
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as parse_url
from django.urls import NoReverseMatch
from django.utils.html import conditional_escape

from core.addresses import address_of

register = template.Library()


@register.tag
def url(parser: Parser, token: Token) -> template.Node:
    """As Django's tag of this name."""
    node = parse_url(parser, token)
    if node.kwargs or node.asvar:  # rare here: Django's own way
        return node
    return KeptURLNode(node.view_name, node.args, node.kwargs, node.asvar)


class KeptURLNode(URLNode):
    def render(self, context: Context) -> str:
        """The address, escaped as Django does it; Django's own answer where it is not to be had."""
        if getattr(getattr(context, "request", None), "current_app", None):  # pages of the administration
            return super().render(context)
        try:
            address = address_of(self.view_name.resolve(context), *[each.resolve(context) for each in self.args])
        except (NoReverseMatch, TypeError):
            return super().render(context)
        return conditional_escape(address) if context.autoescape else address
