import Foundation
import Glibc

/// The folder in which a check lives, and the environment of every process in it.
struct Scratch {
    /// Its path.
    let path: String

    /// Makes it below the temporary folder.
    init() throws {
        let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        let template = base.appending(path: "endurance-XXXXXX").path(percentEncoded: false)
        let copy: UnsafeMutablePointer<CChar> = strdup(template)
        defer { free(copy) }
        guard mkdtemp(copy) != nil else { throw Fault("no scratch folder: \(SystemCalls.reason)") }
        path = String(cString: copy)
    }

    /// A path in it.
    func file(_ name: String) -> String { path + "/" + name }

    /// A folder in it, made with those above it.
    func folder(_ name: String) throws -> String {
        try FileManager.default.createDirectory(
            atPath: file(name), withIntermediateDirectories: true)
        return file(name)
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Nothing of the person's own is read or written.
    var environment: [String] {
        [
            "AGENDA_DATABASE=" + file("agenda.db"), "HOME=/nonexistent", "LANG=C.UTF-8",
            "TZ=Europe/Berlin",
        ]
    }
}
