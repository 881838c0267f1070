import Foundation
import ICalendar
import Testing

@testable import AgendaKit

@Suite("A mirror of random calendars on a server of moods")
struct MirrorModelTests {
    /// How many runs of ``life(_:)`` are made; each is a mirror from its making to its rest.
    private static let runs =
        ProcessInfo.processInfo.environment["AGENDA_MIRROR_RUNS"].flatMap { Int($0) } ?? 40

    /// When somebody is busy: what is compared, and what nobody can tell from its parts.
    private typealias Busy = Set<String>

    @Test(
        "whatever happens, the target says in the end when the source is busy, and nothing of what for"
    )
    func lives() async throws {
        for seed in 0..<Self.runs { try await life(UInt64(seed)) }
    }

    private func life(_ seed: UInt64) async throws {
        var random = Dice(seed)
        let desk = try await MirrorDesk()
        let foreign = Make.calendar(
            "UID:foreign\r\nDTSTAMP:20261101T000000Z\r\nDTSTART:20261123T090000Z\r\nSUMMARY:Theirs")
        try desk.folder.write(foreign, to: "work/foreign.ics")
        var events: [String: String] = [:]
        var day = 20
        for step in 0..<8 {
            for _ in 0..<random.below(3) + (step == 0 ? 4 : 0) {
                let uid = "e\(random.below(8))"
                if random.below(4) == 0 {
                    if events.removeValue(forKey: uid) != nil {
                        try desk.folder.remove("home/\(uid).ics")
                    }
                } else {
                    let text = RandomEvent(uid, &random).text
                    events[uid] = text
                    try desk.folder.write(text, to: "home/\(uid).ics")
                }
            }
            _ = try await desk.run(isConfirmed: true)
            try trouble(desk, keepsMarks: seed % 2 == 0, &random)
            if random.below(4) == 0 {
                day += 1
                try desk.wait(until: "202611\(day)T120000Z")
            }
        }
        // At rest: a block that others changed three times today waits until tomorrow, and once it is as wanted nothing is done.
        for _ in 0..<2 {
            day += 1
            try desk.wait(until: "202611\(day)T120000Z")
            for _ in 0..<2 { _ = try await desk.run(isConfirmed: true) }
        }
        let rest = try await desk.run()
        #expect(rest.change == nil && rest.stop == nil, "seed \(seed): \(rest)")
        let today = try Make.date("2026-11-\(day)")
        let wanted = try busy(events.values.map { $0 }, from: today)
        let blocks = try desk.files.filter { $0 != "foreign.ics" }.map { try desk.text($0) }
        let found = try busy(blocks, from: today)
        #expect(found == wanted, "seed \(seed)")
        #expect(try desk.text("foreign.ics") == foreign)
        for block in blocks { #expect(!block.contains("Secret") && !block.contains("Room")) }
    }

    /// What servers and people do to blocks.
    ///
    /// - Parameter keepsMarks: whether the server keeps what it does not know. Only then may the notes be lost, too: of a block that
    ///   is not wanted nobody could tell then whose it is, so it would stay.
    private func trouble(
        _ desk: MirrorDesk, keepsMarks: Bool, _ random: inout Dice
    ) throws {
        for name in try desk.files where name != "foreign.ics" && random.below(5) == 0 {
            let text = try desk.text(name)
            let lines = text.components(separatedBy: "\r\n")
            switch random.below(7) {
            case 0: try desk.folder.remove("work/" + name)
            case 1 where !keepsMarks:
                // A server that keeps only what it knows.
                let known = lines.filter { !$0.hasPrefix("X-") && !$0.hasPrefix("SEQUENCE") }
                try desk.folder.write(known.joined(separator: "\r\n"), to: "work/" + name)
            case 2:
                let more = text.replacing(
                    "END:VEVENT", with: "CREATED:20260101T000000Z\r\nX-SERVER:1\r\nEND:VEVENT")
                try desk.folder.write(more, to: "work/" + name)
            case 3:
                let other = text.replacing("SUMMARY:Busy", with: "SUMMARY:Changed")
                try desk.folder.write(other, to: "work/" + name)
            case 4:
                // A server that gives its own names to files.
                try desk.folder.write(text, to: "work/\(random.below(1_000_000)).ics")
                try desk.folder.remove("work/" + name)
            case 5 where keepsMarks:
                let notes = try FileManager.default.contentsOfDirectory(atPath: desk.folder.path)
                for name in notes where name.hasPrefix("agenda.db-mirror-") {
                    try desk.folder.remove(name)
                }
            default: break
            }
        }
    }

    /// When the events of some calendars keep somebody busy, from a day on for the days of the mirror: by the recurrence rules
    /// alone.
    private func busy(_ texts: [String], from today: CivilDate) throws -> Busy {
        let days = today..<(today + 90)
        let (begin, end) = (
            Instant(utc: CivilDateTime(days.lowerBound)),
            Instant(utc: CivilDateTime(days.upperBound))
        )
        let berlin = try Make.zone("Europe/Berlin")
        var busy: Busy = []
        for text in texts {
            let bytes = Array(text.utf8)
            let scope = OwnZones(in: bytes).scope(SystemZones.database)
            let events = ComponentScanner.scan(bytes).components.filter { $0.kind == .event }
                .compactMap { ICalendarParser.event(in: bytes[$0.range]).value }
            let overrides = events.filter { $0.recurrenceID != nil }
            let master = events.first { $0.recurrenceID == nil }
            let found = RecurrenceSet(master: master, overrides: overrides)
                .instances(overlapping: days, in: scope)
            for instance in found.instances {
                guard let event = instance.override.map({ overrides[$0] }) ?? master,
                    !event.isTransparent, event.status != .cancelled
                else { continue }
                if case .dates(let range) = instance.span {
                    guard range.upperBound > days.lowerBound, range.lowerBound < days.upperBound
                    else { continue }
                    busy.insert("\(range.lowerBound.iso)/\(range.upperBound.iso)")
                } else {
                    let range = instance.span.instants(in: berlin)
                    guard !range.isEmpty, range.upperBound > begin, range.lowerBound < end else {
                        continue
                    }
                    busy.insert("\(range.lowerBound.utc.iso)/\(range.upperBound.utc.iso)")
                }
            }
        }
        return busy
    }
}

/// Numbers that are the same for a seed (SplitMix64).
struct Dice {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func below(_ count: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((value ^ value >> 31) % UInt64(count))
    }

