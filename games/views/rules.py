"""The rules of each game, on a page of its own."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games.engine import registry


def rules_index(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/index.html", {"rulesets": registry.all_rulesets()})


def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The page `rules/<slug>.html` of a game; where it has none, what the ruleset tells of itself."""
    try:
        ruleset = registry.get(slug)
    except LookupError:
        raise Http404 from None
    return render(request, [f"rules/{ruleset.slug}.html", "rules/_rules.html"], {"ruleset": ruleset})
