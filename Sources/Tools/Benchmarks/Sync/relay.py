"""A relay between a program and a server, which counts requests and bytes and notes when each answer had come."""

import dataclasses
import select
import socket
import threading
import time


@dataclasses.dataclass
class Exchange:
    """A request and its answer."""

    method: str
    status: int
    # Bytes with heads and chunks, and of the contents alone.
    wire: int
    content: int
    # When its last byte was passed on (time.perf_counter).
    answered: float


class Relay:
    def __init__(self, port):
        self.target = ("127.0.0.1", port)
        self.exchanges = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def connected(self):
        server = socket.create_connection(self.target)
        server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return server

    def serve(self, client):
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        requests, server = client.makefile("rb"), self.connected()
        with client:
            try:
                while head := read_head(requests):
                    if is_closed(server):
                        # SOGo closes after each answer and does not say so, which no client can see behind a relay.
                        server.close()
                        server = self.connected()
                    if not self.exchange(head, requests, client, server):
                        break
            except OSError:
                # A program that was killed.
                pass
            server.close()

    def exchange(self, head, requests, client, server):
        """Passes on a request and its answer; whether another request may come."""
        sent = pass_on(head, requests, server, has_content=True)
        method = head.split(b" ", 1)[0].decode()
        with server.makefile("rb") as answers:
            head = read_head(answers)
            if not head:
                return False
            status = int(head.split(b" ", 2)[1])
            came = pass_on(head, answers, client, method != "HEAD" and status not in (204, 304))
        self.exchanges.append(Exchange(method, status, sent[0] + came[0], sent[1] + came[1], time.perf_counter()))
        return field(head, b"connection") != b"close"

    def take(self):
        """What went over since the last time."""
        taken, self.exchanges = self.exchanges, []
        return taken


def is_closed(server):
    """Whether the other end is, before it is asked something."""
    return bool(select.select([server], [], [], 0)[0])


def read_head(stream):
    lines = []
    while line := stream.readline():
        lines.append(line)
        if line == b"\r\n":
            return b"".join(lines)
    return b""


def field(head, name):
    for line in head.split(b"\r\n"):
        if line.lower().startswith(name + b":"):
            return line.partition(b":")[2].strip().lower()
    return None


def pass_on(head, stream, target, has_content):
    """Passes on a head and what follows it: the bytes of all, and of the content."""
    target.sendall(head)
    wire, content = len(head), 0
    if not has_content:
        return wire, content
    if field(head, b"transfer-encoding") == b"chunked":
        while True:
            line = stream.readline()
            length = int(line.split(b";")[0], 16)
            chunk = stream.read(length + 2)
            target.sendall(line + chunk)
            wire, content = wire + len(line) + len(chunk), content + length
            if length == 0:
                return wire, content
    left = int(field(head, b"content-length") or 0)
    content = left
    while left > 0:
        piece = stream.read1(min(left, 1 << 16))
        if not piece:
            raise OSError("cut short")
        target.sendall(piece)
        left -= len(piece)
    return wire + content, content
