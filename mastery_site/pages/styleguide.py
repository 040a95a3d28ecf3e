"""Shows staff the look of the site as it is rendered: docs/look.md says what was decided."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from core.templatetags.icons import list_icons
from moderation.views.guard import for_moderators

SIZES = ("Beside the point", "Small print", "Text", "Heading of a section", "Heading of a page")
WEIGHTS = ("plain", "firm", "bold")
STEPS = (1, 2, 3, 4, 5, 6, 8, 12)
COLOURS = {
    "accent": "What one can do",
    "mine": "What is mine",
    "won": "Won",
    "drawn": "Drawn",
    "lost": "Lost",
    "good": "Well done",
    "warn": "Take care",
    "bad": "Something is wrong",
}
GREYS = ("ink", "muted", "line-strong", "line", "sunken", "surface", "paper")
EXAMPLE = (("1", "Rowan", "1702", "54", "+21"), ("2", "Hazel", "1648", "60", "−8"), ("3", "Juniper", "1611", "72", "0"))


@require_safe
@for_moderators
def styleguide(request: HttpRequest) -> HttpResponse:
    """Every size, weight, distance, colour, piece and icon."""
    context = {
        "sizes": list(enumerate(SIZES, 1)),
        "weights": WEIGHTS,
        "steps": [(step, 4 * step) for step in STEPS],
        "colours": COLOURS.items(),
        "greys": GREYS,
        "rows": EXAMPLE,
        "icons": list_icons(),
    }
    return render(request, "styleguide.html", context)
