"""Nodes in network namespaces of their own, and a file system that can be filled: what only root can make."""

import os
import subprocess

# Of the two servers of PostgreSQL.
ADDRESSES = ["10.77.0.1", "10.77.0.2"]


def run(*arguments, check=True):
    return subprocess.run([str(argument) for argument in arguments], check=check, capture_output=True, text=True)


class Network:
    """A namespace a node, with a link that can be cut."""

    def __init__(self, count):
        self.names = [f"agenda{os.getpid()}-{number}" for number in range(1, count + 1)]
        self.links = [f"ag{os.getpid() % 100_000}-{number}" for number in range(1, count + 1)]

    def make(self):
        for address in ADDRESSES:
            run("ip", "address", "add", f"{address}/32", "dev", "lo", check=False)
        run("ip", "link", "set", "lo", "up")
        for number, (name, link) in enumerate(zip(self.names, self.links), 1):
            run("ip", "netns", "add", name)
            run("ip", "link", "add", link, "type", "veth", "peer", "name", "inside", "netns", name)
            run("ip", "address", "add", f"10.77.{number}.1/24", "dev", link)
            run("ip", "link", "set", link, "up")
            for command in (
                ["link", "set", "lo", "up"], ["address", "add", f"10.77.{number}.2/24", "dev", "inside"],
                ["link", "set", "inside", "up"], ["route", "add", "default", "via", f"10.77.{number}.1"],
            ):  # fmt: skip
                run("ip", "-n", name, *command)
        return self

    def before(self, number):
        """What a node's command begins with."""
        return ["ip", "netns", "exec", self.names[number]]

    def cut(self, number):
        """Nothing goes through any more, and nobody is told."""
        run("ip", "link", "set", self.links[number], "down")

    def mend(self, number):
        run("ip", "link", "set", self.links[number], "up")

    def remove(self):
        for name, link in zip(self.names, self.links):
            run("ip", "link", "del", link, check=False)
            run("ip", "netns", "del", name, check=False)
        for address in ADDRESSES:
            run("ip", "address", "del", f"{address}/32", "dev", "lo", check=False)


class SmallDisk:
    """A file system in memory, which can be filled."""

    def __init__(self, folder, megabytes):
        self.folder, self.megabytes = folder, megabytes
        self.stone = folder / "stone"

    def make(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        run("mount", "-t", "tmpfs", "-o", f"size={self.megabytes}m,mode=755", "tmpfs", self.folder)
        return self

    def fill(self):
        try:
            with open(self.stone, "wb") as file:
                while True:
                    file.write(bytes(1 << 16))
                    file.flush()
        except OSError:
            pass

    def empty(self):
        self.stone.unlink(missing_ok=True)

    def remove(self):
        run("umount", "-l", self.folder, check=False)
