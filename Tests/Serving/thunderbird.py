"""Thunderbird without a screen, driven by Marionette, its own protocol for tests: lines of JSON with their length before them."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess

import serving
from program import Program

PREFERENCES = {
    "marionette.port": 0, "app.update.enabled": False, "datareporting.policy.dataSubmissionEnabled": False,
    "mail.provider.suppress_dialog_on_startup": True, "mail.spotlight.firstRunDone": True, "mail.winsearch.firstRunDone": True,
    "mailnews.start_page.enabled": False, "mail.shell.checkDefaultClient": False, "calendar.timezone.local": "UTC",
    "calendar.timezone.useSystemTimezone": False, "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False, "calendar.network.multirealm": False, "calendar.alarms.show": False, "network.manage-offline-status": False, "offline.autoDetect": False,
    "app.normandy.enabled": False, "toolkit.telemetry.enabled": False, "extensions.update.enabled": False,
}  # fmt: skip
BEGIN = """
const { cal } = ChromeUtils.importESModule("resource:///modules/calendar/calUtils.sys.mjs");
const { CalEvent } = ChromeUtils.importESModule("resource:///modules/CalEvent.sys.mjs");
const [first, second, third] = arguments;
const calendar = cal.manager.getCalendars().find(one => one.type == "caldav");
const items = async () => await calendar.getItemsAsArray(Ci.calICalendar.ITEM_FILTER_ALL_ITEMS, 0, null, null);
const item = async uid => (await items()).find(one => one.id == uid);
return (async () => { %s })();
"""
MAKE = """
    const { origin, realm, user, password, url } = first;
    if (realm) {
    const login = Cc["@mozilla.org/login-manager/loginInfo;1"].createInstance(Ci.nsILoginInfo);
    login.init(origin, null, realm, user, password, "", "");
    await Services.logins.addLoginAsync(login);
    }
    const made = cal.manager.createCalendar("caldav", Services.io.newURI(url));
    made.name = "judged";
    made.setProperty("username", user);
    made.setProperty("cache.enabled", true);
    made.setProperty("refreshInterval", "0");
    cal.manager.registerCalendar(made);
"""


class Thunderbird(Program):
    def __init__(self, server, path):
        super().__init__()
        profile = self.folder / "profile"
        profile.mkdir()
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        (profile / "user.js").write_text("\n".join(lines) + "\n")
        self.log = open(self.folder / "log", "wb")
        self.process = subprocess.Popen(
            ["thunderbird", "--headless", "--no-remote", "--marionette", "-remote-allow-system-access", "--profile", profile],
            env=self.environment | {"MOZ_HEADLESS": "1", "MOZ_CRASHREPORTER_DISABLE": "1"}, cwd=self.folder,
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, start_new_session=True,
        )  # fmt: skip
        active = profile / "MarionetteActivePort"
        if (
            not serving.wait(
                lambda: active.exists() and active.read_text().strip() or self.process.poll() is not None, 120
            )
            or not active.exists()
        ):
            raise RuntimeError(f"Thunderbird does not start: {(self.folder / 'log').read_text()[-1500:]}")
        self.socket = socket.create_connection(("127.0.0.1", int(active.read_text())), 60)
        self.rest, self.number = b"", 0
        self.receive()
        self.command("WebDriver:NewSession", {})
        self.command("Marionette:SetContext", {"value": "chrome"})
        asked = server.client()
        asked.authorization = None
        challenge = asked.ask("PROPFIND", path, Depth="0")["www-authenticate"] or ""
        realm = re.search(r'realm="([^"]*)"', challenge)
        origin = f"http://127.0.0.1:{server.port}"
        self.run(
            MAKE,
            {
                "origin": origin,
                "realm": realm and realm[1],
                "user": server.user,
                "password": server.password,
                "url": origin + path,
            },
        )

    @staticmethod
    def is_there():
        return shutil.which("thunderbird") is not None

    def receive(self):
        while b":" not in self.rest:
            self.rest += self.socket.recv(65_536)
        length, self.rest = self.rest.split(b":", 1)
        while len(self.rest) < int(length):
            self.rest += self.socket.recv(65_536)
        text, self.rest = self.rest[: int(length)], self.rest[int(length) :]
        return json.loads(text)

    def command(self, name, parameters):
        self.number += 1
        text = json.dumps([0, self.number, name, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(text), text))
        while (answer := self.receive())[:2] != [1, self.number]:
            pass
        if answer[2]:
            raise RuntimeError(f"Thunderbird: {name}: {answer[2].get('message')}")
        return answer[3]

    def run(self, script, *arguments):
        return self.command(
            "WebDriver:ExecuteScript",
            {"script": BEGIN % script, "args": list(arguments), "newSandbox": True, "sandbox": "system"},
        )["value"]

    def close(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.log.close()
        super().close()

    def sync(self):
        self.run("calendar.refresh(); return 0;")

    def events(self):
        return dict(self.run("return (await items()).filter(one => one.isEvent()).map(one => [one.id, one.title]);"))

    def todos(self):
        return dict(
            self.run("return (await items()).filter(one => one.isTodo()).map(one => [one.title, one.isCompleted]);")
        )

    def add(self, uid, title):
        text = f"BEGIN:VEVENT\r\nUID:{uid}\r\nDTSTART:20270115T100000Z\r\nDTEND:20270115T110000Z\r\nSUMMARY:{title}\r\nEND:VEVENT\r\n"
        self.run("await calendar.addItem(new CalEvent(first)); return 0;", text)

    def rename(self, uid, title):
        self.run(
            "const old = await item(first); const changed = old.clone(); changed.title = second; await calendar.modifyItem(changed, old); return 0;",
            uid,
            title,
        )

    def remove(self, uid):
        self.run("await calendar.deleteItem(await item(first)); return 0;", uid)
