"""Two homes of ours, one with the other as an account, and a device: each changes what it has made, while the server is killed.
In the end all have the last of everything."""

import json
import random
import threading
import time

import clients
import dav

DAY = "2027-01-15"


class Person(threading.Thread):
    """Whoever changes events at random; `titles` is what must be there in the end: None for what was deleted."""

    def __init__(self, name, seed, steps):
        super().__init__()
        self.person, self.dice, self.steps = name, random.Random(seed), steps
        self.titles, self.number, self.failures, self.stop = {}, 0, [], False

    def run(self):
        for _ in range(self.steps):
            if self.stop:
                break
            try:
                self.step()
            except (OSError, RuntimeError) as error:
                self.failures.append(str(error)[-300:])
                time.sleep(0.1)

    def step(self):
        self.number += 1
        title, here, roll = (
            f"{self.person}{self.number}",
            [key for key, value in self.titles.items() if value],
            self.dice.random(),
        )
        if not here or roll < 0.35:
            self.add(title)
        elif roll < 0.85:
            key = self.dice.choice(here)
            self.rename(key, title)
            self.titles[key] = title
        else:
            key = self.dice.choice(here)
            self.remove(key)
            self.titles[key] = None


class Home(Person):
    """A person with the command; `sync` is after what every few steps it synchronises."""

    def __init__(self, name, seed, steps, command, calendar, sync=None):
        super().__init__(name, seed, steps)
        self.command, self.calendar, self.sync = command, calendar, sync

    def step(self):
        if self.sync and self.dice.random() < 0.3:
            try:
                self.sync()
            except RuntimeError:
                # The server is away; the next round tries again.
                pass
        super().step()

    def items(self):
        lines = self.command("list", "--from", DAY, "--days", "1", "--jsonl").splitlines()
        return {item["uid"]: item for item in map(json.loads, lines) if "uid" in item}

    def add(self, title):
        number = self.command("add", f"{title} {DAY} 10:00", "--calendar", self.calendar).strip().splitlines()[0]
        uid = next(uid for uid, item in self.items().items() if item["summary"] == title)
        assert number
        self.titles[uid] = title

    def rename(self, uid, title):
        self.command("edit", self.items()[uid]["id"], "--summary", title)

    def remove(self, uid):
        self.command("delete", self.items()[uid]["id"])


class Device(Person):
    def __init__(self, name, seed, steps, server, path):
        super().__init__(name, seed, steps)
        self.client, self.path, self.etags = server.client(timeout=20), path, {}

    def answered(self, path, answer):
        if answer.status not in (201, 204):
            raise RuntimeError(f"{path}: {answer}")
        if answer["etag"]:
            self.etags[path] = answer["etag"]

    def again(self, ask):
        """Until there is an answer: a PUT of the same text may come twice."""
        for _ in range(200):
            try:
                return ask()
            except OSError:
                self.client.close()
                time.sleep(0.05)
        raise RuntimeError("no answer")

    def put(self, uid, title):
        path = f"{self.path}{uid}.ics"
        self.answered(path, self.again(lambda: self.client.put(path, dav.event(uid, title, "20270115T090000Z"))))

    def add(self, title):
        self.put(title, title)
        self.titles[title] = title

    def rename(self, uid, title):
        self.put(uid, title)

    def remove(self, uid):
        path = f"{self.path}{uid}.ics"
        answer = self.again(lambda: self.client.ask("DELETE", path))
        if answer.status not in (204, 404):
            raise RuntimeError(f"DELETE {path}: {answer}")


def check(report):
    if report.kind != "agenda":
        report.say("pair is LEFT OUT: it is of our own homes")
        return
    steps = 40 if report.quick else 250
    with report.server() as server:
        slug = "pair"
        path = server.calendar(slug)
        account = clients.Account(server, slug)
        try:
            people = [
                Home("owner", 1, steps, server.command, slug),
                Home("account", 2, steps, account.run, account.calendar(), account.sync),
                Device("device", 3, steps * 4, server, path),
            ]
            for person in people:
                person.start()
            dice, kills = random.Random(4), 0
            while any(person.is_alive() for person in people):
                time.sleep(dice.uniform(0.5, 3))
                if any(person.is_alive() for person in people):
                    server.kill()
                    server.start()
                    kills += 1
            report.say(
                f"{sum(person.number for person in people)} changes, {kills} kills, {sum(len(person.failures) for person in people)} failures"
            )
            for person in people:
                odd = [text for text in person.failures if "changed" not in text]
                report.check(f"pair: {person.person} is never refused", not odd, f"{len(odd)}: {odd[:2]}")
            for _ in range(4):
                account.sync()
                time.sleep(0.5)
            report.check(
                "pair: in the end a synchronisation has nothing to do",
                "sent" not in account.said and "received" not in account.said,
                account.said,
            )
            expected = {uid: title for person in people for uid, title in person.titles.items() if title}
            wire = clients.Wire(server, path)
            for name, seen in (
                ("the server", wire.events()),
                ("its owner's command", {uid: item["summary"] for uid, item in people[0].items().items()}),
                ("the account", account.events()),
            ):
                wrong = [
                    (uid, expected.get(uid), seen.get(uid))
                    for uid in {**expected, **seen}
                    if expected.get(uid) != seen.get(uid)
                ]
                report.check(
                    f"pair: {name} has the last of all {len(expected)} events",
                    expected and not wrong,
                    f"{len(wrong)} differ: {wrong[:4]}",
                )
            for name, said in (("server", server.command("doctor")), ("account", account.run("doctor"))):
                report.check(f"pair: doctor finds nothing at the {name}", said.startswith("No problems"), said[:300])
        finally:
            account.close()
