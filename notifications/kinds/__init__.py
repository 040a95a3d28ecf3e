"""The kinds of notice, a file each; `notifications.registry` finds them."""
