"""A session bus of its own, and on it python-dbusmock's notification daemon, which records what it is asked."""

import os
import pathlib
import subprocess
import sys
import time

import dbus

NAME, PLACE, MOCK = "org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.DBus.Mock"
CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path={}</listen>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>"""
EVERYTHING = "body body-markup actions persistence"


def wait(condition, seconds=60.0):
    """Waits for a condition; the last value that it had. The machine may be slow."""
    end = time.monotonic() + seconds
    while not (value := condition()) and time.monotonic() < end:
        time.sleep(0.02)
    return value


class Desktop:
    """The bus, at the same address after each start, and the server."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.socket = self.folder / "bus"
        self.address = f"unix:path={self.socket}"
        self.bus = self.server = self.link = None
        self.earlier = []

    def start(self, capabilities=EVERYTHING):
        self.start_bus()
        self.start_server(capabilities)

    def start_bus(self):
        path = self.folder / "bus.conf"
        path.write_text(CONFIGURATION.format(self.socket))
        self.bus = subprocess.Popen(["dbus-daemon", f"--config-file={path}", "--nofork"])
        assert wait(self.socket.exists), "the bus does not start"

    def start_server(self, capabilities=EVERYTHING):
        self.server = subprocess.Popen(
            [sys.executable, "-m", "dbusmock", "--session", "--template", "notification_daemon",
             "--parameters", '{"capabilities": "%s"}' % capabilities],
            env=os.environ | {"DBUS_SESSION_BUS_ADDRESS": self.address}, stdout=subprocess.DEVNULL)
        assert wait(self.answers), "the notification server does not start"

    def answers(self):
        try:
            self.link = dbus.bus.BusConnection(self.address)
            return self.link.name_has_owner(NAME) and self.ask("GetServerInformation", interface=NAME)
        except dbus.DBusException:
            return None

    def ask(self, method, *arguments, interface=MOCK):
        return self.link.call_blocking(NAME, PLACE, interface, method, None, arguments)

    def stop_server(self):
        self.earlier += self.own()
        self.server.kill()
        self.server.wait()

    def stop(self):
        if self.server and self.server.poll() is None:
            self.stop_server()
        if self.bus:
            self.bus.kill()
            self.bus.wait()
        self.socket.unlink(missing_ok=True)
        self.bus = None

    def own(self):
        """What the present server was asked to show and to take away."""
        return [(str(name), list(values)) for _, name, values in self.ask("GetCalls")]

    def calls(self):
        """What all servers were asked."""
        present = self.own() if self.server and self.server.poll() is None else []
        return self.earlier + present

    def shown(self):
        """Each notice: the number that it replaces, title, body and actions."""
        return [(int(v[1]), str(v[3]), str(v[4]), [str(a) for a in v[5]]) for n, v in self.calls() if n == "Notify"]

    def taken(self):
        """The numbers that were taken away."""
        return [int(v[0]) for n, v in self.calls() if n == "CloseNotification"]

    def signal(self, member, signature, *values):
        self.ask("EmitSignal", NAME, member, signature, dbus.Array(values, signature="v"))

    def choose(self, number, action):
        self.signal("ActionInvoked", "us", dbus.UInt32(number), action)

    def close(self, number):
        self.signal("NotificationClosed", "uu", dbus.UInt32(number), dbus.UInt32(2))
