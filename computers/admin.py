"""The computers and their work, for staff: those who may run computers switch them on and off, and stop their work."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import admin
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User
from computers import availability, waking
from computers.models import LEASE, Comparison, Computer, Review, Thought
from computers.words import work as words
from core.administration import FastReadOnlyAdmin


class Run(FastReadOnlyAdmin):
    """All staff who may see it can read it; those who may run computers can act on it."""

    def has_run_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("computers.run_computer")


@admin.register(Computer)
class ComputerAdmin(Run):
    list_display = ["__str__", "user", "offered", "on"]
    list_filter = ["on"]
    list_select_related = ["user"]
    people = ("user",)
    fields = ["user", "ruleset_slug", "level_name", "offered", "on"]
    readonly_fields = ["offered"]
    actions = ["switch_on", "switch_off"]

    @admin.display(description="offered", boolean=True)
    def offered(self, computer: Computer) -> bool:
        """Whether it starts new games; it finishes those of a retired level."""
        return computer.is_offered

    @admin.action(description="Switch on", permissions=["run"])
    def switch_on(self, request: HttpRequest, computers: QuerySet) -> None:
        availability.set_available(computers, on=True, staff=cast(User, request.user))
        self.message_user(request, str(words.SWITCHED_ON()))

    @admin.action(description="Switch off", permissions=["run"])
    def switch_off(self, request: HttpRequest, computers: QuerySet) -> None:
        availability.set_available(computers, on=False, staff=cast(User, request.user))
        self.message_user(request, str(words.SWITCHED_OFF()))


class Queue(Run):
    """What waits and what is being worked on, with ways to stop it and to let it go on."""

    list_select_related = ["game"]
    list_filter = [("stopped_at", admin.EmptyFieldListFilter)]
    number = "game"
    readonly_fields = ["state"]
    actions = ["stop", "resume"]

    @admin.display(description="state")
    def state(self, work: Any) -> str:
        return "stopped" if work.stopped_at else "thinking" if work.claim else "waiting"

    @admin.action(description="Stop", permissions=["run"])
    def stop(self, request: HttpRequest, works: QuerySet) -> None:
        """Keeps the row, so that neither the sweep nor the game starts it again."""
        with transaction.atomic():
            works.update(by_staff=True)
            why = str(words.BY_STAFF())
            works.filter(stopped_at=None).update(stopped_at=timezone.now(), why=why, **LEASE.given_back)
        self.message_user(request, str(words.STOPPED()))

    @admin.action(description="Go on", permissions=["run"])
    def resume(self, request: HttpRequest, works: QuerySet) -> None:
        works.update(by_staff=False, stopped_at=None, why="", **LEASE.given_back)
        self.wake(works)
        self.message_user(request, str(words.GOES_ON()))

    def wake(self, works: QuerySet) -> None:
        """Tells the worker about them at once; the sweep would do so within seconds."""


@admin.register(Thought)
class ThoughtAdmin(Queue):
    """The games in which a computer has to play or to answer."""

    list_display = ["game", "asked_at", "state", "why"]
    fields = ["game", "asked_at", "state", "seen_at", "stopped_at", "why"]

    @admin.display(description="state")
    def state(self, work: Any) -> str:
        return "waits for a game between people" if work.relayed and not work.stopped_at else super().state(work)

    def wake(self, works: QuerySet) -> None:
        waking.wake(*works.values_list("game", flat=True))


@admin.register(Review)
class ReviewAdmin(Queue):
    """The games that are or were analysed after their end; running games go before them."""

    list_display = ["game", "asked_at", "state", "progress", "why"]
    fields = ["game", "asked_at", "state", "done", "positions", "again_done", "again", "seen_at", "stopped_at", "why"]

    @admin.display(description="state")
    def state(self, work: Any) -> str:
        return "done" if work.is_done else super().state(work)

    @admin.display(description="positions")
    def progress(self, review: Review) -> str:
        return str(words.PROGRESS(done=review.looks, positions=review.positions + (review.again or 0)))

    def wake(self, works: QuerySet) -> None:
        waking.wake_reviewer()


@admin.register(Comparison)
class ComparisonAdmin(Queue):
    """The people who are or were compared with the computer; players' own analyses go before them."""

    list_display = ["person", "asked_at", "asked_by", "state", "done_at", "why"]
    list_select_related = ["person", "asked_by"]
    fields = [
        *("person", "asked_by", "asked_at", "state", "games", "done", "turns", "same", "done_at"),
        *("seen_at", "stopped_at", "why"),
    ]
    number = "pk"
    people = ("person", "asked_by")

    @admin.display(description="state")
    def state(self, work: Any) -> str:
        return "done" if work.done_at else super().state(work)

    def wake(self, works: QuerySet) -> None:
        waking.wake_reviewer()
