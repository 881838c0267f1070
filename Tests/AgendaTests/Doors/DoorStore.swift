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
    private let lastChange: Int64

    var path: String { folder.file("agenda.db") }

    /// 2026-11-20T12:00:00+01:00, as commands have it.
    static let clock = FixedClock(now: Instant(secondsSinceEpoch: 1_795_172_400))
    static let zone = SystemZones.database.rules(named: "Europe/Berlin") ?? .utc

    /// - Parameter uid: the subject that it holds, in a writable file; nil for all, and an empty text for none.
    init(_ uid: String? = nil) async throws {
        folder = try ScratchFolder()
        let path = folder.file("agenda.db")
        let store = try EventStore.open(path: path, createsMissing: true)
        if uid != "" {
            let file = try folder.write("home.ics", DoorSubjects.calendar(of: uid))
            var source = CalendarSource(name: "home", kind: .file, location: file)
            source.isWritable = true
            _ = try await Importer(store: store, clock: Self.clock).addSource(source)
        }
        lastChange = try store.history().first?.id ?? 0
    }

    /// An instance of a subject, in the order of time; the whole to-do or event of one that has only one.
    func instance(_ uid: String, _ index: Int) async throws -> AgendaEvent {
        let store = try EventStore.open(path: path, createsMissing: false)
        let provider = EventProvider(store: store, clock: Self.clock, zone: Self.zone)
        let first = CivilDate(uncheckedYear: 2026, month: 11, day: 20)
        let found =
            try await provider.days(first..<first + 430).occurrences.filter { $0.uid == uid }
            + provider.todos().map(\.occurrence).filter { $0.uid == uid }
        return try #require(
            found.dropFirst(index).first, "\(uid) has fewer than \(index + 1) instances")
    }

    /// What the changes have made of the texts, without the names that are random.
    func texts() throws -> [String] {
        let store = try EventStore.open(path: path, createsMissing: false)
        return try store.history().filter { $0.id > lastChange }.flatMap { change in
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
