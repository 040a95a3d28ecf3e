"""What the forms of records are, for people and for programs."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from records import schema
from records.reading import MOST_BYTES
from records.splitting import LONGEST_TAG, MOST_TAGS, MOST_TURNS

DAY = 24 * 3600


@require_safe
def record_format(request: HttpRequest) -> HttpResponse:
    """The text form with its grammar, and the JSON."""
    limits = {"most_bytes": MOST_BYTES, "most_turns": MOST_TURNS, "most_tags": MOST_TAGS, "longest_tag": LONGEST_TAG}
    return render(
        request,
        "records/format.html",
        {"grammar": schema.read_grammar(), "licence": settings.RECORDS_LICENCE, **limits},
    )


@require_safe
def record_schema(request: HttpRequest) -> HttpResponse:
    """The JSON Schema, which other sites may read, too."""
    told = schema.read_schema(address=request.build_absolute_uri(reverse("record_schema")))
    response = JsonResponse(told, json_dumps_params={"indent": 1})
    response["Content-Type"] = "application/schema+json"
    response["Access-Control-Allow-Origin"] = "*"
    response["Cache-Control"] = f"public, max-age={DAY}"
    return response
