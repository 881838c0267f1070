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

    /// The text with a letter more in the summary of a non-recurring event in the window.
    private static func changed(_ bytes: [UInt8]) -> [UInt8] {
        for event in ComponentScanner.scan(bytes).components where event.kind == .event {
            let text = String(decoding: bytes[event.range], as: UTF8.self)
            guard !text.contains("RRULE"), text.contains(/DTSTART.*2026/) else { continue }
            let other = text.replacing("SUMMARY:", with: "SUMMARY:Z", maxReplacements: 1)
            var changed = bytes
            changed.replaceSubrange(event.range, with: other.utf8)
            return changed
        }
        return bytes
    }
}
