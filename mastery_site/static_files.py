"""Static files under hashed names. A process reads the list of names once, when it starts."""

from functools import cache

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):
    url = cache(CompressedManifestStaticFilesStorage.url)
