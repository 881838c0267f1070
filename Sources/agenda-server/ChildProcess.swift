import Glibc

/// Another program, and the wait for its end.
enum ChildProcess {
    /// Starts a program, found in `PATH`; nil if that fails.
    ///
    /// - Parameters:
    ///   - words: the program and its arguments.
    ///   - output: the descriptor that becomes its standard output; nil for what is to say nothing at all.
    static func start(_ words: [String], output: Int32?) -> pid_t? {
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
        let pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        var child = pid_t()
        return posix_spawnp(&child, words[0], &actions, nil, pointers, environ) == 0 ? child : nil
    }

    /// Waits until a program ends; returns its status as waitpid(2) has it.
    static func wait(for child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return status
    }
}
