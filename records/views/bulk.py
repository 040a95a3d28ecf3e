"""The page of the files of all games of a month. The files themselves are served by the proxy, or by WhiteNoise."""

from __future__ import annotations

from itertools import groupby

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine import registry
from records import bulk, bulk_files
from records.models import MonthOfGames
from records.words import pages as words

NAMES = {"ndjson": "JSON, one game a line", "txt": "Text"}


@require_safe
def bulk_files_page(request: HttpRequest) -> HttpResponse:
    """Every file there is, the newest month first. Raises Http404 while the owner has set no licence."""
    if not bulk.is_on():
        raise Http404
    rows = MonthOfGames.objects.filter(games__gt=0).order_by("-month", "ruleset_slug")
    known = {ruleset.slug: ruleset.name for ruleset in registry.all_rulesets()}
    months = [
        (month, [tell(row, name=known.get(row.ruleset_slug, row.ruleset_slug)) for row in of_month])
        for month, of_month in groupby(rows, key=lambda row: row.month)
    ]
    context = {"months": months, "licence": settings.RECORDS_LICENCE, "manifest": bulk_files.MANIFEST}
    return render(request, "records/bulk_files.html", context)


def tell(row: MonthOfGames, *, name: str) -> dict[str, object]:
    files = [
        (bulk_files.name_file(row, form), NAMES[form], row.files[form])
        for form in bulk_files.FORMS
        if form in row.files
    ]
    return {"name": name, "told": words.GAMES(count=row.games), "files": files}
