extension RealServer.Kind {
    /// SOGo stores over what is there in spite of `If-None-Match: *`, and deletes in spite of `If-Match`.
    var honoursConditions: Bool { self != .sogo }
}

extension RealServer {
    /// Kills the server and starts it again, as its operator does: the scripts mend what a kill leaves broken.
    func restart() {
        kill()
        do { try start() } catch { fatalError("\(error)") }
    }
}
