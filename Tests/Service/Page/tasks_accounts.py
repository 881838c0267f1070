"""Accounts on servers: one more, what is new there, one less. The server is another service of ours."""

import contextlib
import re

from person import Tasks
from service import Service

task = TASKS = Tasks()


@contextlib.contextmanager
def server(p):
    """A server with a calendar called Office, and what signs in there."""
    with Service(samples=False) as there:
        there.ask("POST", "/v1/calendars", [("Content-Type", "application/json")], b'{"name": "Office"}')
        there.command("add", f"At the office {p.day()} 10:00", "--calendar", "Office")
        words = there.command("device", "add", "page", "--address", f"http://127.0.0.1:{there.port}").split()
        password = next(word for word in words if re.fullmatch(r"[a-z0-9-]{20,}", word))
        try:
            yield there, {"address": f"http://127.0.0.1:{there.port}/dav/", "user": "agenda", "password": password}
        finally:
            for account in accounts(p):
                p.ask("DELETE", f"/v1/accounts/{account['id']}")


def accounts(p):
    return p.ask("GET", "/v1/calendars?details=true")["accounts"]


def added(p, account):
    """The account is here already, and in step; its name."""
    made = p.ask("POST", "/v1/accounts", {**account, "calendars": ["Office"]})
    p.ask("POST", f"/v1/accounts/{made['id']}/sync")
    p.keeps("At the office", f"{p.day()} 10:00-11:00")
    return made["name"]


@task("Add an account on a server")
def add_account(p):
    with server(p) as (_, account):
        p.calendars()
        p.press("An account on a server")
        p.fill("Mail address, or address of the server", account["address"])
        p.fill("User", account["user"])
        p.fill("App password", account["password"], within="details[open]")
        p.press("Find its calendars")
        p.shows("[...document.querySelectorAll('.adding [name=calendars]')].some(({ value }) => value === 'Office')")
        p.press("Add", within="details[open]")
        p.stored(lambda: len(accounts(p)), 1)
        p.stored(lambda: p.times("At the office"), [f"{p.day()} 10:00-11:00"])
        p.lists("At the office", p.day())


@task("Have what is new on a server at once")
def synchronise(p):
    with server(p) as (there, account):
        name = added(p, account)
        there.command("add", f"New at the office {p.day()} 12:00", "--calendar", "Office")
        p.calendars()
        p.press(f"Synchronise now: {name}")
        p.stored(lambda: p.times("New at the office"), [f"{p.day()} 12:00-13:00"])
        p.lists("New at the office", p.day())


@task("Send what was added here to a server")
def send(p):
    with server(p) as (there, account):
        name = added(p, account)
        p.writes(f"Back at the office {p.day()} 14:00")
        p.choose("Calendar", "Office")
        p.press("Add", within="#panel")
        p.keeps("Back at the office", f"{p.day()} 14:00-15:00")
        p.press("Set up calendars")
        p.press(f"Synchronise now: {name}")
        p.stored(lambda: "Back at the office" in there.command("list", "--from", p.day(), "--days", "1"), True)


@task("Forget an account; its server keeps its calendars")
def forget(p):
    with server(p) as (there, account):
        name = added(p, account)
        p.calendars()
        p.press(f"Remove …: {name}")
        p.say_yes()
        p.stored(lambda: accounts(p), [])
        p.keeps("At the office")
        p.lacks("At the office")
        assert "At the office" in there.command("list", "--from", p.day(), "--days", "1")
