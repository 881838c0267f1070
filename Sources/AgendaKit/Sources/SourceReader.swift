/// Tells what a source holds at the moment, and reads it. One protocol for files, folders and,
/// later, servers.
protocol SourceReader: Sendable {
    /// The resources that are there, sorted by `href`.
    func list() throws(AgendaError) -> [ListedResource]
    /// A resource's content.
    func read(_ resource: ListedResource) throws(AgendaError) -> [UInt8]
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
