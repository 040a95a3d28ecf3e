"""The pages of chat apps."""

from core.words import Sentence

CONNECTED = Sentence("chat_app_connected", "{app} is connected: {name}. Send yourself a test.")
DISCONNECTED = Sentence("chat_app_disconnected", "{app} is no longer connected, and gets no more notifications.")
WEBHOOK = Sentence("chat_app_webhook", "webhook {number}")
NO_ADDRESS = Sentence("chat_app_no_address", "This is no webhook address of {app}. It begins with {begins}.")
