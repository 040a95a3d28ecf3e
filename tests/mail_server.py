"""A mail server as many run one: Debian's Postfix, with OpenDKIM and OpenDMARC, that delivers into a Dovecot's maildir.

Neither asks the DNS: OpenDKIM reads public keys, and OpenDMARC what it would find, from files (both have a setting for
tests). The port of SMTP is one of this machine alone, and all that it writes lies in a folder that goes with it.
"""

from __future__ import annotations

import os
import shutil
import smtplib
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from tests.dovecot import Dovecot
from tests.servers import START_WITHIN, Missing, end_with_parent, find_program, free_port, wait_until

NAME = "mx.reply.localhost"
SENDER, SELECTOR = "mail.example", "s1"
"""The domain whose mails are signed, with a policy of DMARC that rejects what is not."""
MAIN = """
compatibility_level = 3.6
maillog_file = {folder}/log
maillog_file_prefixes = {folder}
queue_directory = {folder}/queue
data_directory = {folder}/data
myhostname = {name}
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks =
smtpd_client_restrictions = permit
smtpd_relay_restrictions = reject_unauth_destination
virtual_mailbox_domains = reply.localhost
virtual_mailbox_base = {mailbox}
virtual_mailbox_maps = static:mails/
virtual_uid_maps = static:{uid}
virtual_gid_maps = static:{gid}
virtual_minimum_uid = 1
smtpd_milters = inet:127.0.0.1:{dkim}, inet:127.0.0.1:{dmarc}
smtpd_authorized_xclient_hosts = 127.0.0.1
milter_default_action = tempfail
"""
MASTER = """
127.0.0.1:{port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
error unix - - n - - error
discard unix - - n - - discard
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
"""
DKIM = """
Mode v
Syslog no
Socket inet:{dkim}@127.0.0.1
TestPublicKeys {folder}/keys
AuthservID {name}
InternalHosts {folder}/none
PeerList {folder}/none
RemoveARFrom {name}
RequireSafeKeys no
UserID {user}
"""
DMARC = """
Syslog false
Socket inet:{dmarc}@127.0.0.1
TestDNSData {folder}/dns
AuthservID {name}
TrustedAuthservIDs {name}
SPFSelfValidate true
IgnoreHosts {folder}/none
UserID {user}
"""


@dataclass
class MailServer:
    folder: Path
    port: int
    mailbox: Dovecot

    def send(self, mail: bytes, *, to: str, sender: str) -> None:
        """As a server elsewhere hands it over, whose address is none that the sender's domain names."""
        with smtplib.SMTP("127.0.0.1", self.port, timeout=START_WITHIN) as client:
            client.ehlo()
            status, told = client.docmd("XCLIENT", "ADDR=192.0.2.7 NAME=mail.elsewhere.example")
            assert status == 220, told
            client.ehlo_resp = client.helo_resp = None
            client.sendmail(sender, [to], mail)

    def sign(self, mail: bytes) -> bytes:
        """As the sender's own server does."""
        told = ["opendkim-testmsg", "-d", SENDER, "-s", SELECTOR, "-k", str(self.folder / "private.pem")]
        return subprocess.run(told, input=mail, capture_output=True, check=True).stdout

    def wait_for(self, count: int) -> None:
        """Until so many mails lie there."""
        wait_until(lambda: len(self.mailbox.list_subjects()) >= count or 1 / 0, what="the mail")


def write_files(folder: Path, **told: object) -> None:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
    )
    (folder / "private.pem").write_bytes(pem)
    public = key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    shown = "".join(public.decode().splitlines()[1:-1])
    (folder / "keys").write_text(f"{SELECTOR}._domainkey.{SENDER} v=DKIM1; k=rsa; p={shown}\n")
    (folder / "dns").write_text(f"_dmarc.{SENDER} v=DMARC1; p=reject\n")
    (folder / "none").write_text("198.51.100.1\n")
    for name, text in (("postfix/main.cf", MAIN), ("postfix/master.cf", MASTER), ("dkim", DKIM), ("dmarc", DMARC)):
        (folder / name).write_text(text.format(folder=folder, **told))
    for name in ("postfix/main.cf", "postfix/master.cf", "keys", "dns", "none", "dkim", "dmarc"):
        (folder / name).chmod(0o644)


@contextmanager
def run_mail_server(mailbox: Dovecot) -> Iterator[MailServer]:
    """Raises Missing; Postfix starts as root alone."""
    postfix = find_program("postfix", "/usr/sbin/postfix")
    filters = [find_program(name, f"/usr/sbin/{name}") for name in ("opendkim", "opendmarc")]
    if os.geteuid() != 0:
        raise Missing("Postfix starts as root alone")
    folder = Path(mkdtemp(prefix="postfix-"))
    folder.chmod(0o755)
    for name in ("queue", "data", "postfix"):  # whatever the tests' own mask
        (folder / name).mkdir()
        (folder / name).chmod(0o755)
    shutil.chown(folder / "data", "postfix", "postfix")
    owner = mailbox.folder.stat()
    ports = {"port": free_port(), "dkim": free_port(), "dmarc": free_port()}
    told = {"name": NAME, "mailbox": mailbox.folder, "uid": owner.st_uid, "gid": owner.st_gid, "user": "nobody"}
    write_files(folder, **ports, **told)
    errors = (folder / "errors").open("wb")
    running = [
        subprocess.Popen([filters[0], "-f", "-x", str(folder / "dkim")], stderr=errors, preexec_fn=end_with_parent(15)),
        subprocess.Popen(
            [filters[1], "-f", "-c", str(folder / "dmarc")], stderr=errors, preexec_fn=end_with_parent(15)
        ),
    ]
    config = str(folder / "postfix")
    try:
        if subprocess.run([postfix, "-c", config, "start"], stdout=errors, stderr=errors, umask=0o022).returncode:
            raise RuntimeError((folder / "errors").read_text() + (folder / "log").read_text())
        server = MailServer(folder, ports["port"], mailbox)
        wait_until(lambda: smtplib.SMTP("127.0.0.1", server.port, timeout=1).quit(), what="Postfix’s first answer")
        yield server
    finally:
        subprocess.run([postfix, "-c", config, "stop"], check=False, stdout=errors, stderr=errors)
        for process in running:
            process.terminate()
            process.wait(timeout=10)
        shutil.rmtree(folder, ignore_errors=True)
