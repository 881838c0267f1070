"""Debian's Firefox, driven by the protocol that is built into it (Marionette): commands of WebDriver as JSON on a socket."""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

FIREFOX = "/usr/bin/firefox-esr"
PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "datareporting.healthreport.uploadEnabled": False,
    "dom.w3c_touch_events.enabled": 1,
    # The pages of other stores on other ports must not be answered from this one's store.
    "dom.serviceWorkers.enabled": False,
    "intl.accept_languages": "en-GB, en",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.enabled": False,
    "ui.prefersReducedMotion": 1,
    "accessibility.tabfocus": 7,
}
# How WebDriver writes keys that write nothing.
KEYS = {
    "Backspace": "\ue003", "Tab": "\ue004", "Enter": "\ue007", "Shift": "\ue008", "Control": "\ue009", "Alt": "\ue00a",
    "Escape": "\ue00c", "Space": " ", "PageUp": "\ue00e", "PageDown": "\ue00f", "End": "\ue010", "Home": "\ue011",
    "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015", "Delete": "\ue017",
}  # fmt: skip
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Fault(Exception):
    """What the browser refuses."""


class Firefox:
    """A browser with one window."""

    def __init__(self, proxy=None):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="agenda-firefox-"))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        values = PREFERENCES | {"marionette.port": port}
        if proxy:
            values |= {
                "network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": proxy,
                "network.proxy.allow_hijacking_localhost": True,
            }  # fmt: skip
        lines = [f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in values.items()]
        (self.folder / "user.js").write_text("".join(lines))
        # It writes to its home and its caches: both are gone afterwards.
        environment = os.environ | {"HOME": str(self.folder), "MOZ_HEADLESS": "1", "TZ": "Europe/Berlin"}
        self.process = subprocess.Popen(
            [FIREFOX, "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", str(self.folder)],
            env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.number, self.rest = 0, b""
        self.socket = self._connected(port)
        self._message()
        self.ask("WebDriver:NewSession", {"unhandledPromptBehavior": "accept"})
        self.ask("WebDriver:SetTimeouts", {"script": 30_000, "pageLoad": 60_000})

    def _connected(self, port):
        end = time.monotonic() + 60
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=90)
            except OSError:
                if time.monotonic() > end or self.process.poll() is not None:
                    raise
                time.sleep(0.05)

    def close(self):
        try:
            self.ask("Marionette:Quit", {"flags": ["eForceQuit"]})
            self.process.wait(20)
        except (OSError, Fault, subprocess.TimeoutExpired):
            self.process.kill()
        self.process.wait()
        self.socket.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def ask(self, name, parameters=None):
        """One command; its value."""
        self.number += 1
        text = json.dumps([0, self.number, name, parameters or {}]).encode()
        self.socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self._message()
        if error:
            raise Fault(f"{name}: {error['error']}: {error['message']}")
        return result["value"] if isinstance(result, dict) and "value" in result else result

    def _message(self):
        while b":" not in self.rest:
            self.rest += self._more()
        length, self.rest = self.rest.split(b":", 1)
        while len(self.rest) < int(length):
            self.rest += self._more()
        text, self.rest = self.rest[: int(length)], self.rest[int(length) :]
        return json.loads(text)

    def _more(self):
        more = self.socket.recv(1 << 16)
        if not more:
            raise OSError("Firefox has closed the connection")
        return more

    def run(self, script, *arguments):
        """What a function of the page returns, also one that is awaited."""
        wrapped = (
            "const done = arguments[arguments.length - 1], values = [...arguments].slice(0, -1);"
            f"(async () => ({script})(...values))().then((value) => done({{value}}), (error) => done({{error: String(error)}}));"
        )
        answer = self.ask("WebDriver:ExecuteAsyncScript", {"script": wrapped, "args": list(arguments)})
        if "error" in answer:
            raise Fault(answer["error"])
        return answer.get("value")

    def resize(self, width, height):
        """Makes the page so large, below the width that a window has at least."""
        self.ask("Marionette:SetContext", {"value": "chrome"})
        try:
            self.ask("WebDriver:ExecuteScript", {"args": [width, height], "script": """
                const [width, height] = arguments, browser = gBrowser.selectedBrowser;
                document.documentElement.style.minWidth = "0";
                window.resizeTo(Math.max(width, 500), height + 120);
                for (const [name, size] of [["width", width], ["height", height]]) {
                    for (const edge of ["min-", "max-", ""]) browser.style.setProperty(edge + name, size + "px", "important");
                }
            """})
        finally:
            self.ask("Marionette:SetContext", {"value": "content"})

    def act(self, kind, actions, **parameters):
        source = {"type": kind, "id": f"{kind}{parameters.get('pointerType', '')}", "actions": actions}
        if parameters:
            source["parameters"] = parameters
        self.ask("WebDriver:PerformActions", {"actions": [source]})
