/// Tells what a source holds at the moment, and reads it. One protocol for files, folders and,
/// later, servers.
protocol SourceReader: Sendable {
    /// What is there at the moment; throws when nothing of it can be told.
    func list() throws(AgendaError) -> SourceListing
    /// A resource's content.
    func read(_ resource: ListedResource) throws(AgendaError) -> [UInt8]
}

/// What a source holds at the moment.
struct SourceListing: Sendable {
    /// The resources, in any order, with those of which is known that they cannot be read.
    var resources: [ListedResource]
    /// The beginnings of `href` below which nothing could be listed: what was there may still be.
    var unlisted: [String] = []
    /// What cannot be looked at, and matters only where something below it is known.
    var lost: [ListedResource] = []
    /// What ``MountedFolders/devices`` are; empty for what is no folder.
    var devices: [String: UInt64] = [:]

    /// Whether a resource that is not listed may be there all the same.
    func mayHold(_ href: String) -> Bool { unlisted.contains { href.hasPrefix($0) } }

    /// Why resources cannot be read, where that is known without trying.
    var failures: [AgendaError] { resources.compactMap(\.failure) }

    /// Resources that can be read, as far as is known.
    var readable: [ListedResource] { resources.filter { $0.failure == nil } }
}

/// A calendar object resource as its source lists it.
struct ListedResource: Hashable, Sendable {
    /// Its place within the source; empty when the source is one file.
    var href: String
    /// Where it is read, for messages: the path of a file.
    var place: String
    /// How many bytes it has; 0 where that is not known yet.
    var size: Int
    /// What tells whether it changed.
    var version: ResourceVersion
    /// Why it cannot be read, where that is known without trying: a pipe, a folder that is closed.
    var failure: AgendaError?

    init(href: String, place: String, size: Int, version: ResourceVersion) {
        (self.href, self.place, self.size, self.version) = (href, place, size, version)
    }

    /// A resource that stands there and cannot be read.
    init(href: String, failure: AgendaError) {
        self.init(
            href: href, place: failure.place, size: 0,
            version: ResourceVersion(unreadableFor: failure))
        self.failure = failure
    }
}

extension SourceReader {
    func read(_ resource: ListedResource) throws(AgendaError) -> [UInt8] {
        if let failure = resource.failure { throw failure }
        return try FileContent.read(path: resource.place)
    }
}
