"""Whether a mail comes from its sender is what the configured servers say, by the headers of their names that stand
where no sender can write, or by the topmost."""

from replies.mails.parsing import parse
from replies.mails.proof import Verdict, is_covered, judge_results, read_mail
from tests.rows import each_row

OURS = "mx.example.net"
PROVEN, UNPROVEN, FAILED = Verdict.PROVEN, Verdict.UNPROVEN, Verdict.FAILED


def judge(*values: str, sender: str = "kim@mail.example.org", authority: str = OURS) -> Verdict:
    heads = "".join(f"Authentication-Results: {value}\r\n" for value in values)
    return judge_results(parse(f"{heads}From: {sender}\r\n\r\na2-a3".encode()), sender=sender, authority=authority)


VALUES = {
    "dmarc=pass header.from=mail.example.org": PROVEN,
    "dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=mail.example.org": PROVEN,
    "DMARC=Pass action=none header.from=Mail.Example.ORG": PROVEN,
    "dmarc=pass header.from=mail.example.org;": PROVEN,
    "dmarc=pass header.from=example.com; dkim=pass header.d=mail.example.org": UNPROVEN,
    "dmarc=pass header.from=example.org": UNPROVEN,
    "dmarc=pass": UNPROVEN,
    "dmarc=bestguesspass header.from=mail.example.org": UNPROVEN,
    "dmarc=fail header.from=mail.example.org": FAILED,
    "dkim=pass header.d=mail.example.org; dmarc=fail header.from=mail.example.org": FAILED,
    "dmarc=temperror; dkim=pass header.d=mail.example.org": PROVEN,
    "dkim=pass header.d=mail.example.org header.s=x header.b=AbC+/=": PROVEN,
    "dkim=pass header.d=example.org": PROVEN,
    "dkim=pass header.i=@example.org": PROVEN,
    "dkim=pass header.i=kim@mail.example.org": PROVEN,
    "dkim=pass header.d=example.com header.i=@mail.example.org": UNPROVEN,
    "dkim=pass header.d=org": UNPROVEN,
    "dkim=pass header.d=ample.org": UNPROVEN,
    "dkim=pass header.d=a.mail.example.org": UNPROVEN,
    "dkim=pass header.d=.": UNPROVEN,
    "dkim=pass header.d=example.com header.d=mail.example.org": UNPROVEN,
    "dkim=fail header.d=mail.example.org": UNPROVEN,
    "dkim=pass": UNPROVEN,
    "dkim=fail header.d=mail.example.org; dkim=pass header.d=example.org": PROVEN,
    "spf=pass smtp.mailfrom=kim@mail.example.org": PROVEN,
    "spf=pass smtp.mailfrom=mail.example.org": PROVEN,
    "spf=pass smtp.mailfrom=kim@example.com": UNPROVEN,
    "spf=pass smtp.helo=mail.example.org": UNPROVEN,
    "spf=softfail smtp.mailfrom=kim@mail.example.org": UNPROVEN,
    "spf=pass smtp.mailfrom=mail.example.org@example.com": UNPROVEN,
    "none": UNPROVEN,
    "": UNPROVEN,
    # What a sender may have put into the words of the server.
    'spf=pass smtp.mailfrom="x;dkim=pass header.d=mail.example.org"@example.com': UNPROVEN,
    'spf=fail smtp.mailfrom="kim@mail.example.org spf=pass"@example.com': UNPROVEN,
    'spf=fail (domain of "a); dkim=pass header.d=mail.example.org; x=("@example.com)': UNPROVEN,
    "spf=fail (not finished; dkim=pass header.d=mail.example.org": UNPROVEN,
    "spf=fail a) ; dkim=pass header.d=mail.example.org": UNPROVEN,
    "x-reason=dkim=pass header.d=mail.example.org": UNPROVEN,
    "dkim = pass header.d=mail.example.org": UNPROVEN,
    "dkim=pass header.d= mail.example.org": UNPROVEN,
    "dkim=pass header.d=mail.example.org;" + " x" * 5000: UNPROVEN,
}


@each_row("value", VALUES)
def test_what_the_server_found(value):
    assert judge(f"{OURS}; {value}") is VALUES[value]


