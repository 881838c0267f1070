import AgendaKit
import ICalendar
import Synchronization
import Testing

// snippet: board
/// A board on which notes are pinned: iCalendar texts by their names.
final class Board: Sendable {
    private let pinned = Mutex<[String: String]>([:])
    private let listeners = Mutex<[AsyncStream<Void>.Continuation]>([])

    func pin(_ text: String?, as name: String) {
        pinned.withLock { $0[name] = text }
        listeners.withLock { $0.forEach { listener in listener.yield() } }
    }

    func notes() throws(AgendaError) -> [String: String] { pinned.withLock { $0 } }

    /// An element for each change from now on.
    func changes() -> AsyncStream<Void> {
        let (stream, listener) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        listeners.withLock { $0.append(listener) }
        return stream
    }
}
// end

// snippet: kind
extension CalendarSource.Kind {
    static let board = CalendarSource.Kind(rawValue: "board")
}
// end

// snippet: reader
struct BoardReader: SourceReader {
    let location: String
    let board: Board

    func list(_ request: ListingRequest) throws(AgendaError) -> SourceListing {
        SourceListing(
            try board.notes().map { name, text in
                ListedResource(
                    href: name, place: location + "/" + name, size: text.utf8.count,
                    version: ResourceVersion(text))
            })
    }

    func open(_ resource: ListedResource) throws(AgendaError) -> any OpenResource {
        guard let text = try board.notes()[resource.href] else {
            throw AgendaError(.cannotRead(cause: "taken off the board"), place: resource.place)
        }
        return OpenBytes(Array(text.utf8), version: ResourceVersion(text))
    }
}
// end

// snippet: watched reader
extension BoardReader {
    var watch: SourceWatch? { .signals(of: location) { board.changes() } }

    func describe() throws(AgendaError) -> SourceDescription {
        SourceDescription(name: "Board", color: "teal", mayBeEmpty: true)
    }
}
// end

// snippet: waiting reader
struct ServerReader: SourceReader {
    let location: String
    let fetch: @Sendable (_ location: String) async throws -> [UInt8]

    nonisolated(nonsending) func list(
        _ request: ListingRequest
    ) async throws(AgendaError) -> SourceListing {
        // Of a source that is one resource, whose version nobody can tell without its content.
        let text = try await content()
        return SourceListing([
            ListedResource(
                href: "", place: location, size: text.count,
                version: ResourceVersion(String(decoding: text, as: UTF8.self)))
        ])
    }

    nonisolated(nonsending) func open(
        _ resource: ListedResource
    ) async throws(AgendaError) -> any OpenResource {
        OpenBytes(try await content(), version: resource.version)
    }

    private nonisolated(nonsending) func content() async throws(AgendaError) -> [UInt8] {
        do { return try await fetch(location) } catch {
            throw AgendaError(.cannotRead(cause: "\(error)"), place: location)
        }
    }
}
// end

/// The Swift of `SourcesOfYourOwn.md`.
enum SourceSnippets {
    static func example(_ note: String) async throws -> [String] {
        let print = Printed()
        let today = CivilDate(uncheckedYear: 2026, month: 11, day: 20)
        let clock = FixedClock(now: Instant(utc: CivilDateTime(today, hour: 11, minute: 0)))
        let store = try EventStore.inMemory()
        let board = Board()
        // snippet: readers
        let readers = SourceReaders([.board: { BoardReader(location: $0, board: board) }])
        let importer = Importer(store: store, clock: clock, readers: readers)
        // end

        // snippet: adding
        board.pin(note, as: "lunch")
        let (source, report) = try await importer.addSource(
            CalendarSource(name: "", kind: .board, location: "board:kitchen"))
        print(source.name, report.componentsAdded)
        // end

        // snippet: refreshing
        print(try await importer.refresh().resourcesRead)
        board.pin(nil, as: "lunch")
        print(try await importer.refresh().resourcesRemoved)
        // end
        return print.lines
    }
}

@Suite("The article on sources of one's own")
struct SourceSnippetTests {
    private let lunch = Make.calendar("UID:lunch\r\nDTSTART:20261120T120000Z\r\nSUMMARY:Lunch")

    @Test("its example prints what it says")
    func example() async throws {
        #expect(try await SourceSnippets.example(lunch) == ["Board 1", "0", "1"])
    }

    @Test("a reader that waits brings what came, and keeps it where nothing comes")
    func waiting() async throws {
        let store = try EventStore.inMemory()
        let (clock, text) = (try Make.clock(), lunch)
        let kind = CalendarSource.Kind(rawValue: "server")
        let isUp = Switch()
        let fetch: @Sendable (String) async throws -> [UInt8] = { _ in
            if isUp.isDown { throw CancellationError() }
            return Array(text.utf8)
        }
        let readers = SourceReaders([kind: { ServerReader(location: $0, fetch: fetch) }])
        let importer = Importer(store: store, clock: clock, readers: readers)
        _ = try await importer.addSource(
            CalendarSource(name: "there", kind: kind, location: "server:1"))
        #expect(try store.sources().map(\.eventCount) == [1])
        isUp.turnOff()
        _ = try await importer.refresh()
        #expect(try store.sources().map(\.eventCount) == [1])
        #expect(try store.sources().map(\.status) == [.failed])
    }
}

private final class Switch: Sendable {
    private let state = Mutex(true)
    var isDown: Bool { state.withLock { !$0 } }
    func turnOff() { state.withLock { $0 = false } }
}
