"""Answers to a request that does not arrive properly. They are always in English, since Django does not know of the
request yet."""

from engine.words import Sentence

TOO_SLOW = Sentence("request_too_slow", "Your request took too long to arrive. Please go back and send it again.")
NO_LENGTH = Sentence("request_without_length", "This site takes no request whose length is not given first.")
TOO_LARGE = Sentence("request_too_large", "This is more than the site takes at once: a megabyte.")
HEADERS_TOO_LONG = Sentence("request_headers_too_long", "The headers of this request are too long.")
