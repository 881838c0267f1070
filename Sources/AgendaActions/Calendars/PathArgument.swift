package import AgendaKit

/// A path argument as a source: a file, a folder, `-` for standard input, or another stream, such
/// as a pipe.
package struct PathArgument {
    package var path: String

    package init(path: String) { self.path = path }

    /// Reads it into a store.
    package func add(through importer: Importer) async throws(AgendaError) {
        if let stream = try stream() {
            _ = try await importer.addStream(stream.bytes, name: stream.name)
        } else {
            let kind: CalendarSource.Kind = InputFile.kind(of: path) == .folder ? .folder : .file
            _ = try await importer.addSource(
                CalendarSource(name: "", kind: kind, location: path), acceptsManyFiles: true)
        }
    }

    /// The bytes and the name of a stream; nil for a file or folder.
    package func stream() throws(AgendaError) -> (bytes: [UInt8], name: String)? {
        let name: String
        switch InputFile.kind(of: path) {
        case .standardInput: name = "standard input"
        case .stream: name = path
        case .file, .folder, .missing: return nil
        }
        do {
            return (try InputFile.read(path), name)
        } catch {
            throw AgendaError(.cannotReadStream(cause: error.reason), place: name)
        }
    }

    /// The file extensions of calendars and contacts (RFC 5545 8.1, RFC 6350 10.1).
    private static let endings = [
        ".ics", ".ical", ".icalendar", ".ifb", ".ifbf", ".vcs", ".vcf", ".vcard",
    ]

    /// Separates paths, by their form, from words. After an id every argument is a path.
    package static func divided(_ arguments: [String]) -> (words: [String], paths: [String]) {
        if let id = arguments.first, OccurrenceName.isWhole(id) {
            return ([id], Array(arguments.dropFirst()))
        }
        return (arguments.filter { !isPath($0) }, arguments.filter(isPath))
    }

    /// A title may equal a file's name; a slash or an extension marks a path.
    private static func isPath(_ text: String) -> Bool {
        let lowercased = text.lowercased()
        return text == "-" || text.contains("/")
            || endings.contains { lowercased.hasSuffix($0) && lowercased.count > $0.count }
    }
}
