internal import Glibc

/// A configuration of vdirsyncer: which storages it keeps equal in pairs.
///
/// Reads what vdirsyncer 0.9 to 0.21 take (its manual, "Full configuration manual").
package struct VdirsyncerConfiguration: Sendable {
    /// Two storages that are kept equal.
    struct Pair: Sendable {
        var name: String
        var a: String
        var b: String
        /// Nil where the storages are collections themselves.
        var collections: [Collection]?
        /// What becomes of what both sides changed: nil, `a wins`, `b wins` or a command's name.
        var conflictResolution: String?
    }

    /// A collection of a pair.
    enum Collection: Hashable, Sendable {
        /// All that a side has.
        case discovered
        /// One of this name, and of these names on the sides; nil for the storage itself.
        case named(String, a: String?, b: String?)
    }

    /// Where things are stored.
    struct Storage: Sendable {
        var name: String
        /// Such as `caldav`.
        var type: String
        var values: [String: VdirsyncerValue]
    }

    /// The folder in which vdirsyncer notes what it agreed with both sides.
    package let statusFolder: String
    private(set) var pairs: [Pair] = []
    private(set) var storages: [String: Storage] = [:]
    let home: String

    /// Reads a configuration.
    ///
    /// - Parameters:
    ///   - text: The file's text.
    ///   - folder: The file's folder, to which a relative `status_path` relates.
    ///   - home: For `~` in paths.
    package init(_ text: String, folder: String, home: String) throws(VdirsyncerError) {
        self.home = home
        let sections = try VdirsyncerSections(text).sections
        let general = sections.first { $0.name == "general" }
        guard let status = general?.values["status_path"]?.text else {
            throw VdirsyncerError(.missing(section: "general", option: "status_path"))
        }
        let path = Self.expanded(status, home)
        statusFolder = Self.normal(path.hasPrefix("/") ? path : folder + "/" + path)
        for section in sections {
            let words = section.name.split(separator: " ", maxSplits: 1).map(String.init)
            guard words.count == 2 else { continue }
            if words[0] == "storage" {
                guard let type = section.values["type"]?.text else {
                    throw VdirsyncerError(.missing(section: section.name, option: "type"))
                }
                storages[words[1]] = Storage(name: words[1], type: type, values: section.values)
            } else if words[0] == "pair" {
                pairs.append(try Self.pair(words[1], section))
            }
        }
        for pair in pairs {
            for storage in [pair.a, pair.b] where storages[storage] == nil {
                throw VdirsyncerError(.noStorage(pair: pair.name, storage: storage))
            }
        }
    }

    private static func pair(
        _ name: String, _ section: VdirsyncerSections.Section
    ) throws(VdirsyncerError) -> Pair {
        let values = section.values
        for side in ["a", "b"] where values[side]?.text == nil {
            throw VdirsyncerError(.missing(section: section.name, option: side))
        }
        var pair = Pair(name: name, a: values["a"]?.text ?? "", b: values["b"]?.text ?? "")
        switch values["collections"] {
        case nil, .null: break
        case .list(let list):
            var collections: [Collection] = []
            for value in list {
                guard let collection = Self.collection(value) else {
                    throw VdirsyncerError(.value(section: section.name, option: "collections"))
                }
                collections.append(collection)
            }
            pair.collections = collections
        default: throw VdirsyncerError(.value(section: section.name, option: "collections"))
        }
        switch values["conflict_resolution"] {
        case .text(let text): pair.conflictResolution = text
        case .list: pair.conflictResolution = "command"
        default: break
        }
        return pair
    }

    private static func collection(_ value: VdirsyncerValue) -> Collection? {
        switch value {
        case .text("from a"), .text("from b"): return .discovered
        case .text(let name): return .named(name, a: name, b: name)
        case .list(let parts):
            guard parts.count == 3, let name = parts[0].text,
                parts.dropFirst().allSatisfy({ $0.text != nil || $0 == .null })
            else { return nil }
            return .named(name, a: parts[1].text, b: parts[2].text)
        default: return nil
        }
    }

    /// A folder's path with the home folder for `~` and `$HOME`, without what leads nowhere, as vdirsyncer has it before it
    /// uses one (`expand_path` in its utils.py): one that does not begin with a slash then is not known to it either.
    func folder(_ path: String) -> String { Self.normal(expanded(path)) }

    /// A word with the home folder for `~`, `~name` and `$HOME` at its beginning.
    func expanded(_ path: String) -> String { Self.expanded(path, home) }

    private static func expanded(_ path: String, _ home: String) -> String {
        let end = path.firstIndex(of: "/") ?? path.endIndex
        let (first, rest) = (String(path[..<end]), path[end...])
        switch first {
        case "~", "$HOME", "${HOME}": return home + rest
        case _ where first.hasPrefix("~"):
            guard let user = getpwnam(String(first.dropFirst())) else { return path }
            return String(cString: user.pointee.pw_dir) + rest
        default: return path
        }
    }

    private static func normal(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", parts.last.map({ $0 != ".." }) ?? path.hasPrefix("/") {
                _ = parts.popLast()
            } else {
                parts.append(part)
            }
        }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
}
