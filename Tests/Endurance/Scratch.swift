import Foundation
import Glibc

/// The folder for the files of a check, and the environment for all its processes.
struct Scratch {
    let path: String

    /// Creates the folder in the temporary folder.
    init() throws {
        let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        let template = base.appending(path: "endurance-XXXXXX").path(percentEncoded: false)
        let copy: UnsafeMutablePointer<CChar> = strdup(template)
        defer { free(copy) }
        guard mkdtemp(copy) != nil else { throw Fault("no scratch folder: \(SystemCalls.reason)") }
        path = String(cString: copy)
    }

    /// The path of a file in the folder.
    func file(_ name: String) -> String { path + "/" + name }

    /// A folder in it, created together with its parents.
    func folder(_ name: String) throws -> String {
        try FileManager.default.createDirectory(
            atPath: file(name), withIntermediateDirectories: true)
        return file(name)
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Keeps the processes away from the user's own files.
    var environment: [String] {
        [
            "AGENDA_DATABASE=" + file("agenda.db"), "HOME=/nonexistent", "LANG=C.UTF-8",
            "TZ=Europe/Berlin",
        ]
    }
}
