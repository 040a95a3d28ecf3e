"""Why a password is refused, and what a password must be like."""

from core.words import Sentence

TOO_COMMON = Sentence("password_too_common", "This password is too common. Please choose one that’s harder to guess.")
TOO_LONG = Sentence("password_too_long", "Please choose a password of up to {most} characters.")
OF_SITE = Sentence("password_of_site", "This password is too easy to guess on this site. Please choose another.")
NO_NAME = Sentence("password_no_name", "Your password can’t be the name of this site or of a game.")
