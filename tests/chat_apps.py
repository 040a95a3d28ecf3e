"""The chat apps that there are, and the names of their addresses, for tables of all addresses."""

from notifications import registry
from notifications.chat_apps.contract import ChatApp

APPS = [each for each in registry.CHANNELS.all() if isinstance(each, ChatApp)]
CONNECT = tuple(app.page_name for app in APPS)
"""The pages, where each is connected by a post."""
DISCONNECT = tuple(app.end_name for app in APPS)
WEBHOOK = f"https://discord.com/api/webhooks/{'1' * 18}/{'a' * 60}"
