"""The rules of each game, on a page of its own."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from accounts import balance, limits, off_time
from games import clock, outages
from games.engine import registry
from games.forms import USUAL_OFF_TIME
from games.play import lost_time, more_time, pause, watch
from games.terms import MOST_OFF_TIME

NUMBERS = {
    "days": clock.describe(clock.Days()),
    "reserve": clock.describe(clock.Reserve()),
    "bank": clock.describe(clock.Bank()),
    "usual_cap": USUAL_OFF_TIME,
    "highest_cap": MOST_OFF_TIME,
    "first": balance.FIRST.days,
    "most": balance.MOST.days,
    "earned_in": balance.EARNED_IN,
    "shortest": off_time.SHORTEST,
    "most_more": more_time.MOST_DAYS,
    "longest_pause": pause.MOST_DAYS,
    "silence": watch.LONGEST_SILENCE,
    "mail_fails": outages.LONGEST_FAILING,
    "given_at_least": lost_time.AT_LEAST,
    "soon_after": lost_time.SOON,
    "most_beyond": lost_time.MOST_BEYOND,
    "beyond_in": lost_time.BEYOND_IN,
}
"""What the page about time tells in figures."""


def rules_index(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/index.html", {"rulesets": registry.all_rulesets()})


def rules_of_time(request: HttpRequest) -> HttpResponse:
    """How time works in every game; each number comes from the code that keeps it."""
    return render(request, "rules/time.html", NUMBERS)


def rules_of_limits(request: HttpRequest) -> HttpResponse:
    """How often anything may be done, told from the module that is asked."""
    return render(request, "rules/limits.html", {"actions": list(limits.describe_all())})


def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The page `rules/<slug>.html` of a game; where it has none, what the ruleset tells of itself."""
    try:
        ruleset = registry.get(slug)
    except LookupError:
        raise Http404 from None
    return render(request, [f"rules/{ruleset.slug}.html", "rules/_rules.html"], {"ruleset": ruleset})