    mutating func one<T>(of values: [T]) -> T { values[below(values.count)] }
}

/// A file with an event of many shapes.
private struct RandomEvent {
    let text: String

    init(_ uid: String, _ random: inout Dice) {
        let zone = random.one(of: [
            "Europe/Berlin", "America/New_York", "W. Europe Standard Time", "Ours", "Z", "",
        ])
        let isAllDay = random.below(5) == 0
        let day = 10 + random.below(20)
        let hour = random.below(20)
        func time(_ name: String, _ day: Int, _ hour: Int) -> String {
            let date = "202611" + (day < 10 ? "0" : "") + "\(day)"
            if isAllDay { return "\(name);VALUE=DATE:\(date)" }
            let clock = (hour < 10 ? "0" : "") + "\(hour)0000"
            switch zone {
            case "Z": return "\(name):\(date)T\(clock)Z"
            case "": return "\(name):\(date)T\(clock)"
            default: return "\(name);TZID=\(zone):\(date)T\(clock)"
            }
        }
        func event(_ lines: [String]) -> String {
            let all = ["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20261101T000000Z"] + lines
            return (all + ["SUMMARY:Secret \(uid)", "LOCATION:Room", "END:VEVENT"])
                .map { $0 + "\r\n" }.joined()
        }
        let length = random.one(of: ["", "", "DURATION:PT90M", "DURATION:P1D"])
        func end(_ day: Int, _ hour: Int) -> String {
            if !length.isEmpty, !(isAllDay && length.contains("T")) { return length }
            return isAllDay ? time("DTEND", day + 1, 0) : time("DTEND", day, hour + 1)
        }
        var lines = [time("DTSTART", day, hour), end(day, hour)]
        var events: [String] = []
        let interval = random.below(3) + 1
        if random.below(3) > 0 {
            let limit = random.one(of: ["", ";COUNT=12", ";UNTIL=20261220"])
            lines.append("RRULE:FREQ=DAILY;INTERVAL=\(interval)\(limit)")
            for number in 1...4 where day + number * interval <= 30 {
                let day = day + number * interval
                switch random.below(6) {
                case 0: lines.append(time("EXDATE", day, hour))
                case 1:
                    let hour = min(hour + 1, 20)
                    events.append(
                        event([
                            time("RECURRENCE-ID", day, hour == 20 ? hour : hour - 1),
                            time("DTSTART", day, hour), end(day, hour),
                        ]))
                case 2:
                    events.append(
                        event([
                            time("RECURRENCE-ID", day, hour), time("DTSTART", day, hour),
                            end(day, hour),
                            random.one(of: ["STATUS:CANCELLED", "TRANSP:TRANSPARENT"]),
                        ]))
                default: break
                }
            }
        }
        if random.below(8) == 0 { lines.append("TRANSP:TRANSPARENT") }
        text =
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n"
            + Make.timeZone(offset: "+0130")
            + event(lines) + events.joined() + "END:VCALENDAR\r\n"
    }
}
