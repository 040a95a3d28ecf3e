"""The pages of chat apps."""

from core.words import Sentence

CONNECTED = Sentence("chat_app_connected", "{app} is connected: {name}. Send yourself a test.")
DISCONNECTED = Sentence("chat_app_disconnected", "{app} is no longer connected, and gets no more notifications.")
NO_ADDRESS = Sentence("chat_app_no_address", "That isn’t a webhook address of {app}: one begins with {begins}.")
CODE_MADE = Sentence("chat_app_code_made", "Now open {app} and send the code to our bot.")
BOT_CONNECTED = Sentence(
    "chat_app_bot_connected",
    "Connected: the notifications of {name} at {site} come here now. If you didn’t ask for this, block this bot.",
)
BOT_KNOWS_NO_CODE = Sentence(
    "chat_app_bot_knows_no_code",
    "To get your notifications here, create a code at {page} and send it from there. A code works once, for ten"
    " minutes.",
)
