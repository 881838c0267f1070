"""What each user has by what was acknowledged, and writers who go on whatever happens."""

import hashlib
import json
import random
import threading
import time
import uuid

from client import CALENDAR, GONE, Client, event


def tag(text):
    return hashlib.sha256(text.encode()).hexdigest()[:32]


class Text:
    """What may be at an href: one state that is sure, or, where an answer is missing, more. A state is the digest of a text, nil
    for nothing."""

    def __init__(self):
        self.states, self.etags = [None], {}
        self.acknowledged = self.unsure = 0

    @property
    def is_sure(self):
        return len(self.states) == 1


class Account:
    """A user, and what they have."""

    def __init__(self, user):
        self.user, self.lock = user, threading.Lock()
        self.texts, self.calendars, self.unsure_calendars = {}, [user.calendar], []
        # By the summaries of events that were added by `/v1`: whether that was acknowledged.
        self.added = {}


class Odd(Exception):
    """What a program would not know what to do with."""


class Writers:
    """A thread for each user; together they write so many times a second, whoever of them waits for an answer."""

    def __init__(self, accounts, nodes, rate, seed):
        self.accounts, self.nodes, self.rate, self.seed = accounts, nodes, rate, seed
        self.counts = {name: 0 for name in ("acknowledged", "refused", "unanswered", "settled", "left", "repeated")}
        self.odd, self.lock = [], threading.Lock()
        self.stopped, self.paused, self.threads = threading.Event(), threading.Event(), []
        self.idle = threading.Semaphore(0)
        # When the next of them writes, and who asks which node.
        self.due, self.asking = 0, [[] for _ in nodes]

    def start(self):
        for number, account in enumerate(self.accounts):
            thread = threading.Thread(target=self.work, args=(number, account), daemon=True)
            self.threads.append(thread)
            thread.start()

    def note(self, name):
        with self.lock:
            self.counts[name] += 1

    def pause(self, seconds=120):
        """Until nobody is writing."""
        self.paused.set()
        for _ in self.threads:
            if not self.idle.acquire(timeout=seconds):
                raise RuntimeError("a writer does not come to its end")

    def go(self):
        self.due = time.monotonic()
        self.paused.clear()

    def stop(self):
        self.stopped.set()
        self.paused.clear()
        for thread in self.threads:
            thread.join(120)

    def turn(self):
        """Waits for the next moment at which somebody writes; what was missed in the last second is made up for."""
        with self.lock:
            self.due = max(self.due + 1 / self.rate, time.monotonic() - 1)
            due = self.due
        time.sleep(max(0, due - time.monotonic()))

    def choose(self, clients, dice):
        """One of the nodes that answer, as a proxy that looks each second chooses; any, where none does."""
        late = time.monotonic() - 1
        quick = [client for client, asking in zip(clients, self.asking) if not any((other.since or late) < late for other in asking)]
        return dice.choice(quick or clients)

    def work(self, number, account):
        dice = random.Random(f"{self.seed}-{number}")
        clients = [Client(node.socket, 40) for node in self.nodes]
        for client, asking in zip(clients, self.asking):
            asking.append(client)
        while not self.stopped.is_set():
            if self.paused.is_set():
                self.idle.release()
                while self.paused.is_set():
                    time.sleep(0.02)
                continue
            self.turn()
            try:
                self.write(account, clients, dice)
            except Odd as odd:
                with self.lock:
                    self.odd.append(str(odd))

    def write(self, account, clients, dice):
        kind = dice.random()
        if kind < 0.08:
            return self.add(account, clients, dice)
        if kind < 0.1 and len(account.calendars) + len(account.unsure_calendars) < 4:
            return self.make(account, clients, dice)
        sure = [href for href, text in account.texts.items() if text.is_sure and text.states[0]]
        if len(sure) > 30 and kind < 0.5 or sure and kind < 0.25:
            return self.change(account, dice.choice(sure), None, clients, dice)
        if sure and kind < 0.65:
            href = dice.choice(sure)
            uid = href.split("/")[-1][:-4]
            return self.change(account, href, event(uid, uuid.UUID(int=dice.getrandbits(128))), clients, dice)
        uid = f"{dice.getrandbits(64):016x}"
        href = f"{dice.choice(account.calendars)}{uid}.ics"
        return self.change(account, href, event(uid, "new"), clients, dice)

    def change(self, account, href, wanted, clients, dice):
        """Writes or removes a text, if it is as it was; asks again at other nodes, or leaves open what has come of it."""
        text = account.texts.setdefault(href, Text())
        before, after = text.states[0], wanted and tag(wanted)
        end, tries = time.monotonic() + 90, 0
        while True:
            client = self.choose(clients, dice)
            if wanted:
                answer = account.user.put(client, href, wanted, before and text.etags[before])
            else:
                answer = client.ask("DELETE", href, None, [("If-Match", f'"{text.etags[before]}"')], account.user.account)
            if answer.status in (201, 204):
                if wanted:
                    if not answer.etag:
                        raise Odd(f"no ETag of {href}")
                    text.etags[after] = answer.etag
                break
            if answer.status == 412 or answer.status == 404 and not wanted:
                # An answer was lost on the way, or a write that was given up was done all the same.
                found = self.read(account, href, clients, dice)
                if not tries or found != after:
                    raise Odd(f"{href} is refused by {answer.status}, try {tries}: {found} is there, {before} was: {after}")
                self.note("settled")
                break
            if not self.is_refused(answer):
                raise Odd(f"{'PUT' if wanted else 'DELETE'} {href}: {answer}")
            tries += 1
            text.states, text.unsure = [before, after], text.unsure + 1
            if time.monotonic() > end or dice.random() < 0.05:
                return self.note("left")
            time.sleep(0.1)
        text.states, text.acknowledged = [after], text.acknowledged + 1
        self.note("acknowledged")

    def is_refused(self, answer):
        """Whether it was said to come again, or nothing at all."""
        if answer.status == GONE:
            self.note("unanswered")
            return True
        if answer.status == 503:
            if not answer.fields.get("Retry-After"):
                raise Odd("503 without Retry-After")
            self.note("refused")
            return True
        return False

    def read(self, account, href, clients, dice):
        """The tag of what is there."""
        end = time.monotonic() + 60
        while True:
            answer = self.choose(clients, dice).ask("GET", href, account=account.user.account)
            if answer.status == 200:
                found = tag(answer.body.decode())
                account.texts[href].etags[found] = answer.etag
                return found
            if answer.status == 404:
                return None
            if not self.is_refused(answer) or time.monotonic() > end:
                raise Odd(f"GET {href}: {answer}")
            time.sleep(0.1)

    def add(self, account, clients, dice):
        """Adds an event by `/v1`, with a key by which a repetition is known."""
        summary = f"Word {dice.getrandbits(48):012x}"
        body = json.dumps({"summary": summary, "start": "2026-12-01T09:00"})
        fields = [("Content-Type", "application/json"), ("Idempotency-Key", summary.replace(" ", "-"))]
        account.added[summary] = False
        end, tries = time.monotonic() + 90, 0
        while (answer := self.choose(clients, dice).ask("POST", "/v1/events", body, fields, account.user.token)).status != 201:
            if not self.is_refused(answer):
                raise Odd(f"POST /v1/events, try {tries}: {answer}")
            if time.monotonic() > end:
                return self.note("left")
            tries += 1
            time.sleep(0.1)
        account.added[summary] = True
        if tries:
            self.note("repeated")
        self.note("acknowledged")

    def make(self, account, clients, dice):
        """Makes a calendar."""
        href = CALENDAR.format(account.user.name).replace("/calendar/", f"/more-{dice.getrandbits(32):08x}/")
        account.unsure_calendars.append(href)
        end, tries = time.monotonic() + 90, 0
        while (answer := self.choose(clients, dice).ask("MKCALENDAR", href, account=account.user.account)).status != 201:
            # It was made, and nobody was told: RFC 4918 has 405 for what is there.
            if answer.status in (403, 405) and tries:
                break
            if not self.is_refused(answer):
                raise Odd(f"MKCALENDAR {href}: {answer}")
            if time.monotonic() > end:
                return self.note("left")
            tries += 1
            time.sleep(0.1)
        account.unsure_calendars.remove(href)
        account.calendars.append(href)
        self.note("acknowledged")
