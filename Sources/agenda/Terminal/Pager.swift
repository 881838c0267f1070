import Glibc

/// Shows text that is longer than the terminal's screen through the user's pager.
struct Pager {
    /// False for `--no-pager`, and for what programs read.
    var isWanted: Bool

    /// Writes all to standard output, through a pager where that helps.
    func show(_ output: OutputBuffer) {
        guard isWanted, let size = Terminal.size, let command = Environment.pager,
            output.bytes.count(where: { $0 == UInt8(ascii: "\n") }) >= size.rows,
            Self.run(command, input: output.bytes)
        else { return output.flush() }
    }

    /// Runs a pager until the user leaves it. False when there is no such program: nothing has been
    /// shown then.
    private static func run(_ command: String, input: [UInt8]) -> Bool {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return false }
        // The pager must not hold the end whose closing tells it that all has come.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // What git does: colours as they are, no pager for what fits, the screen left as it is.
        setenv("LESS", "FRX", 0)
        setenv("LV", "-c", 0)
        let child = spawn(command, input: ends[0])
        close(ends[0])
        guard let child else {
            close(ends[1])
            return false
        }
        // Control-C is the pager's: it interrupts a search there.
        let interrupt = signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, interrupt) }
        // Who leaves the pager early has seen what he wanted.
        _ = OutputBuffer.write(input, to: ends[1])
        close(ends[1])
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        // WEXITSTATUS: a shell that cannot run its command says 126 or 127 (POSIX 2.8.2).
        return ![126, 127].contains(status >> 8 & 0xFF)
    }

    /// Starts `sh -c command`; nil when that fails.
    private static func spawn(_ command: String, input: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        // This program ignores SIGPIPE; a pager must not.
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        let arguments: [UnsafeMutablePointer<CChar>?] = ["sh", "-c", command].map {
            (word: String) in
            strdup(word)
        }
        defer { arguments.forEach { free($0) } }
        var child = pid_t()
        let failure = posix_spawn(
            &child, "/bin/sh", &actions, &attributes, arguments + [nil], environ)
        return failure == 0 ? child : nil
    }
}

extension Environment {
    /// The command that shows long text: `AGENDA_PAGER`, else `PAGER`, else less where it is
    /// installed. Nil when the variable is empty or `cat`, or the terminal is dumb.
    static var pager: String? {
        if variable("TERM") == "dumb" { return nil }
        for name in ["AGENDA_PAGER", "PAGER"] {
            guard let value = getenv(name).map({ String(cString: $0) }) else { continue }
            return value.isEmpty || value == "cat" ? nil : value
        }
        let folders = (variable("PATH") ?? "/usr/bin:/bin").split(separator: ":")
        return folders.contains { access("\($0)/less", X_OK) == 0 } ? "less" : nil
    }
}
