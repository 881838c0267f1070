import AgendaActions
import AgendaJSON
import CalendarFiles
import Glibc
import TerminalOutput

/// The terminal while `agenda ui` has it: without echo and line editing, on the alternate screen, with mouse
/// and bracketed paste. Restores it at the end, before a stop, and when a signal ends the process.
///
/// No terminal library: the few control sequences used here are the same on all terminals since the VT100 and
/// xterm. ncurses would be one more library to load at run time, and counts cells by the C library's wcwidth(3),
/// which disagrees with ``DisplayWidth`` about emoji.
///
/// One exists at a time, for signal handlers know only globals.
struct TerminalScreen {
    /// Why the process was woken: a byte of ``wakeUps`` each.
    enum WakeUp: UInt8 {
        case news = 1
        case resize, resume, stop
    }

    /// The reading end of the pipe by which signals and other threads wake the screen.
    let wakeUps: Int32

    /// What signal handlers read: written by ``init()`` before the first handler is installed.
    nonisolated(unsafe) private static var waker: Int32 = -1
    nonisolated(unsafe) private static var usual = termios()
    /// Whether the screen is taken; handlers restore it only then. Unsafe, because a handler can take no lock: it reads one byte.
    nonisolated(unsafe) private static var isTaken = false

    private static let taking = Array("\u{1B}[?1049h\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h".utf8)
    private static let leaving = Array(
        "\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[r\u{1B}[m\u{1B}[?25h\u{1B}[?1049l".utf8)

    /// Nil if standard input or output is no terminal.
    init?() {
        guard isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &Self.usual) == 0 else {
            return nil
        }
        // A full pipe wakes as well as one byte more.
        guard let ends = PipeEnds(blocks: false) else { return nil }
        (wakeUps, Self.waker) = (ends.reading, ends.writing)
        // The handlers use it: make it now.
        _ = Self.leaving.count
    }

    /// Wakes the screen; also from signal handlers.
    static func wake(_ reason: WakeUp) {
        let error = errno
        var byte = reason.rawValue
        _ = write(waker, &byte, 1)
        errno = error
    }

    /// Takes the terminal.
    func take() {
        var raw = Self.usual
        cfmakeraw(&raw)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
        Self.isTaken = true
        _ = OutputBuffer.write(Self.taking, to: STDOUT_FILENO)
        handleSignals()
    }

    /// Gives the terminal back as it was.
    static func leave() {
        guard isTaken else { return }
        isTaken = false
        // Only write(2) and tcsetattr(3): handlers may call no more (signal-safety(7)).
        leaving.withUnsafeBufferPointer { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        tcsetattr(STDIN_FILENO, TCSANOW, &usual)
    }

    private func handleSignals() {
        signal(SIGWINCH) { _ in TerminalScreen.wake(.resize) }
        signal(SIGCONT) { _ in TerminalScreen.wake(.resume) }
        signal(SIGTSTP) { _ in TerminalScreen.wake(.stop) }
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { _ in
                TerminalScreen.leave()
                _exit(ExitStatus.fine.rawValue)
            }
        }
        for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT] {
            signal(number) { number in
                TerminalScreen.leave()
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    /// Stops the process as the terminal's stop key does, until the shell continues it.
    func stop() {
        Self.leave()
        // The whole group, as the terminal would; a group without a shell is not stopped (POSIX 2.4.3).
        signal(SIGTSTP, SIG_IGN)
        kill(0, SIGTSTP)
        // This process by a signal to this thread: another thread would stop it a moment later, when the terminal is taken
        // again.
        signal(SIGTSTP, SIG_DFL)
        raise(SIGTSTP)
        take()
    }

    /// Runs a program on the terminal, and takes the terminal back when it has ended.
    ///
    /// - Returns: whether it ended well.
    func run(_ words: [String]) -> Bool {
        Self.leave()
        // The keys for interrupting and stopping are the program's.
        signal(SIGINT) { _ in }
        signal(SIGTSTP, SIG_DFL)
        let child = try? ChildProcess.start(words)
        let isFine = child.map { ChildProcess.wait(for: $0) == 0 } ?? false
        if !isFine {
            // What it said stays until it is read.
            _ = Terminal.ask("Enter goes back. ")
        }
        take()
        return isFine
    }
}
