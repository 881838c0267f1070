"""Two nodes over one folder of people: each feed is asked for once a period, by one of them, also while one hangs."""

import http.server
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time

from service import Service, wait

PERIOD, ROUNDS, FEEDS = 8, 4, 50
CALENDAR = (
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//example.org//check//EN\r\nBEGIN:VEVENT\r\nUID:{0}\r\n"
    "DTSTAMP:20261101T000000Z\r\nDTSTART:20261120T120000Z\r\nSUMMARY:Feed {0}, answer {1}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
)


class Feeds(http.server.ThreadingHTTPServer):
    """Feeds by number, each answer another one; those in `hanging` say nothing any more."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked, self.hanging, self.lock = {}, set(), threading.Lock()
        self.free = threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, *_):
        pass


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        number, server = int(self.path.strip("/").split(".")[0]), self.server
        with server.lock:
            times = server.asked.setdefault(number, [])
            times.append(time.monotonic())
            hangs = number in server.hanging
        if hangs:
            server.free.wait(120)
            return
        content = CALENDAR.format(number, len(times)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/calendar")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


class Nodes:
    """Two processes of `agenda-server` over one folder."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="agenda-"))
        self.people = self.folder / "people"
        self.program = pathlib.Path(Service.agenda).parent / "agenda-server"
        self.environment = {"HOME": str(self.folder), "PATH": "/usr/bin:/bin", "TZ": "UTC", "LC_ALL": "C.UTF-8"}
        self.processes = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, program, *arguments):
        done = subprocess.run(
            [program, *map(str, arguments)],
            env=self.environment, cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode != 0:
            raise RuntimeError(f"{arguments}: {done.returncode}: {done.stderr}")
        return done.stdout

    def start(self, *options):
        number = len(self.processes)
        output = self.folder / f"output{number}"
        with open(output, "wb") as file:
            process = subprocess.Popen(
                [self.program, "--people", self.people, "--socket", self.folder / f"http{number}", "--node", f"n{number}",
                 *map(str, options)],
                env=self.environment, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT,
            )  # fmt: skip
        self.processes.append(process)
        if not wait(lambda: b"serving on" in output.read_bytes(), 30):
            raise RuntimeError(f"a node does not start: {output.read_text()}")


def check(report):
    """Each of 50 feeds of ten users once a period, by two nodes, while one hangs and while a node is killed."""
    feeds = Feeds()
    with Nodes() as nodes:
        place = f"http://127.0.0.1:{feeds.server_address[1]}"
        users = 10
        for user in range(1, users + 1):
            nodes.run(nodes.program, "user", "add", f"u{user}", "--people", nodes.people)
            for number in range((user - 1) * FEEDS // users, user * FEEDS // users):
                nodes.run(
                    Service.agenda, "source", "add", f"{place}/{number}.ics", "--name", f"f{number}", "--database",
                    nodes.people / str(user) / "agenda.db",
                )  # fmt: skip
        subscribed = {number: len(times) for number, times in feeds.asked.items()}
        report.check("every feed was subscribed to", len(subscribed) == FEEDS, str(len(subscribed)))
        hostile = 3
        feeds.hanging.add(hostile)
        for _ in range(2):
            nodes.start("--test-refresh", PERIOD)
        since = time.monotonic()

        def rounds(number):
            return [at for at in feeds.asked[number][subscribed[number] :] if at >= since]

        healthy = [number for number in range(FEEDS) if number != hostile]
        done = wait(lambda: all(len(rounds(number)) > ROUNDS for number in healthy), PERIOD * (ROUNDS + 6))
        report.check("every feed is asked for again and again, while one hangs", done,
              str({number: len(rounds(number)) for number in healthy if len(rounds(number)) <= ROUNDS}))  # fmt: skip
        gaps = [b - a for number in healthy for a, b in zip(rounds(number), rounds(number)[1:])]
        report.check("none is asked for twice in a period", min(gaps) > PERIOD * 0.7, f"{min(gaps):.2f} s")
        # What hangs is given up after 30 seconds, and tried again after a period.
        pauses = [b - a for a, b in zip(rounds(hostile), rounds(hostile)[1:])]
        report.check("the hanging one is asked by one node at a time", min(pauses, default=99) > 30, pauses)
        seconds = sorted(at - since for number in healthy for at in rounds(number))
        most = max(sum(1 for at in seconds if start <= at < start + 1) for start in range(PERIOD, int(seconds[-1])))
        report.say(f"gaps {min(gaps):.2f} to {max(gaps):.2f} s, at most {most} of {len(healthy)} in a second")
        # One node ends without a word, with whatever it holds.
        nodes.processes[0].send_signal(signal.SIGKILL)
        killed = time.monotonic()
        done = wait(lambda: all(sum(1 for at in rounds(number) if at > killed) > 1 for number in healthy), 150)
        report.check("after a node was killed, the other one does all", done, "")
        # What came is shown, though nobody has opened these users since they were added.
        nodes.processes[1].send_signal(signal.SIGTERM)
        nodes.processes[1].wait(60)
        store = sqlite3.connect(f"file:{nodes.people / '1' / 'agenda.db'}?mode=ro", uri=True)
        titles = [title or "" for (title,) in store.execute("SELECT summary FROM event")]
        store.close()
        answers = sorted(int(title.rsplit(" ", 1)[1]) for title in titles if "answer" in title)
        # The hanging one has its first answer still.
        report.check("what came is in the store of a user whom nobody opens", answers[0] == 1 and answers[1] > ROUNDS, titles)
    feeds.free.set()
    feeds.shutdown()
