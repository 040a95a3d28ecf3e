"""What forms send to the site, found by looking: the forms of its pages, and what its code reads of a request.

So a new form, a new field of a form, and a new word that a view reads are in the tables of faults by themselves.
"""

import ast
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any
from unittest import mock
from urllib.parse import urlsplit

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.forms.forms import BaseForm
from django.http import HttpRequest, QueryDict
from django.urls import Resolver404, resolve

from core import json_bodies
from tests.apps import APPS

ROOT = Path(settings.BASE_DIR)
Values = dict[str, list[str]]


# --- What pages offer -------------------------------------------------------------------------------------------
@dataclass
class PageForm:
    """A form of a page: where it is sent, and what a browser would send if nothing were changed."""

    action: str
    values: Values = field(default_factory=lambda: defaultdict(list))
    buttons: list[tuple[str, str]] = field(default_factory=list)
    method: str = "post"
    texts: list[str] = field(default_factory=list)
    """The fields in which one writes."""

    def press(self) -> None:
        """Takes the button without a name for the one that is pressed, or the first: the others send nothing."""
        pressed = next((button for button in self.buttons if not button[0]), *self.buttons[:1] or [("", "")])
        for name, value in self.buttons:
            if name:
                self.values[name] += [value] if (name, value) == pressed else []


class FormReader(HTMLParser):
    """Reads the forms of a page, with the values that stand in them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page, self.forms, self.outside = page, {}, ""
        self._form: PageForm | None = None
        self._select = self._textarea = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attributes}
        if tag == "form":
            self._form = PageForm(told.get("action") or self.page, method=told.get("method", "get").lower())
            self.forms[told.get("id", f"form {len(self.forms)}")] = self._form
        form = self.forms.get(told.get("form", ""), self._form)
        name = told.get("name", "")
        if form is not None and (tag == "button" or told.get("type") == "submit"):
            form.buttons.append((name, told.get("value", "")))
            return
        if tag == "select":
            self._select = name
        if form is None or (not name and tag != "option"):
            return
        if tag == "textarea" or (tag == "input" and told.get("type", "text") in ("text", "search", "url")):
            form.texts.append(name)
        if tag == "input":
            box = told.get("type") in ("checkbox", "radio")
            chosen = [told.get("value", "on" if box else "")]
            form.values[name] += chosen if not box or "checked" in told else []
        elif tag == "textarea":
            self._textarea = name
            form.values[name] = [""]
        elif tag == "select":
            form.values[name] = []
        elif tag == "option" and self._select and ("selected" in told or not form.values[self._select]):
            form.values[self._select] = [told.get("value", "")]

    def handle_data(self, data: str) -> None:
        if self._form is not None and self._textarea:
            self._form.values[self._textarea] = [data]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "textarea":
            self._textarea = ""
        elif tag == "select":
            self._select = ""


def read_forms(page: str, html: str) -> list[PageForm]:
    """The forms of a page; `page` is its path."""
    reader = FormReader(urlsplit(page).path)
    reader.feed(html)
    for form in reader.forms.values():
        form.press()
        for name in ("csrfmiddlewaretoken", "writer"):
            form.values.pop(name, None)
    return list(reader.forms.values())


def name_of(path: str) -> str:
    """The name of an address by its path; empty for none of ours."""
    try:
        return resolve(urlsplit(path).path).view_name
    except Resolver404:
        return ""


def kind_of(form: PageForm) -> str:
    """The kind of what it makes or answers, in a field of it or in its address; empty for most."""
    try:
        return next(iter(form.values.get("kind", ())), "") or resolve(urlsplit(form.action).path).kwargs.get("kind", "")
    except Resolver404:
        return ""


# --- What the code reads ----------------------------------------------------------------------------------------
@dataclass
class Read:
    """What the site read while it was listened to: words of posts, fields of forms, keys of JSON, and whose body."""

    words: set[str] = field(default_factory=set)
    fields: set[tuple[str, str]] = field(default_factory=set)
    """By the name of the form's class, with its field."""
    keys: set[str] = field(default_factory=set)
    bodies: int = 0


@contextmanager
def reading() -> Iterator[Read]:
    """Listens to what the site reads of the requests that come meanwhile."""
    read = Read()
    clean, post, body = BaseForm.full_clean, WSGIRequest.POST.fget, HttpRequest.body.fget

    def full_clean(form: BaseForm) -> None:
        if form.is_bound:
            sent = {name for name in form.fields if form.add_prefix(name) in form.data}
            read.fields |= {(name_form(type(form)), name) for name in sent}
        clean(form)

    def get_post(request: WSGIRequest) -> Any:
        posted = post(request)
        return Noting.of(posted, read.words) if isinstance(posted, QueryDict) else posted

    def get_body(request: HttpRequest) -> bytes:
        read.bodies += 1
        return body(request)

    with ExitStack() as stack:
        stack.enter_context(mock.patch.object(BaseForm, "full_clean", full_clean))
        stack.enter_context(mock.patch.object(WSGIRequest, "POST", property(get_post, WSGIRequest.POST.fset)))
        stack.enter_context(mock.patch.object(HttpRequest, "body", property(get_body)))
        stack.enter_context(mock.patch.object(json_bodies, "json", NotingJson(read.keys)))
        yield read


