"""Every place where a request brings text: fields of forms, words and parts of addresses, headers and cookies."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from unittest import mock
from urllib.parse import quote

from django.core.handlers.wsgi import WSGIRequest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from tests.faults.addresses import list_addresses
from tests.faults.everything import Scene
from tests.faults.posted import Noting, list_words, name_of
from tests.faults.test_every_field import find_targets, list_pages, restored, send
from tests.site.texts.expressions import read_modules

HEADERS = (
    *("accept", "accept-encoding", "accept-language", "authorization", "content-type", "cookie", "host"),
    *("if-modified-since", "if-none-match", "origin", "range", "referer", "user-agent", "x-forwarded-for"),
    *("x-forwarded-proto", "x-requested-with"),
)
"""Those that Django and servers in front of it read; those of our own are found in the code."""
PLACEHOLDER = "zz"


@dataclass(frozen=True)
class Place:
    """Where text goes; `ask` sends a request with it there, and takes back what that has changed."""

    who: str
    address: str
    field: str
    ask: Callable[[str], object]

    def __str__(self) -> str:
        return f"{self.address} {self.field} ({self.who})"


def list_places(scene: Scene) -> Iterator[Place]:
    seen: set[tuple[str, str]] = set()
    for place in (*list_fields(scene), *list_queries(scene), *list_parts(scene), *list_headers(scene)):
        if (place.address, place.field) not in seen:
            seen.add((place.address, place.field))
            yield place


def list_fields(scene: Scene) -> Iterator[Place]:
    for target in find_targets(scene):
        for name in target.fields:

            def ask(text: str, target=target, name=name) -> object:  # type: ignore[no-untyped-def]
                with restored(scene, target.who):
                    return send(scene.clients[target.who], target.form, {**target.form.values, name: [text]})

            yield Place(target.who, name_of(target.form.action), name, ask)


def list_queries(scene: Scene) -> Iterator[Place]:
    """What an address asks of its query, found by asking it with every word that the code knows."""
    words = dict.fromkeys(sorted(list_words() | list_query_words()), "1")
    for who, path in dict.fromkeys(list_pages(scene)):
        if path.startswith("/admin/"):
            continue
        client, path = scene.clients[who], path.partition("?")[0]
        with noting() as asked, restored(scene, who):
            client.get(path, words)
        for name in sorted(asked & set(words)):

            def ask(text: str, who=who, path=path, name=name) -> object:  # type: ignore[no-untyped-def]
                with restored(scene, who):
                    return scene.clients[who].get(path, {name: text})

            yield Place(who, name_of(path), f"?{name}", ask)


@contextmanager
def noting() -> Iterator[set[str]]:
    asked: set[str] = set()

    def read(request: WSGIRequest) -> QueryDict:
        return Noting.of(QueryDict(request.META.get("QUERY_STRING", "")), asked)

    with mock.patch.object(WSGIRequest, "GET", property(read)):
        yield asked


def list_query_words() -> set[str]:
    """Words that our code asks for by name of `request.GET`, or of what it is called where it is handed on."""
    return {word for node in walk_all() if (word := word_of(node, ("GET", "asked", "given")))}


def walk_all() -> Iterator[ast.AST]:
    for tree in read_modules().values():
        yield from ast.walk(tree)


def word_of(node: ast.AST, sources: tuple[str, ...]) -> str:
    """The word in `source["word"]`, `source.get("word")`, `"word" in source`."""
    match node:
        case ast.Call(func=ast.Attribute(value=source), args=[ast.Constant(value=str(word)), *_]):
            pass
        case ast.Subscript(value=source, slice=ast.Constant(value=str(word))):
            pass
        case ast.Compare(left=ast.Constant(value=str(word)), comparators=[source]):
            pass
        case _:
            return ""
    named = source.attr if isinstance(source, ast.Attribute) else source.id if isinstance(source, ast.Name) else ""
    return word if named in sources else ""


def list_parts(scene: Scene) -> Iterator[Place]:
    """Text in the place of a name, a slug or a secret of a path, as it is and in percents."""
    for address in list_addresses():
        for part, kind in address.arguments:
            if kind == "IntConverter":
                continue
            path = address.fill(**{part: PLACEHOLDER})

            def ask(text: str, path=path) -> object:  # type: ignore[no-untyped-def]
                with restored(scene, "visitor"):
                    return scene.clients["visitor"].get(path.replace(PLACEHOLDER, quote(text, safe="")))

            yield Place("visitor", address.name, f"/{part}", ask)


def list_headers(scene: Scene) -> Iterator[Place]:
    """Headers, and each cookie of the site, at a page, at a form and at an address without a session."""
    own = {word for node in walk_all() if (word := word_of(node, ("headers",)))}
    asked = {word.removeprefix("HTTP_").replace("_", "-") for node in walk_all() if (word := word_of(node, ("META",)))}
    for name in sorted({each.lower() for each in {*own, *asked, *HEADERS}}):
        for path in (reverse("home"), reverse("players"), reverse("account_signup")):

            def ask(text: str, name=name, path=path) -> object:  # type: ignore[no-untyped-def]
                with restored(scene, "visitor"):
                    return Client(raise_request_exception=False).get(path, headers={name: text})

            yield Place("visitor", name_of(path), f"{name}:", ask)
    for name in ("sessionid", "csrftoken", "messages", "guest", "kept_form", "lessons", "known_device"):

        def bring(text: str, name=name) -> object:  # type: ignore[no-untyped-def]
            with restored(scene, "visitor"):
                return Client(raise_request_exception=False).get(
                    reverse("home"), headers={"cookie": f"{name}={text}; __Host-{name}={text}"}
                )

        yield Place("visitor", "home", f"cookie {name}", bring)
