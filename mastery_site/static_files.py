"""Static files under hashed names, which browsers keep for good. A process reads the list of names at its start."""

import gzip
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import brotli
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


class CompressorOfNews(Compressor):
    """Compresses what is new: a file and its like under a hashed name once, and none that an earlier start has
    compressed. It is what a start of a public site costs most in processor time, but for its first migrations."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.compress_brotli = cache(Compressor.compress_brotli)
        self.compress_gzip = cache(Compressor.compress_gzip)

    def compress(self, path: str) -> list[str]:
        """The paths of the compressed files."""
        made = [f"{path}.br", f"{path}.gz"]
        return made if hold(Path(path).read_bytes(), *map(Path, made)) else super().compress(path)


def hold(data: bytes, by_brotli: Path, by_gzip: Path) -> bool:
    """Whether both files are there and whole, and hold this."""
    try:
        return brotli.decompress(by_brotli.read_bytes()) == data == gzip.decompress(by_gzip.read_bytes())
    except (OSError, EOFError, zlib.error, brotli.error):
        return False


class StaticFiles(CompressedManifestStaticFilesStorage):
    support_js_module_import_aggregation = True  # a module imports others by their hashed names, too
    url = cache(CompressedManifestStaticFilesStorage.url)

    def create_compressor(self, **given: Any) -> Compressor:
        return CompressorOfNews(**given)


class EmbeddedStaticFiles(StaticFiles):
    """A file that `manage.py up` has not collected, as in tests, keeps its name: WhiteNoise finds it in its folder."""

    def stored_name(self, name: str) -> str:
        return super().stored_name(name) if self.hash_key(self.clean_name(name)) in self.hashed_files else name
