import Glibc

/// A process, started by `posix_spawn` because starting it must be cheap: a process killed early
/// must already have begun its work.
final class Child {
    enum Ending: Equatable {
        case status(Int32)
        case signal(Int32)
    }

    enum Output {
        case file(String)
        case descriptor(Int32)
    }

    let pid: pid_t
    private var ending: Ending?

    /// Starts a program with empty standard input.
    ///
    /// - Parameter complaints: the file for its standard error.
    init(
        _ command: [String], environment: [String], output: Output, complaints: String
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let written = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, complaints, written, 0o644)
        switch output {
        case .file(let path):
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, path, written, 0o644)
        case .descriptor(let descriptor):
            posix_spawn_file_actions_adddup2(&actions, descriptor, STDOUT_FILENO)
        }
        let words = command.map { strdup($0) } + [nil]
        let variables = environment.map { strdup($0) } + [nil]
        defer { for text in words + variables { free(text) } }
        var pid: pid_t = 0
        let error = posix_spawn(&pid, command[0], &actions, nil, words, variables)
        guard error == 0 else {
            throw Fault("\(command[0]) cannot be started: \(String(cString: strerror(error)))")
        }
        self.pid = pid
    }

    deinit {
        guard poll() == nil else { return }
        signal(SIGKILL)
        waitpid(pid, nil, 0)
    }

    func signal(_ number: Int32) {
        if ending == nil { kill(pid, number) }
    }

    /// How the process ended; nil while it runs.
    func poll() -> Ending? {
        var status: Int32 = 0
        if ending == nil, waitpid(pid, &status, WNOHANG) == pid {
            ending = status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
        }
        return ending
    }

    /// Waits for the end; a process that takes longer than a minute counts as hanging.
    func wait() throws -> Ending {
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            if let ending = poll() { return ending }
            usleep(200)
        }
        throw Fault("process \(pid) hangs: it has not ended within 60 s")
    }
}
