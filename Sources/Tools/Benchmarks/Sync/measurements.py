"""S1, S2, S7 and S8: how long a calendar takes, and what goes over the line."""

import os
import shutil
import statistics
import sys
import time

import events
from devices import Agenda, Vdirsyncer

# Seconds that are allowed, by server.
DOWNLOAD = {"radicale": 5, "xandikos": 6, "sogo": 2}
NOTHING_NEW = {"radicale": 0.8}


class Measurements:
    def __init__(self, place, table):
        self.place, self.table = place, table
        self.runs, self.events = place.options.runs, place.options.events

    def add(self, goal, what, *columns):
        self.table.add(goal, f"{self.place.server.name}: {what}", *columns)

    def first_download(self):
        """S1 and S7: the whole calendar into an empty device, for agenda until its timeline has it.

        Gives agenda's device."""
        self.place.say("S1: first download")
        found = {Agenda: [], Vdirsyncer: []}
        fault = None
        for turn in range(self.runs):
            for kind, runs in found.items():
                if kind is Vdirsyncer and fault:
                    continue
                device = self.place.device(kind, "work", f"new-{turn}")
                os.sync()
                run = device.sync()
                files = len(device.files())
                if kind is Vdirsyncer and (run.status != 0 or files != self.events):
                    fault = next((line for line in run.said.splitlines() if "rror" in line), run.said[-200:])
                    print(f"vdirsyncer, {files} files: {fault}", file=sys.stderr)
                    continue
                if run.status != 0 or files != self.events or kind is Agenda and device.shown() != self.events:
                    raise RuntimeError(f"{device.name}: {files} files: {run.said[-800:]}")
                runs.append(run)
                if kind is Agenda:
                    own = device
                else:
                    shutil.rmtree(device.folder)
        name = self.place.server.name
        own_runs, peer_runs = found.values()
        limit = DOWNLOAD.get(name)
        self.add(
            "S1", f"first download, {self.events:,} events", "s", limit,
            [run.seconds for run in own_runs], [run.seconds for run in peer_runs] or "fails",
        )
        self.add(
            "S7", "resident memory, first download", "MB", 60,
            [run.megabytes for run in own_runs], [run.megabytes for run in peer_runs] or "fails",
        )
        return own

    def nothing_new(self, direct, relayed):
        """S2: the devices of both programs have everything, and ask again; those behind the relay count."""
        self.place.say("S2: nothing new")
        runs = {device: [] for device in direct}
        for _ in range(2 * self.runs + 1):
            for device in direct:
                runs[device].append(device.done("sync"))
        own, peer = (runs[device][1:] for device in direct)
        limit = NOTHING_NEW.get(self.place.server.name, 0.15)
        self.add("S2", "nothing new", "s", limit, [run.seconds for run in own], [run.seconds for run in peer])
        megabytes = [[run.megabytes for run in runs] for runs in (own, peer)]
        self.add("S7", "resident memory, nothing new", "MB", 60, *megabytes)
        counts = []
        for device in relayed:
            self.place.relay.take()
            device.done("sync")
            counts.append(self.place.relay.take())
        own, peer = counts
        self.add("S2", "requests", "", 1, [len(own)], [len(peer)])
        for what, limit in (("content", 1), ("wire", None)):
            sizes = [[sum(getattr(exchange, what) for exchange in taken) / 1e3] for taken in (own, peer)]
            title = "content, both ways" if what == "content" else "with heads"
            self.add("S2", title, "kB", limit, *sizes)

    def edit_to_server(self, own, peer):
        """S8: from the command, or the file that another program changed, to the server's answer, with a daemon.

        vdirsyncer, which has none, is started as soon as the file has changed."""
        self.place.say("S8: edit to acknowledgement")
        count = 20 if self.runs > 1 else 3
        # No series: an edit asks which of its events is meant.
        numbers = [number for number in range(self.events) if number % 20 != 1][:count]
        ids, commands, files = own.ids(), [], []
        with own.daemon():
            for turn, number in enumerate(numbers):
                edit = ["edit", ids[events.uid(number)], "--location", f"Floor {turn}", "--quiet"]
                commands.append(self.until_put(lambda: own.done(*edit)))
                files.append(self.until_put(lambda: own.edit([number], "LOCATION", f"Hall {turn}")))
        peers = []
        for turn, number in enumerate(numbers[:5]):
            peer.done("sync")

            def change():
                peer.edit([number], "LOCATION", f"Tower {turn}")
                peer.done("sync")

            peers.append(self.until_put(change))
        self.add("S8", "an edit to the server's answer", "s", 1, commands, peers)
        self.add("S8", "a file to the server's answer", "s", None, files, peers)

    def until_put(self, change):
        """The seconds until the server had answered to what a change sent."""
        relay = self.place.relay
        relay.take()
        begin = time.perf_counter()
        change()
        deadline = begin + 60
        while time.perf_counter() < deadline:
            for exchange in relay.exchanges:
                if exchange.method == "PUT" and exchange.status < 300:
                    self.settle()
                    return exchange.answered - begin
            time.sleep(0.005)
        raise RuntimeError("nothing was sent within a minute")

    def settle(self):
        """Until nothing has gone over for as long as a daemon waits before it sends."""
        quiet, seen = time.perf_counter(), len(self.place.relay.exchanges)
        while time.perf_counter() - quiet < 1:
            time.sleep(0.05)
            if len(self.place.relay.exchanges) != seen:
                quiet, seen = time.perf_counter(), len(self.place.relay.exchanges)
