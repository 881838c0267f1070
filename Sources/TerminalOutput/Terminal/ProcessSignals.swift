import AgendaActions
import Dispatch
import Glibc

/// Signals to a process that runs until it is stopped.
package enum ProcessSignals {
    /// Ends the process with status 0 on SIGINT, SIGTERM and SIGHUP, and when the reader of its
    /// standard output closes the pipe. It ends at once, which the store tolerates at any time.
    package static func endQuietly() {
        var ending = sigset_t()
        sigemptyset(&ending)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { _ in _exit(ExitStatus.fine.rawValue) }
            sigaddset(&ending, number)
        }
        // The parent process may have blocked them.
        pthread_sigmask(SIG_UNBLOCK, &ending, nil)
        DispatchQueue(label: "agenda.reader").async {
            // With no events requested, poll(2) reports only errors and hang-ups.
            var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            while poll(&output, 1, -1) < 0 && errno == EINTR {}
            _exit(ExitStatus.fine.rawValue)
        }
    }

    /// Runs `body` each time the terminal's size changes.
    package static func onResize(_ body: @escaping @Sendable () async -> Void) {
        let source = DispatchSource.makeSignalSource(signal: SIGWINCH)
        source.setEventHandler {
            // Keeps the source alive for the life of the process.
            _ = source
            Task { await body() }
        }
        source.activate()
    }
}
