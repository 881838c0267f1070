import AgendaActions
import AgendaKit
import AgendaService
import Foundation
import ICalendar
import Testing
import TerminalOutput

@testable import agenda

/// A store of its own for one door.
struct DoorStore {
    let folder: ScratchFolder
    /// The file's text as it was; nil without one.
    private let original: String?

    var path: String { folder.file("agenda.db") }

    /// 2026-11-20T12:00:00+01:00, as commands have it.
    static let clock = FixedClock(now: Instant(secondsSinceEpoch: 1_795_172_400))
    static let zone = SystemZones.database.rules(named: "Europe/Berlin") ?? .utc

    /// - Parameter uid: the subject that it holds, in a writable file; nil for all, and an empty text for none.
    init(_ uid: String? = nil) async throws {
        folder = try ScratchFolder()
        let path = folder.file("agenda.db")
        let store = try EventStore.open(path: path, createsMissing: true)
        original = uid == "" ? nil : DoorSubjects.calendar(of: uid)
        if let original {
            let file = try folder.write("home.ics", original)
            var source = CalendarSource(name: "home", kind: .file, location: file)
            source.isWritable = true
            _ = try await Importer(store: store, clock: Self.clock).addSource(source)
            guard uid == "shared" else { return }
            let copy = try folder.write("work.ics", original)
            var other = CalendarSource(name: "work", kind: .file, location: copy)
            other.isWritable = true
            _ = try await Importer(store: store, clock: Self.clock).addSource(other)
        }
    }

    /// The number of the last change.
    func lastChange() throws -> Int64 {
        try EventStore.open(path: path, createsMissing: false).history().first?.id ?? 0
    }

    /// Takes back what came after a change, so that the next door finds what the last one found.
    func revert(to last: Int64) async throws {
        let store = try EventStore.open(path: path, createsMissing: false)
        let editor = CalendarEditor(Importer(store: store, clock: Self.clock))
        let before = try store.history().filter {
            $0.id > last && $0.reverts == nil && !$0.isUndone
        }
        for _ in before { _ = try await editor.undo() }
        let file = folder.file("home.ics")
        guard let original, let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            return
        }
        #expect(Self.withoutZones(text) == original, "undo brings back the bytes")
    }

    /// A zone that was needed stays, as others may use it meanwhile.
    private static func withoutZones(_ text: String) -> String {
        text.replacing(/BEGIN:VTIMEZONE\r\n(?s:.*?)END:VTIMEZONE\r\n/, with: "")
    }

    /// An instance of a subject, in the order of time; the whole to-do or event of one that has only one.
    func instance(_ uid: String, _ index: Int) async throws -> AgendaEvent {
        let store = try EventStore.open(path: path, createsMissing: false)
        let provider = EventProvider(store: store, clock: Self.clock, zone: Self.zone)
        let first = CivilDate(uncheckedYear: 2026, month: 11, day: 20)
        let found =
            try await provider.days(first..<first + 430).occurrences.filter { $0.uid == uid }
            + provider.todos().map(\.occurrence).filter { $0.uid == uid }
            + provider.journals(matching: try #require(SearchQuery(uid)))
        return try #require(
            found.dropFirst(index).first, "\(uid) has fewer than \(index + 1) instances")
    }

    /// What the changes have made of the texts, without the names that are random.
    func texts(after last: Int64) throws -> [String] {
        let store = try EventStore.open(path: path, createsMissing: false)
        return try store.history().filter { $0.id > last }.flatMap { change in
            change.operations.map { operation in
                let text = operation.after.map { String(decoding: $0, as: UTF8.self) } ?? "gone"
                guard !DoorSubjects.uids.contains(operation.uid) else {
                    return "\(operation.calendar): \(text)"
                }
                return "\(operation.calendar): "
                    + text.replacing("\r\n ", with: "").replacing(operation.uid, with: "NEW")
            }
        }
    }

    func service(_ configuration: Configuration = .init()) throws -> AgendaService {
        let access = AgendaService.Access(token: nil)
        return try AgendaService(
            store: path,
            for: Person(clock: Self.clock, zone: Self.zone, configuration: configuration),
            access: access)
    }

    /// The arguments that pin what a command reads.
    var options: [String] { ["--database", path] + AgendaProcess.pinned }
}
