import AgendaKit

/// A path argument as a source: a file, a folder, `-` for standard input, or another stream, such
/// as a pipe.
struct PathArgument {
    /// The path as the user wrote it.
    var path: String

    /// Reads it into a store.
    func add(through importer: Importer) async throws(AgendaError) {
        if let stream = try stream() {
            _ = try await importer.addStream(stream.bytes, name: stream.name)
        } else {
            let kind: CalendarSource.Kind = InputFile.kind(of: path) == .folder ? .folder : .file
            _ = try await importer.addSource(
                CalendarSource(name: "", kind: kind, location: path), acceptsManyFiles: true)
        }
    }

    /// The bytes and the name of a stream; nil for a file or folder.
    func stream() throws(AgendaError) -> (bytes: [UInt8], name: String)? {
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
}
