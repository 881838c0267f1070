import AgendaKit
import Glibc
import ICalendar

/// One of 5,000 events in a file changes: the cost of the import and of the reader's update.
struct RefreshExperiment: Experiment {
    let name = "refresh"

    func cases(_ place: Place) async throws -> [Case] {
        let sample = try place.sample("series5k")
        var file = ChangingFile(try Files.read(sample), in: try place.emptyFolder("refresh-files"))
        try file.change()
        let setting = try await Setting(place, "refresh", files: [file.path])
        let provider = setting.provider
        // The first change is compared with the store's data, later ones with the importer's cached
        // data.
        var last = try await provider.update(after: nil)?.timeline
        let refresh = {
            let report = try await setting.importer.refresh()
            return (report.componentsAdded, report.componentsRemoved)
        }
        return [
            Case(name: "refresh-none", what: "a refresh of series5k, nothing has changed") {
                let stopwatch = Stopwatch()
                guard try await refresh() == (0, 0) else { throw Fault("something has changed") }
                return stopwatch.seconds
            },
            Case(name: "refresh", what: "a refresh of series5k, one event has changed") {
                try file.change()
                let stopwatch = Stopwatch()
                guard try await refresh() == (1, 1) else { throw Fault("no event has changed") }
                return stopwatch.seconds
            },
            Case(name: "update", what: "the timeline after that, from the one before") {
                last = try await provider.update(after: last)?.timeline ?? last
                try file.change()
                _ = try await refresh()
                let stopwatch = Stopwatch()
                let update = try await provider.update(after: last)
                let seconds = stopwatch.seconds
                guard let update, !update.changes.isEmpty else { throw Fault("nothing is new") }
                last = update.timeline
                return seconds
            },
        ]
    }
}

/// A file in which one event changes back and forth, each time by an atomic rename.
private struct ChangingFile {
    let path: String
    private let variants: [[UInt8]]
    private let temporary: String
    private var isOther = false

    init(_ bytes: [UInt8], in folder: String) {
        path = folder + "/series.ics"
        temporary = folder + "/series.tmp"
        variants = [bytes, Self.changed(bytes)]
    }

    mutating func change() throws {
        try Files.write(variants[isOther ? 1 : 0], to: temporary)
        try Files.rename(temporary, to: path)
        isOther.toggle()
    }

    /// The text with one letter changed in the summary of a non-recurring event in the window.
    private static func changed(_ bytes: [UInt8]) -> [UInt8] {
        let events = ComponentScanner.scan(bytes).components
        var bytes = bytes
        for event in events where event.kind == .event {
            let text = bytes[event.range]
            let lines = text.split(separator: 0x0A)
            func line(_ name: String) -> ArraySlice<UInt8>? {
                lines.first { $0.starts(with: name.utf8) }
            }
            let year = Array("2026".utf8)
            guard let summary = line("SUMMARY:"), line("RRULE") == nil,
                let start = line("DTSTART"),
                start.indices.contains(where: { start[$0...].starts(with: year) })
            else { continue }
            let letter = summary.startIndex + "SUMMARY:".utf8.count
            bytes[letter] =
                bytes[letter] == UInt8(ascii: "Z") ? UInt8(ascii: "Y") : UInt8(ascii: "Z")
            break
        }
        return bytes
    }
}
