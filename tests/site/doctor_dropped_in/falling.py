"""An examination that raises what nobody expects."""

from collections.abc import Iterator

from mastery_site.doctor.contract import Asked, Examination, Line


class Falling(Examination):
    name = "falling"
    order = -1

    def examine(self, asked: Asked) -> Iterator[Line]:
        raise ZeroDivisionError("Ouch,\n\x1b on two lines.")


kind = Falling()
