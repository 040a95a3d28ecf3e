"""Why a notice is not delivered: because it is no longer true, or because of a fault on its way."""


class Dropped(Exception):
    """The notice is no longer true or wanted; `str(error)` says why, for staff."""


class Unreachable(Exception):
    """No connection: nothing else can be sent now either."""


class Refused(Exception):
    """This message to this recipient was refused for good; `str(error)` says what the other side said."""


class RefusedAddress(Refused):
    """The recipient's address itself was refused for good: no other message would fare better."""
