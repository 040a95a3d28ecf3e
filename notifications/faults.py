"""Why a notice is not delivered: it is no longer true, or a fault occurred on its way.

Only Deferred and Refused may ever count against a reader. Every other fault is the site's own, or that of a service
which all readers share.
"""

from datetime import datetime, timedelta


class Dropped(Exception):
    """The notice is no longer true or wanted; `str(error)` says why, for staff."""


class SharedFault(Exception):
    """A fault of the site, or of a service that all readers share. The notice waits, and no reader is to blame."""


class Unreachable(SharedFault):
    """There is no connection, so no other notice can be sent now either."""


class Held(Unreachable):
    """No connection was tried, since an earlier log-in was refused. `str(error)` is what the server said then, which
    was logged."""

    def __init__(self, said: str, *, until: datetime | None) -> None:
        super().__init__(said)
        self.until = until


class Deferred(Exception):
    """This message to this recipient was refused for now; `str(error)` is what the other side said.

    `shared` is whether all readers are refused; then the notice waits as for a fault of the site. `wait` is the time
    until the next attempt, or None for the usual growing waits.
    """

    def __init__(self, said: str, *, shared: bool = False, wait: timedelta | None = None) -> None:
        super().__init__(said)
        self.shared = shared
        self.wait = wait


class Refused(Exception):
    """This message to this recipient was refused for good; `str(error)` is what the other side said."""


class RefusedAddress(Refused):
    """The recipient's address itself was refused for good: any other message would be refused, too."""
