"""What every template may use: the site's name and address, and whether its mails go to files."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    return {"site_name": settings.SITE_NAME, "site_url": settings.SITE_URL, "mail_to_files": settings.MAIL_TO_FILES}
