"""Sentences on the pages of chat apps."""

from core.words import Sentence

CONNECTED = Sentence("chat_app_connected", "{app} is connected: {name}. Send yourself a test.")
DISCONNECTED = Sentence("chat_app_disconnected", "{app} is no longer connected, and gets no more notifications.")
WEBHOOK = Sentence("chat_app_webhook", "webhook {number}")
TOPIC = Sentence("chat_app_topic", "a topic on {server}")
ROOM = Sentence("chat_app_room", "room {room} at {server}")
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
NO_SERVER = Sentence("chat_app_no_server", "We can’t send to this server. Its address looks like {begins}.")
NO_TOPIC = Sentence("chat_app_no_topic", "A topic has 1 to 64 letters, digits, hyphens and underscores.")
NO_ROOM = Sentence("chat_app_no_room", "That isn’t a room ID: one looks like !abc:matrix.org.")
NO_TOKEN = Sentence("chat_app_no_token", "That isn’t an access token: it has spaces or unusual characters.")
OPEN = Sentence("chat_app_open", "Open it")
