"""The channels. Each has a folder, which `notifications.registry` finds."""
