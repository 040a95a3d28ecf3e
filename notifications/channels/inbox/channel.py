"""What the site says of the inbox as a channel."""

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
    test_button = "Send a test to my inbox"
    test_sent = "A test is in your inbox: see the bell next to the menu."

    def open_carrier(self) -> AbstractContextManager[Carrier]:
        from notifications.channels.inbox.carrier import InboxCarrier  # loaded by those that deliver alone

        return InboxCarrier()


channel = Inbox()
