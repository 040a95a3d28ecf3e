"""What other pages show of notifications: the way to feeds."""

from games.panels import fill_with

fill_with("followed", "notifications/_feed_link.html")
