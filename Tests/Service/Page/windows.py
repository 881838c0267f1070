"""A window of Chromium and one of Firefox that do the same: run a script, move a mouse, press keys, touch."""

import http.client
import http.server
import json
import pathlib
import threading
import time
import urllib.parse

import marionette
from tab import FILES, PATIENCE, TYPES


class Window:
    """What both have. Waiting is for a state and ends with the state."""

    def waits(self, script, *arguments, seconds=PATIENCE):
        """The first answer of the page that is something; the last one that is nothing."""
        end = time.monotonic() + seconds
        while not (answer := self.tries(script, *arguments)) and time.monotonic() < end:
            time.sleep(0.02)
        return answer

    def tries(self, script, *arguments):
        try:
            return self.run(script, *arguments)
        except Exception as error:
            # The page went to another address in between.
            if any(words in str(error) for words in ("context was destroyed", "unloaded", "discarded", "navigat")):
                return None
            raise

    def turn(self, path):
        """Another view of the page that is open, without loading it anew, as a step back in the browser brings it."""
        self.run("""(path) => {
            history.pushState({}, "", path);
            dispatchEvent(new PopStateEvent("popstate"));
            document.querySelector("#search input").value = "";
            document.getElementById("status").replaceChildren();
            document.querySelector("[data-do=menu][aria-expanded=true]")?.click();
            document.activeElement?.blur();
            window.scrollTo(0, 0);
        }""", path)

    def open(self, path):
        self.go(path)
        ready = "() => document.documentElement.classList.contains('ready') && !document.querySelector('.waiting')"
        if not self.waits(ready, seconds=60):
            raise TimeoutError("the page never has its days")


class Chromium(Window):
    name = "Chromium"
    # How a field for dates wants what is typed: the order of its parts, whether a year is left by an arrow, and hours.
    order, year_stays, twelve = "mdy", True, True

    def __init__(self, world, service, width, height, touch):
        self.tab = world.tab(service, width=width, height=height, has_touch=touch, is_mobile=touch, timezone_id="Europe/Berlin")
        self.page = self.tab.page
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.touches = self.tab.context.new_cdp_session(self.page) if touch else None
        self.faults = self.tab.faults

    def close(self):
        self.tab.context.close()

    def go(self, path):
        self.page.goto(self.tab.address + path)

    def run(self, script, *arguments):
        return self.page.evaluate(f"(values) => ({script})(...values)", list(arguments))

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text):
        self.page.keyboard.type(text)

    def move(self, x, y):
        self.page.mouse.move(x, y)

    def down(self):
        self.page.mouse.down()

    def up(self):
        self.page.mouse.up()

    def click(self, x, y):
        self.page.mouse.click(x, y)

    def touch(self, kind, x=0, y=0):
        points = [] if kind == "end" else [{"x": x, "y": y}]
        self.touches.send("Input.dispatchTouchEvent", {"type": f"touch{kind.capitalize()}", "touchPoints": points})

    def give(self, selector, path):
        self.page.set_input_files(selector, str(path))

    def shot(self, path):
        self.tab.shot(path)


class Firefox(Window):
    name = "Firefox"
    order, year_stays, twelve = "mdy", False, True

    def __init__(self, world, service, width, height, touch):
        self.proxy = Files() if FILES else None
        self.browser = marionette.Firefox(self.proxy.port if FILES else None)
        self.address = f"http://{service.page_host}"
        _, cookie, secret = service.sign_in()
        try:
            self.browser.resize(width, height)
            self.go("/healthz")
            self.browser.ask("WebDriver:AddCookie", {"cookie": {"name": "agenda", "value": cookie, "path": "/"}})
            self.run("(secret) => localStorage.setItem('agenda.secret', secret)", secret)
            self.open("/")
        except BaseException:
            self.close()
            raise
        self.faults = []

    def close(self):
        self.browser.close()
        if self.proxy:
            self.proxy.close()

    def go(self, path):
        self.browser.ask("WebDriver:Navigate", {"url": self.address + path})

    def run(self, script, *arguments):
        return self.browser.run(script, *arguments)

    def press(self, *keys):
        for key in keys:
            *held, last = key.split("+") if len(key) > 1 else [key]
            held, last = [marionette.KEYS[name] for name in held], marionette.KEYS.get(last, last)
            actions = [{"type": "keyDown", "value": value} for value in [*held, last]]
            self.browser.act("key", actions + [{"type": "keyUp", "value": value} for value in [last, *reversed(held)]])

    def type(self, text):
        self.browser.act("key", [{"type": kind, "value": sign} for sign in text for kind in ("keyDown", "keyUp")])

    def move(self, x, y):
        self._point("mouse", {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0})

    def down(self):
        self._point("mouse", {"type": "pointerDown", "button": 0})

    def up(self):
        self._point("mouse", {"type": "pointerUp", "button": 0})

    def click(self, x, y):
        move = {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}
        self._point("mouse", move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})

    def touch(self, kind, x=0, y=0):
        move = {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}
        down = {"type": "pointerDown", "button": 0}
        self._point("touch", *{"start": [move, down], "move": [move], "end": [{"type": "pointerUp", "button": 0}]}[kind])

    def _point(self, kind, *actions):
        self.browser.act("pointer", list(actions), pointerType=kind)

    def give(self, selector, path):
        if not self.waits("(selector) => Boolean(document.querySelector(selector))", selector):
            raise TimeoutError(f"never: {selector}")
        element = self.browser.ask("WebDriver:FindElement", {"using": "css selector", "value": selector})
        self.browser.ask("WebDriver:ElementSendKeys", {"id": element[marionette.ELEMENT], "text": str(path)})

    def shot(self, path):
        import base64

        picture = base64.b64decode(self.browser.ask("WebDriver:TakeScreenshot", {"full": False}))
        pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
        pathlib.Path(path).write_bytes(picture)


class Files:
    """Takes the page's files from a folder while one works on them: a proxy that answers for them and passes on all else."""

    def __init__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Passing)
        self.server.daemon_threads = True
        # A page that is left asks no more.
        self.server.handle_error = lambda *_: None
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Passing(http.server.BaseHTTPRequestHandler):
    def handle_any(self):
        address = urllib.parse.urlsplit(self.path)
        path = pathlib.Path(FILES) / address.path.rsplit("/", 1)[1]
        if address.path.startswith("/assets/") and path.is_file():
            return self._answer(200, {"Content-Type": TYPES[path.suffix[1:]], "Cache-Control": "no-store"}, path.read_bytes())
        service = http.client.HTTPConnection("127.0.0.1", address.port)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        target = address.path + (f"?{address.query}" if address.query else "")
        service.request(self.command, target, body, {key: value for key, value in self.headers.items() if key != "Proxy-Connection"})
        answer = service.getresponse()
        fields = {key: value for key, value in answer.getheaders() if key.lower() not in ("transfer-encoding", "connection")}
        if not answer.getheader("Content-Type", "").startswith("text/event-stream"):
            fields.pop("Content-Length", None)
            fields.pop("content-length", None)
            return self._answer(answer.status, fields, answer.read())
        self._head(answer.status, fields)
        try:
            while part := answer.read1(1 << 16):
                self.wfile.write(part)
        except OSError:
            pass

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = handle_any

    def _head(self, status, fields):
        self.send_response(status)
        for key, value in fields.items():
            self.send_header(key, value)
        self.send_header("Connection", "close")
        self.end_headers()

    def _answer(self, status, fields, body):
        self._head(status, fields | {"Content-Length": str(len(body))})
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_):
        pass
