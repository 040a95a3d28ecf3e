"""The computers and what they think about, for staff: who may run computers switches them, and stops a thought."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from computers import waking
from computers.models import Computer, Thought
from core.administration import FastReadOnlyAdmin


class Run(FastReadOnlyAdmin):
    """To be read by all staff who may see it, and acted upon by those who may run computers."""

    def has_run_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("computers.run_computer")


@admin.register(Computer)
class ComputerAdmin(Run):
    list_display = ["__str__", "user", "on"]
    list_filter = ["on"]
    list_select_related = ["user"]
    people = ("user",)
    fields = ["user", "ruleset_slug", "level", "on"]
    actions = ["switch_on", "switch_off"]

    @admin.action(description="Switch on", permissions=["run"])
    def switch_on(self, request: HttpRequest, computers: QuerySet) -> None:
        computers.update(on=True)
        self.message_user(request, "They play again; what waits for them is taken up within seconds.")

    @admin.action(description="Switch off", permissions=["run"])
    def switch_off(self, request: HttpRequest, computers: QuerySet) -> None:
        computers.update(on=False)
        self.message_user(request, "They start no games and play no turns. Their games wait.")


@admin.register(Thought)
class ThoughtAdmin(Run):
    """The queue: what waits and what is being thought about."""

    list_display = ["game", "asked_at", "state", "seen_at", "stopped_at", "why"]
    list_filter = [("stopped_at", admin.EmptyFieldListFilter)]
    list_select_related = ["game"]
    number = "game"
    fields = ["game", "asked_at", "state", "seen_at", "stopped_at", "why"]
    readonly_fields = ["state"]
    actions = ["stop", "resume"]

    @admin.display(description="state")
    def state(self, thought: Any) -> str:
        return "stopped" if thought.stopped_at else "thinking" if thought.claim else "waiting"

    @admin.action(description="Stop", permissions=["run"])
    def stop(self, request: HttpRequest, thoughts: QuerySet) -> None:
        """The row stays, so that the sweep does not take it up again."""
        thoughts.filter(stopped_at=None).update(stopped_at=timezone.now(), why="Stopped by staff.", claim="")
        self.message_user(request, "Stopped. The computer plays no turn there until you have it think again.")

    @admin.action(description="Think again", permissions=["run"])
    def resume(self, request: HttpRequest, thoughts: QuerySet) -> None:
        found = list(thoughts.values_list("game", flat=True))
        thoughts.update(stopped_at=None, why="", claim="")
        waking.wake(*found)
        self.message_user(request, "The computer thinks again.")
