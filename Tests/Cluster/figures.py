"""Measures a cluster with many users, who are mostly idle. Started by `run`.

figures [--users 10,100,1000,10000] [--busy 1000] [--rate 50] [--seconds 60] [--events 10000] [--tsv FILE]
"""

import argparse
import concurrent.futures
import datetime
import json
import os
import pathlib
import random
import shutil
import statistics
import threading
import time

import cluster
from client import Client, User, event

TICKS = os.sysconf("SC_CLK_TCK")


def percentiles(times):
    """Milliseconds: the median, and the 99th percentile."""
    ordered = sorted(times)
    return f"{1000 * statistics.median(ordered):.1f} / {1000 * ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]:.1f} ms"


def processor(*numbers):
    """Seconds that processes have taken so far, with those of PostgreSQL that they have begun."""
    found = 0
    for number in numbers:
        fields = open(f"/proc/{number}/stat").read().rsplit(")", 1)[1].split()
        found += sum(map(int, fields[11:15]))
    return found / TICKS


def memory(node):
    """MiB: of the process, and of it what no other process has."""
    text = open(f"/proc/{node.process.pid}/smaps_rollup").read()
    values = {line.split()[0]: int(line.split()[1]) for line in text.splitlines()[1:]}
    return values["Rss:"] / 1024, (values["Private_Dirty:"] + values["Private_Clean:"]) / 1024


class Place:
    """A cluster whose users are asked for by name, as a proxy that signs them in does."""

    def __init__(self, program, most_open):
        self.folder = cluster.folder("agenda-cluster-")
        self.made = cluster.Cluster(program, self.folder)
        self.secret = self.folder / "secret"
        self.secret.write_text("0123456789abcdef0123456789abcdef\n")
        self.secret.chmod(0o600)
        self.made.pair.make(program)
        for number in range(1, 4):
            folder = self.folder / f"node{number}"
            options = ["--most-open", str(most_open), "--identity-socket", str(folder / "identity")]
            options += ["--identity-secret", str(self.secret)]
            self.made.nodes.append(cluster.ServingNode(program, folder, self.made.pair.place(), options))
        self.names, self.again = [], 0

    def add(self, count):
        """Users until there are so many."""
        new = [f"user{number}" for number in range(len(self.names) + 1, count + 1)]
        file = self.folder / "new"
        file.write_text("".join(f"{name} {name}@example.org\n" for name in new))
        begin = time.monotonic()
        self.made.command("user", "add", "--from", str(file), "--time-zone", "Europe/Berlin")
        self.names += new
        return (time.monotonic() - begin) / len(new)

    def start(self):
        """Seconds until each node answers, and until it has answered for somebody."""
        found = []
        for node in self.made.nodes:
            begin = time.monotonic()
            node.start(waits=False)
            while Client(node.socket, 5).ask("GET", "/healthz").status != 200:
                time.sleep(0.002)
            found.append(time.monotonic() - begin)
        return found

    def stop_nodes(self):
        for node in self.made.nodes:
            node.stop()

    def bytes(self):
        return int(self.made.pair.sql("SELECT pg_database_size(current_database())"))

    def device(self, node, name, device="Phone"):
        """A device of a user; asked for again where the node says so, as its `Retry-After` has it."""
        while True:
            answer = Client(node.folder / "identity").ask(
                "POST", "/v1/devices", json.dumps({"name": device}),
                [("Content-Type", "application/json"), ("Sec-Fetch-Site", "same-origin"), ("Agenda-User", name)]
                + [("Agenda-Proxy-Secret", self.secret.read_text().strip())],
            )  # fmt: skip
            if answer.status != 503 or self.again > 100:
                break
            self.again += 1
            time.sleep(1)
        assert answer.status in (200, 201), answer
        found = answer.json()
        return User(name, None, found.get("password") or found["device"]["password"])

    def servers(self):
        """The processes of PostgreSQL."""
        return [number for server in self.made.pair.both for number in server.processes()]

    def stop(self):
        self.made.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def growth(program, counts, table):
    """Users who are there; of whom few ask."""
    print("users | add one | bytes each | node: start, memory, with 50 open | read cold | read warm | nothing new", flush=True)
    place = Place(program, 50)
    try:
        before = place.bytes()
        for count in counts:
            each = place.add(count)
            place.made.pair.sql("VACUUM")
            size = (place.bytes() - before) / count
            starts = place.start()
            idle = memory(place.made.nodes[0])
            some = random.Random(count).sample(place.names, min(50, count))
            node, client = place.made.nodes[0], Client(place.made.nodes[0].socket)
            users = [place.device(node, name, f"Phone {count}") for name in some]
            for user in users:
                assert user.put(client, f"{user.calendar}{count}.ics", event(str(count), "one")).status == 201
            others, cold = Client(place.made.nodes[1].socket), []
            for user in users:
                begin = time.monotonic()
                assert others.ask("GET", f"{user.calendar}{count}.ics", account=user.account).status == 200
                cold.append(time.monotonic() - begin)
            warm, news = [], []
            tokens = [user.changes(client, "")[1] for user in users]
            for _ in range(20):
                for user, token in zip(users, tokens):
                    begin = time.monotonic()
                    assert client.ask("GET", f"{user.calendar}{count}.ics", account=user.account).status == 200
                    warm.append(time.monotonic() - begin)
                    begin = time.monotonic()
                    assert user.changes(client, token)[0] is not None
                    news.append(time.monotonic() - begin)
            busy = memory(node)
            print(
                f"{count} | {1000 * each:.0f} ms | {size:.0f} | {1000 * max(starts):.0f} ms, {idle[0]:.0f} MiB, {busy[0]:.0f} MiB"
                f" | {percentiles(cold)} | {percentiles(warm)} | {percentiles(news)}",
                flush=True,
            )
            for what, values in (
                ("cold", cold), ("warm", warm), ("news", news), ("start", starts)
            ):  # fmt: skip
                table.append((count, what, 1000 * statistics.median(values)))
            table += [(count, "bytes", size), (count, "idle", idle[0]), (count, "busy", busy[0])]
            place.stop_nodes()
            for node in place.made.nodes:
                node.drop()
    finally:
        place.stop()


