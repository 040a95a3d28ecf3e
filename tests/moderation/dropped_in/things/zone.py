"""Reports the time zone that a person tells: a thing of one file."""

from accounts.models import User
from moderation.things.contract import Thing, ThingKind
from moderation.things.people import find_person


class Zone(ThingKind):
    label = "time zone"
    is_written = True

    def find(self, reporter: User, pk: int) -> Thing:
        person = find_person(pk)
        title = f"the time zone of {person.username}"
        return Thing(self.name, pk, title, (person,), keep=lambda: {"zone": person.time_zone})

    def tell(self, kept):
        yield "Zone", kept["zone"]


kind = Zone()
