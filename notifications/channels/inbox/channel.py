"""What the inbox says of itself."""

from contextlib import AbstractContextManager

from notifications.contract import Carrier, Channel
from notifications.models import INBOX


class Inbox(Channel):
    name = INBOX
    label = "on the site"
    by = "on the site"
    order = 100
    is_on_site = True
    may_break = False
    test_button = "Send me a test to the bell"
    test_sent = "A test stands at your bell, beside the menu."

    def open_carrier(self) -> AbstractContextManager[Carrier]:
        from notifications.channels.inbox.carrier import Bell

        return Bell()


channel = Inbox()
