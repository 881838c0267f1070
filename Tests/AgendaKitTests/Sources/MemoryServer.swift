import ICalendar

@testable import AgendaKit

/// Calendars in memory behind an actor: slow, with versions of its own, and sometimes out of reach.
actor MemoryServer {
    /// What it holds at a place; a version is never used twice.
    struct Resource {
        var bytes: [UInt8]
        var version: Int
    }

    private var resources: [String: Resource] = [:]
    private var lastVersion = 0
    private var listeners: [AsyncStream<Void>.Continuation] = []
    private var isReachable = true
    /// Chunks until the connection breaks, once.
    private var chunksToBreak: Int?
    private(set) var listCount = 0
    private(set) var chunkSizes: [Int] = []

    func setReachable(_ isReachable: Bool) {
        self.isReachable = isReachable
        signal()
    }

    func breakConnection(afterChunks count: Int) { chunksToBreak = count }

    func put(_ text: String, at href: String) { put([href: Array(text.utf8)]) }

    /// Replaces what is at these places; nil removes it.
    func put(_ contents: [String: [UInt8]?]) {
        lastVersion += 1
        for (href, bytes) in contents {
            resources[href] = bytes.map { Resource(bytes: $0, version: lastVersion) }
        }
        signal()
    }

    func text(at href: String) -> String? {
        resources[href].map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    /// A signal for each change from now on.
    func listen() -> AsyncStream<Void> {
        let (signals, continuation) = AsyncStream<Void>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        listeners.append(continuation)
        return signals
    }

    private func signal() { for listener in listeners { listener.yield() } }

    func list() async throws(AgendaError) -> [String: Resource] {
        try await answer()
        listCount += 1
        return resources
    }

    /// What is at a place, of version 0 if there is nothing.
    func resource(at href: String) async throws(AgendaError) -> Resource {
        try await answer()
        return resources[href] ?? Resource(bytes: [], version: 0)
    }

    func chunk(of content: ArraySlice<UInt8>, length: Int) async throws(AgendaError) -> [UInt8] {
        try await answer()
        if let left = chunksToBreak {
            chunksToBreak = left == 0 ? nil : left - 1
            if left == 0 {
                throw AgendaError(.cannotRead(cause: "connection reset"), place: "server")
            }
        }
        let bytes = Array(content.prefix(length))
        chunkSizes.append(bytes.count)
        return bytes
    }

    /// Replaces resources if all of them are still of the versions that were read.
    func commit(_ changes: [String: (bytes: [UInt8]?, version: Int)]) async throws(AgendaError) {
        try await answer()
        for (href, change) in changes where resources[href]?.version ?? 0 != change.version {
            throw AgendaError(.eventChanged, place: href)
        }
        put(changes.mapValues { $0.bytes })
    }

    private func answer() async throws(AgendaError) {
        try? await Task.sleep(for: .milliseconds(2))
        guard isReachable else {
            throw AgendaError(.cannotRead(cause: "no route"), place: "server")
        }
    }
}

extension CalendarSource.Kind {
    static let memory = CalendarSource.Kind(rawValue: "memory")
}

/// Reads the calendars of a server.
struct MemoryReader: SourceReader {
    let location: String
    let server: MemoryServer

    var watch: SourceWatch? { .signals(of: location) { await server.listen() } }

    nonisolated(nonsending) func describe() async throws(AgendaError) -> SourceDescription {
        SourceDescription(name: "Far away", color: "teal", mayBeEmpty: true)
    }

    nonisolated(nonsending) func list(
        _ request: ListingRequest
    ) async throws(AgendaError) -> SourceListing {
        SourceListing(
            resources: try await server.list().map { href, resource in
                ListedResource(
                    href: href, place: location + "/" + href, size: resource.bytes.count,
                    version: ResourceVersion("v\(resource.version)"))
            })
    }

    nonisolated(nonsending) func open(
        _ resource: ListedResource
    ) async throws(AgendaError) -> any OpenResource {
        let content = try await server.resource(at: resource.href)
        return MemoryContent(content, server)
    }
}

/// A resource of a server that is being read.
private final class MemoryContent: OpenResource {
    let version: ResourceVersion
    private var rest: ArraySlice<UInt8>
    private let server: MemoryServer

    init(_ resource: MemoryServer.Resource, _ server: MemoryServer) {
        version = ResourceVersion("v\(resource.version)")
        (rest, self.server) = (resource.bytes[...], server)
    }

    nonisolated(nonsending) func next(
        _ length: Int, behind left: [UInt8]
    ) async throws(AgendaError) -> [UInt8] {
        let bytes = try await server.chunk(of: rest, length: length)
        rest = rest.dropFirst(bytes.count)
        return left + bytes
    }
}

/// Edits the calendars of a server, where each event is a resource called by its `UID`.
struct MemoryCalendar: WritableCalendar {
    let source: CalendarSource
    let server: MemoryServer
    var outcome: [ExpectedText] { [] }
    private var known: [String: (version: Int, calendar: CalendarText)] = [:]

    init(_ source: CalendarSource, _ server: MemoryServer) {
        (self.source, self.server) = (source, server)
    }

    nonisolated(nonsending) mutating func read(
        _ name: SeriesName, href: String?
    ) async throws(AgendaError) -> EventTexts {
        let href = href ?? name.uid + ".ics"
        let resource = try await server.resource(at: href)
        let calendar =
            resource.version == 0 ? CalendarText() : try CalendarText(resource.bytes, path: href)
        known[href] = (resource.version, calendar)
        return EventTexts(
            texts: calendar.texts(of: name), href: href,
            scope: calendar.scope(SystemZones.database))
    }

    nonisolated(nonsending) mutating func prepare(
        _ operation: inout EventOperation
    ) async throws(AgendaError) {
        guard let read = known[operation.href] else { return }
        var calendar = read.calendar
        if let after = operation.after {
            operation.after = try calendar.encoded(after, of: operation.name)
        }
        calendar.replace(
            operation.name, with: EventTexts.divided(operation.after ?? []),
            SystemZones.database)
        known[operation.href] = (read.version, calendar)
    }

    nonisolated(nonsending) func commit() async throws(AgendaError) {
        try await server.commit(
            known.mapValues { ($0.calendar.isEmpty ? nil : $0.calendar.bytes, $0.version) })
    }
}
