"""A change and its thousand readers."""

import json
import selectors
import statistics
import time


def connect(service, count):
    """Readers of the stream that have begun."""
    wires = [service.over_socket(timeout=30) for _ in range(count)]
    for wire in wires:
        wire.send(wire.head("GET", "/v1/stream"))
    for wire in wires:
        wire.until(b"event: ping\ndata:\n\n")
        wire.socket.setblocking(False)
    return wires


def spread(service, wires, rounds):
    """The seconds from a change's sending to its first, middle and last reader, for each round."""
    selector = selectors.DefaultSelector()
    for number, wire in enumerate(wires):
        selector.register(wire.socket, selectors.EVENT_READ, number)
    found = []
    with service.over_socket(timeout=30) as writer:
        for turn in range(rounds):
            values = {"summary": f"Turn {turn}", "start": "2027-01-15T10:00", "calendar": "mine"}
            content = json.dumps(values).encode()
            fields = [("Content-Type", "application/json"), ("Content-Length", len(content))]
            writer.rest = b""
            begin = time.monotonic()
            writer.send(writer.head("POST", "/v1/events", fields) + content)
            times, mark = {}, f'"Turn {turn}"'.encode()
            while len(times) < len(wires):
                ready = selector.select(30)
                if not ready:
                    raise RuntimeError(f"{len(wires) - len(times)} readers did not hear of a change")
                for key, _ in ready:
                    if mark in key.fileobj.recv(65_536):
                        times[key.data] = time.monotonic() - begin
            if writer.answer().status != 201:
                raise RuntimeError("an event could not be added")
            found.append((min(times.values()), statistics.median(times.values()), max(times.values())))
    return found


def measure(service, table, count, rounds):
    before = service.resident
    wires = connect(service, count)
    # Their buffers are there when they have been used once.
    spread(service, wires, 2)
    memory = (service.resident - before) / count
    used = service.processor_seconds
    found = spread(service, wires, rounds)
    used = (service.processor_seconds - used) / rounds
    for wire in wires:
        wire.close()
    for place, name in enumerate(("first", "middle", "last")):
        values = [one[place] * 1e3 for one in found]
        table.figure(f"a POST to the {name} of {count:,} readers", values, "ms")
    table.figure(f"processor time of a change to {count:,} readers", [used * 1e3], "ms")
    table.figure("memory a reader", [memory / 1e3], "kB")
