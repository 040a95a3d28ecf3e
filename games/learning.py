"""Which tasks of the lessons somebody has solved: stored with the account of a player, in a cookie for a visitor.

At log-in the visitor's tasks are added to the player's.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from engine import lessons, registry
from games.models import LessonDone

COOKIE = f"{settings.COOKIE_PREFIX}lessons"
LASTS = 365 * 24 * 60 * 60
"""Seconds from the last task that was solved."""


def list_done(request: HttpRequest, *, slug: str) -> set[str]:
    """Names of the tasks of a game's lesson that the player or visitor has solved."""
    found = {name for ruleset, name in read_cookie(request) if ruleset == slug}
    if request.user.is_authenticated:
        found |= set(LessonDone.objects.filter(user=request.user, ruleset=slug).values_list("task", flat=True))
    return found


def note_done(request: HttpRequest, response: HttpResponse, *, slug: str, task: str) -> None:
    """Stores that a task is solved; for a visitor in their browser."""
    if request.user.is_authenticated:
        LessonDone.objects.get_or_create(user=request.user, ruleset=slug, task=task)
        return
    found = sorted({*read_cookie(request), (slug, task)})
    response.set_cookie(
        COOKIE,
        "~".join(f"{ruleset}.{name}" for ruleset, name in found),
        max_age=LASTS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def join(request: HttpRequest, *, user: User) -> None:
    """Adds the tasks of the browser's cookie to the account."""
    done = [LessonDone(user=user, ruleset=slug, task=name) for slug, name in read_cookie(request)]
    if done:
        LessonDone.objects.bulk_create(done, ignore_conflicts=True)


def forget_cookie(request: HttpRequest, response: HttpResponse) -> None:
    """Removes the cookie once its tasks are on the account, so that nobody else who logs in here gets them."""
    if request.user.is_authenticated and COOKIE in request.COOKIES:
        join(request, user=request.user)
        response.delete_cookie(COOKIE, samesite="Lax")


def read_cookie(request: HttpRequest) -> list[tuple[str, str]]:
    """The existing tasks that the cookie names, with their rulesets; everything else in it is ignored."""
    given = set(request.COOKIES.get(COOKIE, "")[:4000].split("~"))
    return [
        (ruleset.slug, task.name)
        for ruleset in registry.all_rulesets()
        for task in lessons.find(ruleset.slug).tasks
        if f"{ruleset.slug}.{task.name}" in given
    ]
