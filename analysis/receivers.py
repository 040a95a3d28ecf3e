"""What analyses do when a turn is played with a remark, and when a person asks for their data or leaves."""

from accounts.events import account_closed, account_exporting
from analysis import exporting, sealed
from games.events import turn_remarked, turn_undone

turn_remarked.connect(sealed.on_turn_remarked)
turn_undone.connect(sealed.on_turn_undone)
account_exporting.connect(exporting.on_account_exporting)
account_closed.connect(exporting.on_account_closed)
