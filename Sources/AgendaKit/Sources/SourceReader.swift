/// Tells what a source holds at the moment, and reads it: one protocol for files, folders and whatever else
/// calendars come from. ``SourceReaders`` finds the reader of a source; the article <doc:SourcesOfYourOwn> has a whole example.
///
/// A reader is made anew for each look, so that it keeps nothing; what it reads lives behind it. Its methods run where they are
/// called, so that reading thousands of files costs no change of thread: those that wait are `nonisolated(nonsending)`.
///
/// ```swift
/// struct BoardReader: SourceReader {
///     let location: String
///     let board: Board
///
///     func list(_ request: ListingRequest) throws(AgendaError) -> SourceListing {
///         SourceListing(
///             try board.notes().map { name, text in
///                 ListedResource(
///                     href: name, place: location + "/" + name, size: text.utf8.count,
///                     version: ResourceVersion(text))
///             })
///     }
///
///     func open(_ resource: ListedResource) throws(AgendaError) -> any OpenResource {
///         guard let text = try board.notes()[resource.href] else {
///             throw AgendaError(.cannotRead(cause: "taken off the board"), place: resource.place)
///         }
///         return OpenBytes(Array(text.utf8), version: ResourceVersion(text))
///     }
/// }
/// ```
public protocol SourceReader: Sendable {
    /// Signals that the source may have changed; nil if only a look tells.
    var watch: SourceWatch? { get }

    /// What the source says of itself besides its resources; asked when it is registered.
    ///
    /// - Throws: why it cannot be asked; the source is not registered then.
    nonisolated(nonsending) func describe() async throws(AgendaError) -> SourceDescription

    /// What is there at the moment.
    ///
    /// - Parameter request: what is known of the source; readers of files alone need it.
    /// - Throws: why nothing of it can be told. What is stored of the source then stays, and the source is
    ///   ``CalendarSource/Status/failed``.
    nonisolated(nonsending) func list(
        _ request: ListingRequest
    ) async throws(AgendaError) -> SourceListing

    /// Opens a resource that is read chunk by chunk.
    ///
    /// - Parameter resource: one that ``list(_:)`` returned.
    /// - Throws: why it cannot be read. Its events then stay as they were.
    nonisolated(nonsending) func open(
        _ resource: ListedResource
    ) async throws(AgendaError) -> any OpenResource

    /// The whole content of a resource; by default, all chunks of ``open(_:)``.
    ///
    /// - Parameter resource: one that ``list(_:)`` returned.
    /// - Throws: why it cannot be read. Its events then stay as they were.
    nonisolated(nonsending) func read(
        _ resource: ListedResource
    ) async throws(AgendaError) -> ResourceContent
}

extension SourceReader {
    /// Nil: only a look tells.
    public var watch: SourceWatch? { nil }

    /// Nothing.
    ///
    /// - Throws: nothing.
    public nonisolated(nonsending) func describe() async throws(AgendaError) -> SourceDescription {
        SourceDescription()
    }

    /// All chunks of ``open(_:)``.
    ///
    /// - Throws: what ``open(_:)`` and the resource throw.
    public nonisolated(nonsending) func read(
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

/// A resource that is read from its beginning to its end, by one reader. ``OpenBytes`` is one in memory.
public protocol OpenResource: AnyObject {
    /// What to note as the version of this content: the listed one, or another where the resource may change
    /// and keep the listed one.
    var version: ResourceVersion { get }

    /// The next bytes, behind those that the caller has left over; fewer than `length` only at the end.
    ///
    /// - Parameters:
    ///   - length: how many more bytes are wanted.
    ///   - rest: what the result begins with.
    /// - Returns: `rest` and the next bytes.
    /// - Throws: why no more can be read. What was imported of the resource so far stays, and the rest is tried again.
    nonisolated(nonsending) func next(
        _ length: Int, behind rest: [UInt8]
    ) async throws(AgendaError) -> [UInt8]
}

/// The whole content of a resource.
public struct ResourceContent: Sendable {
    /// iCalendar text, or vCards where the source is one of contacts.
    public var bytes: [UInt8]
    /// As ``OpenResource/version``.
    public var version: ResourceVersion

    /// A content and its version.
    public init(bytes: [UInt8], version: ResourceVersion) {
        (self.bytes, self.version) = (bytes, version)
    }
}

/// What a source says of itself besides its resources.
public struct SourceDescription: Sendable {
    /// What to call it if neither the user nor its only resource names it.
    public var name: String?
    /// A colour, as ``CalendarSource/color``.
    public var color: String?
    /// Whether it is meant as a calendar even without a resource; otherwise an empty source is not registered.
    public var mayBeEmpty = false

    /// A description.
    ///
    /// - Parameters:
    ///   - name: what to call the source if neither the user nor its only resource names it.
    ///   - color: as ``CalendarSource/color``.
    ///   - mayBeEmpty: whether it is registered without a resource.
    public init(name: String? = nil, color: String? = nil, mayBeEmpty: Bool = false) {
        (self.name, self.color, self.mayBeEmpty) = (name, color, mayBeEmpty)
    }
}

/// What is known of a source when it is listed.
public struct ListingRequest: Sendable {
    /// What was mounted at its files when they were read last.
    var mounts: [SourceMount] = []
    /// Whether a resource is stored whose `href` begins so.
    var holds: @Sendable (_ prefix: String) -> Bool = { _ in false }
    /// The number of files in a folder that are no calendars from which on it is refused; nil for any number.
    var otherFileLimit: Int?
}
