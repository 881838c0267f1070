"""haproxy before the nodes, as the article about operating a bank says."""

import pathlib
import shutil
import socket
import subprocess

from client import Client

TEXT = pathlib.Path(__file__).with_name("haproxy.cfg")


class Proxy:
    """On a port of this machine."""

    def __init__(self, folder, nodes, port=0):
        self.folder, self.process = folder, None
        self.port = port or free()
        servers = "".join(
            f"    server node{number} unix@{node.socket}\n" for number, node in enumerate(nodes, 1)
        )
        text = TEXT.read_text().replace("    bind 127.0.0.1:8017", f"    bind 127.0.0.1:{self.port}")
        text = text.replace("/etc/haproxy", str(TEXT.parent))
        kept = [line for line in text.splitlines(keepends=True) if not line.startswith("    server ")]
        (folder / "haproxy.cfg").write_text("".join(kept) + servers)

    def start(self):
        program = shutil.which("haproxy") or "/usr/sbin/haproxy"
        with open(self.folder / "haproxy.log", "a") as log:
            # Not as a daemon: whoever has started it ends it.
            self.process = subprocess.Popen(
                [program, "-db", "-f", self.folder / "haproxy.cfg"], stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        if Client(self.port, 5).until(15, "GET", "/healthz").status != 200:
            raise RuntimeError("haproxy does not start: " + (self.folder / "haproxy.log").read_text()[-1000:])
        return self

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def free():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]
