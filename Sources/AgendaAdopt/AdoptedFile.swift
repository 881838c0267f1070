import AgendaActions

/// A file of another program.
enum AdoptedFile {
    /// The first of a program's usual places that is there, else the first of all.
    ///
    /// - Parameter places: paths below the folder of configurations (XDG Base Directory
    ///   Specification 0.8), or below the home folder if they begin with `~/`.
    static func usual(_ places: [String]) -> String {
        let home = Environment.variable("HOME") ?? ""
        let base = Environment.variable("XDG_CONFIG_HOME") ?? home + "/.config"
        let paths = places.map { place in
            place.hasPrefix("~/") ? home + place.dropFirst() : base + "/" + place
        }
        return paths.first { InputFile.kind(of: $0) == .file } ?? paths[0]
    }

    /// Reads a configuration; a fault of it names the file and the line.
    static func read<Value>(
        _ path: String, _ body: (String) throws(AdoptionFailure) -> Value
    ) throws(CommandFailure) -> Value {
        let text = try text(of: path)
        do {
            return try body(text)
        } catch {
            throw .failure("\(path):\(error.line): \(error.reason)")
        }
    }

    /// A configuration's text.
    private static func text(of path: String) throws(CommandFailure) -> String {
        guard let bytes = try? InputFile.read(path) else {
            throw .failure("\(path): cannot be read: name the configuration file")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .failure("\(path): not UTF-8: save it as UTF-8")
        }
        return text
    }
}
