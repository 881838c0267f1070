import Glibc

/// A program that is run to its end, started by `posix_spawn` because starting it must be cheap.
struct MeasuredProcess {
    /// The program's path and its arguments.
    let command: [String]
    /// The variables as `NAME=value`.
    let environment: [String]
    /// The file for its standard output.
    let output: String
    /// The file for its standard error; nil to use this process's own.
    let complaints: String?

    /// What a run used.
    struct Usage {
        /// From before the start until after the end, on the monotonic clock.
        var seconds: Double
        /// The time of all its threads on a processor, in user and kernel mode.
        var processorSeconds: Double
        /// The peak resident memory.
        var peakBytes: Int
    }

    /// Runs the program to its end; throws unless it exits with status 0.
    func run() throws -> Usage {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, flags, 0o644)
        if let complaints {
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, complaints, flags, 0o644)
        }
        let words = command.map { strdup($0) } + [nil]
        let variables = environment.map { strdup($0) } + [nil]
        defer { for text in words + variables { free(text) } }

        var pid: pid_t = 0
        var status: Int32 = 0
        var used = rusage()
        let stopwatch = Stopwatch()
        let error = posix_spawn(&pid, command[0], &actions, nil, words, variables)
        guard error == 0 else {
            throw Fault("\(command[0]) cannot be started: \(String(cString: strerror(error)))")
        }
        while wait4(pid, &status, 0, &used) < 0 {
            guard errno == EINTR else { throw Fault("\(command[0]) cannot be waited for") }
        }
        let seconds = stopwatch.seconds
        guard status == 0 else { throw Fault(failure(status)) }
        // Linux reports KiB (getrusage(2)).
        return Usage(
            seconds: seconds, processorSeconds: used.ru_utime.seconds + used.ru_stime.seconds,
            peakBytes: used.ru_maxrss * 1_024)
    }

    /// How the process ended, with the last line of its standard error.
    private func failure(_ status: Int32) -> String {
        let ending = status & 0x7F == 0 ? "status \(status >> 8)" : "signal \(status & 0x7F)"
        let said = String(decoding: complaints.flatMap { try? Files.read($0) } ?? [], as: UTF8.self)
        let last = said.split(separator: "\n").last.map { ": \($0)" } ?? ""
        return "\(command.joined(separator: " ")) ended with \(ending)\(last)"
    }
}

extension timeval {
    fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
