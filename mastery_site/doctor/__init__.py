"""Tries everything that the site needs from others, once, and tells what each answered: `manage.py doctor`."""