PASS = "dmarc=pass header.from=mail.example.org"
STACKS = {
    "no header": ((), UNPROVEN),
    "another server's": ((f"mx.example.com; {PASS}",), UNPROVEN),
    "another above ours": (("mx.example.com; dmarc=fail", f"{OURS}; {PASS}"), PROVEN),
    "a forged one below": ((f"{OURS}; dmarc=none", f"{OURS}; {PASS}"), UNPROVEN),
    "a longer name": ((f"{OURS}.example.com; {PASS}",), UNPROVEN),
    "its version": ((f"{OURS} 1; {PASS}",), PROVEN),
    "another version": ((f"{OURS} 2; {PASS}",), UNPROVEN),
    "its name in capitals, with a comment": ((f"(x) MX.example.NET (y); {PASS}",), PROVEN),
    "its name quoted": ((f'"{OURS}"; {PASS}',), PROVEN),
    "no semicolon": ((f"{OURS} {PASS}",), UNPROVEN),
    "folded": ((f"{OURS};\r\n\tdkim=none;\r\n {PASS}",), PROVEN),
    "an unreadable one above": ((f'{OURS}; spf=fail (a"b)', f"{OURS}; {PASS}"), UNPROVEN),
    "one that hides its name above": ((f'{OURS}\\(; "', f"{OURS}; {PASS}"), PROVEN),
}


@each_row("name", STACKS)
def test_which_header_counts(name):
    values, verdict = STACKS[name]
    assert judge(*values) is verdict


def test_without_an_authority_nothing_is_proven():
    assert judge(f"; {PASS}", f"{OURS}; {PASS}", authority="") is UNPROVEN


def test_another_sender_than_the_headers_is_not_proven():
    mail = parse(f"Authentication-Results: {OURS}; {PASS}\r\nFrom: boris@mail.example.org\r\n\r\n".encode())
    assert judge_results(mail, sender="kim@mail.example.org", authority=OURS) is UNPROVEN


def test_domains_in_unicode_and_ascii_are_one():
    value = f"{OURS}; dmarc=pass header.from=xn--bcher-kva.example"
    assert judge(value, sender="kim@bücher.example") is PROVEN
    assert judge(f"{OURS}; dkim=pass header.d=bücher.example", sender="kim@xn--bcher-kva.example") is PROVEN


# --- Several headers of one name --------------------------------------------------------------------------------
SPF, DKIM = "spf=pass smtp.mailfrom=kim@mail.example.org", "dkim=pass header.d=mail.example.org"
DMARC_FAILS = "dmarc=fail header.from=mail.example.org"
BY_OURS = "Received: from mail.example.org by mx.example.net (Postfix) with ESMTPS id 1"
DATE = "Sat, 28 Nov 2026 22:00:00 +0000 (UTC)"
HANDED_ON = (
    "Received: from mx.example.net ([127.0.0.1])\r\n\tby vm with LMTP\r\n\tid JIOvDkZTC2ttJgAAg+zDdQ\r\n"
    "\t(envelope-from <kim@mail.example.org>)\r\n\tfor <turn+abc@reply.localhost>; Sat, 28 Nov 2026 22:18:46 +0000"
)
"""As Dovecot 2.3 writes it."""
BY_CYRUS = f"Received: from mx.example.net ([unix socket]) by mx.example.net (Cyrus 3.2) with LMTPA; {DATE}"
CALLS_ITSELF = (
    "Received: from {name} (x.example [192.0.2.1]) by mx.example.net (Postfix) with ESMTP id 3 for <t@x>; " + DATE
)
"""The name by which a server calls itself is what it likes."""
ZONES = {
    "each of several counts": ([f"A: {OURS}; dmarc=none", f"A: {OURS}; {DKIM}", BY_OURS], PROVEN),
    "also a bad one": ([f"A: {OURS}; {DKIM}", f"A: {OURS}; {DMARC_FAILS}", BY_OURS], FAILED),
    "one that cannot be read spoils all": ([f"A: {OURS}; {DKIM}", f'A: {OURS}; spf=fail (a"b)', BY_OURS], UNPROVEN),
    "none of a sender's below": ([f"A: {OURS}; dmarc=none", BY_OURS, f"A: {OURS}; {DKIM}"], UNPROVEN),
    "nor below one that the sender made": (
        [f"A: {OURS}; dmarc=none", BY_OURS, f"A: {OURS}; {DKIM}", BY_OURS],
        UNPROVEN,
    ),
    "what hands it on is passed over": ([HANDED_ON, f"A: {OURS}; dmarc=none", f"A: {OURS}; {DKIM}", BY_OURS], PROVEN),
    "by whatever server": ([BY_CYRUS, f"A: {OURS}; dmarc=none", f"A: {OURS}; {DKIM}", BY_OURS], PROVEN),
    **{
        f"a sender’s words hand nothing on {number}": (
            [CALLS_ITSELF.format(name=name), f"A: {OURS}; dmarc=none", f"A: {OURS}; {DKIM}", BY_OURS],
            UNPROVEN,
        )
        for number, name in enumerate(
            (
                "x with LMTP id 1",
                "x by y with LMTP id 1",
                f"x by y with LMTP id 1; {DATE}",
                "x by y with LMTP id 1 (envelope-from <",
                "x (",
                "x by y with LMTP id 1 for <",
            )
        )
    },
    "below its own, the topmost": ([BY_OURS, f"A: {OURS}; dmarc=none", f"A: {OURS}; {DKIM}", BY_OURS], UNPROVEN),
    "below its own, as Gmail writes it": ([BY_OURS, f"A: {OURS}; {DKIM}", "Received: x"], PROVEN),
    "another of its names": ([f"A: filter.example.net; {DKIM}", BY_OURS], PROVEN),
}


