import AgendaKit
import Glibc
import ICalendar

/// Imports bytes as a file into a store in memory: reads its timeline and details, then replaces
/// the file by other bytes, and by the first ones again.
enum ImporterCheck {
    private static let name = "fuzz"
    private static let empty = Array("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n".utf8)

    static func run(_ bytes: [UInt8], in store: EventStore) async throws(BrokenPromise) {
        do {
            try await check(bytes, store)
        } catch let error as BrokenPromise {
            throw error
        } catch {
            // The importer may reject what is not a calendar.
        }
        _ = try? await Importer(store: store, clock: SystemClock()).removeSource(named: name)
    }

    private static func check(_ bytes: [UInt8], _ store: EventStore) async throws {
        let clock = FixedClock(now: Instant(secondsSinceEpoch: 1_795_176_000))
        let importer = Importer(store: store, clock: clock, zones: FuzzZones.database)
        let file = try CalendarFile(bytes)
        _ = try await importer.addSource(
            CalendarSource(name: name, kind: .file, location: file.path))
        let zone = FuzzZones.database.rules(named: "Europe/Berlin") ?? .utc
        let provider = EventProvider(
            store: store, clock: clock, zone: zone, zones: FuzzZones.database)
        let first = try await events(provider)
        for event in first.prefix(8) {
            _ = try store.details(
                of: event.id.description, clock: clock, zone: zone, zones: FuzzZones.database)
        }

        let revision = try store.revision()
        _ = try await importer.refresh()
        try promise(try store.revision() == revision, "a refresh without a change made a revision")
        let middle = bytes.count / 2
        // Half a file never replaces the stored data; after a whole file without events it does.
        let others = [
            Array(bytes[middle...] + bytes[..<middle]), Array(bytes[..<middle]), [], empty,
        ]
        for content in others {
            try file.write(content)
            _ = try? await importer.refresh()
            _ = try await events(provider)
        }
        try file.write(bytes)
        _ = try await importer.refresh()
        let again = try await events(provider)
        try promise(again == first, "the same file again changed \(changes(first, again))")
        _ = try await importer.refresh(rebuild: true)
        let rebuilt = try await events(provider)
        try promise(rebuilt == first, "a rebuild changed \(changes(first, rebuilt))")
    }

    private static func events(_ provider: EventProvider) async throws -> [AgendaEvent] {
        let timeline = try await provider.timeline()
        try promise(timeline.nodes.count == 488, "\(timeline.nodes.count) nodes")
        return timeline.nodes.flatMap(\.events)
    }

    private static func changes(_ first: [AgendaEvent], _ second: [AgendaEvent]) -> String {
        for (old, new) in zip(first, second) where old != new { return "\(old) to \(new)" }
        return "\(first.count) to \(second.count) events"
    }
}

/// A file in memory that exists as long as the object.
private final class CalendarFile: Sendable {
    private struct Failure: Error {}

    let path: String

    init(_ bytes: [UInt8]) throws {
        path = "/dev/shm/agenda-fuzz-\(getpid())-\(UInt64.random(in: .min ... .max)).ics"
        try write(bytes)
    }

    deinit { unlink(path) }

    func write(_ bytes: [UInt8]) throws {
        guard let file = fopen(path, "w") else { throw Failure() }
        defer { fclose(file) }
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Failure() }
    }
}
