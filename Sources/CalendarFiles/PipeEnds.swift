internal import Glibc
internal import Synchronization

/// A pipe(2) that no program inherits which this process starts: its reader would else miss the end of what is written.
package struct PipeEnds {
    /// Where to read.
    package let reading: Int32
    /// Where to write.
    package let writing: Int32

    /// Held while a pipe is open that a program started meanwhile would inherit (``ChildProcess/start(_:input:output:complaints:variables:)``).
    static let opening = Mutex(())

    /// Nil if the system refuses; `errno` says why.
    ///
    /// - Parameter blocks: false if reading and writing never wait.
    package init?(blocks: Bool = true) {
        let ends = Self.opening.withLock { _ -> [Int32]? in
            var ends: [Int32] = [-1, -1]
            // pipe2(2) would do all at once, but Glibc's module hides it.
            guard pipe(&ends) == 0 else { return nil }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            return ends
        }
        guard let ends else { return nil }
        if !blocks { for end in ends { Self.setNonBlocking(end) } }
        (reading, writing) = (ends[0], ends[1])
    }

    static func setNonBlocking(_ end: Int32) { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
}