def parse_heads(heads: list[str], *more: str):
    written = [head.replace("A: ", "Authentication-Results: ", 1) if head[:3] == "A: " else head for head in heads]
    return parse("\r\n".join([*written, *more, "From: kim@mail.example.org", "", "a2-a3"]).encode())


@each_row("name", ZONES)
def test_all_that_stand_above_the_servers_own_received_count(name):
    heads, verdict = ZONES[name]
    found = read_mail(parse_heads(heads), sender="kim@mail.example.org", authority=f"filter.example.net, {OURS}")
    assert found.verdict is verdict


def test_names_that_are_not_trusted_are_found_where_no_sender_writes():
    heads = ["A: mx.other.example; none", f"A: {OURS}; none", "A: x y; none", BY_OURS, "A: mx.evil.example; none"]
    found = read_mail(parse_heads(heads), sender="kim@mail.example.org", authority=OURS)
    assert found.untrusted == ("mx.other.example", "x")
    assert read_mail(parse_heads(["A: mx.evil.example; none"]), sender="k@x.example", authority=OURS).untrusted == ()


@each_row(
    ("told", "alone"),
    [
        (DKIM, True),
        (f"{DKIM}; {PASS}", True),
        (f"{DKIM}; {SPF}", False),
        (f"{DKIM}; spf=pass smtp.mailfrom=x@evil.example", True),
        (PASS, True),
    ],
)
def test_what_rests_on_the_signature_alone_is_told(told, alone):
    found = read_mail(parse_heads([f"A: {OURS}; {told}"]), sender="kim@mail.example.org", authority=OURS)
    assert (found.verdict, found.by_signature) == (PROVEN, alone)


@each_row(
    ("signed", "is_so"),
    [
        (("d=mail.example.org; h=From:To:Date",), True),
        (("h=from :\r\n\tto:date; d=example.org",), True),
        (("d=mail.example.org; h=from:date",), False),
        (("d=mail.example.org; h=from:to", "d=mail.example.org; h=from"), False),
        (("d=mail.example.org; h=from:to", "d=relay.example; h=from"), True),
        ((), True),
    ],
)
def test_a_header_is_signed_where_each_signature_of_the_senders_names_it(signed, is_so):
    heads = [f"DKIM-Signature: v=1; a=rsa-sha256; {each}; bh=x; b=y" for each in signed]
    assert is_covered(parse_heads(heads), "To") is is_so
