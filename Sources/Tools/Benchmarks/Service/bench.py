"""Measures the service and what stands beside it, and prints tables. Started by `run`.

Fails only if a program fails: a figure that misses its goal is a line of the table.
"""

import argparse
import datetime
import os
import pathlib
import statistics
import subprocess
import sys
import time

import load
import peers
import readers
from load import Target
from samples import Samples
from service import EMPTY, Service

PARTS = ("x2", "big1", "command", "readers", "page")
# A request that takes longer is no case for wrk.
SLOW = 2.0


def say(text):
    print(text, file=sys.stderr, flush=True)


class Table:
    """Lines of figures, printed at the end."""

    def __init__(self):
        self.loads, self.lines = [], []

    def figure(self, what, values, unit, limit=None):
        middle = statistics.median(values)
        spread = "" if len(values) == 1 else f" ({min(values):.3g}..{max(values):.3g})"
        verdict = "" if limit is None else f"must be < {limit:g}: " + ("met" if middle < limit else "missed")
        self.lines.append((what, f"{middle:.3g} {unit}{spread}".replace(" x", " x"), verdict))

    def print(self):
        if self.loads:
            print(f"\n{'':42}{'connections':>12}{'requests/s':>12}{'median ms':>11}{'99th ms':>10}")
            for name, connections, one in self.loads:
                print(f"{name:42}{connections:>12}{one.rate:>12,.0f}{one.median * 1e3:>11.2f}{one.most * 1e3:>10.2f}")
        if self.lines:
            print()
            for what, figure, verdict in self.lines:
                print(f"{what:58}{figure:32}{verdict}")


def compare(options, table, targets):
    """Each target with 1 and with 8 connections, by turns."""
    for connections in (1, 8):
        found = {target.name: [] for target in targets}
        for turn in range(options.runs):
            say(f"{connections} connections, round {turn + 1} of {options.runs}")
            for target in targets:
                found[target.name].append(load.run(target, options.place, connections, options.seconds))
        table.loads += [(name, connections, load.middle(loads)) for name, loads in found.items()]


def timeline(options, table, samples, name):
    """The timeline of a sample, unchanged documents, and the same bytes and events of others."""
    with Service(files=[samples.path(name)]) as service:
        url, token = f"http://127.0.0.1:{service.port}", {"Authorization": f"Bearer {service.token}"}
        begin = time.monotonic()
        answer = service.ask("GET", "/v1/timeline")
        table.figure(f"{name}: the first timeline", [(time.monotonic() - begin) * 1e3], "ms")
        table.figure(f"{name}: the timeline's size", [len(answer.body) / 1e6], "MB")
        nginx = peers.Nginx(options.place)
        radicale = peers.Radicale(options.root, options.place / "radicale")
        try:
            address, tag = nginx.put(f"{name}.json", answer.body)
            targets = [
                Target(f"{name}: timeline", url + "/v1/timeline", token),
                Target(f"{name}: the same file of nginx", address),
                Target(f"{name}: a week", url + "/v1/events", token),
                Target(
                    f"{name}: timeline unchanged, 304", url + "/v1/timeline", token | {"If-None-Match": answer["etag"]}
                ),
                Target(f"{name}: file unchanged, 304, nginx", address, {"If-None-Match": tag}),
            ]
            if name in options.radicale:
                beside(options, table, radicale, samples, name, targets)
            compare(options, table, targets)
            used, count = service.processor_seconds, 0
            for _ in range(options.runs):
                count += load.run(targets[3], options.place, 1, options.seconds).count
            used = (service.processor_seconds - used) / count
            table.figure(f"{name}: processor time of a 304", [used * 1e3], "ms", 1)
        finally:
            nginx.stop()
            radicale.stop()


