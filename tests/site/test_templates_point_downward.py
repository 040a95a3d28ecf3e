"""No template of an app includes, extends, loads or links to anything of a higher app, which no import rule would see.

A template belongs to the app of its folder; that of a rules page, wherever it lies, to games. The frame of every page
is the project's, but all apps stand in it: they may use it, and it names whatever it likes.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

from tests.apps import APPS
from tests.rows import each_row

ROOT = Path(__file__).resolve().parents[2]
ROOMS = {"rules": "games", "account": "accounts", "mfa": "accounts", "usersessions": "accounts"}
"""Folders that have no app's name: those of allauth are dressed by accounts, which signs people in by it."""
FRAME = ("allauth", "admin")
"""The folders of the frames of allauth's pages and of the administration; that of all others has no folder."""
PAIRS = re.compile(r"{%-?\s*(include|extends|fragments?|load|url)\s+(.*?)\s*-?%}")
QUOTED = re.compile(r"""["']([^"']+)["']""")
NAMED = re.compile(r"""["']((?:\w+/)+\w+\.(?:html|txt))["']""")
"""How a module names a template."""

ABOUT_THE_SITE = {"contact", "privacy", "status", "terms"}
"""Pages about the site itself, to which its frame leads from every page."""
FROM_ACCOUNTS = {
    *("home", "rules_of_limits", "conduct", "fair_play"),
    *("notice_switches", "vacation", "wished_rematches"),
    *("report", "my_reports"),
}
"""Who signs up is led to the rules; to the settings each app adds its part; the page of a block leads on to a report.

The pages of accounts stand below games, so no panel of games can be theirs; an address is text, and breaks no page."""

FROM_MODULES = {("accounts/signing_in/adapter.py", "notifications/mail/base.html")}
"""Emails of accounts take the look of all others where there is one, and their own where there is none."""

Use = tuple[str, str, str]
"""How something is used, its name, and the app that it belongs to."""


def find_owner(template: str) -> str:
    """The app that a template belongs to; empty for the frame."""
    folder = template.partition("/")[0] if "/" in template else ""
    if not folder or folder in FRAME:
        return ""
    return ROOMS.get(folder, folder if folder in APPS else "mastery_site")


def list_libraries() -> dict[str, str]:
    """The tag libraries of the apps, each with its app."""
    return {path.stem: app for app in APPS for path in (ROOT / app / "templatetags").glob("*.py")}


def list_addresses(patterns: list[URLPattern | URLResolver]) -> Iterator[tuple[str, str]]:
    """The names of all addresses, each with the app whose view answers there."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from list_addresses(pattern.url_patterns)
        elif pattern.name:
            view = getattr(pattern.callback, "view_class", pattern.callback)
            yield pattern.name, view.__module__.partition(".")[0]


def list_uses(text: str, *, libraries: dict[str, str], addresses: dict[str, str]) -> Iterator[Use]:
    """What of the apps a template uses; what a variable names is not seen."""
    for tag, rest in PAIRS.findall(text):
        quoted = QUOTED.match(rest)
        if tag == "load":
            yield from ((tag, name, libraries[name]) for name in rest.split() if name in libraries)
        elif quoted and tag == "url":
            yield tag, quoted[1], addresses.get(quoted[1], "")
        elif quoted:
            yield tag, quoted[1], find_owner(quoted[1])


def is_higher(owner: str, than: str) -> bool:
    """Whether something belongs to a higher app; what belongs to none, or to Django, does not."""
    return owner in APPS and APPS.index(owner) > APPS.index(than)


def list_templates() -> Iterator[tuple[str, str, str]]:
    """The templates of the apps, without the frame: name, owner, text."""
    for folder, below in ((ROOT / "templates", ""), (ROOT / "engine/games", "rules/")):
        for path in sorted(folder.rglob("*.*")):
            name = f"{below}{path.relative_to(folder)}"
            if path.suffix in (".html", ".txt") and (owner := find_owner(name)):
                yield name, owner, path.read_text()


@pytest.fixture(scope="module")
def pointing_upward() -> set[tuple[str, str, str, str]]:
    """Template, owner, tag and name of all that a template uses of a higher app."""
    known = {"libraries": list_libraries(), "addresses": dict(list_addresses(get_resolver().url_patterns))}
    return {
        (template, owner, tag, name)
        for template, owner, text in list_templates()
        for tag, name, belongs_to in list_uses(text, **known)
        if is_higher(belongs_to, owner)
    }


def is_left(owner: str, tag: str, name: str) -> bool:
    return tag == "url" and (name in ABOUT_THE_SITE or (owner == "accounts" and name in FROM_ACCOUNTS))


def test_no_template_uses_what_belongs_to_a_higher_app(pointing_upward):
    assert not {use for use in pointing_upward if not is_left(*use[1:])}


def test_every_exception_in_the_tables_is_needed(pointing_upward):
    assert {name for _, owner, tag, name in pointing_upward if owner == "accounts"} == FROM_ACCOUNTS | {"privacy"}
    assert {name for *_, name in pointing_upward} == FROM_ACCOUNTS | ABOUT_THE_SITE


def test_no_module_names_a_template_of_a_higher_app():
    named = {
        (str(path.relative_to(ROOT)), name)
        for app in APPS
        for path in (ROOT / app).rglob("*.py")
        for name in NAMED.findall(path.read_text())
        if (ROOT / "templates" / name).exists() and is_higher(find_owner(name), app)
    }
    assert named == FROM_MODULES


def test_templates_of_all_apps_are_read():
    assert {owner for _, owner, _ in list_templates()} == set(APPS) - {"core"}
    assert any(name.startswith("rules/") and "mastery" in name for name, *_ in list_templates())
    assert all(app in APPS for app in settings.INSTALLED_APPS if (ROOT / app).is_dir())


@each_row(
    ("text", "use"),
    [
        ('{% include "analysis/_keep.html" with a=b %}', ("include", "analysis/_keep.html", "analysis")),
        ("{% extends 'moderation/_staff.html' %}", ("extends", "moderation/_staff.html", "moderation")),
        ('{% fragment "computers/_play_here.html" it %}', ("fragment", "computers/_play_here.html", "computers")),
        ("{% load static computers %}", ("load", "computers", "computers")),
        ("{% url 'review' game.pk %}", ("url", "review", "computers")),
        ('{% include "_key.html" %}', ("include", "_key.html", "")),
    ],
)
def test_what_a_template_uses_is_seen(text, use):
    addresses = dict(list_addresses(get_resolver().url_patterns))
    assert list(list_uses(text, libraries=list_libraries(), addresses=addresses)) == [use]
