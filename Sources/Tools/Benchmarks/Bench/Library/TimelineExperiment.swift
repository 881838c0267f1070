import AgendaKit
import ICalendar

/// Reading days from an open store.
struct TimelineExperiment: Experiment {
    let name = "nodes"

    func cases(_ place: Place) async throws -> [Case] {
        let sample = try place.sample("x2")
        let copy = place.file("copy.ics")
        try Files.write(try Files.read(sample), to: copy)
        let single = try await Setting(place, "nodes", files: [sample]).provider
        let double = try await Setting(place, "merge", files: [sample, copy]).provider
        let first = Setting.today - NodeWindow.sliceLength / 2
        let slice = first..<(first + NodeWindow.sliceLength)
        guard try await single.timeline().eventCount == double.timeline().eventCount else {
            throw Fault("two calendars with the same events show other events than one")
        }
        return [
            .library("slice", "one slice of \(slice.count) days, x2, store open") {
                try await single.days(slice).eventCount
            },
            .library("nodes", "all \(NodeWindow.timelineCount) days, x2, store open") {
                try await single.timeline().eventCount
            },
            .library(
                "merge", "the same, two calendars with the same events", comparedWith: "nodes"
            ) {
                try await double.timeline().eventCount
            },
        ]
    }
}
