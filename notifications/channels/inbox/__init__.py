"""The inbox: notifications on the site itself, and how many of them are new."""
