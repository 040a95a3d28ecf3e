"""Slack: a webhook of a channel of one’s own workspace."""
