"""A tab of Chromium with the page in it, driven as a person without a mouse does."""

import json
import os
import pathlib
import re
import time

from playwright.sync_api import Error, sync_playwright

CHROMIUM = "/usr/bin/chromium"
# Where the page's files are taken from while one works on them, instead of from the program.
FILES = os.environ.get("AGENDA_PAGE_FILES")
# Seconds to wait for a state: far more than a busy machine needs, as the wait ends with the state.
PATIENCE = 30
# A module of the page, by its name, in the page.
MODULE = "((name) => import(new URL(name, document.querySelector('script[type=module]').src).href))"
TYPES = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}


class Browser:
    """One Chromium for all checks; each tab has a profile of its own."""

    def __init__(self):
        self.playwright = sync_playwright().start()
        options = ["--no-sandbox"] if os.geteuid() == 0 else []
        self.browser = self.playwright.chromium.launch(executable_path=CHROMIUM, args=options)

    def close(self):
        self.browser.close()
        self.playwright.stop()

    def tab(self, service, path="/", **options):
        return Tab(self, service, path, **options)


class Tab:
    """A page that is open; `faults` has what the console complained of."""

    def __init__(self, browser, service, path="/", width=1280, height=800, offline=False, lets_in=True, before=None, waits=True, **options):
        options.setdefault("locale", "en-GB")
        # The pages of other stores on other ports must not be answered from this one's store.
        options.setdefault("service_workers", "allow" if offline else "block")
        self.context = browser.browser.new_context(viewport={"width": width, "height": height}, **options)
        self.address = f"http://{service.page_host}"
        if lets_in:
            self.session, cookie, self.secret = service.sign_in()
            self.context.add_cookies([{"name": "agenda", "value": cookie, "url": self.address}])
        self.page = self.context.new_page()
        if lets_in:
            # Once: what the page forgets stays forgotten.
            self.page.goto(self.address + "/healthz")
            self.page.evaluate("(secret) => localStorage.setItem('agenda.secret', secret)", self.secret)
        if before:
            self.page.add_init_script(before)
        self.faults = []
        self.page.on("console", self._listen)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        if FILES:
            self.context.route(re.compile(r"/assets/[^/]+/[^/]+$"), self._file)
        self.scripts = options.get("java_script_enabled", True) and waits
        self.go(path)
        self.scripts = options.get("java_script_enabled", True)

    def _listen(self, message):
        # A refusal is an answer; the page says it.
        expected = any(
            text in message.text
            for text in ("Service Worker registration blocked", "net::ERR_", "responded with a status of 4")
        )
        if message.type in ("error", "warning") and not expected:
            self.faults.append(message.text)

    @staticmethod
    def _file(route):
        path = pathlib.Path(FILES) / route.request.url.rsplit("/", 1)[1]
        # The words are made of the languages' files.
        if not path.exists():
            return route.continue_()
        route.fulfill(body=path.read_bytes(), content_type=TYPES[path.suffix[1:]])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.context.close()

    def go(self, path):
        self.page.goto(self.address + path)
        if self.scripts:
            self.ready()

    def reload(self):
        self.page.reload()
        self.ready()

    def ready(self):
        """Waits until all days are there and built."""
        self.need("document.documentElement.classList.contains('ready') && !document.querySelector('.waiting')", 60)

    def slow(self, milliseconds):
        """From here on the service takes longer, as one far away does."""
        self.value(f"""(() => {{
            const ask = fetch;
            window.asking = 0;
            window.fetch = (...values) => {{
                asking += 1;
                return new Promise((next) => setTimeout(next, {milliseconds})).then(() => ask(...values)).finally(() => (asking -= 1));
            }};
        }})()""")

    def answered(self):
        """Waits until the page has every answer since `slow`, and asks nothing for longer than it waits after a change."""
        quiet = "(async () => { for (let n = 0; n < 15; n += 1) { if (asking) return false; await new Promise((next) => setTimeout(next, 20)); } return true; })()"
        self.need(f"await {quiet}")

    def value(self, expression):
        return self.page.evaluate(f"() => {expression}")

    def becomes(self, condition, seconds=PATIENCE):
        """Whether the condition holds within some seconds. It is looked at in the page, after each frame."""
        end = time.monotonic() + seconds
        looks = f"""async () => {{
            const end = performance.now() + 1000;
            for (;;) {{
                if ({condition}) return true;
                if (performance.now() > end) return false;
                await new Promise((next) => setTimeout(next, 8));
            }}
        }}"""
        while time.monotonic() < end:
            try:
                if self.page.evaluate(looks):
                    return True
            except Error as error:
                # The page went to another address in between.
                if "context was destroyed" not in str(error):
                    raise
        return False

    def need(self, condition, seconds=PATIENCE):
        if not self.becomes(condition, seconds):
            stands = self.value("[document.getElementById('status')?.textContent, document.getElementById('panel')?.innerText.slice(0, 80)]")
            raise TimeoutError(f"never: {condition}; the console: {self.faults}; status and panel: {stands}")

    # The keyboard

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text):
        self.page.keyboard.type(text)

    def reach(self, selector, most=90, backwards=False):
        """Goes on with the tab key until an element that matches has the focus."""
        for _ in range(most):
            self.press("Shift+Tab" if backwards else "Tab")
            if self.value(f"document.activeElement.matches({json.dumps(selector)})"):
                return True
        raise TimeoutError(f"the tab key does not reach {selector}")

    def command(self, name):
        """Starts one of the views at the side, by the keyboard."""
        self.press("Escape", "s")
        self.reach(f"[data-do={name}]")
        self.press("Enter")

    def open(self, title):
        """Searches for an event and opens it, by the keyboard."""
        self.press("Escape", "/")
        self.type(title)
        # Not what the first letters found.
        found = f"document.getElementById('panel-title')?.textContent.endsWith({json.dumps(': ' + title)})"
        self.need(f"document.querySelector('#panel[data-view=search] .results a') && {found}")
        self.press("ArrowDown", "Enter")
        self.need("document.querySelector('#panel[data-view=event] .details')")
        self.need(f"document.querySelector('#panel-title').textContent.includes({json.dumps(title)})")

    def walk(self, title, most=400):
        """Goes through the list from today on until an event is called just so, and opens it, by the keyboard."""
        self.press("Escape", "t")
        for _ in range(most):
            self.press("n")
            if self.value("document.activeElement.querySelector('.what')?.textContent ?? ''") == title:
                self.press("Enter")
                return self.need("document.querySelector('#panel[data-view=event] .details')")
        raise TimeoutError(f"n does not reach {title}")

    # What is there

    def text(self, selector):
        """The text of the first that matches; empty where there is none."""
        return self.value(f"document.querySelector({json.dumps(selector)})?.textContent ?? ''")

    def says(self, text, seconds=PATIENCE):
        """Whether the status line comes to say it."""
        return self.becomes(f"document.getElementById('status').textContent.includes({json.dumps(text)})", seconds)

    def lists(self, title, seconds=PATIENCE):
        """Whether the list comes to have an event of this title."""
        return self.becomes(self._has(title), seconds)

    def lacks(self, title, seconds=PATIENCE):
        return self.becomes("!" + self._has(title), seconds)

    @staticmethod
    def _has(title):
        return f"[...document.querySelectorAll('.day .what')].some(what => what.textContent === {json.dumps(title)})"

    # The day that is at the top of the list, below the bar.
    DAY_AT_TOP = (
        "[...document.querySelectorAll('.day')].find(day => day.getBoundingClientRect().bottom > "
        "parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 2)?.id.slice(1)"
    )

    @property
    def day_at_top(self):
        return self.value(self.DAY_AT_TOP)

    @property
    def too_wide(self):
        """By how many pixels the page is wider than the window."""
        return self.value("document.documentElement.scrollWidth - innerWidth")

    def shot(self, path):
        pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=str(path))
