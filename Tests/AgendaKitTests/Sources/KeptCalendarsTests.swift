import CalendarFiles
import Foundation
import ICalendar
import Synchronization
import Testing

@testable import AgendaKit

/// Calendars in memory, in the place of a database.
private final class MemoryCalendars: KeptCalendars, KeptBank {
    private let texts = Mutex<[String: [UInt8]]>([:])
    private let away = Mutex(false)

    var isAway: Bool {
        get { away.withLock(\.self) }
        set { away.withLock { $0 = newValue } }
    }
    subscript(name: String) -> String? {
        get { texts.withLock { $0[name] }.map { String(decoding: $0, as: UTF8.self) } }
        set { texts.withLock { $0[name] = newValue.map { Array($0.utf8) } } }
    }

    func bank(at location: String) -> (any KeptBank)? { location == "kept:here" ? self : nil }

    var properties: BankProperties { BankProperties(name: "Kept", color: "#112233") }

    private func present() throws(BankError) -> [String: [UInt8]] {
        if isAway { throw BankError(.away("the database does not answer")) }
        return texts.withLock(\.self)
    }

    func versions(of names: [String]?) throws(BankError) -> [String: String] {
        try present().filter { names?.contains($0.key) ?? true }.mapValues { "\($0.hashValue)" }
    }

    func read(_ names: [String], key: ContentDigest.Key) throws(BankError) -> [String: BankText] {
        try present().filter { names.contains($0.key) }.mapValues {
            BankText(bytes: $0, version: .digest(ContentDigest($0, key: key)))
        }
    }

    func commit(_ changes: [ResourceChange], key: ContentDigest.Key) throws(BankError) {
        var new = try present()
        for change in changes {
            let digest = new[change.name].map { ContentDigest($0, key: key) }
            guard digest == change.condition.digest
            else { throw BankError(.changed, change.name) }
            new[change.name] = change.content
        }
        texts.withLock { [new] in $0 = new }
    }
}

@Suite("Calendars that are no files")
struct KeptCalendarsTests {
    private let kept = MemoryCalendars()
    private let store: EventStore
    private let importer: Importer
    private let editor: CalendarEditor

    init() throws {
        store = try EventStore.inMemory()
        var readers = SourceReaders()
        readers.kept = kept
        importer = Importer(store: store, clock: try Make.clock(), readers: readers)
        editor = CalendarEditor(importer)
    }

    private func added() async throws -> CalendarSource {
        var source = CalendarSource(name: "", kind: .folder, location: "kept:here")
        source.isWritable = true
        return try await importer.addSource(source).source
    }

    private static func text(_ summary: String, uid: String = "lunch") -> String {
        Make.calendar("UID:\(uid)\r\nDTSTART:20261120T110000Z\r\nSUMMARY:\(summary)")
    }

    private func titles() async throws -> [String] {
        let provider = EventProvider(
            store: store, clock: try Make.clock(), zone: try Make.zone("Europe/Berlin"))
        return try await provider.timeline().nodes.flatMap { $0.events.map { $0.summary ?? "" } }
    }

    private func event() async throws -> AgendaEvent {
        let provider = EventProvider(
            store: store, clock: try Make.clock(), zone: try Make.zone("Europe/Berlin"))
        return try #require(try await provider.timeline().nodes.flatMap(\.events).first)
    }

    @Test("an empty one becomes a source, which says what it is called")
    func empty() async throws {
        let source = try await added()
        #expect(source.name == "Kept")
        #expect(source.color == "#112233")
        #expect(try store.servingState(of: source) == .good)
    }

    @Test("what others change is read at the next look, and only that")
    func read() async throws {
        kept["a.ics"] = Self.text("Lunch")
        kept["b.ics"] = Self.text("Tea", uid: "tea")
        _ = try await added()
        #expect(try await Set(titles()) == ["Lunch", "Tea"])
        kept["a.ics"] = Self.text("Late lunch")
        let report = try await importer.refresh()
        #expect(report.resourcesRead == 1 && report.resourcesUnchanged == 1)
        kept["b.ics"] = nil
        _ = try await importer.refresh()
        #expect(try await titles() == ["Late lunch"])
    }

    @Test("a resource is written as it is, refused where it is another one by now, and taken back")
    func written() async throws {
        let source = try await added()
        let (_, digest) = try await editor.put(
            Array(Self.text("Lunch").utf8), at: "a.ics", in: source, if: .absent, by: "phone")
        #expect(kept["a.ics"] == Self.text("Lunch"))
        #expect(try await titles() == ["Lunch"])
        kept["a.ics"] = Self.text("Of another")
        await #expect(throws: AgendaError(.eventChanged, place: "a.ics")) {
            _ = try await editor.put(
                Array(Self.text("Late").utf8), at: "a.ics", in: source, if: .digest(digest),
                by: "phone")
        }
        #expect(kept["a.ics"] == Self.text("Of another"))
        _ = try await editor.put(
            Array(Self.text("Late").utf8), at: "a.ics", in: source, if: nil, by: "phone")
        _ = try await editor.undo()
        #expect(kept["a.ics"] == Self.text("Of another"))
        #expect(try await titles() == ["Of another"])
    }

    @Test("an event of it is edited as one of a folder")
    func edited() async throws {
        kept["a.ics"] = Self.text("Lunch")
        let source = try await added()
        let event = try await event()
        var draft = try await editor.draft(of: event, scope: .all)
        draft.event.summary = "Supper"
        _ = try await editor.edit(draft)
        #expect(kept["a.ics"]?.contains("SUMMARY:Supper\r\n") == true)
        _ = try await editor.delete(try await self.event(), scope: .all)
        #expect(kept["a.ics"] == nil)
        #expect(source.isKept)
    }

    @Test("one that others empty is served as empty: nobody has taken a disk away")
    func emptied() async throws {
        kept["a.ics"] = Self.text("Lunch")
        kept["b.ics"] = Self.text("Tea", uid: "tea")
        let source = try await added()
        (kept["a.ics"], kept["b.ics"]) = (nil, nil)
        _ = try await importer.refresh()
        #expect(try await titles() == [])
        #expect(try store.servingState(of: source) == .good)
    }

    @Test("while it is away nothing is written, and its events stay")
    func away() async throws {
        kept["a.ics"] = Self.text("Lunch")
        let source = try await added()
        kept.isAway = true
        await #expect {
            _ = try await editor.put(
                Array(Self.text("Tea", uid: "tea").utf8), at: "b.ics", in: source, if: .absent,
                by: nil)
        } throws: { ($0 as? AgendaError)?.code == .storeBusy }
        _ = try await importer.refresh()
        #expect(try await titles() == ["Lunch"])
        kept.isAway = false
        _ = try await importer.refresh()
        #expect(try store.sources().map(\.status) == [.ok])
    }

    @Test("a program that does not know where it is kept shows what it has")
    func unknown() async throws {
        kept["a.ics"] = Self.text("Lunch")
        _ = try await added()
        let other = Importer(store: store, clock: try Make.clock())
        _ = try await other.refresh()
        #expect(try await titles() == ["Lunch"])
        #expect(try store.sources().map(\.status) == [.failed])
    }
}
