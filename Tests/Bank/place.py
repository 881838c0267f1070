"""PostgreSQL of Debian in folders of its own, and nodes that speak to it."""

import concurrent.futures
import itertools
import os
import pathlib
import shutil
import signal
import subprocess
import threading
import time
import uuid

PROGRAMS = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), default=None)
# PostgreSQL does not run as root.
OWNER = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}


def program(name, *arguments):
    done = subprocess.run([PROGRAMS / name, *arguments], cwd="/", capture_output=True, text=True, **OWNER)
    if done.returncode:
        raise RuntimeError(f"{name}: {done.stderr[-500:]}")
    return done.stdout


class Postgres:
    """A server on a Unix socket alone, in `folder`."""

    def __init__(self, folder):
        self.folder, self.data, self.process = folder, folder / "data", None

    def make(self, *options):
        own(self.folder)
        program("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale", "C", "-N", *options)
        # pg_rewind needs the log since the last checkpoint of both, and recovers with the options of this file alone.
        with open(self.data / "postgresql.conf", "a") as file:
            file.write("wal_keep_size = 128MB\n")
        return self

    def follow(self, primary, name):
        """Becomes a standby of another one."""
        own(self.folder)
        program("pg_basebackup", "-d", primary.place("postgres"), "-D", self.data, "-c", "fast", "-X", "stream", "-N")
        return self.stand_by(primary, name)

    def stand_by(self, primary, name):
        (self.data / "standby.signal").touch()
        shutil.chown(self.data / "standby.signal", **({"user": "postgres"} if OWNER else {"user": os.geteuid()}))
        self.primary = ["-c", f"primary_conninfo={primary.place('postgres')} application_name={name}"]
        return self

    def rewind(self, primary, name):
        """Becomes a standby of the one that has taken its place: what it has more is lost. It needs checksums."""
        # What has just been promoted says so with its next checkpoint.
        primary.sql("CHECKPOINT", "postgres")
        program("pg_rewind", "-D", self.data, "--source-server", primary.place("postgres"))
        return self.stand_by(primary, name)

    def start(self, *options):
        with open(self.folder / "log", "a") as log:
            self.process = subprocess.Popen(
                [PROGRAMS / "postgres", "-D", self.data, "-c", "listen_addresses=", "-c", "max_connections=200"]
                + ["-c", f"unix_socket_directories={self.folder}", *getattr(self, "primary", []), *options],
                cwd="/",
                stdout=log,
                stderr=log,
                **OWNER,
            )
        end = time.monotonic() + 30
        while subprocess.run([PROGRAMS / "pg_isready", "-q", "-h", self.folder]).returncode:
            if time.monotonic() > end or self.process.poll() is not None:
                raise RuntimeError("PostgreSQL does not start: " + (self.folder / "log").read_text()[-1000:])
            time.sleep(0.05)
        return self

    def place(self, database="bank", user="postgres"):
        return f"host={self.folder} user={user} dbname={database}"

    def sql(self, text, database="bank"):
        done = subprocess.run(
            ["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-d", self.place(database), "-c", text], capture_output=True, text=True
        )
        if done.returncode:
            raise RuntimeError(done.stderr[:500])
        return done.stdout.strip()

    def processes(self):
        found = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True).stdout
        return [self.process.pid, *map(int, found.split())]

    def send(self, number):
        for process in self.processes():
            try:
                os.kill(process, number)
            except ProcessLookupError:
                pass

    def kill(self):
        self.send(signal.SIGKILL)
        self.process.wait()
        # What a killed one leaves would stop the next one.
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()

    def promote(self):
        program("pg_ctl", "-D", self.data, "-w", "promote")
        del self.primary


def own(folder):
    folder.mkdir(parents=True, exist_ok=True)
    if OWNER:
        shutil.chown(folder, "postgres", "postgres")


class Node:
    """A node without sockets (BankNode)."""

    program = None

    def __init__(self, *places, caller=5, connection=10):
        hosts = ",".join(str(place.folder) for place in places)
        self.process = subprocess.Popen(
            [self.program, f"host={hosts} dbname=bank user=node1", str(caller), str(connection)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.numbers, self.waiting, self.lock = itertools.count(), {}, threading.Lock()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            number, *answer = line.rstrip("\n").split("\t")
            self.waiting.pop(int(number)).set_result(answer)
        for future in self.waiting.values():
            future.set_result(["fault", "ended", "", ""])

    def send(self, *values):
        future = concurrent.futures.Future()
        with self.lock:
            number = next(self.numbers)
            self.waiting[number] = future
            self.process.stdin.write("\t".join([str(number), *map(str, values)]) + "\n")
            self.process.stdin.flush()
        return future

    def ask(self, *values):
        """What it answers: `ok` and values, or `fault` and why."""
        return self.send(*values).result(120)

    def put(self, user, name, body, expected="-", identifier=None, calendar=1):
        return self.ask("put", user, calendar, name, expected, identifier or uuid.uuid4().hex, body)

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)


def users(server, count):
    """Makes a bank in a server, with users who have a calendar each."""
    server.sql("CREATE DATABASE bank", "postgres")
    done = subprocess.run([Node.server, "bank", "init", server.place()], capture_output=True, text=True)
    assert done.returncode == 0, done
    server.sql("CREATE ROLE node1 LOGIN IN ROLE agenda_node")
    server.sql(
        f"""
        SELECT agenda_v3.make_calendar(agenda_v3.add_user('user' || n), 'work', NULL, '{{}}', gen_random_uuid(), '')
        FROM generate_series(1, {count}) n
        """
    )


def at_once(count, work):
    """Does something in several threads, and gives what they return."""
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        return list(pool.map(work, range(count)))
