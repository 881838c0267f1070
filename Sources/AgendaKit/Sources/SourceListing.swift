/// What a source holds at the moment.
struct SourceListing: Sendable {
    /// The resources in any order, including those that are known to be unreadable.
    var resources: [ListedResource]
    /// The beginnings of `href`s below which nothing could be listed: what was there may still be.
    var unlisted: [String] = []
    /// What cannot be looked at, and matters only if something below it is stored.
    var lost: [ListedResource] = []
    /// What to keep as ``ListingRequest/mounts``; nil if that is what is known.
    var mounts: [SourceMount]?

    /// Whether a resource that is not listed may be there all the same.
    func mayHold(_ href: String) -> Bool { unlisted.contains { href.hasPrefix($0) } }

    /// Why resources cannot be read, as far as that is known without trying.
    var failures: [AgendaError] { resources.compactMap(\.failure) }

    /// The resources that can be read, as far as is known.
    var readable: [ListedResource] { resources.filter { $0.failure == nil } }
}

/// A calendar object resource as its source lists it.
struct ListedResource: Hashable, Sendable {
    /// Its place within the source; empty if the source is a single resource.
    var href: String
    /// Where it is read, for messages: the path of a file.
    var place: String
    /// How many bytes it has; 0 if that is not known yet.
    var size: Int
    /// What tells whether it changed.
    var version: ResourceVersion
    /// Whether it is a file that has a second name elsewhere.
    var isLinked = false
    /// Why it cannot be read, if that is known without trying: a pipe, a folder without access.
    var failure: AgendaError?

    init(href: String, place: String, size: Int, version: ResourceVersion) {
        (self.href, self.place, self.size, self.version) = (href, place, size, version)
    }

    /// A resource that is there and cannot be read.
    init(href: String, failure: AgendaError) {
        self.init(
            href: href, place: failure.place, size: 0,
            version: ResourceVersion(unreadableFor: failure))
        self.failure = failure
    }
}