class Noting(QueryDict):
    """A form that notes which of its words were asked for."""

    asked: set[str]

    @classmethod
    def of(cls, posted: QueryDict, asked: set[str]) -> "Noting":
        noting = cls("", mutable=True, encoding=posted.encoding)
        for name, values in posted.lists():
            noting.setlist(name, values)
        noting._mutable, noting.asked = posted._mutable, asked
        return noting

    def _note(self, name: Any) -> None:
        if hasattr(self, "asked"):
            self.asked.add(str(name))

    def get(self, key: Any, default: Any = None) -> Any:
        self._note(key)
        return super().get(key, default)

    def __getitem__(self, key: Any) -> Any:
        self._note(key)
        return super().__getitem__(key)

    def getlist(self, key: Any, default: Any = None) -> list[Any]:
        self._note(key)
        return super().getlist(key, default)

    def __contains__(self, key: Any) -> bool:
        self._note(key)
        return super().__contains__(key)


class NotingJson:
    """As the module `json`, but its objects note which of their keys were asked for."""

    def __init__(self, keys: set[str]) -> None:
        class Object(dict):
            def get(self, key: Any, default: Any = None) -> Any:
                keys.add(str(key))
                return super().get(key, default)

            def __getitem__(self, key: Any) -> Any:
                keys.add(str(key))
                return super().__getitem__(key)

        self._object = Object

    def loads(self, text: str) -> Any:
        return json.loads(text, object_hook=self._object)


# --- What exists, to compare with what was reached ------------------------------------------------------------
def list_forms() -> set[tuple[str, str]]:
    """Each form of our own, by the name of its class, with each field that all of its kind have."""
    for app in APPS:
        for module in walk_packages(import_module(app).__path__, f"{app}."):
            if ".migrations" not in module.name and ".management" not in module.name:
                import_module(module.name)
    ours = {each for each in walk_subclasses(BaseForm) if each.__module__.partition(".")[0] in APPS}
    used = {each for each in ours if not any(other in ours for other in each.__subclasses__())}
    return {(name_form(each), name) for each in used for name in getattr(each, "base_fields", ())}


def walk_subclasses(parent: type) -> Iterator[type]:
    for child in parent.__subclasses__():
        yield child
        yield from walk_subclasses(child)


def name_form(form: type) -> str:
    return form.__name__


def list_words() -> set[str]:
    """Words of a post that our code asks for by name: `request.POST["x"]`, `.get("x")`, `"x" in request.POST`; and the
    same of `given`, as what was posted is called where it is handed on."""
    trees = [ast.parse(path.read_text()) for app in APPS for path in sorted((ROOT / app).rglob("*.py"))]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    return {*find_words(nodes), *find_given(nodes)}


def find_given(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """What functions ask for by name of a `given` that is a mapping of texts, or that they make of a post."""
    for function in nodes:
        if not (isinstance(function, ast.FunctionDef) and is_given_a_post(function)):
            continue
        for node in ast.walk(function):
            match node:
                case (
                    ast.Call(func=ast.Attribute(value=ast.Name(id="given")), args=[ast.Constant(value=str(word)), *_])
                    | ast.Subscript(value=ast.Name(id="given"), slice=ast.Constant(value=str(word)))
                    | ast.Compare(left=ast.Constant(value=str(word)), comparators=[ast.Name(id="given")])
                ):
                    yield word


def is_given_a_post(function: ast.FunctionDef) -> bool:
    arguments = [*function.args.args, *function.args.kwonlyargs]
    told = [ast.unparse(each.annotation) for each in arguments if each.arg == "given" and each.annotation]
    made = [
        node for node in ast.walk(function) if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "given"
    ]
    return any("str, str" in each or each == "Given" for each in told) or any(
        "POST" in ast.unparse(node) for node in made
    )


def find_words(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        match node:
            case (
                ast.Call(func=ast.Attribute(value=ast.Attribute(attr="POST")), args=[ast.Constant(value=str(word)), *_])
                | ast.Subscript(value=ast.Attribute(attr="POST"), slice=ast.Constant(value=str(word)))
                | ast.Compare(left=ast.Constant(value=str(word)), comparators=[ast.Attribute(attr="POST")])
            ):
                yield word
