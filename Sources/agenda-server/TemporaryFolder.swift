import Foundation
import Synchronization

/// A folder that goes when the process ends.
enum TemporaryFolder {
    private static let made = Mutex<[String]>([])

    static func make() throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(
            path: "agenda-\(UUID().uuidString)"
        ).path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700]
        )
        let isFirst = made.withLock { made in
            made.append(path)
            return made.count == 1
        }
        if isFirst {
            atexit {
                for path in TemporaryFolder.made.withLock(\.self) {
                    try? FileManager.default.removeItem(atPath: path)
                }
            }
        }
        return path
    }
}
