"""Static files under hashed names, whose addresses are formed once: a process reads the list of names at its start."""

from functools import cache

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):
    url = cache(CompressedManifestStaticFilesStorage.url)
