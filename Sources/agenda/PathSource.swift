import AgendaKit

/// A path given as an argument, as a source: a file, a folder, or `-` for standard input.
struct PathSource {
    /// As the user wrote it.
    var path: String

    /// Reads it into a store.
    func add(through importer: Importer) async throws(AgendaError) {
        if path == "-" {
            _ = try await importer.addStream(try Self.standardInput(), name: "standard input")
        } else {
            let kind: CalendarSource.Kind = InputFile.kind(of: path) == .folder ? .folder : .file
            _ = try await importer.addSource(CalendarSource(name: "", kind: kind, path: path))
        }
    }

    /// What standard input holds.
    static func standardInput() throws(AgendaError) -> [UInt8] {
        do {
            return try InputFile.read("-")
        } catch {
            throw AgendaError(
                .unreadable, place: "standard input", message: "cannot be read",
                cause: error.reason)
        }
    }
}
