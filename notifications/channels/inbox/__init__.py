"""The inbox: what stands on the site itself, and how much of it is new."""
