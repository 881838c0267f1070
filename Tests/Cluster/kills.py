"""Kills servers and nodes at random while people write, and looks after each what there is. Started by `run`.

kills [--kills 200] [--seed NUMBER] [--rate 50] [--users 32] [--only KIND,...]
"""

import argparse
import collections
import os
import random
import shutil
import signal
import sys
import time
import traceback

import cluster
import ledger

from faults import Faults
from judge import Judge
from network import ADDRESSES, Network, SmallDisk


class Room:
    """A cluster of three nodes, of which one holds few people's calendars open; as root, on links and disks of their own."""

    def __init__(self, program, folder):
        self.folder, self.made, self.network, self.disks = folder, cluster.Cluster(program, folder), None, []

    def make(self, users):
        made, pair, program = self.made, self.made.pair, self.made.program
        pair.options = ["-c", "max_wal_size=64MB", "-c", "min_wal_size=32MB"]
        if os.geteuid() == 0:
            self.network = Network(3).make()
            self.disks = [SmallDisk(server.folder, 700).make() for server in pair.both]
            pair.addresses = ADDRESSES
        else:
            print("partitions and full disks are LEFT OUT: only root can make them", flush=True)
        pair.make(program)
        for number in range(3):
            made.nodes.append(
                cluster.ServingNode(
                    program, self.folder / f"node{number + 1}", pair.place(hosts=pair.addresses),
                    ["--most-open", "6"] if number == 2 else [], self.network.before(number) if self.network else [],
                ).start()
            )  # fmt: skip
        made.add([f"user{number}" for number in range(1, users + 1)])

    def remove(self, keeps):
        self.made.stop()
        if self.network:
            self.network.remove()
        if not keeps:
            for disk in self.disks:
                disk.remove()
            shutil.rmtree(self.folder, ignore_errors=True)


def main():
    options = argparse.ArgumentParser(prog="kills")
    options.add_argument("program")
    options.add_argument("--kills", type=int, default=200)
    options.add_argument("--seed", default=str(random.randrange(1 << 32)))
    options.add_argument("--rate", type=float, default=50)
    options.add_argument("--users", type=int, default=32)
    options.add_argument("--only", type=lambda text: text.split(","), default=[])
    options.add_argument("--keep", action="store_true", help="leave the folder")
    options = options.parse_args()
    print(f"seed {options.seed}", flush=True)
    folder, dice = cluster.folder("agenda-cluster-"), random.Random(options.seed)
    room, begin = Room(options.program, folder), time.monotonic()
    # Told to end, it ends after the kill that it is at; told twice, at once.
    made, ended = room.made, []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.append(1) if room.made.users and not ended else sys.exit(1))
    done, faults = collections.Counter(), 0
    try:
        room.make(options.users)
        accounts = [ledger.Account(user) for user in made.users]
        writers = ledger.Writers(accounts, made.nodes, options.rate, options.seed)
        judge, breaking = Judge(made, accounts, dice), Faults(made, dice, room.network, room.disks)
        kinds = {kind: often or 1 for kind, often in breaking.kinds().items() if (kind in options.only if options.only else often)}
        writers.start()
        written, begun = 0, time.monotonic()
        time.sleep(5)
        for number in range(1, options.kills + 1):
            if ended:
                break
            kind = dice.choices(list(kinds), list(kinds.values()))[0]
            before = writers.counts["acknowledged"]
            breaking.begin(kind)
            done[kind] += 1
            writers.pause()
            written += time.monotonic() - begun
            made.pair.wait()
            found = writers.odd + judge.look(number % 20 == 0 or number == options.kills)
            writers.odd = []
            faults += len(found)
            counts = " ".join(f"{name} {value}" for name, value in writers.counts.items())
            print(f"{number:4} {kind:14} {writers.counts['acknowledged'] - before:5} written  ({counts})", flush=True)
            for fault in found[:6]:
                print(f"     FAULT {fault[:600]}", flush=True)
            writers.go()
            begun = time.monotonic()
            time.sleep(dice.uniform(0.5, 1.5))
        writers.stop()
        seconds = time.monotonic() - begin
        print(f"\n{sum(done.values())} faults of these kinds: " + ", ".join(f"{kind} {n}" for kind, n in sorted(done.items())))
        asked = sum(writers.counts[name] for name in ("acknowledged", "refused", "unanswered"))
        print(f"{asked / max(written, 1):.0f} writes asked for a second, in the {written:.0f} s of {seconds:.0f} in which people wrote")
        print(f"{writers.counts['acknowledged']} writes acknowledged; {judge.summary()}")
        print(f"FAULTS: {faults}" if faults else "nothing lost, nothing twice")
    except BaseException:
        traceback.print_exc()
        faults += 1
        for node in made.nodes:
            print(node.folder.name, (node.folder / "log").read_text()[-600:], flush=True)
    finally:
        room.remove(options.keep)
    sys.exit(1 if faults else 0)


main()
