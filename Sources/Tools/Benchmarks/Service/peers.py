"""What stands beside the service: nginx with a file, Radicale with a calendar."""

import http.client
import pathlib
import re
import shutil
import subprocess
import time

import servers

NGINX = """
daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/error;
events {{ worker_connections 256; }}
http {{
    access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    keepalive_requests 1000000000;
    server {{ listen 127.0.0.1:{port}; root {folder}/files; default_type application/json; }}
}}
"""

# The days of the timeline, as a client asks for them (RFC 4791 section 7.8.1).
QUERY = (
    '<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data/>'
    '</D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">'
    '<C:time-range start="{start}T000000Z" end="{end}T000000Z"/></C:comp-filter></C:comp-filter></C:filter>'
    "</C:calendar-query>"
)


class Nginx:
    """One process that serves files."""

    def __init__(self, place):
        self.folder, self.port = place / "nginx", servers.free_port()
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / "files").mkdir(parents=True)
        # A worker that is not root reads them, too.
        for path in (place, self.folder, self.folder / "files"):
            path.chmod(0o755)
        config = self.folder / "nginx.conf"
        config.write_text(NGINX.format(folder=self.folder, port=self.port))
        self.process = subprocess.Popen(["nginx", "-p", self.folder, "-c", config], stderr=subprocess.DEVNULL)
        for _ in range(500):
            try:
                self.ask("/")
                return
            except OSError:
                time.sleep(0.01)
        raise RuntimeError("nginx does not start")

    def ask(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        return answer

    def put(self, name, content):
        """The file's address and tag."""
        (self.folder / "files" / name).write_bytes(content)
        return f"http://127.0.0.1:{self.port}/{name}", self.ask(f"/{name}").headers["ETag"]

    def stop(self):
        self.process.terminate()
        self.process.wait()


def resources(path: pathlib.Path):
    """The events of a calendar's file, each as a calendar of its own, by their UIDs."""
    text = path.read_bytes().decode()
    head = text[: text.index("BEGIN:VEVENT")]
    series = {}
    for event in re.findall(r"BEGIN:VEVENT.*?END:VEVENT\r\n", text, re.S):
        series.setdefault(re.search(r"^UID:(.*)\r$", event, re.M)[1], []).append(event)
    return {uid: head + "".join(events) + "END:VCALENDAR\r\n" for uid, events in series.items()}


class Radicale(servers.Radicale):
    """Radicale with a sample."""

    def load(self, calendar, path):
        """The seconds of its first look at all events."""
        self.request("MKCALENDAR", f"{calendar}/", servers.MAKE % calendar.encode())
        folder = self.folder / "data/collection-root/alice" / calendar
        for number, text in enumerate(resources(path).values()):
            (folder / f"{number}.ics").write_bytes(text.encode())
        begin = time.monotonic()
        self.request("REPORT", f"{calendar}/", servers.SYNC, Depth="0")
        return time.monotonic() - begin
