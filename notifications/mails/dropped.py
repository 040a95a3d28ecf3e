"""Why a notice is not delivered."""


class Dropped(Exception):
    """The notice is no longer true or wanted; `str(error)` says why, for staff."""
