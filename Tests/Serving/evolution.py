"""evolution-data-server on the bus that this runs on, for one calendar of a CalDAV server; by Debian's Python.

Usage: evolution.py PORT PATH USER PASSWORD. Reads lines of JSON, [method, argument...], and answers each with one.
"""

import json
import sys

import gi

gi.require_version("ECal", "2.0")
gi.require_version("EDataServer", "1.2")
from gi.repository import ECal, EDataServer, GLib, ICalGLib  # noqa: E402

CONTEXT = GLib.MainContext.default()


class Calendar:
    def __init__(self, port, path, user, password):
        self.registry = EDataServer.SourceRegistry.new_sync(None)
        source = EDataServer.Source.new_with_uid("judged", None)
        source.set_display_name("judged")
        source.set_parent("caldav-stub")
        source.get_extension(EDataServer.SOURCE_EXTENSION_CALENDAR).set_backend_name("caldav")
        entrance = source.get_extension(EDataServer.SOURCE_EXTENSION_AUTHENTICATION)
        entrance.set_host("127.0.0.1")
        entrance.set_port(int(port))
        entrance.set_user(user)
        entrance.set_method("plain/password")
        source.get_extension(EDataServer.SOURCE_EXTENSION_SECURITY).set_method("none")
        source.get_extension(EDataServer.SOURCE_EXTENSION_WEBDAV_BACKEND).set_resource_path(path)
        source.get_extension(EDataServer.SOURCE_EXTENSION_OFFLINE).set_stay_synchronized(True)
        self.registry.commit_source_sync(source, None)
        self.source = self.registry.ref_source("judged")
        self.password = password
        # It asks for the password by a signal, as it asks a person's desktop.
        self.source.connect("credentials-required", self.give_password)
        self.client = ECal.Client.connect_sync(self.source, ECal.ClientSourceType.EVENTS, 0xFFFFFFFF, None)
        self.give_password()
        self.turn(lambda: self.source.get_connection_status() == EDataServer.SourceConnectionStatus.CONNECTED, 20)

    def give_password(self, *_):
        secret = EDataServer.NamedParameters.new()
        secret.set("password", self.password)
        self.source.invoke_authenticate_sync(secret, None)

    def turn(self, condition, seconds):
        """Lets signals in until a condition holds."""
        end = GLib.get_monotonic_time() + seconds * 1_000_000
        while not condition() and GLib.get_monotonic_time() < end:
            while CONTEXT.iteration(False):
                pass
            GLib.usleep(10_000)

    def state(self):
        return self.source.get_connection_status().value_nick

    def list(self):
        """UIDs and summaries."""
        _, items = self.client.get_object_list_sync("#t", None)
        return {item.get_uid(): item.get_summary() for item in items}

    def refresh(self):
        """Asks the server, which goes on after this has returned."""
        self.client.refresh_sync(None)

    def add(self, uid, summary, start):
        text = f"BEGIN:VEVENT\r\nUID:{uid}\r\nDTSTART:{start}\r\nDURATION:PT1H\r\nSUMMARY:{summary}\r\nEND:VEVENT\r\n"
        return self.client.create_object_sync(ICalGLib.Component.new_from_string(text), 0, None)[1]

    def rename(self, uid, summary):
        _, item = self.client.get_object_sync(uid, None, None)
        item.set_summary(summary)
        self.client.modify_object_sync(item, ECal.ObjModType.ALL, 0, None)

    def remove(self, uid):
        self.client.remove_object_sync(uid, None, ECal.ObjModType.ALL, 0, None)


def main():
    calendar = Calendar(*sys.argv[1:])
    print(json.dumps({"state": calendar.state()}), flush=True)
    for line in sys.stdin:
        method, *arguments = json.loads(line)
        try:
            answer = {"value": getattr(calendar, method)(*arguments)}
        except GLib.Error as error:
            answer = {"error": error.message}
        print(json.dumps(answer), flush=True)


main()
