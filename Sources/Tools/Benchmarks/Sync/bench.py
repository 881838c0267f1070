"""Measures agenda and vdirsyncer by turns on the same servers, and says which of the goals S1 to S8 are met.

Started by `run`, which installs vdirsyncer and the servers. Fails only if a program fails: a figure that misses its
goal is a line of the table.
"""

import argparse
import os
import pathlib
import subprocess
import sys

import feeds
from devices import Agenda, Vdirsyncer
from edits import Edits
from measurements import Measurements
from relay import Relay
from servers import SERVERS, Apache
from table import Table

PARTS = ("S1", "S2", "S3", "S4", "S6", "S8")


def names(text):
    return [name for name in text.split(",") if name]


def parsed():
    options = argparse.ArgumentParser(prog="bench-sync", usage=argparse.SUPPRESS)
    for name in ("agenda", "vdirsyncer", "root", "place"):
        options.add_argument(f"--{name}", required=True, type=pathlib.Path)
    options.add_argument("--servers", type=names, default=list(SERVERS))
    options.add_argument("--parts", type=names, default=list(PARTS))
    options.add_argument("--events", type=int, default=10_000)
    options.add_argument("--runs", type=int, default=5)
    options.add_argument("--quick", action="store_true")
    options = options.parse_args()
    if options.quick:
        options.events, options.runs, options.servers = 2_000, 1, ["radicale"]
    if unknown := set(options.servers) - set(SERVERS) | set(options.parts) - set(PARTS):
        sys.exit(f"bench-sync: there is no {', '.join(sorted(unknown))}")
    return options


class Place:
    """A server with a calendar, and where its devices are."""

    def __init__(self, options, kind):
        self.options, self.folder = options, options.place / kind.name
        self.server = kind(options.root, self.folder / "server")
        self.relay = Relay(self.server.port)

    def device(self, kind, calendar, name, relayed=False):
        port = self.relay.port if relayed else self.server.port
        return kind(self.options, self.server, calendar, self.folder / f"{kind.name}-{name}", port)

    def say(self, part):
        print(f"{self.server.name}: {part}", file=sys.stderr, flush=True)


def measure(options, kind, table):
    parts = set(options.parts)
    if not parts & ({"S6"} if kind is Apache else set(PARTS) - {"S6"}):
        return
    place = Place(options, kind)
    try:
        if kind is Apache:
            feeds.measure(place, table)
        else:
            measure_account(place, parts, table)
    finally:
        place.server.stop()


def measure_account(place, parts, table):
    options = place.options
    if parts & {"S1", "S2", "S8"}:
        place.say(f"a calendar of {options.events:,} events")
        half = options.events // 2
        place.server.make("work", range(half))
        # In two parts: of more events at once, Radicale refuses what vdirsyncer asks.
        peers = [place.device(Vdirsyncer, "work", name, name == "relayed") for name in ("direct", "relayed")]
        for peer in peers:
            peer.done("sync")
        place.server.fill("work", range(half, options.events))
        for peer in peers:
            peer.done("sync")
        measurements = Measurements(place, table)
        own = measurements.first_download()
        relayed = place.device(Agenda, "work", "relayed", relayed=True)
        relayed.done("sync")
        if "S2" in parts:
            measurements.nothing_new((own, peers[0]), (relayed, peers[1]))
        if "S8" in parts:
            measurements.edit_to_server(relayed, peers[1])
    edits = Edits(place, table)
    if "S3" in parts:
        edits.kills()
    if "S4" in parts:
        edits.two_devices()


def main():
    options = parsed()
    table = Table()
    failed = []
    for name in options.servers:
        try:
            measure(options, SERVERS[name], table)
        except RuntimeError as fault:
            # What was measured before is still worth showing.
            print(f"{name}: {fault}", file=sys.stderr)
            failed.append(name)
    versions = [
        subprocess.run([program, "--version"] + ["--verbose"] * (program == options.agenda), stdout=subprocess.PIPE, text=True).stdout.splitlines()[0]
        for program in (options.agenda, options.vdirsyncer)
    ]
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"{'; '.join(versions)}; {os.cpu_count()} cores, load {load} at the end")
    print(table)
    if failed:
        sys.exit(f"bench-sync: a program failed on {', '.join(failed)}")


if __name__ == "__main__":
    main()
