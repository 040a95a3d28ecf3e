"""Template filters of the accounts app."""

from django import template

from accounts.devices import describe_browser

register = template.Library()
register.filter("browser", describe_browser)
