"""Slack: a webhook of a channel in the player's own workspace."""
