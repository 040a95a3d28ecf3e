"""On a machine that others use, what the embedded site writes is its owner's alone. For a running one, see test_up."""

import os
import stat

import pytest

from mastery_site.environment import data_folder
from tests.end_to_end.test_up import list_open


@pytest.fixture
def usual_umask():
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "data"


def test_a_new_folder_and_what_is_written_afterwards_are_the_owners_alone(folder, usual_umask):
    assert data_folder.keep_private(folder) == ""
    (folder / "later").write_text("written by this process")
    assert list_open(folder) == []


def test_an_open_folder_is_closed(folder, usual_umask):
    folder.mkdir()
    assert data_folder.keep_private(folder) == ""
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_folder_that_all_users_share_is_refused_and_stays_open_to_them(folder, usual_umask):
    folder.mkdir()
    folder.chmod(0o1777)
    assert data_folder.keep_private(folder) == (
        f"The data folder {folder} is shared by the users of this machine. Name one of its own."
    )
    assert stat.S_IMODE(folder.stat().st_mode) == 0o777 | stat.S_ISVTX


def test_nothing_outside_the_folder_is_touched_through_a_link(folder, tmp_path, usual_umask):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "note").write_text("for all to read")
    folder.mkdir()
    (folder / "link").symlink_to(outside)
    (folder / "file link").symlink_to(outside / "note")
    data_folder.close_to_others(folder)
    assert stat.S_IMODE(outside.stat().st_mode) == 0o755
    assert stat.S_IMODE((outside / "note").stat().st_mode) == 0o644
