"""`{% url %}` in templates, in place of Django's own: an address is formed once for each name and its arguments."""

from __future__ import annotations

from django import template
from django.template.base import Parser, Token
from django.template.defaulttags import URLNode, url
from django.urls import NoReverseMatch
from django.utils.html import conditional_escape

from core.addresses import address_of

register = template.Library()


class AddressNode(URLNode):
    """Of a plain name with plain arguments; the rest, such as names in a namespace, is Django's."""

    def render(self, context: template.Context) -> str:
        name = self.view_name.resolve(context)
        if self.kwargs or ":" in str(name):
            return str(super().render(context))
        arguments = [argument.resolve(context) for argument in self.args]
        try:
            address = address_of(name, *arguments)
        except NoReverseMatch:
            if self.asvar is None:
                raise
            address = ""
        if self.asvar is None:
            return str(conditional_escape(address)) if context.autoescape else address
        context[self.asvar] = address
        return ""


@register.tag("url")
def parse(parser: Parser, token: Token) -> AddressNode:
    node = url(parser, token)
    return AddressNode(node.view_name, node.args, node.kwargs, node.asvar)
