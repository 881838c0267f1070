import AgendaActions
import CalendarFiles
import Glibc

/// Folders as other programs name them: `~`, `$NAME`, and `*`, `?`, `[…]` and `**` as in Python's
/// `glob`.
enum FolderPattern {
    /// The path with its home folder and variables, without a `/` at its end. A name of a variable
    /// that is not set stays, as in Python's `os.path.expandvars`.
    static func expanded(_ text: String) -> String {
        var path = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            guard character == "$" else {
                path.append(character)
                continue
            }
            let isBraced = rest.first == "{"
            let name = rest.drop { $0 == "{" }.prefix {
                $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_"
            }
            let isWhole = !isBraced || rest[name.endIndex...].first == "}"
            guard isWhole, !name.isEmpty, let value = Environment.variable(String(name)) else {
                path.append(character)
                continue
            }
            path += value
            rest = rest[name.endIndex...].dropFirst(isBraced ? 1 : 0)
        }
        if path == "~" || path.hasPrefix("~/") {
            path = (Environment.variable("HOME") ?? "~") + path.dropFirst()
        }
        while path.hasSuffix("/"), path != "/" { path.removeLast() }
        return absolute(path)
    }

    /// The folders that match, sorted. Hidden ones match only a name that begins with a dot.
    static func folders(_ pattern: String) -> [String] {
        var found = [""]
        for part in expanded(pattern).split(separator: "/").map(String.init) {
            if part == "**" {
                var seen = Set(found.compactMap(InputFile.identity))
                found = found.flatMap { [$0] + below($0, &seen) }
            } else if part.contains(where: { "*?[".contains($0) }) {
                found = found.flatMap { folder in
                    names(in: folder).filter { fnmatch(part, $0, FNM_PERIOD) == 0 }
                        .map { folder + "/" + $0 }
                }
            } else {
                found = found.map { $0 + "/" + part }
            }
            found = found.filter { InputFile.kind(of: $0) == .folder }
        }
        return Set(found).sorted()
    }

    /// The folders below a folder, without hidden ones; each once, whatever links lead to it.
    private static func below(_ folder: String, _ seen: inout Set<String>) -> [String] {
        var found: [String] = []
        for name in names(in: folder).sorted() where !name.hasPrefix(".") {
            let path = folder + "/" + name
            guard InputFile.kind(of: path) == .folder, let identity = InputFile.identity(of: path),
                seen.insert(identity).inserted
            else { continue }
            found += [path] + below(path, &seen)
        }
        return found
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder + "/") else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                // d_name ends with a zero byte (readdir(3)).
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
