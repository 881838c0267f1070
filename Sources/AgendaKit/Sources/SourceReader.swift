/// Tells what a source holds at the moment, and reads it: one protocol for files, folders and whatever else
/// calendars come from. ``SourceReaders`` finds the reader of a source.
///
/// Its methods run where they are called, so that reading thousands of files costs no change of thread.
protocol SourceReader: Sendable {
    /// Signals that the source may have changed; nil if only a look tells.
    var watch: SourceWatch? { get }

    /// What the source says of itself besides its resources; asked when it is registered.
    nonisolated(nonsending) func describe() async throws(AgendaError) -> SourceDescription

    /// What is there at the moment.
    ///
    /// - Throws: why nothing of it can be told. What is stored of the source then stays.
    nonisolated(nonsending) func list(
        _ request: ListingRequest
    ) async throws(AgendaError) -> SourceListing

    /// Opens a resource that is read chunk by chunk.
    nonisolated(nonsending) func open(
        _ resource: ListedResource
    ) async throws(AgendaError) -> any OpenResource

    /// The whole content of a resource.
    nonisolated(nonsending) func read(
        _ resource: ListedResource
    ) async throws(AgendaError) -> ResourceContent
}

extension SourceReader {
    nonisolated(nonsending) func describe() async throws(AgendaError) -> SourceDescription {
        SourceDescription()
    }

    nonisolated(nonsending) func read(
        _ resource: ListedResource
    ) async throws(AgendaError) -> ResourceContent {
        let opened = try await open(resource)
        let length = 1 << 20
        var bytes: [UInt8] = []
        while true {
            let chunk = try await opened.next(length, behind: [])
            bytes += chunk
            if chunk.count < length {
                return ResourceContent(bytes: bytes, version: opened.version)
            }
        }
    }
}

/// A resource that is read from its beginning to its end, by one reader.
protocol OpenResource: AnyObject {
    /// What to note as the version of this content: the listed one, or another where the resource may change
    /// and keep the listed one.
    var version: ResourceVersion { get }

    /// The next bytes, behind those that the caller has left over; fewer than `length` only at the end.
    nonisolated(nonsending) func next(
        _ length: Int, behind rest: [UInt8]
    ) async throws(AgendaError) -> [UInt8]
}

/// The whole content of a resource.
struct ResourceContent: Sendable {
    var bytes: [UInt8]
    /// As ``OpenResource/version``.
    var version: ResourceVersion
}

/// What a source says of itself besides its resources.
struct SourceDescription: Sendable {
    /// What to call it if neither the user nor its only resource names it.
    var name: String?
    /// A colour, as ``CalendarSource/color``.
    var color: String?
    /// Whether it is meant as a calendar even without a resource.
    var mayBeEmpty = false
}

/// What is known of a source when it is listed.
struct ListingRequest: Sendable {
    /// What was mounted at its files when they were read last.
    var mounts: [SourceMount] = []
    /// Whether a resource is stored whose `href` begins so.
    var holds: @Sendable (_ prefix: String) -> Bool = { _ in false }
    /// The number of files in a folder that are no calendars from which on it is refused; nil for any number.
    var otherFileLimit: Int?
}
