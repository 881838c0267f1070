import Glibc

/// Another program, and the wait for its end.
enum ChildProcess {
    /// Starts a program, found in `PATH`; nil if that fails.
    ///
    /// - Parameters:
    ///   - words: the program and its arguments.
    ///   - input: the descriptor that becomes its standard input; nil for this process's own.
    ///   - output: the same for its standard output.
    ///   - complaints: the same for its standard error.
    ///   - variables: its environment besides this process's.
    static func start(
        _ words: [String], input: Int32? = nil, output: Int32? = nil, complaints: Int32? = nil,
        variables: [String: String] = [:]
    ) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let streams = [
            (input, STDIN_FILENO), (output, STDOUT_FILENO), (complaints, STDERR_FILENO),
        ]
        for case (let own?, let stream) in streams {
            posix_spawn_file_actions_adddup2(&actions, own, stream)
        }
        // This process ignores SIGPIPE; other programs must not.
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        let pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        let added: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") }
        defer { added.forEach { free($0) } }
        var inherited: [UnsafeMutablePointer<CChar>?] = []
        var place = 0
        while let variable = environ[place] {
            let name = String(cString: variable).prefix { $0 != "=" }
            if variables[String(name)] == nil { inherited.append(variable) }
            place += 1
        }
        let all = added + inherited + [nil]
        var child = pid_t()
        let failure = posix_spawnp(&child, words[0], &actions, &attributes, pointers, all)
        return failure == 0 ? child : nil
    }

    /// Waits until a program ends; returns its status as waitpid(2) has it.
    static func wait(for child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return status
    }
}
