"""A mail server as a process of its own that accepts all and keeps nothing: `python -m benches.mail_sink PORT`."""

import asyncio
import sys

from aiosmtpd.smtp import SMTP


class Sink:
    async def handle_DATA(self, server, session, envelope) -> str:
        return "250 OK"


async def serve(port: int) -> None:
    server = await asyncio.get_running_loop().create_server(
        lambda: SMTP(Sink(), enable_SMTPUTF8=True), "127.0.0.1", port
    )
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
