internal import CalendarMerge
internal import Glibc
internal import Synchronization

/// Another program, which is given some bytes and prints few.
enum ChildProcess {
    /// How it went.
    struct Run: Sendable {
        /// As waitpid(2) has it; 0 is success.
        var status: Int32
        /// What it printed, up to a little more than ``PasswordSource/lengthLimit``.
        var output: [UInt8]

        /// The error for a status other than 0.
        func failure(of program: String) -> CredentialsError {
            let signal = Int(status & 0x7F)
            return CredentialsError(
                signal == 0
                    ? .programFailed(program: program, status: Int(status >> 8 & 0xFF))
                    : .programKilled(program: program, signal: signal))
        }
    }

    /// Runs a program to its end on a thread of its own. What it says on standard error goes nowhere: it could be the
    /// password, and our standard error may be a log.
    ///
    /// - Parameters:
    ///   - words: The program, found in `PATH`, and its arguments.
    ///   - input: What it reads; at most 64 KiB, which a pipe takes without a reader.
    ///   - seconds: When to end it.
    static func run(
        _ words: [String], input: [UInt8] = [], within seconds: Int
    ) async throws(CredentialsError) -> Run {
        let isCancelled = CancellationFlag()
        let result = await withTaskCancellationHandler {
            await OwnThread.value { running(words, input, seconds, isCancelled) }
        } onCancel: {
            isCancelled.set()
        }
        return try result.get()
    }

    private static func running(
        _ words: [String], _ input: [UInt8], _ seconds: Int, _ isCancelled: CancellationFlag
    ) -> Result<Run, CredentialsError> {
        switch started(words, input) {
        case .success(let (child, output)):
            defer { close(output) }
            return wait(for: child, words[0], output, seconds, isCancelled)
        case .failure(let failure):
            return .failure(
                CredentialsError(.cannotStart(program: words[0], cause: failure.description)))
        }
    }

    /// Held while pipes are open that a program started meanwhile would inherit, and keep open.
    private static let starting = Mutex(())

    private static func started(
        _ words: [String], _ input: [UInt8]
    ) -> Result<(child: pid_t, output: Int32), SystemFailure> {
        starting.withLock { _ in
            var (toChild, fromChild): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
            var isStarted = false
            defer {
                for end in toChild + [fromChild[1]] + (isStarted ? [] : [fromChild[0]])
                where end >= 0 { close(end) }
            }
            guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else {
                return .failure(SystemFailure(errno))
            }
            for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            for end in [toChild[1], fromChild[0]] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
            // Written before the child starts: nobody can close the other end, which would raise SIGPIPE.
            let written = write(toChild[1], input, input.count)
            guard written == input.count else {
                return .failure(SystemFailure(written < 0 ? errno : E2BIG))
            }
            return start(words, input: toChild[0], output: fromChild[1]).map {
                isStarted = true
                return ($0, fromChild[0])
            }
        }
    }

    /// Reads until the program ends, also where a child of it keeps the output open.
    private static func wait(
        for child: pid_t, _ program: String, _ output: Int32, _ seconds: Int,
        _ isCancelled: CancellationFlag
    ) -> Result<Run, CredentialsError> {
        var run = Run(status: 0, output: [])
        let deadline = ContinuousClock.now + .seconds(seconds)
        var isOpen = true
        while true {
            // Looked at before the last reading, so that nothing printed before the end is missed.
            let hasEnded = waitpid(child, &run.status, WNOHANG) == child
            if isOpen { isOpen = drain(output, &run.output, wait: hasEnded ? 0 : 20) }
            if hasEnded { return .success(run) }
            if isCancelled.isSet || ContinuousClock.now >= deadline {
                kill(child, SIGKILL)
                while waitpid(child, &run.status, 0) < 0, errno == EINTR {}
                return .failure(
                    CredentialsError(
                        isCancelled.isSet
                            ? .cancelled : .tooSlow(program: program, seconds: seconds)))
            }
            if !isOpen { usleep(1_000) }
        }
    }

    /// Reads what is there; false once the output is closed. Reads on, but keeps nothing, above the limit.
    private static func drain(_ output: Int32, _ bytes: inout [UInt8], wait: Int32) -> Bool {
        var polled = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        poll(&polled, 1, wait)
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(output, &buffer, buffer.count)
            if count == 0 { return false }
            if count < 0 { return errno == EAGAIN || errno == EINTR }
            if bytes.count <= PasswordSource.lengthLimit + 1 { bytes += buffer[..<count] }
        }
    }

    private static func start(
        _ words: [String], input: Int32, output: Int32
    ) -> Result<pid_t, SystemFailure> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        // This process may ignore or block SIGPIPE; other programs must not.
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
        return failure == 0 ? .success(child) : .failure(SystemFailure(failure))
    }
}
