"""A Dovecot with one mailbox, which speaks IMAP over TLS with a certificate made for it, and ends with the tests."""

import grp
import imaplib
import os
import pwd
import re
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from tempfile import mkdtemp

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.servers import START_WITHIN, end_with_parent, find_program, free_port, wait_until

USER, PASSWORD = "turn@reply.localhost", "pass+word/with:signs@home"
WITHIN_URL = "turn%40reply.localhost:pass%2Bword%2Fwith%3Asigns%40home"
CONFIG = """
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
protocols = imap
listen = 127.0.0.1
default_internal_user = {internal}
default_internal_group = {internal_group}
default_login_user = {login}
ssl = required
ssl_cert = <{folder}/cert.pem
ssl_key = <{folder}/key.pem
disable_plaintext_auth = yes
mail_location = maildir:{folder}/mails
mail_max_userip_connections = 50
first_valid_uid = 0
first_valid_gid = 0
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={folder}
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {plain}
  }}
  inet_listener imaps {{
    port = {port}
    ssl = yes
  }}
}}
service anvil {{
  chroot =
}}
"""


@dataclass
class Dovecot:
    folder: Path
    port: int
    plain: int
    """Where it asks for STARTTLS."""
    program: str = ""

    @property
    def url(self) -> str:
        return f"imaps://{WITHIN_URL}@localhost:{self.port}/INBOX"

    @property
    def certificate(self) -> str:
        return str(self.folder / "cert.pem")

    def set_password(self, password: str) -> None:
        """From now on it takes this password alone, and keeps those waiting who have another."""
        config = self.folder / "dovecot.conf"
        told = re.sub(r"args = password=.*", f"args = password={password}", config.read_text())
        config.write_text(told)
        subprocess.run([self.program, "-c", str(config), "reload"], check=True, timeout=START_WITHIN)

    def count_refused(self) -> int:
        """Log-ins whose password it did not take. It writes that down when it has told us, or a moment later."""
        time.sleep(0.5)
        return sum("auth failed, 1 attempts" in line for line in (self.folder / "log").read_text().splitlines())

    def open(self) -> imaplib.IMAP4_SSL:
        context = ssl.create_default_context(cafile=self.certificate)
        client = imaplib.IMAP4_SSL("localhost", self.port, ssl_context=context, timeout=START_WITHIN)
        client.login(USER, PASSWORD)
        return client

    def deliver(self, *mails: bytes, at: datetime | None = None, folder: str = "INBOX") -> None:
        """As a mail server would; `at` is what it says when it came."""
        date = imaplib.Time2Internaldate(at or datetime.now(UTC))
        with self.open() as client:
            for mail in mails:
                status, why = client.append(folder, None, date, mail)
                assert status == "OK", why

    def clear(self, folder: str = "INBOX") -> None:
        with self.open() as client:
            _, count = client.select(folder)
            if int(count[0]):
                client.store("1:*", "+FLAGS.SILENT", r"(\Deleted)")
                client.expunge()

    def list_subjects(self, folder: str = "INBOX") -> list[str]:
        """Others may take mails out meanwhile."""
        with self.open() as client:
            _, count = client.select(folder, readonly=True)
            wanted = "(BODY.PEEK[HEADER.FIELDS (SUBJECT)])"
            answer = client.fetch("1:*", wanted)[1] if int(count[0]) else []
            told = [piece[1] for piece in answer if isinstance(piece, tuple)]
        return [text.decode().partition(":")[2].strip() for text in told]


@contextmanager
def run_dovecot() -> Iterator[Dovecot]:
    """Raises Missing."""
    program = find_program("dovecot", "/usr/sbin/dovecot")
    folder = Path(mkdtemp(prefix="dovecot-"))
    folder.chmod(0o755)
    site = Dovecot(folder, free_port(), free_port(), program)
    write_certificate(folder)
    is_root = os.geteuid() == 0
    config = folder / "dovecot.conf"
    own = {"internal": "dovecot", "internal_group": "dovecot", "login": "dovenull"} if is_root else name_me()
    settings = {"folder": folder, "port": site.port, "plain": site.plain, "password": PASSWORD, **own}
    owner = pwd.getpwnam("nobody") if is_root else pwd.getpwuid(os.getuid())  # it reads no mail as root
    os.chown(folder, owner.pw_uid, owner.pw_gid)
    config.write_text(CONFIG.format(uid=owner.pw_uid, gid=owner.pw_gid, **settings))
    process = subprocess.Popen(
        [program, "-F", "-c", str(config)],
        stdout=subprocess.DEVNULL,
        stderr=(folder / "errors").open("wb"),
        preexec_fn=end_with_parent(15),
    )
    try:
        wait_until(lambda: site.open().logout(), what="Dovecot's first answer")
        yield site
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=10)
        process.kill()
        shutil.rmtree(folder, ignore_errors=True)


def name_me() -> dict[str, str]:
    me = pwd.getpwuid(os.getuid()).pw_name
    return {"internal": me, "internal_group": grp.getgrgid(os.getgid()).gr_name, "login": me}


def write_certificate(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    names = [x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=2000))
        .not_valid_after(now + timedelta(days=2000))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    (folder / "cert.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    )
