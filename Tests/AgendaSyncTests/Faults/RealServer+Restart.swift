import Glibc

extension RealServer.Kind {
    /// SOGo stores over what is there in spite of `If-None-Match: *`, and deletes in spite of `If-Match`.
    var honoursConditions: Bool { self != .sogo }
}

extension RealServer {
    /// Kills the server and starts it again, as its operator does: Xandikos refuses every write while a lock lies there that
    /// it left when it was killed.
    func restart() {
        kill()
        if kind == .xandikos { Self.removeLocks(in: folder.path) }
        do { try start() } catch { fatalError("\(error)") }
    }

    private static func removeLocks(in path: String) {
        for name in Folder(path: path).names {
            // Those of git: the index's, or a branch's.
            if name.hasSuffix(".lock") { unlink("\(path)/\(name)") }
            removeLocks(in: "\(path)/\(name)")
        }
    }
}
