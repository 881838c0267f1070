"""WebDAV-Push: a push service of our own on loopback, devices that register as DAVx5 does, and what reaches them, read by
libraries that are not ours."""

import base64
import email.utils
import http.server
import json
import os
import re
import threading
import time
import xml.etree.ElementTree as ElementTree

import http_ece
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from dav import DAV, event, found
from serving import wait

PUSH = "{https://bitfire.at/webdav-push}"


def encoded(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Service:
    """Takes pushes; `answers` gives the status by path, `slow` those paths that are never answered."""

    def __init__(self):
        self.pushes, self.answers, self.slow, self.over = [], {}, set(), threading.Event()
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.pushes.append((time.monotonic(), self.path, dict(self.headers.items()), body))
                if self.path in service.slow:
                    service.over.wait(60)
                self.send_response(service.answers.get(self.path, 201))
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.over.set()
        self.server.shutdown()

    def at(self, path):
        return [push for push in self.pushes if push[1] == path]


class Phone:
    """A device with a key for its pushes."""

    def __init__(self, server, service, name, path=None):
        self.service, self.path = service, path or f"/{name}"
        self.url, user, password = server.device(name)
        self.client = server.client()
        self.client.authorization = "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()
        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.registration = None

    def document(self, trigger="", key="subscription-public-key", encoding="", expires="", resource=None, point=None):
        point = point or self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return (
            "<?xml version='1.0' encoding='UTF-8' ?>"
            '<push-register xmlns="https://bitfire.at/webdav-push" xmlns:D="DAV:"><subscription><web-push-subscription>'
            f"<push-resource>{resource or self.service.url + self.path}</push-resource>{encoding}"
            f'<{key} type="p256dh">{encoded(point)}</{key}><auth-secret>{encoded(self.secret)}</auth-secret>'
            f"</web-push-subscription></subscription>{trigger}{expires}</push-register>"
        )

    def register(self, collection, **more):
        answer = self.client.ask("POST", collection, self.document(**more))
        if answer.status in (201, 204):
            self.registration = answer["location"]
        return answer

    def messages(self):
        """What has come: when, fields, and the document as the device reads it."""
        for at, _, fields, body in self.service.at(self.path):
            text = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
            yield at, fields, ElementTree.fromstring(text)


def proof(fields):
    """Head and claims of a push's VAPID token and the key that signed it; raises where the signature is wrong (RFC 8292)."""
    token, key = re.fullmatch(r"vapid t=(\S+), k=(\S+)", fields["Authorization"]).groups()
    head, claims, signature = token.split(".")
    raw = decoded(signature)
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    whole = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public.verify(whole, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(decoded(head)), json.loads(decoded(claims)), key


def check(report):
    if report.kind != "agenda":
        return report.say("push is judged on ours alone")
    with Service() as service, report.server("--push-private") as server:
        for part in (offers, registrations, changes, sparing, faults, endings):
            try:
                part(report, server, service)
            except Exception as error:
                report.check(f"push: {part.__name__} comes to its end", False, f"{type(error).__name__}: {error}"[:600])
    with report.server() as server:
        with Service() as service:
            phone = Phone(server, service, "elsewhere")
            answer = phone.register(server.calendar("guarded"))
            report.check("push: without --push-private a service on this machine is refused", answer.status == 403 and "invalid-subscription" in answer.conditions, answer)


def offer(client, path):
    body = (
        '<propfind xmlns="DAV:" xmlns:P="https://bitfire.at/webdav-push"><prop><P:transports/><P:topic/>'
        "<P:supported-triggers/></prop></propfind>"
    )
    item = client.ask("PROPFIND", path, body, Depth="0").responses[0][1]
    return [found(item, PUSH + name) for name in ("transports", "topic", "supported-triggers")]


def offers(report, server, service):
    client, path = server.client(), server.calendar("offered")
    answer = client.ask("OPTIONS", path)
    report.check("push: OPTIONS announces it", "webdav-push" in answer["dav"] and "POST" in answer["allow"], answer.fields)
    for place, triggers in ((path, {"content-update": "1", "property-update": "0"}), (server.home, {"content-update": "1"})):
        transports, topic, supported = offer(client, place)
        key = transports.find(f"{PUSH}web-push/{PUSH}vapid-public-key")
        report.check(f"push: {place} names the key of the service", key.get("type") == "p256ecdsa" and len(decoded(key.text)) == 65 and decoded(key.text)[0] == 4)
        report.check(f"push: {place} has a topic of 128 bits", len(decoded(topic.text)) == 16, topic.text)
        seen = {item.tag.removeprefix(PUSH): item.findtext(DAV + "depth") for item in supported}
        report.check(f"push: {place} says what it tells", seen == triggers, seen)
    topics = {offer(client, place)[1].text for place in (path, path, server.home)}
    report.check("push: each collection has its own topic, and keeps it", len(topics) == 2, topics)
    client.put(path + "a.ics", event("offered"))
    report.check("push: a resource has none", offer(client, path + "a.ics") == [None] * 3)


def registrations(report, server, service):
    path = server.calendar("registered")
    phone = Phone(server, service, "registering")
    refused = {
        "no-supported-trigger": [{"trigger": "<trigger/>"}, {"trigger": "<trigger><other/></trigger>"}],
        "invalid-subscription": [
            {"resource": "http://example.org/x"}, {"resource": "ftp://example.org/x"}, {"resource": "https://"},
            {"resource": "https://me:secret@example.org/x"}, {"point": b"\x04" + bytes(64)}, {"point": b"\x04abc"},
            {"encoding": "<content-encoding>aesgcm</content-encoding>"},
        ],
    }  # fmt: skip
    for condition, cases in refused.items():
        for case in cases:
            answer = phone.register(path, **case)
            report.check(f"push: {condition} for {case}", answer.status == 403 and condition in answer.conditions, answer)
    answer = phone.client.ask("POST", path, "<x/>")
    report.check("push: another content is 400", answer.status == 400, answer)
    answer = phone.register(server.home + "nowhere/")
    report.check("push: a calendar that there is not is 404", answer.status == 404, answer)
    day = 86_400
    for wish, days in ((1, 3), (10, 10), (90, 30)):
        begin = time.time()
        answer = phone.register(path, expires=f"<expires>{email.utils.formatdate(begin + wish * day, usegmt=True)}</expires>")
        ends = email.utils.parsedate_to_datetime(answer["expires"]).timestamp()
        report.check(f"push: who wants {wish} days gets {days}", abs(ends - begin - days * day) < 60, answer["expires"])
        report.check("push: the first time is 201, later ones are 204, of one address", answer.status == (201 if wish == 1 else 204) and answer["location"].startswith("http://127.0.0.1:"), answer)
    place = re.sub("^http://[^/]*", "", phone.registration)
    other = Phone(server, service, "foreign")
    report.check("push: another device does not end it", other.client.ask("DELETE", place).status == 404)
    report.check("push: its own does", phone.client.ask("DELETE", place).status == 204)
    report.check("push: once", phone.client.ask("DELETE", place).status == 404)
    reader = Phone(server, service, "reader", "/reader")
    url, user, password = server.device("only reads", "--read-only")
    reader.client.authorization = "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()
    report.check("push: who may only read may be told, too", reader.register(path).status == 201)
    place = re.sub("^http://[^/]*", "", reader.registration)
    report.check("push: and no longer", reader.client.ask("DELETE", place).status == 204)


def changes(report, server, service):
    path = server.calendar("told")
    client = server.client()
    triggers = {
        "none, as DAVx5 4.5.19": {},
        "the draft's": {
            "trigger": "<trigger><content-update><D:depth>1</D:depth></content-update><property-update><D:depth>0</D:depth></property-update></trigger>",
            "encoding": "<content-encoding>aes128gcm</content-encoding>", "key": "client-public-key",
        },
    }  # fmt: skip
    phones = []
    for number, (words, more) in enumerate(triggers.items()):
        phone = Phone(server, service, f"told-{number}")
        answer = phone.register(path, **more)
        report.check(f"push: a device registers with {words}", answer.status == 201, answer)
        phones.append((words, phone))
    key, topic, _ = offer(client, path)

    def news(what, change, seconds=2.0, element="content-update"):
        # Of several changes within two seconds a device is told once.
        time.sleep(2.1)
        before = {words: len(list(phone.messages())) for words, phone in phones}
        begin = time.monotonic()
        change()
        for words, phone in phones:
            wait(lambda: len(list(phone.messages())) > before[words], 5)
            new = list(phone.messages())[before[words]:]
            took = new[0][0] - begin if new else None
            report.check(f"push: {what} reaches a device with {words} within {seconds} s", took is not None and took <= seconds, took)
            if not new:
                continue
            _, fields, message = new[-1]
            state = message.findtext(f"{PUSH}content-update/{DAV}sync-token")
            report.check(f"push: {what} names the topic and the state", message.tag == PUSH + "push-message" and message.findtext(PUSH + "topic") == topic.text and state == client.sync(path)[2], ElementTree.tostring(message))
        return new[-1][1] if new else None

    fields = news("a PUT", lambda: client.put(path + "a.ics", event("told-a")))
    head, claims, signer = proof(fields)
    report.check("push: the proof is for this service, for less than a day", head == {"typ": "JWT", "alg": "ES256"} and claims["aud"] == service.url and time.time() < claims["exp"] <= time.time() + 86_400 and claims["sub"], (head, claims))
    report.check("push: by the key that was announced", signer == key.find(f"{PUSH}web-push/{PUSH}vapid-public-key").text)
    report.check("push: fields are those of RFC 8030 and 8291", fields["Content-Encoding"] == "aes128gcm" and int(fields["TTL"]) > 0 and re.fullmatch(r"[A-Za-z0-9_-]{1,32}", fields["Topic"]) and fields["Urgency"] == "normal", fields)
    folder = next(item for item in server.folder.rglob("told") if item.is_dir())
    news("a file of another program", lambda: (folder / "b.ics").write_bytes(event("told-b")), 5.0)
    news("a command", lambda: server.command("add", "Lunch", "tomorrow", "12:30", "--calendar", "told"))
    news("a DELETE", lambda: client.ask("DELETE", path + "a.ics"))

    time.sleep(2.1)
    before = [len(list(phone.messages())) for _, phone in phones]
    body = '<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><D:displayname>told anew</D:displayname></D:prop></D:set></D:propertyupdate>'
    client.ask("PROPPATCH", path, body)
    wait(lambda: len(list(phones[1][1].messages())) > before[1], 5)
    new = list(phones[1][1].messages())[before[1]:]
    report.check("push: a new name is told to who wants to know", len(new) == 1 and new[0][2].find(PUSH + "property-update") is not None and new[0][2].find(PUSH + "content-update") is None, new)
    report.check("push: and to nobody else", len(list(phones[0][1].messages())) == before[0])

    time.sleep(2.1)
    before = len(list(phones[0][1].messages()))
    for number in range(30):
        client.put(f"{path}burst-{number}.ics", event(f"burst-{number}"))
    last = client.sync(path)[2]
    token = lambda: list(phones[0][1].messages())[-1][2].findtext(f"{PUSH}content-update/{DAV}sync-token")
    report.check("push: of a burst the last state is told", wait(lambda: token() == last, 6))
    times = [at for at, _, _ in phones[0][1].messages()][before:]
    report.check("push: of a burst few are told", len(times) <= 4, len(times))
    report.check("push: two seconds apart", all(later - at >= 1.9 for at, later in zip(times, times[1:])), times)

    home = Phone(server, service, "homely")
    report.check("push: a device registers with the home", home.register(server.home).status == 201)
    client.put(path + "c.ics", event("told-c"))
    server.calendar("told-of")
    wait(lambda: list(home.messages()), 5)
    time.sleep(0.5)
    seen = list(home.messages())
    report.check("push: the home tells of a new calendar alone", len(seen) == 1 and seen[0][2].findtext(PUSH + "topic") == offer(client, server.home)[1].text, seen)

    server.stop()
    before = len(list(phones[0][1].messages()))
    server.command("add", "Tea", "tomorrow", "16:00", "--calendar", "told anew")
    server.start()
    report.check("push: what changed while the service was away is told", wait(lambda: len(list(phones[0][1].messages())) > before, 15))


def sparing(report, server, service):
    path = server.calendar("spared")
    own, other = Phone(server, service, "own"), Phone(server, service, "other")
    own.register(path)
    other.register(path)

    def after(change, field, phone_is_told):
        time.sleep(2.1)
        before = [len(list(phone.messages())) for phone in (own, other)]
        change(field)
        wait(lambda: len(list(other.messages())) > before[1], 5 if phone_is_told[1] else 1.5)
        time.sleep(0.3)
        return [len(list(phone.messages())) > count for phone, count in zip((own, other), before)] == list(phone_is_told)

    def put(number):
        def change(field):
            own.client.ask("PUT", f"{path}{number}.ics", event(f"spared-{number}", f"Tea {number}"), Content_Type="text/calendar", Push_Dont_Notify=field)

        return change

    report.check("push: who has changed something is not told of it", after(put(0), f'"{own.registration}"', (False, True)))
    report.check("push: nor are two", after(put(1), f'"{own.registration}", "{other.registration}"', (False, False)))
    report.check("push: nor is anybody with *", after(put(2), "*", (False, False)))
    report.check("push: what is no registration spares nobody", after(put(3), '"https://example.org/1", x', (True, True)))
    report.check("push: the next change is told to all", after(put(4), None, (True, True)))


def faults(report, server, service):
    """Push services that are gone, that refuse, and that never answer."""
    path, client = server.calendar("faulty"), server.client()
    gone, broken, slow, good = (Phone(server, service, name) for name in ("gone", "broken", "slow", "good"))
    service.answers.update({gone.path: 410, broken.path: 500})
    service.slow.add(slow.path)
    for phone in (gone, broken, slow, good):
        report.check(f"push: {phone.path} registers", phone.register(path).status == 201)
    begin = time.monotonic()
    client.put(path + "a.ics", event("faulty-a"))
    report.check("push: no answer waits for a push service", time.monotonic() - begin < 5)
    report.check("push: nor does another device", wait(lambda: list(good.messages()), 5))
    wait(lambda: service.at(gone.path) and service.at(broken.path) and service.at(slow.path), 5)
    time.sleep(2.1)
    client.put(path + "b.ics", event("faulty-b"))
    report.check("push: it is told the next change, too", wait(lambda: len(list(good.messages())) == 2, 5))
    time.sleep(0.5)
    report.check("push: who is gone is asked once", len(service.at(gone.path)) == 1)
    place = re.sub("^http://[^/]*", "", gone.registration)
    report.check("push: and has no registration any more", gone.client.ask("DELETE", place).status == 404)
    report.check("push: a service that fails is left alone for a while", len(service.at(broken.path)) == 1)
    report.check("push: one that does not answer is asked once", len(service.at(slow.path)) == 1)


def endings(report, server, service):
    """A device that is revoked, or may not see a calendar."""
    path, client = server.calendar("ending"), server.client()
    phone, other = Phone(server, service, "revoked"), Phone(server, service, "staying")
    phone.register(path)
    other.register(path)
    server.command("device", "revoke", "revoked")
    client.put(path + "a.ics", event("ending-a"))
    report.check("push: who stays is told", wait(lambda: list(other.messages()), 5))
    time.sleep(0.5)
    report.check("push: who was revoked is not", not list(phone.messages()))
    before = len(list(other.messages()))
    client.ask("DELETE", path)
    report.check("push: that a calendar is gone is told", wait(lambda: len(list(other.messages())) > before, 6))
