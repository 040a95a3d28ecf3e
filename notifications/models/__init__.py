"""What notifications store: the outbox, what its readers have chosen, and the ways to reach them."""

from notifications.models.chosen import BlockedAddress, Mode, Preferences, Switch
from notifications.models.outbox import (
    EMAIL,
    GIVE_UP_AFTER,
    INBOX,
    INSTEAD_OF,
    LEASE,
    WAITS_FOR_SITE,
    Notice,
    NoticeQuerySet,
    Reminder,
    ReminderQuerySet,
    make_nonce,
)
from notifications.models.ways import (
    BOT_LEASE,
    Bot,
    ChannelState,
    ChatAddress,
    ConnectCode,
    Device,
    Feed,
    ListedTurns,
    ServerFault,
)

__all__ = [
    "BOT_LEASE",
    "EMAIL",
    "GIVE_UP_AFTER",
    "INBOX",
    "INSTEAD_OF",
    "LEASE",
    "WAITS_FOR_SITE",
    "BlockedAddress",
    "Bot",
    "ChannelState",
    "ChatAddress",
    "ConnectCode",
    "Device",
    "Feed",
    "ListedTurns",
    "Mode",
    "Notice",
    "NoticeQuerySet",
    "Preferences",
    "Reminder",
    "ReminderQuerySet",
    "ServerFault",
    "Switch",
    "make_nonce",
]
