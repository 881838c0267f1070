import Foundation
import FuzzChecks
import Glibc

/// Kills `agenda sync` at random moments on two devices that share a calendar on a real server, which both edit by
/// commands and in the files: in the end both have every edit once, in the same files, and no conflict.
///
/// One device changes summaries, the other one places, and an event that is deleted is changed by nobody: what must come
/// out is known exactly after every kill.
final class SyncKillsCheck {
    private let server: CalendarServer
    private let kind: String
    private let agenda: Agenda
    private let devices: [SyncedDevice]
    private let runs: Int
    private var random: SplitMix64
    private var world: [String: SyncedDevice.Event] = [:]
    private var serial = 0
    private var durations = Timings()
    private var (died, finished, edits) = (0, 0, 0)

    /// Where each server has the user's calendars, unless at `/alice/`.
    private static let homes = [
        "xandikos": "/alice/calendars/", "cyrus": "/dav/calendars/user/alice/",
        "sogo": "/SOGo/dav/alice/Calendar/", "davical": "/caldav.php/alice/",
        "sabre": "/calendars/alice/",
    ]

    init(_ agenda: Agenda, _ options: Options) throws {
        (self.agenda, kind) = (agenda, options.server)
        (runs, random) = (options.runs(else: 200), options.random)
        let server = try CalendarServer(options.server, agenda.scratch)
        self.server = server
        try server.makeCalendar((Self.homes[kind] ?? "/alice/") + "work/", name: "Work")
        devices = [
            try SyncedDevice("laptop", agenda, server), try SyncedDevice("phone", agenda, server),
        ]
    }

    func run() throws -> [String] {
        for device in devices { try device.sync() }
        for _ in 0..<20 { try create(on: devices[0], byCommand: false) }
        for device in devices { try device.sync() }
        try look()
        for run in 1...runs {
            do {
                try disturb()
                try look()
            } catch let fault as Fault {
                throw Fault("\(kind), kill \(run): \(fault.what)")
            }
        }
        let third = try SyncedDevice("third", agenda, server)
        try third.sync()
        guard third.files.values.sorted() == devices[0].files.values.sorted() else {
            throw Fault("\(kind): a new device gets other files")
        }
        say(
            "\(kind): \(runs) kills, \(died) of them before the end; \(edits) edits, \(world.count) events at "
                + "the end; a synchronisation takes \(decimal(durations.median)) ms")
        return []
    }

    /// Edits on both devices, kills one's synchronisation, perhaps edits and kills again, and brings both to the end.
    private func disturb() throws {
        var free = world.keys.sorted().shuffled(using: &random)
        let deleted = chance(40) ? free.popLast() : nil
        for (index, device) in devices.enumerated() {
            var ids = free.shuffled(using: &random)
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                guard !chance(25), let id = ids.popLast() else {
                    try create(on: device, byCommand: chance(50))
                    continue
                }
                try change(id, on: device, isSummary: index == 0)
            }
        }
        let victim = devices[chance(50) ? 0 : 1]
        if let deleted { try delete(deleted, on: victim) }
        try kill(victim)
        if chance(30) { try create(on: victim, byCommand: chance(50)) }
        let other = devices.first { $0.name != victim.name } ?? victim
        if chance(50) { try other.sync() }
        let start = ContinuousClock.now
        try victim.sync()
        durations.append(ContinuousClock.now - start)
        try other.sync()
        try victim.sync()
    }

    private func kill(_ device: SyncedDevice) throws {
        let child = try device.agenda.start(["sync"])
        let span = durations.median.isNaN ? 200 : durations.median * 1.3
        sleep(.milliseconds(Double.random(in: 0...span, using: &random)))
        child.signal(SIGKILL)
        if try child.wait() == .signal(SIGKILL) { died += 1 } else { finished += 1 }
    }

    /// Compares both devices with what was written.
    private func look() throws {
        for device in devices {
            try compare(try device.events(), "the files of \(device.name)")
            try compare(try device.listed(), "the list of \(device.name)")
            try device.checkAccount()
        }
        let (one, two) = (devices[0].files, devices[1].files)
        guard one != two else { return }
        let names = Set(one.keys).union(two.keys).filter { one[$0] != two[$0] }
        throw Fault("the folders differ in \(names.sorted())")
    }

    private func compare(_ events: [String: SyncedDevice.Event], _ place: String) throws {
        guard events != world else { return }
        let differences = Set(events.keys).union(world.keys).filter { events[$0] != world[$0] }
        throw Fault(
            differences.sorted().map {
                "\(place): \($0) is \(String(describing: events[$0])) instead of \(String(describing: world[$0]))"
            }.joined(separator: "\n"))
    }

    // MARK: - Edits

    private func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    private func word() -> String {
        serial += 1
        edits += 1
        return "v" + String(String(100_000 + serial).dropFirst())
    }

    private func create(on device: SyncedDevice, byCommand: Bool) throws {
        let summary = word()
        let id = "id-" + summary
        world[id] = SyncedDevice.Event(summary: summary, location: nil)
        let day = 10 + serial % 20
        if byCommand {
            try device.agenda.expect([
                "add", "\(summary) 2027-01-\(day) 10:00-11:00", "--description", id, "--calendar",
                "Work", "--quiet",
            ])
            return
        }
        let lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//agenda//endurance//EN", "BEGIN:VEVENT",
            "UID:\(id)", "DTSTAMP:20261122T100000Z", "DTSTART:202701\(day)T090000Z",
            "DTEND:202701\(day)T100000Z", "SUMMARY:\(summary)", "DESCRIPTION:\(id)", "END:VEVENT",
            "END:VCALENDAR",
        ]
        try write(lines, to: "\(device.folder)/\(id).ics")
    }

    private func change(_ id: String, on device: SyncedDevice, isSummary: Bool) throws {
        guard let event = try device.events()[id] else { throw Fault("\(device.name) lacks \(id)") }
        let value = word()
        if isSummary { world[id]?.summary = value } else { world[id]?.location = value }
        if chance(50) {
            try device.agenda.expect([
                "edit", event.summary, isSummary ? "--summary" : "--location", value, "--quiet",
            ])
            return
        }
        guard let file = device.files.first(where: { $0.value.contains("DESCRIPTION:\(id)") })
        else {
            throw Fault("\(device.name) has no file of \(id)")
        }
        let property = isSummary ? "SUMMARY:" : "LOCATION:"
        var lines = file.value.split(whereSeparator: \.isNewline).map(String.init)
            .filter { !$0.hasPrefix(property) }
        lines.insert(property + value, at: lines.lastIndex(of: "END:VEVENT") ?? lines.endIndex)
        try write(lines, to: "\(device.folder)/\(file.key)")
    }

    private func delete(_ id: String, on device: SyncedDevice) throws {
        guard let event = world.removeValue(forKey: id) else { return }
        edits += 1
        if chance(50) {
            try device.agenda.expect(["delete", event.summary, "--quiet"])
        } else if let file = device.files.first(where: { $0.value.contains("DESCRIPTION:\(id)") }) {
            unlink("\(device.folder)/\(file.key)")
        }
    }

    private func write(_ lines: [String], to path: String) throws {
        try Data(lines.map { $0 + "\r\n" }.joined().utf8).write(to: URL(filePath: path))
    }
}
