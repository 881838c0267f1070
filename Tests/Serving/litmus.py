"""litmus, which tests WebDAV servers, on a calendar: what it asks of plain files has no place there."""

import http.client
import http.server
import pathlib
import re
import subprocess
import threading

import dav

PROGRAMS, HTDOCS = pathlib.Path("/usr/libexec/litmus"), "/usr/share/litmus/htdocs"
# Tests that a calendar cannot pass, and why; those after them of the same program may need what they make.
PLAIN, NESTED = "a calendar takes no plain files", "a calendar takes no collections"
EXPECTED = {
    "basic.put_get": PLAIN, "basic.put_get_utf8_segment": PLAIN, "copymove.copy_init": PLAIN, "copymove.move": PLAIN,
    "props.propinit": PLAIN, "props.propmanyns": PLAIN, "basic.delete_fragment": NESTED, "basic.mkcol": NESTED,
    "basic.mkcol_with_body": NESTED, "copymove.copy_coll": NESTED, "copymove.copy_shallow": NESTED, "copymove.move_coll": NESTED,
}  # fmt: skip


class Between(http.server.BaseHTTPRequestHandler):
    """Passes all on, but makes the collection in which litmus works a calendar."""

    protocol_version = "HTTP/1.1"
    server_port = path_of_calendar = None

    def pass_on(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        method, fields = self.command, dict(self.headers)
        fields.pop("Host")
        if method == "MKCOL" and self.path == self.path_of_calendar:
            method, body = "MKCALENDAR", dav.document("C:mkcalendar", "").encode()
            fields |= {"Content-Type": "application/xml", "Content-Length": str(len(body))}
        if "Destination" in fields:
            fields["Destination"] = re.sub(r"//[^/]*/", f"//127.0.0.1:{self.server_port}/", fields["Destination"])
        connection = http.client.HTTPConnection("127.0.0.1", self.server_port, timeout=60)
        connection.request(method, self.path, body, fields)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        self.send_response_only(answer.status, answer.reason)
        for name, value in answer.getheaders():
            if name.lower() not in ("content-length", "transfer-encoding", "connection"):
                self.send_header(name, value)
        if answer.status not in (204, 304):
            self.send_header(
                "Content-Length", answer.getheader("Content-Length", "0") if method == "HEAD" else str(len(content))
            )
        self.end_headers()
        if method != "HEAD":
            self.wfile.write(content)

    def __getattr__(self, name):
        if name.startswith("do_"):
            return self.pass_on
        raise AttributeError(name)

    def log_message(self, *_):
        pass


def check(report):
    if not PROGRAMS.exists():
        report.say("litmus is LEFT OUT: Tests/Serving/install debian installs it")
        return
    with report.server() as server:
        Between.server_port, Between.path_of_calendar = server.port, f"{server.home}litmus/"
        between = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Between)
        threading.Thread(target=between.serve_forever, daemon=True).start()
        # litmus closes connections in the middle of some answers.
        between.handle_error = lambda *_: None
        for name in ("http", "basic", "copymove", "props"):
            done = subprocess.run(
                [PROGRAMS / name, "--htdocs", HTDOCS, f"http://127.0.0.1:{between.server_port}{server.home}", server.user, server.password],
                cwd=report.place / "empty", stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=300,
            )  # fmt: skip
            (report.place / f"litmus-{name}.log").write_text(done.stdout + done.stderr)
            outcomes = re.findall(
                r"^ *\d+\. (\w+)\.* (pass|FAIL|SKIPPED|WARNING)[^\n(]*(?:\((.*)\))?", done.stdout, re.M
            )
            bad = {test: why for test, state, why in outcomes if state == "FAIL"}
            surprises = {test: why for test, why in bad.items() if f"{name}.{test}" not in EXPECTED}
            passed = int((re.findall(r"tests run: (\d+) passed", done.stdout) or [0])[-1])
            report.check(
                f"litmus {name}: {passed} passed, {len(bad)} failed ({len(bad) - len(surprises)} expected)",
                passed > 0 and not surprises, f"{len(surprises)} failed and should not",
            )  # fmt: skip
            for test, why in surprises.items():
                report.say(f"  failed   {name}.{test}: {why}")
        between.shutdown()
