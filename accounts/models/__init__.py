"""The tables of people and their accounts."""

from accounts.models.account_event import AccountEvent
from accounts.models.block import Block
from accounts.models.chosen_looks import AfterTurn, BoardColours, BoardSize, PieceSize, Theme
from accounts.models.export import Export
from accounts.models.former_name import FormerName
from accounts.models.kept_name import KeptName, NameKey
from accounts.models.picture import Picture
from accounts.models.rescue import Rescue
from accounts.models.restriction import Restriction
from accounts.models.safeguards import Safeguards
from accounts.models.sighting import Sighting
from accounts.models.user import PeopleManager, User
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
    "Picture",
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
