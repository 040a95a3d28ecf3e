"""Files that appear under their name once they are complete, and never in place of another."""

import errno
import fcntl
import os
from pathlib import Path

NO_LINKS = {errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK}
"""How file systems without hard links, such as exFAT, refuse one."""


def publish(draft: Path, path: Path) -> None:
    """Gives a complete file of the same folder its name. Raises FileExistsError where that is taken, OSError."""
    try:
        os.link(draft, path)  # at once, and the first of two wins
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        _rename(draft, path)
    else:
        draft.unlink()


def _rename(draft: Path, path: Path) -> None:
    """The same without links: renaming would replace another file, so those who come here take turns."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        if path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
        draft.rename(path)
    finally:
        os.close(folder)
