"""Two servers of PostgreSQL, nodes and a proxy on one machine, in a folder of their own."""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Bank"))

import place
from client import Client, User

# A write is acknowledged when the other server has it on its disk.
SAFE = ["-c", "synchronous_standby_names=standby", "-c", "synchronous_commit=on"]


class Pair:
    """A primary and a standby, which change their roles. Both have a place in all that is told to nodes."""

    def __init__(self, folder, options=(), addresses=None):
        self.options, self.addresses = list(options), addresses
        self.primary, self.standby = (place.Postgres(folder / name) for name in ("db1", "db2"))
        self.both = [self.primary, self.standby]

    def begin(self, server, *options):
        """Starts one of them, which waits for its standby unless it is one."""
        if self.addresses:
            options += "-c", f"listen_addresses={self.addresses[self.both.index(server)]}"
        return server.start(*self.options, *options)

    def make(self, program, database="agenda"):
        """Makes both, and a bank with a role for nodes."""
        self.begin(self.primary.make("--data-checksums"))
        if self.addresses:
            with open(self.primary.data / "pg_hba.conf", "a") as file:
                file.write("host all all 10.77.0.0/16 trust\n")
        self.bank(program, database)
        self.begin(self.standby.follow(self.primary, "standby"), *SAFE)
        self.primary.stop()
        self.begin(self.primary, *SAFE)
        return self.wait()

    def alone(self, program, database="agenda"):
        """Makes one server, which waits for no other one."""
        self.both = [self.primary]
        self.begin(self.primary.make())
        self.bank(program, database)

    def bank(self, program, database):
        self.database = database
        self.primary.sql(f"CREATE DATABASE {database}", "postgres")
        done = subprocess.run([program, "bank", "init", self.primary.place(database)], capture_output=True, text=True)
        assert done.returncode == 0, done
        self.primary.sql("CREATE ROLE node1 LOGIN IN ROLE agenda_node", "postgres")

    def wait(self, seconds=60):
        """Until the standby has what the primary has."""
        end = time.monotonic() + seconds
        question = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
        while self.primary.sql(question, "postgres") != "1":
            assert time.monotonic() < end, "the standby does not follow"
            time.sleep(0.1)
        return self

    def promote(self):
        """The standby takes over; the other one has to be killed before. It acknowledges nothing until it has a standby."""
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary

    def rejoin(self, rewinds=False):
        """The killed one comes back as the standby: with what it has, or with a copy of all."""
        if rewinds:
            self.standby.rewind(self.primary, "standby")
        else:
            shutil.rmtree(self.standby.data, ignore_errors=True)
            self.standby.follow(self.primary, "standby")
        self.begin(self.standby, *SAFE)

    def place(self, user="node1", hosts=None):
        hosts = ",".join(hosts or [str(server.folder) for server in self.both])
        return f"host={hosts} user={user} dbname={self.database}"

    def sql(self, text):
        return self.primary.sql(text, self.database)

    def stop(self):
        for server in self.both:
            server.stop()


class ServingNode:
    """`agenda-server` on a Unix socket."""

    def __init__(self, program, folder, bank, options=(), before=()):
        self.program, self.folder, self.bank = program, folder, bank
        self.options, self.before = list(options), list(before)
        self.people, self.socket = folder / "people", folder / "http"
        self.process = None

    def start(self, waits=True):
        self.folder.mkdir(parents=True, exist_ok=True)
        self.socket.unlink(missing_ok=True)
        environment = {"HOME": str(self.folder), "PATH": "/usr/bin:/bin", "TZ": "Europe/Berlin", "LC_ALL": "C.UTF-8"}
        with open(self.folder / "log", "a") as log:
            self.process = subprocess.Popen(
                [*self.before, self.program, "serve", "--people", self.people, "--bank", self.bank]
                + ["--socket", self.socket, *self.options],
                env=environment, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip
        if waits and not self.answers(30):
            raise RuntimeError("a node does not start: " + (self.folder / "log").read_text()[-1000:])
        return self

    def answers(self, seconds):
        return Client(self.socket, 5).until(seconds, "GET", "/healthz").status == 200

    def send(self, number):
        if self.process and self.process.poll() is None:
            self.process.send_signal(number)

    def kill(self):
        self.send(signal.SIGKILL)
        if self.process:
            self.process.wait()

    def stop(self):
        self.send(signal.SIGTERM)
        if self.process:
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()

    def drop(self):
        """Throws away what it shows."""
        shutil.rmtree(self.people, ignore_errors=True)


class Cluster:
    """All of it. Whoever makes one calls `stop`, which ends all that was started, by its number."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.pair, self.nodes, self.proxy, self.users = Pair(folder), [], None, []

    def start(self, nodes, names, has_standby=True):
        self.pair.make(self.program) if has_standby else self.pair.alone(self.program)
        for number in range(1, nodes + 1):
            self.nodes.append(ServingNode(self.program, self.folder / f"node{number}", self.pair.place()).start())
        self.add(names)
        return self

    def command(self, *arguments):
        done = subprocess.run(
            [self.program, *arguments, "--bank", self.pair.place("postgres")],
            env={"HOME": str(self.folder), "PATH": "/usr/bin:/bin", "TZ": "Europe/Berlin", "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, (arguments, done.stderr)
        return done.stdout.strip()

    def add(self, names):
        client = Client(self.nodes[0].socket)
        for name in names:
            self.command("user", "add", name, "--address", f"{name}@example.org", "--time-zone", "Europe/Berlin")
            user = User(name, self.command("user", "token", name))
            user.let_in(client)
            self.users.append(user)

    def stop(self):
        if self.proxy:
            self.proxy.stop()
        for node in self.nodes:
            node.stop()
        self.pair.stop()


def folder(prefix):
    """A new folder, through which the database's user may come."""
    import tempfile

    made = pathlib.Path(tempfile.mkdtemp(prefix=prefix))
    made.chmod(0o755)
    os.umask(0o022)
    return made
