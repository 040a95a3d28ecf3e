"""An examination that gets no answer after its first line."""

import time
from collections.abc import Iterator

from mastery_site.doctor.contract import Asked, Examination, Line


class Silent(Examination):
    name = "silent"
    order = -2
    patience = 1.0

    def examine(self, asked: Asked) -> Iterator[Line]:
        yield Line(True, "I begin.")
        time.sleep(5)


kind = Silent()
