"""What other pages show about notifications: the link to feeds."""

from games.panels import fill_with

fill_with("followed", "notifications/channels/feed/_link.html")
