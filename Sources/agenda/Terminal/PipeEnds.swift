import Glibc

/// A pipe(2) that no program inherits which this process starts: its reader would else miss the end of what is written.
struct PipeEnds {
    let reading: Int32
    let writing: Int32

    /// Nil if the system refuses.
    ///
    /// - Parameter blocks: false if reading and writing never wait.
    init?(blocks: Bool = true) {
        var ends: [Int32] = [-1, -1]
        // pipe2(2) would do all at once, but Glibc's module hides it.
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            if !blocks { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        }
        (reading, writing) = (ends[0], ends[1])
    }
}
