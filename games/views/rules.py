"""The rules of each game, on a page of its own."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from accounts import safeguards
from accounts.limiting import describing
from accounts.profile import balance
from accounts.time_off import vacation
from engine import glicko
from engine.card import list_introduced
from engine.contract import Side
from engine.measuring import read_measured
from engine.search.chances import read_figures
from engine.search.playing import EARLIEST_DRAW
from engine.strength import FEWEST_TURNS
from games import clock, outage_detection, rating, telling
from games.forms import USUAL_VACATION
from games.lines import find_ruleset
from games.play import clocks, heartbeats, outage_credit, rated_pairs
from games.play.leave_out import COUNTED, MOST, WITHIN
from games.play.offers.kinds import more_time, pause
from games.reading import leaderboard, on_time
from games.telling.briefs import tell_brief
from games.telling.chances import draw_curve, list_rows
from games.telling.rating_example import count_days_established, work_out
from games.telling.statistics import tell_elo, tell_level, tell_match
from games.terms import MOST_VACATION
from games.words.leaderboard import WHY_NOT
from games.words.ratings import NOT_RATED

NUMBERS = {
    "days": telling.describe_control(clock.Days()),
    "reserve": telling.describe_control(clock.Reserve()),
    "bank": telling.describe_control(clock.Bank()),
    "usual_cap": USUAL_VACATION,
    "highest_cap": MOST_VACATION,
    "first": balance.FIRST.days,
    "most": balance.MOST.days,
    "earned_in": balance.EARNED_IN,
    "shortest": vacation.SHORTEST,
    "most_more": more_time.MOST_DAYS,
    "longest_pause": pause.MOST_DAYS,
    "silence": heartbeats.LONGEST_SILENCE,
    "mail_fails": outage_detection.LONGEST_FAILING,
    "given_at_least": outage_credit.AT_LEAST,
    "restarted_at_least": clocks.AT_LEAST,
    "soon_after": outage_credit.SOON,
    "most_beyond": outage_credit.MOST_BEYOND,
    "beyond_in": outage_credit.BEYOND_IN,
}
"""The figures on the page about time."""
SOMEBODY = "Rowan"
"""The player of whom the labels on the page about ratings tell."""
RESTING = 1620.0, 70.0
"""The rating and deviation of somebody who does not play, on the page about ratings."""
MEANINGS = {"within": WITHIN, "most": MOST, "counted": COUNTED, "turns": rating.LONG, "early": rating.MOST_EARLY}
"""How often a winner on time leaves games out of the ratings, and how soon; how many games resigned how early count."""
RATING_NUMBERS = {
    "start": glicko.START,
    "established": glicko.ESTABLISHED,
    "lowest": glicko.LOWEST,
    "highest": glicko.HIGHEST,
    "surest": glicko.SUREST,
    "vaguest": glicko.VAGUEST,
    "steadiest": glicko.STEADIEST,
    "wildest": glicko.WILDEST,
    "scale": glicko.SCALE,
    "tau": glicko.TAU,
    "lately_days": leaderboard.LATELY.days,
    "rank_opponents": rating.ENOUGH,
    "rank_turns": rating.LONG,
    "level_turns": FEWEST_TURNS,
    "level_draws": EARLIEST_DRAW // len(Side),
    "on_time_last": on_time.LAST,
    "on_time_fewest": on_time.FEWEST,
    "pair_most": rated_pairs.MOST,
    "pair_days": rated_pairs.WITHIN.days,
    "resting": RESTING,
    "resting_days": count_days_established(*RESTING),
}
"""The figures on the page about ratings."""


def rules_index(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/index.html", {"rulesets": list_introduced()})


def rules_of_time(request: HttpRequest) -> HttpResponse:
    """How time works in every game; each number comes from the code that uses it."""
    return render(request, "rules/time.html", NUMBERS)


def rules_of_ratings(request: HttpRequest) -> HttpResponse:
    """How ratings work; each number comes from the code that uses it, and the example is worked out by it."""
    labels = [(NOT_RATED[why](name=SOMEBODY), meaning(name=SOMEBODY, **MEANINGS)) for why, meaning in WHY_NOT.items()]
    return render(request, "rules/ratings.html", {**RATING_NUMBERS, "labels": labels, "it": work_out()})


def rules_of_limits(request: HttpRequest) -> HttpResponse:
    """How often anything may be done, from the limits that are enforced."""
    until = safeguards.read().tightened_until if safeguards.are_tightened(now=timezone.now()) else None
    told = {
        "actions": list(describing.describe_all()),
        "networks": describing.describe_networks(),
        "tightened_until": until,
    }
    return render(request, "rules/limits.html", told)


def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The page `rules.html` in the folder of a game; if there is none, what the ruleset says about itself."""
    ruleset = find_ruleset(slug)
    measured, figures = read_measured(ruleset), read_figures(ruleset)
    context = {"ruleset": ruleset, "brief": tell_brief(ruleset), "measured": measured, "figures": figures}
    return render(request, [f"{ruleset.slug}/rules.html", "rules/_rules.html"], context)


def rules_statistics(request: HttpRequest, slug: str) -> HttpResponse:
    """What the computer's games against itself say of a game that was measured."""
    ruleset = find_ruleset(slug)
    if not (measured := read_measured(ruleset)):
        raise Http404
    levels = [(match, tell_level(match), tell_match(match), tell_elo(match)) for match in measured.levels]
    told = {
        "ruleset": ruleset,
        "measured": measured,
        "levels": levels,
        "has_stand_in": any(match.by_stand_in for match in measured.levels),
        "has_random": any(match.is_random for match in measured.levels),
    }
    if figures := read_figures(ruleset):
        told |= {"figures": figures, "curve": draw_curve(figures), "rows": list_rows(figures)}
    return render(request, "rules/statistics.html", told)
