"""Mail programs that answer an email of ours, run as a person runs them; each gives the mail that it would send."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

WITHIN = 60


def keep_sent(folder: Path) -> tuple[Path, Path]:
    """A program that sends by keeping what it is given, and where."""
    sent, program = folder / "sent", folder / "sendmail"
    program.write_text(f'#!/bin/sh\ncat > "{sent}"\n')
    program.chmod(0o755)
    return program, sent


def make_editor(folder: Path, turn: str, *, at: str) -> Path:
    """An editor that writes the turn above or below all, of a file with headers or without."""
    program = folder / "editor"
    program.write_text(
        "#!/usr/bin/env python3\nimport sys\nfrom pathlib import Path\n"
        "path = Path(sys.argv[-1])\ntext = path.read_text()\n"
        'head, blank, body = text.partition("\\n\\n") if text[:5] in ("From:", "To: t") else ("", "", text)\n'
        f"turn = {turn!r} + '\\n'\n"
        f"body = turn + '\\n' + body if {at!r} == 'above' else body.rstrip('\\n') + '\\n\\n' + turn\n"
        "path.write_text(head + blank + body)\n"
    )
    program.chmod(0o755)
    return program


def write_mbox(folder: Path, raw: bytes) -> Path:
    box = folder / "box"
    box.write_bytes(b"From games Sat Nov 28 18:50:00 2026\n" + raw.replace(b"\r\n", b"\n") + b"\n\n")
    return box


def run_on_terminal(command: list[str], *, sent: Path, folder: Path) -> None:
    """Runs what draws on a terminal, until it has sent."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm", "HOME": str(folder), "LC_ALL": "C.UTF-8"}
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env, start_new_session=True)
    os.close(theirs)
    os.set_blocking(ours, False)
    until = time.monotonic() + WITHIN
    try:
        while process.poll() is None and time.monotonic() < until and not sent.exists():
            time.sleep(0.1)
            try:
                os.read(ours, 65536)
            except (BlockingIOError, OSError):
                continue
        time.sleep(0.5)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def mutt(folder: Path, raw: bytes, *, turn: str, sender: str, at: str) -> bytes:
    program, sent = keep_sent(folder)
    settings = folder / "muttrc"
    (folder / "Mail").mkdir()
    settings.write_text(
        f'set sendmail="{program}"\nset editor="{make_editor(folder, turn, at=at)}"\nset from="{sender}"\n'
        "set use_from=yes\nset include=yes\nset fast_reply=yes\nset autoedit=yes\nset copy=no\nset confirmappend=no\n"
        "set reply_to=yes\nset wait_key=no\n"
    )
    keys = 'push "<first-entry><reply><send-message><exit>"'
    run_on_terminal(
        ["mutt", "-n", "-F", str(settings), "-f", str(write_mbox(folder, raw)), "-e", keys], sent=sent, folder=folder
    )
    return sent.read_bytes()


def s_nail(folder: Path, raw: bytes, *, turn: str, sender: str, at: str) -> bytes:
    """Which quotes by a tab, as `mailx` does."""
    program, sent = keep_sent(folder)
    body = f"{turn}\n\n~m 1\n" if at == "above" else f"~m 1\n\n{turn}\n"
    command = [
        "s-nail",
        "-:/",
        "-#",
        "-~",
        "-S",
        f"mta={program}",
        "-S",
        f"from={sender}",
        "-S",
        "reply-to-honour",
        "-f",
    ]
    subprocess.run(
        [*command, str(write_mbox(folder, raw))],
        input=f"reply 1\n{body}~.\nx\n".encode(),
        check=False,
        timeout=WITHIN,
        capture_output=True,
        env={**os.environ, "HOME": str(folder), "LC_ALL": "C.UTF-8", "TERM": "dumb"},
    )
    return sent.read_bytes()


def mblaze(folder: Path, raw: bytes, *, turn: str, sender: str, at: str) -> bytes:
    program, sent = keep_sent(folder)
    message = folder / "message"
    message.write_bytes(raw)
    profile = folder / ".mblaze"
    profile.mkdir()
    (profile / "profile").write_text(f"Local-Mailbox: {sender}\nSendmail: {program}\n")
    (profile / "seq").write_text(f"{message}\n")
    env = {**os.environ, "HOME": str(folder), "EDITOR": str(make_editor(folder, turn, at=at)), "LC_ALL": "C.UTF-8"}
    subprocess.run(
        ["mrep", "1"], input=b"send\n", cwd=folder, check=False, timeout=WITHIN, capture_output=True, env=env
    )
    return sent.read_bytes()


def emacs(folder: Path, raw: bytes, *, turn: str, sender: str, at: str) -> bytes:
    """In message-mode, which leaves the cursor between its attribution and the quote."""
    message, sent = folder / "message", folder / "sent"
    message.write_bytes(raw.replace(b"\r\n", b"\n"))
    place = {"above": "(message-goto-body)", "below": "(goto-char (point-max))"}.get(at, "")
    script = f"""
    (require 'message)
    (setq user-mail-address "{sender}" message-signature nil message-interactive nil mail-user-agent 'message-user-agent
          message-confirm-send nil message-fcc-externalize-attachments nil
          message-send-mail-function (lambda () (write-region (point-min) (point-max) "{sent}")))
    (find-file "{message}")
    (let ((original (current-buffer)))
      (message-reply)
      (setq message-reply-headers nil)
      (let ((message-reply-buffer original)) (message-yank-original))
      {place}
      (insert "\\n{turn}\\n")
      (message-send))
    """
    env = {**os.environ, "HOME": str(folder), "LC_ALL": "C.UTF-8"}
    subprocess.run(
        ["emacs", "--batch", "--quick", "--eval", f"(progn {script})"],
        check=False,
        timeout=WITHIN,
        capture_output=True,
        env=env,
    )
    return sent.read_bytes().replace(b"--text follows this line--\n", b"\n")


PROGRAMS: dict[str, Callable[..., bytes]] = {"mutt": mutt, "s-nail": s_nail, "mrep": mblaze, "emacs": emacs}
"""By the name of what is run."""


def is_installed(name: str) -> bool:
    return shutil.which(name) is not None
