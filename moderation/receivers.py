"""What moderation does when staff have acted and when a person asks for their data. This module also loads the
kinds."""

from accounts.events import account_exporting
from computers.events import computer_switched
from games.events import staff_acted, staff_acting
from moderation import exporting, heard, log
from moderation.actions.registry import ACTIONS
from moderation.signals.registry import SIGNALS
from moderation.things.registry import THINGS

staff_acting.connect(heard.on_staff_acting)
staff_acted.connect(heard.on_staff_acted)
computer_switched.connect(log.on_computer_switched)
account_exporting.connect(exporting.on_account_exporting)
for kinds in (ACTIONS, THINGS, SIGNALS):
    kinds.load()
