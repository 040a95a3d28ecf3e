"""The pages of conduct and of fair play. Decisions cite their paragraphs."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import rules
from accounts.conduct import rights


@require_safe
def conduct(request: HttpRequest) -> HttpResponse:
    return show(request, rules.CONDUCT)


@require_safe
def fair_play(request: HttpRequest) -> HttpResponse:
    return show(request, rules.FAIR_PLAY)


def show(request: HttpRequest, page: rules.RulesPage) -> HttpResponse:
    other = next(each for each in rules.PAGES if each is not page)
    return render(
        request, "moderation/rules.html", {"rules": page, "other": other, "moderates": rights.moderates(request.user)}
    )
