"""Checks whether the settings are complete and well-formed, and whether migrations and static files are there."""

from collections.abc import Iterator

from django.db import DEFAULT_DB_ALIAS, connections

from mastery_site.checks import readiness
from mastery_site.checks.environment import check_environment
from mastery_site.doctor.contract import Asked, Examination, Line


class Settings(Examination):
    name = "settings"
    order = 0

    def examine(self, asked: Asked) -> Iterator[Line]:
        found = check_environment()
        yield from (Line(not each.is_serious(), str(each.msg)) for each in found)
        if not any(each.is_serious() for each in found):
            where = "on this machine alone" if connections[DEFAULT_DB_ALIAS].vendor == "sqlite" else "for the public"
            yield Line(True, f"Well-formed, for a site {where}.")
        yield from (Line(False, sentence) for sentence in readiness.find_unready())


kind = Settings()
