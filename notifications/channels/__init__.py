"""The channels, a folder each; `notifications.registry` finds them."""
