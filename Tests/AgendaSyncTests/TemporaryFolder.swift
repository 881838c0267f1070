import Glibc

/// A folder of a test, removed with all that is in it when the value goes.
final class TemporaryFolder: Sendable {
    let folder: Folder
    var path: String { folder.path }

    init() {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/agenda-sync-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { fatalError("no temporary folder in \(parent)") }
        folder = Folder(path: String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self))
    }

    deinit { folder.remove() }

    var names: [String] { folder.names }
    func read(_ name: String) -> String? { folder.read(name) }
    func write(_ name: String, _ text: String) { folder.write(name, text) }
}

/// The files of a folder, for tests.
struct Folder: Sendable {
    let path: String

    /// What is in it, sorted.
    var names: [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// A file's text; nil if there is none.
    func read(_ name: String) -> String? {
        guard let file = fopen("\(path)/\(name)", "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes a file in place, as an editor without care does.
    func write(_ name: String, _ text: String) {
        guard let file = fopen("\(path)/\(name)", "w") else { fatalError("\(path)/\(name)") }
        defer { fclose(file) }
        fputs(text, file)
    }

    /// Removes the folder and all in it.
    func remove() {
        for name in names {
            let path = "\(path)/\(name)"
            if unlink(path) != 0 { Folder(path: path).remove() }
        }
        rmdir(path)
    }
}
