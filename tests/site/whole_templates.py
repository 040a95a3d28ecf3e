"""Finds, over the nodes of all templates, sentences put together from pieces: a condition in the midst of one, a plural
or a list written in place, a day or a moment by a format of its own.

A condition may choose between whole sentences, or between clauses that end at a full stop, a colon or a tag.
"""

import re
from collections.abc import Iterator

from django.template.base import Node, NodeList, TextNode, VariableNode
from django.template.defaulttags import IfNode
from django.template.loader import get_template

from tests.site.whole_sentences import ROOT, Found

FOLDER = ROOT / "templates"
SHORT_FILTERS = {
    "pluralize": "a plural by hand",
    "join": "a list by hand",
    "date": "a moment by a format",
    "time": "a time by a format",
}
INLINE = re.compile(r"</?(?:a|span|strong|em|time|small|i|b|u|code|kbd|bdi|abbr)\b[^<>]*>")
"""Tags that stand within a sentence. Every other one ends it."""
ELEMENTS = ("<a", "<span", "<button", "<strong")
"""What stands by itself, beside a sentence."""
ENDS_WITHIN = re.compile(r"[\w,’“(–%][ ]*$")
BEGINS_WITHIN = re.compile(r"^ *(?:[a-z,;)”]|\.(?!\S)|VALUE)")
BEGINS = re.compile(r"^ *(?:[a-z“(]|VALUE)")


def list_templates() -> Iterator[str]:
    for path in sorted(FOLDER.rglob("*")):
        if path.suffix in (".html", ".txt"):
            yield str(path.relative_to(FOLDER))


def find_in(name: str) -> Iterator[Found]:
    template = get_template(name).template
    yield from _look(template.nodelist, name)


def _look(nodes: NodeList, name: str) -> Iterator[Found]:
    for place, node in enumerate(nodes):
        if isinstance(node, VariableNode):
            yield from _look_at_filters(node, name)
        if isinstance(node, IfNode):
            yield from _look_at_choice(node, _write(nodes[:place]), _write(nodes[place + 1 :]), name)
        for inner in _inner(node):
            yield from _look(inner, name)


def _look_at_filters(node: VariableNode, name: str) -> Iterator[Found]:
    for function, arguments in node.filter_expression.filters:
        what = SHORT_FILTERS.get(function.__name__)
        if what and [str(argument) for _, argument in arguments] not in (["c"], [" "]):
            yield Found(name, node.token.lineno, what)


def _inner(node: Node) -> Iterator[NodeList]:
    if isinstance(node, IfNode):
        for _, chosen in node.conditions_nodelists:
            yield chosen
        return
    for attribute in node.child_nodelists:
        if inner := getattr(node, attribute, None):
            yield inner


def _look_at_choice(node: IfNode, before: str, after: str, name: str) -> Iterator[Found]:
    """Whether a choice stands in the midst of a sentence, by the words at its edges."""
    left, right = _cut(before, last=True), _cut(after, last=False)
    if "<" in left or "{" in left:  # within a tag
        return
    for _, nodes in node.conditions_nodelists:
        chosen = _write(nodes)
        begins, ends = _cut(chosen, last=False), _cut(chosen, last=True)
        if not re.search(r"[a-z]{2}", begins + ends) or chosen.lstrip().startswith(
            ("<a", "<span", "<button", "<strong")
        ):
            continue  # an element of its own
        if ENDS_WITHIN.search(left) and BEGINS.search(begins):
            yield Found(name, node.token.lineno, f"{left[-30:]!r} + {begins[:30]!r}")
            return
        if ENDS_WITHIN.search(ends) and BEGINS_WITHIN.search(right):
            yield Found(name, node.token.lineno, f"{ends[-30:]!r} + {right[:30]!r}")
            return


def _write(nodes: NodeList) -> str:
    """What nodes show, as far as their edges go: a value is the word VALUE, a choice is what it may show first."""
    told = ""
    for node in nodes:
        if isinstance(node, TextNode):
            told += node.s
        elif isinstance(node, VariableNode):
            told += "VALUE"
        elif isinstance(node, IfNode):
            told += _write(node.conditions_nodelists[0][1])
    return told


def _cut(text: str, *, last: bool) -> str:
    """The part of a text at its end, or at its beginning, up to a tag that is not within a sentence."""
    parts = re.split(r"<[^<>]*>|\n\s*\n", INLINE.sub("", text))
    return parts[-1 if last else 0]
