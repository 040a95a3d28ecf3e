"""What people are told about faces: those they choose, and pictures that can't be used."""

from core.words import Sentence

TOO_LARGE = Sentence("too_large", "This file is larger than 5 MB. Please choose a smaller one.")
TOO_MANY_PIXELS = Sentence("too_many_pixels", "This picture has more than 25 megapixels. Please choose a smaller one.")
TOO_FEW_PIXELS = Sentence("too_few_pixels", "This picture is too small: each side needs at least 64 pixels.")
ANIMATED = Sentence("animated", "This picture moves. Please choose one that doesn’t.")
UNREADABLE = Sentence("unreadable", "We couldn’t read this file. Please choose a JPEG, PNG or WebP picture.")
NO_FILE = Sentence("no_file", "Please choose a picture first.")
NO_FIGURE = Sentence("no_figure", "Please choose one of the figures.")
BUSY = Sentence("busy", "Too many pictures are being uploaded right now. Please try again in a minute.")
PICTURE_SHOWN = Sentence("picture_shown", "This is your face now. Other players see it beside your name.")
FIGURE_SHOWN = Sentence("figure_shown", "This is your face now. Other players see it beside your name.")
FIGURE = Sentence("figure", "Figure {number}")
