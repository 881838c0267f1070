/// What a source holds at the moment.
public struct SourceListing: Sendable {
    /// The resources in any order, including those that are known to be unreadable.
    public var resources: [ListedResource]
    /// The beginnings of `href`s below which nothing could be listed: what was there may still be.
    public var unlisted: [String] = []
    /// What cannot be looked at, and matters only if something below it is stored.
    var lost: [ListedResource] = []
    /// What to keep as ``ListingRequest/mounts``; nil if that is what is known.
    var mounts: [SourceMount]?

    init(
        resources: [ListedResource], unlisted: [String] = [], lost: [ListedResource] = [],
        mounts: [SourceMount]? = nil
    ) {
        (self.resources, self.unlisted, self.lost) = (resources, unlisted, lost)
        self.mounts = mounts
    }

    /// What is there.
    ///
    /// - Parameter resources: in any order. What is stored of the source and not among them counts as deleted.
    public init(_ resources: [ListedResource]) { self.init(resources: resources) }

    /// Whether a resource that is not listed may be there all the same.
    func mayHold(_ href: String) -> Bool { unlisted.contains { href.hasPrefix($0) } }

    /// Why resources cannot be read, as far as that is known without trying.
    var failures: [AgendaError] { resources.compactMap(\.failure) }
}

/// A calendar object resource as its source lists it.
public struct ListedResource: Hashable, Sendable {
    /// Its place within the source, the same at each listing; empty if the source is a single resource.
    public var href: String
    /// Where it is read, for messages: the path of a file.
    public var place: String
    /// How many bytes it has; 0 if that is not known yet.
    public var size: Int
    /// What tells whether it changed.
    public var version: ResourceVersion
    /// Whether it is a file that has a second name elsewhere.
    var isLinked = false
    /// Why it cannot be read, if that is known without trying: a pipe, a folder without access.
    public internal(set) var failure: AgendaError?

    /// A resource.
    ///
    /// - Parameters:
    ///   - href: its place within the source, the same at each listing; empty if the source is a single resource.
    ///   - place: where it is read, for messages.
    ///   - size: bytes; 0 if that is not known. Those of 32 MiB and more are read in parts.
    ///   - version: the resource is read again when it differs from the last one.
    public init(href: String, place: String, size: Int, version: ResourceVersion) {
        (self.href, self.place, self.size, self.version) = (href, place, size, version)
    }

    /// A resource that is there and cannot be read: its events stay as they were.
    public init(href: String, failure: AgendaError) {
        self.init(
            href: href, place: failure.place, size: 0,
            version: ResourceVersion(unreadableFor: failure))
        self.failure = failure
    }
}
