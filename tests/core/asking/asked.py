"""What is asked in these tests, how long it may take, and what servers do."""

import time

HOST = "push.example.org"
URL = f"https://{HOST}/wpush/1?a=b"
PUBLIC, PUBLIC_6 = "93.184.215.14", "2606:2800:21f:cb07::1"
PATIENCE = 0.4
SOON = 6
"""Seconds in which anything is given up, however busy the machine: a server that drips goes on for ten."""


def drip(beginning: bytes, *, each: bytes):
    def behave(connection) -> None:
        connection.sendall(beginning)
        for _ in range(200):
            connection.sendall(each)
            time.sleep(0.05)

    return behave


def flood(beginning: bytes, *, each: bytes):
    def behave(connection) -> None:
        connection.sendall(beginning)
        while True:
            connection.sendall(each)

    return behave


def say(*parts: bytes, ends: bool = True):
    def behave(connection) -> None:
        for part in parts:
            connection.sendall(part)
        if ends:
            connection.close()

    return behave


HEAD = b"HTTP/1.1 200 OK\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
