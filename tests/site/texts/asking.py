"""Every place where a request brings text: fields of forms, words and parts of addresses, headers and cookies."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from unittest import mock
from urllib.parse import quote

from django.core.handlers.wsgi import WSGIRequest
from django.http import QueryDict
from django.test import Client
from django.urls import resolve, reverse

from tests.faults.addresses import list_addresses
from tests.faults.everything import Scene
from tests.faults.posted import Noting, list_words, name_of
from tests.faults.test_every_field import Target, find_targets, list_pages, restored, send
from tests.site.texts.expressions import read_modules

Texts = dict[str, str]
"""By the names of the fields that they go into."""
HEADERS = (
    *("accept", "accept-encoding", "accept-language", "authorization", "content-type", "cookie", "host"),
    *("if-modified-since", "if-none-match", "origin", "range", "referer", "user-agent", "x-forwarded-for"),
    *("x-forwarded-proto", "x-requested-with"),
)
"""Those that Django and servers in front of it read; those of our own are found in the code."""
PLACEHOLDER = "zz"
MANY = 40
"""More words than any address asks for by name."""
COOKIES = ("sessionid", "csrftoken", "messages", "guest", "kept_form", "lessons", "known_device")


@dataclass(frozen=True)
class Place:
    """Where text goes: `ask` sends a request with a text in each of these fields, and takes back what that changed."""

    who: str
    address: str
    fields: tuple[str, ...]
    ask: Callable[[Texts], object]

    def __str__(self) -> str:
        return f"{self.address} {' '.join(self.fields)} ({self.who})"

    def fill(self, text: str) -> object:
        return self.ask(dict.fromkeys(self.fields, text))

    def list_single(self) -> Iterator[Place]:
        """Each of its fields by itself, to tell which of them is the dear one."""
        for field in self.fields:
            yield Place(self.who, self.address, (field,), self.ask)


def list_places(scene: Scene) -> Iterator[Place]:
    yield from list_forms(scene)
    yield from list_queries(scene)
    yield from list_parts(scene)
    yield from list_headers(scene)


def list_forms(scene: Scene) -> Iterator[Place]:
    """The fields of a form in which one may write, while its choices are as they were; and all of its fields."""
    seen: set[tuple[str, tuple[str, ...]]] = set()
    for target in find_targets(scene):
        address, form = name_of(target.form.action), target.form
        written = tuple(each for each in target.fields if each in form.texts or not any(form.values.get(each, ())))
        for fields in (written, target.fields):
            if fields and (address, fields) not in seen:
                seen.add((address, fields))
                yield Place(target.who, address, fields, partial(send_form, scene, target))


def send_form(scene: Scene, target: Target, texts: Texts) -> object:
    with restored(scene, target.who):
        values = {**target.form.values, **{name: [text] for name, text in texts.items()}}
        return send(scene.clients[target.who], target.form, values)


def list_queries(scene: Scene) -> Iterator[Place]:
    """What an address asks of its query, found by asking it with every word that the code knows."""
    known = list_words() | list_query_words("GET", "asked", "given")
    words = dict.fromkeys(sorted(filter(str.isidentifier, known)), "1")
    seen = set()
    for who, path in dict.fromkeys(list_pages(scene)):
        path = path.partition("?")[0]
        if path.startswith("/admin/"):  # its lists read whatever word there is, and refuse those that they do not know
            continue
        with noting() as asked, restored(scene, who):
            scene.clients[who].get(path, words)
        fields = tuple(sorted(asked & set(words)))
        if len(fields) > MANY:  # it hands on all there are
            fields = tuple(sorted(asked & list_named_beside(path)))
        if fields and (name_of(path), fields) not in seen:
            seen.add((name_of(path), fields))
            yield Place(who, name_of(path), fields, partial(send_query, scene, who, path))


def list_named_beside(path: str) -> set[str]:
    """The words that stand in the module of this address's view, as texts."""
    source = inspect.getsource(inspect.getmodule(inspect.unwrap(resolve(path).func)))
    return {each.value for each in ast.walk(ast.parse(source)) if isinstance(each, ast.Constant) and each.value}


def send_query(scene: Scene, who: str, path: str, texts: Texts) -> object:
    with restored(scene, who):
        return scene.clients[who].get(path, texts)


@contextmanager
def noting() -> Iterator[set[str]]:
    asked: set[str] = set()

    def read(request: WSGIRequest) -> QueryDict:
        return Noting.of(QueryDict(request.META.get("QUERY_STRING", "")), asked)

    with mock.patch.object(WSGIRequest, "GET", property(read)):
        yield asked


def list_query_words(*sources: str) -> set[str]:
    """Words that our code asks for by name of `request.GET`, or of what it is called where it is handed on."""
    return {word for node in walk_all() if (word := word_of(node, sources or ("GET",)))}


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
    """Text in the place of a name, a slug or a secret of a path, in percents."""
    for address in list_addresses():
        for part, kind in address.arguments:
            if kind != "IntConverter":
                path = address.fill(**{part: PLACEHOLDER})
                yield Place("visitor", address.name, (f"/{part}",), partial(send_part, scene, path))


def send_part(scene: Scene, path: str, texts: Texts) -> object:
    (text,) = texts.values()
    with restored(scene, "visitor"):
        return scene.clients["visitor"].get(path.replace(PLACEHOLDER, quote(text, safe="")))


def list_headers(scene: Scene) -> Iterator[Place]:
    """Headers, and each cookie of the site, one by one at a form: what is wrong with one hides others."""
    own = {word for node in walk_all() if (word := word_of(node, ("headers",)))}
    asked = {word.removeprefix("HTTP_").replace("_", "-") for node in walk_all() if (word := word_of(node, ("META",)))}
    for name in sorted({each.lower() for each in {*own, *asked, *HEADERS}}):
        yield Place("visitor", "account_signup", (f"{name}:",), partial(send_header, scene, name))
    for name in COOKIES:
        yield Place("visitor", "account_signup", (f"cookie {name}",), partial(send_cookie, scene, name))


def send_header(scene: Scene, name: str, texts: Texts) -> object:
    (text,) = texts.values()
    with restored(scene, "visitor"):
        return Client(raise_request_exception=False).get(
            reverse("account_signup"), headers={name: text.encode().decode("latin-1")}
        )


def send_cookie(scene: Scene, name: str, texts: Texts) -> object:
    (text,) = texts.values()
    return send_header(scene, "cookie", {"": f"{name}={text}; __Host-{name}={text}"})
