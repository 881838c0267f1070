import AgendaKit
import Foundation
import ICalendar
import Testing

@testable import AgendaService

/// Four users do at random what can be done about shared calendars; after each step one of them sees what an oracle says, and nothing
/// else. `AGENDA_SHARING_STEPS=10000` takes more steps, `AGENDA_SHARING_SEED` others.
@Suite("Shared calendars under random steps")
struct SharingModelTests {
    @Test("each sees what they may at every step, and their devices are told each change once")
    func model() async throws {
        try await Self.run(
            try PeopleBench {
                $0.limits.requests = 10_000_000
                $0.access.log = { print("log:", $0) }
            }, steps: 300)
    }

    /// - Parameter usual: how many steps, if the environment does not say.
    static func run(_ bench: PeopleBench, steps usual: Int) async throws {
        let environment = ProcessInfo.processInfo.environment
        let steps = environment["AGENDA_SHARING_STEPS"].flatMap(Int.init) ?? usual
        let seed = environment["AGENDA_SHARING_SEED"].flatMap(UInt64.init) ?? 7
        var model = try await SharingModel(seed: seed, bench)
        for step in 0..<steps {
            let done = await model.step()
            await model.check()
            guard model.faults.words.isEmpty else {
                Issue.record("seed \(seed), step \(step): \(done): \(model.faults.words.prefix(5))")
                return
            }
        }
        let counts = model.counts
        #expect(counts.values.allSatisfy { $0 > 0 }, "\(counts)")
        if steps > usual { print("\(steps) steps: \(counts.sorted { $0.key < $1.key })") }
    }
}

/// What is in a calendar, as its owner has put it there.
struct SharingModelEvent {
    enum Secrecy: String, CaseIterable {
        case open = ""
        case reduced = "CLASS:PRIVATE"
        case hidden = "CLASS:CONFIDENTIAL"
    }
    enum Shape: CaseIterable { case single, free, todo, series }

    let id: Int
    var shape: Shape
    var secrecy: Secrecy
    /// Of the instance of a series that is on another hour.
    var other: Secrecy
    /// How often it was changed.
    var version: Int
    var hasAlarm: Bool

    var name: String { "n\(id)x.ics" }
    var title: String { "T\(id)x-\(version)" }
    var otherTitle: String { "O\(id)x-\(version)" }

    /// Its text.
    ///
    /// - Parameter alarm: whether with the owner's alarm.
    func text(alarm: Bool) -> String {
        let day = 20 + id % 3
        func part(_ lines: String...) -> [String] { lines.filter { !$0.isEmpty } }
        let alarms =
            alarm && hasAlarm
            ? ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT\(id % 50 + 1)M", "END:VALARM"] : []
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x"]
        if shape == .todo {
            lines += ["BEGIN:VTODO"]
            lines += part(
                "UID:U\(id)x", "DTSTAMP:20261101T000000Z", "SUMMARY:\(title)", secrecy.rawValue)
            lines += alarms + ["END:VTODO"]
        } else {
            lines += ["BEGIN:VEVENT"]
            lines += part(
                "UID:U\(id)x", "DTSTAMP:20261101T000000Z",
                "DTSTART:202611\(day)T0900\(id % 50 + 10)Z",
                "DURATION:PT1H", shape == .series ? "RRULE:FREQ=DAILY;COUNT=3" : "",
                "SUMMARY:\(title)", shape == .free ? "TRANSP:TRANSPARENT" : "", secrecy.rawValue)
            lines += alarms + ["END:VEVENT"]
        }
        if shape == .series {
            lines += ["BEGIN:VEVENT"]
            lines += part(
                "UID:U\(id)x", "DTSTAMP:20261101T000000Z",
                "RECURRENCE-ID:202611\(day + 1)T0900\(id % 50 + 10)Z",
                "DTSTART:202611\(day + 1)T140000Z", "DURATION:PT1H", "SUMMARY:\(otherTitle)",
                other.rawValue)
            lines += ["END:VEVENT"]
        }
        return (lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
    }

    /// What somebody with whom its calendar is shared has of it.
    struct Shown {
        /// The titles in lists of days.
        var titles: [String] = []
        /// How many resources a device has of it.
        var resources = 0
        /// Whether a device has its text, but for alarms, under its name.
        var isWhole = false
        /// Whether a device has something under its name, whole or not.
        var isNamed = false
    }

    func shown(_ access: SharedAccess) -> Shown {
        switch shape {
        case .single, .free, .todo:
            if access != .busy, secrecy == .open {
                return Shown(
                    titles: shape == .todo ? [] : [title], resources: 1, isWhole: true,
                    isNamed: true)
            }
            guard shape == .single, access == .busy || secrecy == .reduced else { return Shown() }
            return Shown(titles: ["Busy"], resources: 1)
        case .series:
            if access == .busy { return Shown(titles: ["Busy", "Busy", "Busy"], resources: 1) }
            switch (secrecy, other) {
            case (.open, .open):
                return Shown(
                    titles: [title, title, otherTitle], resources: 1, isWhole: true, isNamed: true)
            // A file of two events is two resources of its own.
            case (.open, .reduced): return Shown(titles: [title, title, "Busy"], resources: 2)
            case (.open, .hidden):
                return Shown(titles: [title, title], resources: 1, isNamed: true)
            case (.reduced, .open):
                return Shown(titles: ["Busy", "Busy", otherTitle], resources: 2)
            case (.reduced, .reduced):
                return Shown(titles: ["Busy", "Busy", "Busy"], resources: 1)
            case (.reduced, .hidden): return Shown(titles: ["Busy", "Busy"], resources: 1)
            case (.hidden, .open): return Shown(titles: [otherTitle], resources: 1, isNamed: true)
            case (.hidden, .reduced): return Shown(titles: ["Busy"], resources: 1)
            case (.hidden, .hidden): return Shown()
            }
        }
    }

    /// The titles in its owner's lists.
    var ownTitles: [String] {
        switch shape {
        case .todo: []
        case .single, .free: [title]
        case .series: [title, title, otherTitle]
        }
    }

    /// Words that nobody reads to whom it shows them not.
    func secrets(_ access: SharedAccess?) -> [String] {
        let shown = access.map(shown) ?? Shown()
        var secrets: [String] = []
        if !shown.titles.contains(title), !(shown.isWhole) { secrets.append("T\(id)x-") }
        if shape == .series, !shown.titles.contains(otherTitle) { secrets.append("O\(id)x-") }
        if shown.titles.allSatisfy({ $0 == "Busy" }), !shown.isWhole {
            secrets += ["U\(id)x", "n\(id)x"]
        }
        return secrets
    }
}
