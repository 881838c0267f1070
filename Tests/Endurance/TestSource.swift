import Foundation
import FuzzChecks

/// A calendar file or folder that a check writes and whose contents it knows.
final class TestSource {
    let name: String
    let path: String
    let isFolder: Bool
    /// Whether it is registered; nil if the command that decides this was killed.
    var isRegistered: Bool? = false
    private(set) var events: [GeneratedEvent] = []
    /// Writes a text to a file.
    var write: (_ text: String, _ path: String) throws -> Void = TestSource.replace
    private let days: Days
    private var revision = 0

    /// Creates it with `count` events; in a folder each event has its own file.
    init(
        _ name: String, isFolder: Bool, count: Int, in scratch: Scratch, days: Days,
        random: inout SplitMix64
    ) throws {
        self.name = name
        self.isFolder = isFolder
        self.days = days
        path = isFolder ? try scratch.folder(name) : scratch.file(name + ".ics")
        for _ in 0..<count { append(&random) }
        if isFolder {
            for event in events { try writeFile(of: event) }
        } else {
            try writeWhole()
        }
    }

    /// Writes a new file and renames it over the old one.
    static func replace(_ text: String, _ path: String) throws {
        try SystemCalls.write(text, to: path + ".tmp")
        try SystemCalls.move(path + ".tmp", to: path)
    }

    /// Each event once, as a reader identifies it.
    var contents: Set<String> { Set(events.map { $0.uid + " " + $0.summary }) }

    /// Changes up to 20 events, adds one and removes one, like a synchronizing program.
    func change(_ random: inout SplitMix64) throws {
        for _ in 0..<Int.random(in: 1...20, using: &random) { try changeOne(&random) }
        try addOne(&random)
        try removeOne(&random)
        if !isFolder { try writeWhole() }
    }

    /// Changes an event; in a folder also writes its file.
    func changeOne(_ random: inout SplitMix64) throws {
        let index = Int.random(in: events.indices, using: &random)
        revision += 1
        events[index].summary = "\(name) \(revision)"
        if isFolder { try writeFile(of: events[index]) }
    }

    func addOne(_ random: inout SplitMix64) throws {
        append(&random)
        if isFolder, let event = events.last { try writeFile(of: event) }
    }

    func removeOne(_ random: inout SplitMix64) throws {
        let event = events.remove(at: Int.random(in: events.indices, using: &random))
        if isFolder { try SystemCalls.remove(file(of: event)) }
    }

    /// Writes all events to the file.
    func writeWhole() throws { try write(CalendarText.calendar(events), path) }

    private func file(of event: GeneratedEvent) -> String { path + "/" + event.uid + ".ics" }

    private func append(_ random: inout SplitMix64) {
        revision += 1
        let start = days.time(
            Int.random(in: 1...25, using: &random), hour: Int.random(in: 7...20, using: &random))
        var event = GeneratedEvent(
            uid: "\(name)-\(revision)", start: start, summary: "\(name) \(revision)")
        if Int.random(in: 0..<20, using: &random) == 0 { event.rule = "FREQ=WEEKLY;COUNT=4" }
        events.append(event)
    }

    private func writeFile(of event: GeneratedEvent) throws {
        try write(CalendarText.calendar([event]), file(of: event))
    }
}
