package import Glibc
internal import Synchronization

/// Another program, and the wait for its end.
package enum ChildProcess {
    /// What a program has as one of its standard streams.
    package enum Stream: Sendable {
        /// The one of this process.
        case inherited
        /// /dev/null.
        case nothing
        /// An open file of this process.
        case descriptor(Int32)
    }

    /// Starts a program, found in `PATH`. It has SIGPIPE as programs expect it, whatever this process ignores or blocks.
    ///
    /// - Parameters:
    ///   - words: the program and its arguments.
    ///   - input: its standard input.
    ///   - output: its standard output.
    ///   - complaints: its standard error.
    ///   - variables: its environment besides this process's.
    package static func start(
        _ words: [String], input: Stream = .inherited, output: Stream = .inherited,
        complaints: Stream = .inherited, variables: [String: String] = [:]
    ) throws(SystemFailure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let streams = [
            (input, STDIN_FILENO, O_RDONLY), (output, STDOUT_FILENO, O_WRONLY),
            (complaints, STDERR_FILENO, O_WRONLY),
        ]
        for (stream, number, mode) in streams {
            switch stream {
            case .inherited: break
            case .nothing:
                posix_spawn_file_actions_addopen(&actions, number, "/dev/null", mode, 0)
            case .descriptor(let own): posix_spawn_file_actions_adddup2(&actions, own, number)
            }
        }
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
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        let added: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") }
        defer { added.forEach { free($0) } }
        let environment = added + inherited(without: variables) + [nil]
        var child = pid_t()
        var failure = ETXTBSY
        // Who has just written a program has closed it, but not yet each child that was forked meanwhile: they do when they
        // start theirs.
        for attempt in 0..<200 where failure == ETXTBSY {
            if attempt > 0 { usleep(5_000) }
            failure = PipeEnds.opening.withLock { _ in
                posix_spawnp(&child, words[0], &actions, &attributes, arguments, environment)
            }
        }
        guard failure == 0 else { throw SystemFailure(failure) }
        return child
    }

    private static func inherited(
        without variables: [String: String]
    ) -> [UnsafeMutablePointer<CChar>?] {
        var inherited: [UnsafeMutablePointer<CChar>?] = []
        var place = 0
        while let variable = environ[place] {
            let name = String(cString: variable).prefix { $0 != "=" }
            if variables[String(name)] == nil { inherited.append(variable) }
            place += 1
        }
        return inherited
    }

    /// Waits until a program ends; returns its status as waitpid(2) has it.
    package static func wait(for child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return status
    }
}