def cold(program, count, rounds=5):
    """One user with so many events, who asks nodes that have nothing of them."""
    place = Place(program, 50)
    try:
        place.add(1)
        folder = place.folder / "in" / "plan"
        folder.mkdir(parents=True)
        for number in range(count):
            day = datetime.date(2026, 1, 1) + datetime.timedelta(number % 730)
            text = event(str(number), f"Event {number}", f"{day:%Y%m%d}", 6 + number % 12)
            (folder / f"{number}.ics").write_bytes(text.encode())
        begin = time.monotonic()
        place.made.command("user", "import", "user1", str(folder.parent))
        moved, times = time.monotonic() - begin, []
        place.start()
        nodes = place.made.nodes
        user = place.device(nodes[0], "user1")
        for _ in range(rounds):
            node = nodes[1]
            client, begin = Client(node.socket), time.monotonic()
            answer = client.ask("GET", f"/dav/c/user1/plan/{count - 1}.ics", account=user.account)
            times.append(time.monotonic() - begin)
            assert answer.status == 200, answer
            size = memory(node)[0]
            node.stop()
            node.drop()
            node.start()
        print(f"{count} events of one user: moved in in {moved:.1f} s; a node without them answers in {percentiles(times)}, and has {size:.0f} MiB then")
    finally:
        place.stop()


