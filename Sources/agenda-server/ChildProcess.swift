import Glibc
import Synchronization

/// Another program, and the wait for its end.
enum ChildProcess {
    /// Held while a pipe is open that a program started meanwhile would inherit: whoever reads from it would wait for the
    /// end of that one, too.
    private static let starting = Mutex(())

    /// Starts a program, found in `PATH`; nil if that fails.
    ///
    /// - Parameter words: the program and its arguments.
    /// - Returns: the program, and the descriptor from which to read what it prints.
    static func startReading(_ words: [String]) -> (child: pid_t, output: Int32)? {
        starting.withLock { _ in
            var ends: [Int32] = [-1, -1]
            // pipe2(2) would do all at once, but Glibc's module hides it.
            guard pipe(&ends) == 0 else { return nil }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            defer { close(ends[1]) }
            guard let child = spawn(words, output: ends[1]) else {
                close(ends[0])
                return nil
            }
            return (child, ends[0])
        }
    }

    /// The same of one that is to say nothing at all.
    static func start(_ words: [String]) -> pid_t? {
        starting.withLock { _ in spawn(words, output: nil) }
    }

    private static func spawn(_ words: [String], output: Int32?) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        if let output {
            posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        } else {
            for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
            }
        }
        // This process ignores SIGPIPE; other programs must not.
        var (defaults, mask) = (sigset_t(), sigset_t())
        sigemptyset(&mask)
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
        let pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        var child = pid_t()
        let failure = posix_spawnp(&child, words[0], &actions, &attributes, pointers, environ)
        return failure == 0 ? child : nil
    }

    /// Waits until a program ends; returns its status as waitpid(2) has it.
    static func wait(for child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return status
    }
}
