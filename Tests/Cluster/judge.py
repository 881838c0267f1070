"""Compares what all nodes and the database have with what was acknowledged."""

import collections
import re
import time

from client import GONE, Client
from ledger import tag

PATIENCE = 40


class Device:
    """What a phone knows of a calendar: a token, and the ETags of what it has downloaded."""

    def __init__(self):
        self.token, self.etags = "", {}


class Judge:
    def __init__(self, made, accounts, dice):
        self.made, self.accounts, self.dice = made, accounts, dice
        self.devices, self.known = collections.defaultdict(Device), {}
        self.looks = self.refused = self.told = self.repeated = self.slowest = 0

    def summary(self):
        return (
            f"{self.looks} listings looked at; tokens: {self.told} changes told, {self.repeated} that the device had,"
            f" {self.refused} refused; back within {self.slowest:.1f} s"
        )

    def look(self, thoroughly=False):
        """What is wrong."""
        odd, begin = [], time.monotonic()
        clients = [Client(node.socket, 30) for node in self.made.nodes]
        for account in self.accounts:
            for href in account.calendars:
                self.calendar(account, href, clients, odd)
        if thoroughly:
            self.operations(odd)
        for client in clients:
            client.close()
        self.slowest = max(self.slowest, time.monotonic() - begin)
        return odd

    def asked(self, ask, odd, what):
        """What is answered, once the node is back."""
        end = time.monotonic() + PATIENCE
        while True:
            found = ask()
            status = found[-1].status
            if status not in (503, GONE) or time.monotonic() > end:
                break
            time.sleep(0.1)
        if found[0] is None and not self.is_refused(found[-1]):
            odd.append(f"{what}: {found[-1]}")
        return found

    def is_refused(self, answer):
        return answer.status == 403 and b"valid-sync-token" in answer.body

    def calendar(self, account, href, clients, odd):
        user, listings = account.user, []
        for number, client in enumerate(clients, 1):
            listed, _ = self.asked(lambda: user.listing(client, href), odd, f"node {number} lists {href}")
            if listed is None:
                return
            listings.append({path: etag for path, etag in listed.items() if path != href})
        self.looks += len(listings)
        for number, listed in enumerate(listings[1:], 2):
            if listed != listings[0]:
                differing = sorted(set(listed.items()) ^ set(listings[0].items()))
                odd.append(f"nodes 1 and {number} differ in {href}: {differing[:4]}")
        listed, wanted = listings[0], {}
        for path, text in account.texts.items():
            if not path.startswith(href):
                continue
            etag = listed.get(path)
            state = next((state for state in text.states if (state and text.etags.get(state)) == etag), "")
            if state == "" or etag and self.dice.random() < 0.02:
                # Nobody has told the tag of what was left open; and now and then the bytes are looked at.
                _, answer = self.asked(lambda: (True, clients[0].ask("GET", path, account=user.account)), odd, path)
                state = tag(answer.body.decode()) if answer.status == 200 else None
                if state not in text.states or (answer.etag or None) != etag:
                    odd.append(f"LOST {path}: {etag} is listed, {state} is there, {text.states} was acknowledged: {answer}")
                text.etags[state] = etag
            text.states = [state]
            wanted[path] = etag
        self.added(account, href, {path: etag for path, etag in listed.items() if path not in wanted}, clients, odd)
        self.synchronise(account, href, listed, clients, odd)

    def added(self, account, href, others, clients, odd):
        """What came by `/v1` is there, once each."""
        if href != account.user.calendar:
            if others:
                odd.append(f"nobody wrote {sorted(others)[:3]}")
            return
        summaries = collections.Counter()
        for path, etag in others.items():
            if (path, etag) not in self.known:
                _, answer = self.asked(lambda: (True, clients[0].ask("GET", path, account=account.user.account)), odd, path)
                found = re.search(rb"SUMMARY:(\S+ \S+)", answer.body)
                self.known[path, etag] = found[1].decode().strip() if found else f"{path}: {answer}"
            summaries[self.known[path, etag]] += 1
        for summary, count in summaries.items():
            if summary not in account.added:
                odd.append(f"nobody wrote {summary} in {href}")
            elif count > 1:
                odd.append(f"TWICE {summary} in {href}")
        for summary, is_sure in account.added.items():
            if is_sure and not summaries[summary]:
                odd.append(f"LOST {summary} in {href}")

    def synchronise(self, account, href, listed, clients, odd):
        """A device asks one of the nodes what is new, with the token that another one has given."""
        user, device, client = account.user, self.devices[href], self.dice.choice(clients)
        had = bool(device.token)
        changes, token, answer = self.asked(lambda: user.changes(client, device.token, href), odd, f"sync of {href}")
        if changes is None and self.is_refused(answer):
            self.refused += 1
            changes, token, answer = self.asked(lambda: user.changes(client, "", href), odd, f"first sync of {href}")
            if changes is None:
                return
            now = {path: etag for path, etag in changes.items() if etag and path != href}
            device.token = token
        elif changes is None:
            return
        else:
            now = dict(device.etags)
            for path, etag in changes.items():
                if path == href:
                    continue
                if had:
                    self.told += 1
                    self.repeated += etag == device.etags.get(path)
                if etag:
                    now[path] = etag
                else:
                    now.pop(path, None)
            device.token = token
        if now != listed:
            odd.append(f"a device misses changes in {href}: {sorted(set(now.items()) ^ set(listed.items()))[:4]}")
        device.etags = dict(listed)

    def operations(self, odd):
        """What was acknowledged was done once: the database notes each."""
        rows = self.made.pair.sql(
            """
            SELECT users.name, calendar.slug, href, count(*) FROM agenda.operation o
            JOIN agenda.users ON users.id = o.user_id JOIN agenda.calendar ON calendar.user_id = o.user_id AND calendar.id = o.calendar
            WHERE what IN ('put', 'remove') AND calendar.id > 0 GROUP BY 1, 2, 3
            """
        ).splitlines()  # fmt: skip
        counts = {}
        for row in rows:
            name, slug, href, count = row.split("|")
            counts[name, href] = counts.get((name, href), 0) + int(count)
        for account in self.accounts:
            for path, text in account.texts.items():
                found = counts.get((account.user.name, path.split("/")[-1]), 0)
                if not text.acknowledged <= found <= text.acknowledged + text.unsure:
                    odd.append(f"{path}: {text.acknowledged} acknowledged, {text.unsure} unsure, {found} done")
        twice = self.made.pair.sql(
            "SELECT count(*) FROM (SELECT 1 FROM agenda.resource WHERE NOT deleted GROUP BY user_id, calendar, uid HAVING count(*) > 1) t"
        )
        if twice != "0":
            odd.append(f"{twice} UIDs are there twice")
