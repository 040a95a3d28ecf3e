"""Weeks of play in minutes: the site's own code, tasks and database under virtual time, and what must hold of it.

Only three things are not real. Players call what the views call; the probe of the pages is told whether they are up,
since no web process runs; and workers are not woken, since the tasks run in this process at their own times.
"""
