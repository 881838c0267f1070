import AgendaKit
import Glibc

/// The location of the configuration file, and its contents.
package enum ConfigurationFile {
    /// `$XDG_CONFIG_HOME/agenda/config.toml`, otherwise below `~/.config` (XDG Base Directory
    /// Specification 0.8); nil if there is no home.
    package static var path: String? {
        if let folder = Environment.variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
            return folder + "/agenda/config.toml"
        }
        return Environment.variable("HOME").map { $0 + "/.config/agenda/config.toml" }
    }

    /// The file as an editable document; empty if there is no file: one open(2) at each start.
    package static func document(of path: String) throws(CommandFailure) -> TOMLDocument {
        try document(try text(try bytes(of: path), path), path)
    }

    private static func document(
        _ text: String, _ path: String
    ) throws(CommandFailure) -> TOMLDocument {
        do {
            return try TOMLDocument(text)
        } catch {
            throw .usage("\(path):\(error.line): \(error.reason)")
        }
    }

    private static func bytes(of path: String) throws(CommandFailure) -> [UInt8] {
        do {
            return try InputFile.read(path)
        } catch {
            guard error.isMissing else {
                throw .failure("\(path): cannot be read: \(error.reason)")
            }
            return []
        }
    }

    private static func text(
        _ bytes: [UInt8], _ path: String
    ) throws(CommandFailure) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .usage("\(path): not UTF-8: save it as UTF-8")
        }
        return text
    }

    /// Reads the configuration; a missing file is an empty configuration.
    package static func read(
        _ path: String? = path
    ) throws(CommandFailure) -> Configuration {
        guard let path else { return Configuration() }
        // Before it is read: what is written meanwhile is newer.
        let stamp = stamp(of: path)
        let bytes = try bytes(of: path)
        let rest = RuleSource.lines(without: bytes)
        let lines = try text(rest ?? bytes, path)
        var configuration = Configuration(try document(lines, path).entries, path: path)
        if rest != nil { configuration.ruleSource = RuleSource(bytes, path: path) }
        configuration.stamp = stamp
        return configuration
    }

    /// When a file's content or name was changed last (`st_ctime`), in nanoseconds since 1970; now if there is none.
    package static func stamp(of path: String) -> Int64 {
        var status = stat()
        var time = timespec()
        if stat(path, &status) == 0 {
            time = status.st_ctim
        } else {
            clock_gettime(CLOCK_REALTIME, &time)
        }
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Writes a changed text atomically, and creates the file's folder if it is missing.
    package static func write(_ text: String, to path: String) throws {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        var made = ""
        for name in folder.split(separator: "/") {
            made += "/" + name
            // The specification requires mode 0700 for new folders.
            guard mkdir(made, 0o700) == 0 || errno == EEXIST || errno == EROFS || errno == EISDIR
            else {
                throw CommandFailure.failure(
                    "\(made): cannot be created: \(String(cString: strerror(errno)))")
            }
        }
        try AtomicFile(path: path).write(Array(text.utf8))
    }
}

extension Configuration {
    /// The configuration of this process, read once; empty if it cannot be read, which
    /// ``loaded`` tells.
    package static let current = (try? loaded.get()) ?? .unreadable

    package static let loaded = Result { () throws(CommandFailure) in
        try ConfigurationFile.read()
    }
}

extension TimeWords {
    /// The words that the environment and the configuration file request.
    package static let current = {
        var words = TimeWords(
            locale: Environment.localeName(.time), isUTF8: Environment.isUTF8)
        words.dateFormat = Configuration.current.dateFormat ?? .iso
        words.clock = Configuration.current.clock ?? .hours24
        return words
    }()
}
