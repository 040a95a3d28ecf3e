"""The tables of people and their accounts."""

from accounts.models.account_event import AccountEvent
from accounts.models.block import Block
from accounts.models.export import Export
from accounts.models.former_name import FormerName
from accounts.models.kept_name import KeptName, NameKey
from accounts.models.rescue import Rescue
from accounts.models.restriction import Restriction
from accounts.models.safeguards import Safeguards
from accounts.models.sighting import Sighting
from accounts.models.user import AfterTurn, BoardColours, BoardSize, PeopleManager, PieceSize, Theme, User
from accounts.models.vacation import Vacation
from accounts.models.visitors import Allowance, KeptForm, SentForm

__all__ = [
    "AccountEvent",
    "AfterTurn",
    "Allowance",
    "Block",
    "BoardColours",
    "BoardSize",
    "Export",
    "FormerName",
    "KeptForm",
    "KeptName",
    "NameKey",
    "PeopleManager",
    "PieceSize",
    "Rescue",
    "Restriction",
    "Safeguards",
    "SentForm",
    "Sighting",
    "Theme",
    "User",
    "Vacation",
]
