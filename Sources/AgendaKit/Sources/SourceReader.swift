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
    /// The resources, in any order.
    var resources: [ListedResource]
    /// Parts that could not be listed, by the beginning of their resources' `href`: these may
    /// still be there.
    var failures: [(prefix: String, error: AgendaError)] = []

    /// Whether a resource that is not listed may be there all the same.
    func mayHold(_ href: String) -> Bool { failures.contains { href.hasPrefix($0.prefix) } }
}

/// A calendar object resource as its source lists it.
struct ListedResource: Hashable, Sendable {
    /// Its place within the source; empty when the source is one file.
    var href: String
    /// Where it is read, for messages.
    var path: String
    /// What tells whether it changed.
    var version: FileVersion
}

extension SourceReader {
    func read(_ resource: ListedResource) throws(AgendaError) -> [UInt8] {
        try FileContent.read(path: resource.path)
    }
}
