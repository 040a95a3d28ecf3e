"""Reports the time zone that a person tells: a thing of one file."""

from accounts.models import User
from core.words import Sentence
from moderation.things.contract import Thing, ThingKind
from moderation.things.people import find_person

HEADING = Sentence("heading", "Report the time zone of {name}")


class Zone(ThingKind):
    label = "time zone"
    is_written = True

    def find(self, reporter: User, pk: int) -> Thing:
        person = find_person(pk)
        heading = HEADING(name=person.username)
        return Thing(self.name, pk, heading, (person,), keep=lambda: {"zone": person.time_zone})

    def tell(self, kept):
        yield "Zone", kept["zone"]


kind = Zone()
