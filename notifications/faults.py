"""Why a notice is not delivered: because it is no longer true, or because of a fault on its way.

Deferred and Refused alone may ever count against a reader. Every other fault is the site's own, or that of a service
which all readers share.
"""

from datetime import datetime, timedelta


class Dropped(Exception):
    """The notice is no longer true or wanted; `str(error)` says why, for staff."""


class SharedFault(Exception):
    """A fault of the site or of a service that all readers share: the notice waits, and nobody is to blame."""


class Unreachable(SharedFault):
    """No connection: nothing else can be sent now either."""


class Held(Unreachable):
    """No connection was tried, since a log-in was refused; `str(error)` is what was said then, and was logged."""

    def __init__(self, said: str, *, until: datetime | None) -> None:
        super().__init__(said)
        self.until = until


class Deferred(Exception):
    """This message to this recipient was refused for now; `str(error)` says what the other side said.

    `shared` is whether everybody is refused, so that the notice waits as for a fault of the site; `wait` when to try
    again, None for the usual growing patience.
    """

    def __init__(self, said: str, *, shared: bool = False, wait: timedelta | None = None) -> None:
        super().__init__(said)
        self.shared = shared
        self.wait = wait


class Refused(Exception):
    """This message to this recipient was refused for good; `str(error)` says what the other side said."""


class RefusedAddress(Refused):
    """The recipient's address itself was refused for good: no other message would fare better."""
