"""The kinds of notice. Each has a file, which `notifications.registry` finds."""
