"""Kills while changes are posted: what was answered is there, once."""

import collections
import json
import random
import sqlite3
import threading
import time

from service import Service

WRITERS = 4


class Writer(threading.Thread):
    """Posts one event after the other until the service is gone."""

    def __init__(self, service, name, start):
        super().__init__()
        self.service, self.writer, self.number = service, name, start
        # The key of the one that had no answer.
        self.open = None
        self.answered, self.refused = {}, []

    def body(self, key):
        return {"summary": key, "start": "2027-01-15T10:00", "calendar": "mine"}

    def run(self):
        try:
            with self.service.over_socket() as wire:
                while True:
                    self.number += 1
                    self.open = f"kill-{self.writer}-{self.number}"
                    answer = wire.ask("POST", "/v1/events", [("Idempotency-Key", self.open)], self.body(self.open))
                    if answer.status == 201:
                        self.answered[self.open] = answer.json["id"]
                    else:
                        self.refused.append(answer)
                    self.open = None
        except OSError:
            pass


def check(report):
    rounds = 5 if report.quick else 20
    dice = random.Random(7)
    answered, repeated, numbers, faults, refused = {}, 0, [0] * WRITERS, [], []
    with Service(samples=False) as service:
        for _ in range(rounds):
            writers = [Writer(service, name, numbers[name]) for name in range(WRITERS)]
            for writer in writers:
                writer.start()
            time.sleep(dice.uniform(0.02, 0.6))
            service.kill()
            for writer in writers:
                writer.join()
                answered |= writer.answered
                refused += writer.refused
                numbers[writer.writer] = writer.number
            service.start()
            # As a client does that had no answer.
            for writer in writers:
                if writer.open:
                    answer = service.ask(
                        "POST", "/v1/events", [("Idempotency-Key", writer.open)], writer.body(writer.open)
                    )
                    if answer.status == 201:
                        answered[writer.open] = answer.json["id"]
                        repeated += 1
                    else:
                        faults.append(answer)
        report.say(f"{rounds} kills, {len(answered)} events answered, {repeated} of them at their repetition")
        report.check("writers at the same time are not refused", not refused, f"{len(refused)} are: {refused[:1]}")
        report.check("repetitions after a kill are answered", not faults, f"{len(faults)} are not: {faults[:2]}")
        lines = [json.loads(line) for line in service.command("list", "2027-01-15", "--jsonl").splitlines()]
        counts = collections.Counter(line["summary"] for line in lines if "summary" in line)
        lost = [key for key in answered if key not in counts]
        twice = [key for key, count in counts.items() if count > 1]
        report.check(
            f"each of {len(answered)} answered events is there",
            answered and not lost,
            f"{len(lost)} are not: {lost[:3]}",
        )
        report.check("none of them twice", not twice, f"{len(twice)} are: {twice[:3]}")
        report.check("nothing else is there", set(counts) <= set(answered), sorted(set(counts) - set(answered))[:3])
        text = service.mine.read_text()
        in_file = text.count("SUMMARY:kill-")
        report.check(
            "the file has the same events", in_file == len(lines), f"{in_file} in the file, {len(lines)} listed"
        )
        report.check("the file is whole", text.rstrip().endswith("END:VCALENDAR"), text[-100:])
        said = service.command("doctor")
        report.check("doctor finds nothing", said.startswith("No problems"), said)
        service.stop()
        with sqlite3.connect(service.database) as database:
            found = database.execute("PRAGMA integrity_check").fetchall()
        report.check("the store is sound", found == [("ok",)], found[:3])
