import Dispatch
import Glibc

/// What the process is told from outside while it runs on and on.
enum ProcessSignals {
    /// Ends the process with status 0 on SIGINT, SIGTERM and SIGHUP, and when the reader of its
    /// standard output is gone. At once: the store is made for it.
    static func endQuietly() {
        var ending = sigset_t()
        sigemptyset(&ending)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { _ in _exit(ExitStatus.fine.rawValue) }
            sigaddset(&ending, number)
        }
        // Who started the process may have left them blocked.
        pthread_sigmask(SIG_UNBLOCK, &ending, nil)
        DispatchQueue(label: "agenda.reader").async {
            // Asked for nothing, poll(2) tells of errors and hang-ups alone.
            var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            while poll(&output, 1, -1) < 0 && errno == EINTR {}
            _exit(ExitStatus.fine.rawValue)
        }
    }

    /// Runs `body` when the terminal has another size.
    static func onResize(_ body: @escaping @Sendable () async -> Void) {
        let source = DispatchSource.makeSignalSource(signal: SIGWINCH)
        source.setEventHandler {
            // Holds the source as long as the process lives.
            _ = source
            Task { await body() }
        }
        source.activate()
    }
}
