"""What a view of a player's deed is decorated with; it stands in accounts, for the other apps have such views too."""

from accounts.posting import log_in_first, posted_from, read_text, take_kept

__all__ = ["log_in_first", "posted_from", "read_text", "take_kept"]
