"""Tries what the site needs from others: settings, database, queue, cache, disk, clock, email, the mailbox of replies,
push and chat services. Each answers on a line, in its own words and without secrets.

The exit status is 0 if all is well, otherwise 1.
"""

import json
import sys
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from mastery_site.doctor.contract import Asked
from mastery_site.doctor.running import Found, examine


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()  # faults of the settings are lines like all others

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", default="", help="who gets the email of the test; by default CONTACT_EMAIL")
        parser.add_argument("--no-email", action="store_true", help="log in at the mail server, but send nothing")
        parser.add_argument("--now", action="store_true", help="log in also where a refused log-in waits")
        parser.add_argument("--json", action="store_true", help="one object of JSON, for monitors")

    def handle(self, *args: Any, **options: Any) -> None:
        to = "" if options["no_email"] else options["to"] or settings.CONTACT_EMAIL
        asked = Asked(to=to, at_once=options["now"])
        found = []
        for line in examine(asked):
            found.append(line)
            if not options["json"]:
                self.show(line)
        ok = all(line.ok for line in found)
        if options["json"]:
            told = {"ok": ok, "lines": [asdict(line) for line in found]}
            self.stdout.write(json.dumps(told, ensure_ascii=False))
        self.stdout.flush()
        if not ok:
            sys.exit(1)

    def show(self, line: Found) -> None:
        about = f"{line.about}: " if line.about else ""
        mark = self.style.SUCCESS("ok  ") if line.ok else self.style.ERROR("FAIL")
        self.stdout.write(f"{mark}  {line.name:<9}  {about}{line.said}")
        self.stdout.flush()
