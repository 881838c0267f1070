"""S3 and S4: what a kill and a second device leave."""

import random

import events
from devices import Agenda, Vdirsyncer

PROGRAMS = (Agenda, Vdirsyncer)


class Edits:
    def __init__(self, place, table):
        self.place, self.table = place, table
        self.server, self.is_quick = place.server, place.options.runs == 1

    def add(self, goal, what, limit, own, other):
        self.table.add(goal, f"{self.server.name}: {what}", "", limit, [own], [other])

    def kills(self):
        """S3 in short: 155 changes on their way when the program is killed, which then runs again."""
        count, kills = (155, 10) if not self.is_quick else (20, 2)
        self.place.say(f"S3: {kills} kills")
        found = {kind: {"conflicts": 0, "lost": 0, "doubled": 0} for kind in PROGRAMS}
        choose = random.Random(1)
        for kind in PROGRAMS:
            calendar = f"kills-{kind.name}"
            self.server.make(calendar, range(count))
            device = self.place.device(kind, calendar, "killed")
            device.done("sync")
            device.edit(range(count), "SUMMARY", "Round 0")
            seconds = device.done("sync").seconds
            for turn in range(1, kills + 1):
                device.edit(range(count), "SUMMARY", f"Round {turn}")
                device.sync(kill_after=seconds * choose.uniform(0.1, 0.95))
                after = [device.sync(), device.sync()][-1]
                found[kind]["conflicts"] += device.conflicts(after)
                there = [events.value(self.server.text(calendar, number), "SUMMARY") for number in range(count)]
                found[kind]["lost"] += sum(summary != f"Round {turn}" for summary in there)
                found[kind]["doubled"] += self.server.count(calendar) - count
                if device.conflicts(after):
                    # Conflicts stay for good: the next round begins with a new device.
                    device = self.place.device(kind, calendar, "killed")
                    device.done("sync")
        for what in found[Agenda]:
            self.add("S3", f"{kills} kills, {count} edits each: {what}", 0, *(found[kind][what] for kind in PROGRAMS))

    def two_devices(self):
        """S4: two devices change 20 events, first different properties, then the same."""
        self.place.say("S4: two devices")
        numbers = range(20)
        conflicts, arrived, recoverable = [], [], []
        for kind in PROGRAMS:
            calendar = f"devices-{kind.name}"
            self.server.make(calendar, numbers)
            one, two = devices = [self.place.device(kind, calendar, name) for name in ("one", "two")]
            for device in devices:
                device.done("sync")
            one.edit(numbers, "SUMMARY", "From one")
            two.edit(numbers, "LOCATION", "From two")
            one.sync()
            conflicts.append(two.conflicts(two.sync()))
            one.sync()
            arrived.append(self.arrived(calendar, numbers))
            if kind is Agenda:
                one.edit(numbers, "SUMMARY", "One again")
                two.edit(numbers, "SUMMARY", "Two again")
                one.sync()
                recoverable.append(len(numbers) - two.conflicts(two.sync()))
        self.add("S4", "20 events, different properties: conflicts", 0, *conflicts)
        self.add("S4", "the same: edits that did not arrive", 0, *(2 * len(numbers) - count for count in arrived))
        self.table.add(
            "S4", f"{self.server.name}: 20 events, same property: losers not kept", "", 0, recoverable, "no merge"
        )

    def arrived(self, calendar, numbers):
        """How many edits of both devices the server has."""
        texts = [self.server.text(calendar, number) for number in numbers]
        wanted = (("SUMMARY", "From one"), ("LOCATION", "From two"))
        return sum(events.value(text, name) == value for text in texts for name, value in wanted)