def beside(options, table, radicale, samples, name, targets):
    """The days of the timeline of Radicale: a load like the others where it can be one."""
    say(f"Radicale reads {name}")
    table.figure(f"{name}: Radicale's first look at all events", [radicale.load(name, samples.path(name))], "s")
    today = datetime.date.today()
    days = [today + datetime.timedelta(days) for days in (-120, 368)]
    query = peers.QUERY.format(start=f"{days[0]:%Y%m%d}", end=f"{days[1]:%Y%m%d}")
    seconds = []
    for _ in range(2):
        begin = time.monotonic()
        radicale.request("REPORT", f"{name}/", query.encode(), Depth="1")
        seconds.append(time.monotonic() - begin)
    if seconds[-1] > SLOW:
        return table.figure(f"{name}: calendar-query of Radicale", seconds, "s")
    fields = {"Authorization": "Basic YWxpY2U6d29uZGVybGFuZA==", "Depth": "1", "Content-Type": "text/xml"}
    targets.append(Target(f"{name}: calendar-query of Radicale", radicale.url() + f"{name}/", fields, "REPORT", query))


def command(options, table, samples):
    """The timeline over HTTP beside the command's, whose start is taken off."""

    def seconds(work):
        begin = time.monotonic()
        work()
        return time.monotonic() - begin

    with Service(files=[samples.path("x2")]) as service, service.over_socket() as wire:
        database = ["--database", str(service.database)]
        # What the command costs where there is nothing to print: its start, by the way that it takes.
        empty = ["--database", str(service.folder / "empty.db")]
        nothing = service.folder / "nothing.ics"
        nothing.write_bytes(EMPTY)
        service.command("source", "add", nothing, *empty)
        ask = lambda: wire.ask("GET", "/v1/timeline")  # noqa: E731
        found = {"start": [], "command": [], "http": [], "changed": []}
        body = ask().body
        same = service.command("timeline", "--json", *database).encode() == body
        for turn in range(options.runs * 4):
            found["start"].append(seconds(lambda: service.command("timeline", "--json", *empty)))
            found["command"].append(seconds(lambda: service.command("timeline", "--json", *database)))
            found["http"].append(seconds(ask))
            service.ask(
                "POST", "/v1/events", [], {"summary": f"Change {turn}", "start": "2027-01-15T10:00", "calendar": "mine"}
            )
            found["changed"].append(seconds(ask))
    milliseconds = {name: [value * 1e3 for value in values] for name, values in found.items()}
    table.figure("agenda timeline --json of an empty store", milliseconds["start"], "ms")
    table.figure("x2: agenda timeline --json", milliseconds["command"], "ms")
    table.figure("x2: GET /v1/timeline", milliseconds["http"], "ms")
    table.figure("x2: the same after a change", milliseconds["changed"], "ms")
    table.lines.append(("x2: the same bytes", "yes" if same else "no", ""))
    own = statistics.median(milliseconds["command"]) - statistics.median(milliseconds["start"])
    for name, what in (("http", "HTTP / command, start aside"), ("changed", "the same after a change")):
        table.figure(f"x2: {what}", [statistics.median(milliseconds[name]) / own], "x", 2)


def main():
    options = argparse.ArgumentParser(prog="bench-service", usage=argparse.SUPPRESS)
    for name in ("agenda", "root", "place"):
        options.add_argument(f"--{name}", required=True, type=pathlib.Path)
    options.add_argument("--generator", type=pathlib.Path)
    options.add_argument("--only", type=lambda text: text.split(","), default=list(PARTS))
    options.add_argument("--radicale", type=lambda text: text.split(","), default=["x2"])
    options.add_argument("--runs", type=int, default=5)
    options.add_argument("--seconds", type=int, default=3)
    options = options.parse_args()
    if unknown := set(options.only) - set(PARTS):
        sys.exit(f"bench-service: there is no part {', '.join(sorted(unknown))}: there are {', '.join(PARTS)}")
    Service.agenda = str(options.agenda)
    table = Table()
    samples = Samples(options.generator or options.agenda.parent / "agenda-samples", options.place / "samples", today())
    for name in ("x2", "big1"):
        if name in options.only:
            timeline(options, table, samples, name)
    if "command" in options.only:
        command(options, table, samples)
    if "readers" in options.only:
        with Service() as service:
            readers.measure(service, table, 1_000, options.runs * 4)
    table.print()
    page = pathlib.Path(__file__).with_name("page.py")
    if "page" in options.only and page.exists():
        sys.exit(subprocess.run([sys.executable, page, options.agenda], env=os.environ, check=False).returncode)


def today():
    """The service goes by the machine's clock."""
    return datetime.date.today().isoformat()


main()
