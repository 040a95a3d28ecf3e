"""What every template may use: the site's name and address, whether its mails go to files, and what is announced."""

from django.conf import settings
from django.http import HttpRequest

from mastery_site.banner import list_announcements


def site(request: HttpRequest) -> dict[str, object]:
    return {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "mail_to_files": settings.MAIL_TO_FILES,
        "announcements": list_announcements,  # called by the pages that show them
    }