def busy(program, count, rate, seconds):
    """So many users, of whom all are asked for now and then, and who write so often a second in all."""
    place = Place(program, count)
    try:
        place.add(count)
        place.start()
        nodes = place.made.nodes
        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            users = list(pool.map(lambda pair: place.device(nodes[pair[0] % 3], pair[1]), enumerate(place.names)))
        clients = threading.local()

        def at(number):
            kept = clients.__dict__.setdefault("all", {})
            return kept.setdefault(number, Client(nodes[number].socket))

        def warm(pair):
            number, user = pair
            for node in (number % 3, (number + 1) % 3):
                assert user.listing(at(node))[0] is not None

        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            list(pool.map(warm, enumerate(users)))
        if place.again:
            print(f"{place.again} requests of {count} that open calendars for the first time were told to ask again")
        print(f"{count} users, each open on two of three nodes: " + ", ".join(f"{memory(n)[0]:.0f} MiB" for n in nodes), flush=True)
        size = place.bytes()
        numbers = [node.process.pid for node in nodes]
        begin, took = time.monotonic(), (processor(*numbers), processor(*place.servers()))
        writes, seen, reads, odd = [], [], [], []
        due = [begin]
        lock = threading.Lock()

        def work(place_):
            dice = random.Random(place_)
            while True:
                with lock:
                    due[0] += 1 / rate
                    mine = due[0]
                if mine > begin + seconds:
                    return
                time.sleep(max(0, mine - time.monotonic()))
                number = dice.randrange(len(users))
                user, uid = users[number], f"{dice.getrandbits(64):x}"
                href = f"{user.calendar}{uid}.ics"
                start = time.monotonic()
                answer = user.put(at(number % 3), href, event(uid, "written"))
                done = time.monotonic()
                if answer.status != 201:
                    odd.append(answer)
                    continue
                writes.append(done - start)
                while (found := at((number + 1) % 3).ask("GET", href, account=user.account)).etag != answer.etag:
                    if found.status not in (200, 404, 503) or time.monotonic() > done + 30:
                        odd.append(found)
                        break
                seen.append(time.monotonic() - done)
                other = dice.randrange(len(users))
                start = time.monotonic()
                if users[other].listing(at(other % 3))[0] is None:
                    odd.append("no listing")
                reads.append(time.monotonic() - start)

        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            list(pool.map(work, range(16)))
        wall = time.monotonic() - begin
        node_time, server_time = processor(*numbers) - took[0], processor(*place.servers()) - took[1]
        print(f"{len(writes) / wall:.1f} writes a second for {wall:.0f} s, and as many reads twice; {len(odd)} odd {odd[:2]}")
        print(f"a write is acknowledged in {percentiles(writes)} (median / 99th percentile)")
        print(f"from there on seen at another node in {percentiles(seen)}")
        print(f"a listing at a node that has the calendar open {percentiles(reads)}")
        print(
            f"processor: {1000 * node_time / len(writes):.1f} ms of nodes and {1000 * server_time / len(writes):.1f} ms of PostgreSQL"
            " a write with its two reads"
        )
        print(f"the database has grown by {(place.bytes() - size) / len(writes):.0f} bytes a write")
        print("memory after it: " + ", ".join(f"{memory(node)[0]:.0f} MiB" for node in nodes))
    finally:
        place.stop()


def main():
    options = argparse.ArgumentParser(prog="figures")
    options.add_argument("program")
    options.add_argument("--users", type=lambda text: [int(one) for one in text.split(",") if one], default=[10, 100, 1_000, 10_000])
    options.add_argument("--busy", type=int, default=1_000)
    options.add_argument("--rate", type=float, default=50)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--events", type=int, default=10_000)
    options.add_argument("--tsv", type=pathlib.Path, help="where milliseconds, bytes a user and MiB go by the number of users")
    options = options.parse_args()
    if options.events:
        cold(options.program, options.events)
    if options.busy:
        busy(options.program, options.busy, options.rate, options.seconds)
    if options.users:
        table = [("users", "what", "value")]
        growth(options.program, options.users, table)
        if options.tsv:
            options.tsv.write_text("".join("\t".join(map(str, row)) + "\n" for row in table))


main()
