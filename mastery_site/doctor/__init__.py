"""`manage.py doctor`: tries once everything that the site needs from others, and tells what each part answered."""
