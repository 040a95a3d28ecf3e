"""What pages say when the site cannot do what it was asked to do."""

from core.words import Sentence

DISK_FULL = Sentence("disk_full", "The disk of this site is full.")
DATABASE_AWAY = Sentence("database_away", "The database of this site does not answer.")
DATABASE_READ_ONLY = Sentence("database_read_only", "The database of this site takes no changes at present.")
PART_AWAY = Sentence("part_away", "A part of this site that it needs for this does not answer.")
PART_REFUSES = Sentence("part_refuses", "A part of this site that it needs for this takes no changes at present.")

TOO_LARGE = Sentence("request_too_large", "This is more than the site takes at once: a megabyte.")
FILE_TOO_LARGE = Sentence("file_too_large", "This file is larger than 5 MB. Please choose a smaller one.")
NO_LENGTH = Sentence("request_without_length", "This site takes no request whose length is not given first.")
BAD_ADDRESS = Sentence("bad_address", "This address cannot be.")
ENDS_BEFORE_IT_BEGINS = Sentence("ends_before_it_begins", "It must end after it begins.")
