"""What happens to a cluster while people write. Each does its damage, and puts everything back."""

import shutil
import signal
import time

from cluster import SAFE


class Faults:
    """All that is drawn from one sequence of dice."""

    def __init__(self, made, dice, network=None, disks=None):
        self.made, self.pair, self.dice, self.network, self.disks = made, made.pair, dice, network, disks

    def kinds(self):
        """Names, and how often each comes."""
        found = {
            "primary": 25, "primary-back": 10, "primary-paused": 10, "standby": 15, "standby-paused": 15, "node": 25,
            "node-paused": 10, "node-dropped": 25,
        }  # fmt: skip
        if self.network:
            found["partition"] = 25
        if self.disks:
            found["disk"] = 15
        # A node is to be stopped first; with --only alone.
        found["folder"] = 0
        return found

    def begin(self, kind):
        getattr(self, kind.replace("-", "_"))()

    def sleep(self, least, most):
        time.sleep(self.dice.uniform(least, most))

    def some(self):
        number = self.dice.randrange(len(self.made.nodes))
        return number, self.made.nodes[number]

    def replace(self):
        """The standby takes over; what has been killed follows it, with what it has or a copy."""
        self.pair.promote()
        self.sleep(0, 1)
        rewinds = self.dice.random() < 0.5
        try:
            self.pair.rejoin(rewinds)
        except RuntimeError:
            if not rewinds:
                raise
            # A server that was killed with a full disk or before its first checkpoint cannot always be rewound.
            self.pair.rejoin(False)

    def primary(self):
        """kill -9, and the standby takes over."""
        self.sleep(0, 0.5)
        self.pair.primary.kill()
        self.sleep(0, 1.5)
        self.replace()

    def primary_back(self):
        """The old primary comes back as it was, beside the new one, until somebody fences it."""
        old = self.pair.primary
        old.kill()
        self.pair.standby.promote()
        self.pair.begin(old, *SAFE)
        self.sleep(1, 4)
        old.kill()
        self.pair.primary, self.pair.standby = self.pair.standby, old
        self.pair.rejoin(self.dice.random() < 0.5)

    def primary_paused(self):
        """The primary hangs, the standby takes over, and the old one goes on with the connections that it has."""
        old = self.pair.primary
        old.send(signal.SIGSTOP)
        self.sleep(0.2, 2)
        self.pair.standby.promote()
        self.sleep(0, 0.5)
        old.send(signal.SIGCONT)
        self.sleep(0.5, 3)
        old.kill()
        self.pair.primary, self.pair.standby = self.pair.standby, old
        self.pair.rejoin(False)

    def standby(self):
        self.pair.standby.kill()
        self.sleep(0.2, 4)
        self.pair.begin(self.pair.standby, *SAFE)

    def standby_paused(self):
        """Longer than anybody waits, at times."""
        self.pair.standby.send(signal.SIGSTOP)
        time.sleep(self.dice.choice((1, 3, 12)))
        self.pair.standby.send(signal.SIGCONT)

    def node_killed(self, drops):
        _, node = self.some()
        self.sleep(0, 0.5)
        node.kill()
        self.sleep(0, 2)
        if drops:
            node.drop()
        node.start()

    def node(self):
        self.node_killed(False)

    def node_dropped(self):
        self.node_killed(True)

    def node_paused(self):
        """Longer than the database holds what it has begun, at times."""
        _, node = self.some()
        node.send(signal.SIGSTOP)
        time.sleep(self.dice.choice((1, 4, 12)))
        node.send(signal.SIGCONT)

    def folder(self):
        """Somebody removes what a node shows of a user, while it runs."""
        _, node = self.some()
        for path in sorted(node.people.iterdir()):
            if path.name.isdigit() and self.dice.random() < 0.3:
                gone = node.folder / "gone"
                path.rename(gone)
                shutil.rmtree(gone)
        self.sleep(0.5, 2)

    def partition(self):
        number, _ = self.some()
        self.network.cut(number)
        time.sleep(self.dice.choice((1, 4, 14)))
        self.network.mend(number)

    def disk(self):
        """The primary's disk is full: it refuses, or ends."""
        disk = self.disks[self.pair.both.index(self.pair.primary)]
        disk.fill()
        self.sleep(1, 4)
        disk.empty()
        time.sleep(0.5)
        if self.pair.primary.process.poll() is not None:
            self.pair.primary.kill()
            self.pair.begin(self.pair.primary, *SAFE)
        if self.pair.standby.process.poll() is not None:
            self.pair.standby.kill()
            self.pair.rejoin(False)
