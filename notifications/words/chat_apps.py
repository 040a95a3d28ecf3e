"""The pages of chat apps."""

from core.words import Sentence

CONNECTED = Sentence("chat_app_connected", "{app} is connected: {name}. Send yourself a test.")
DISCONNECTED = Sentence("chat_app_disconnected", "{app} is no longer connected, and gets no more notifications.")
NO_ADDRESS = Sentence("chat_app_no_address", "This is no webhook address of {app}. It begins with {begins}.")
NO_SERVER = Sentence("chat_app_no_server", "We can’t send to this server. Its address looks like {begins}.")
NO_TOPIC = Sentence("chat_app_no_topic", "A topic has 1 to 64 letters, digits, hyphens and underscores.")
NO_ROOM = Sentence("chat_app_no_room", "This is no room ID. It looks like !abc:matrix.org.")
NO_TOKEN = Sentence("chat_app_no_token", "This is no access token: it has spaces or unusual characters.")
OPEN = Sentence("chat_app_open", "Open it")
