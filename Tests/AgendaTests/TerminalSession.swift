import Foundation
import Testing

/// A command at a pseudo terminal, which a test answers as a person would.
final class TerminalSession {
    /// What the terminal shows, with what was typed.
    var screen: String { String(decoding: shown, as: UTF8.self) }

    private var shown: [UInt8] = []
    private let master: Int32
    private let process: pid_t
    private var status: Int32?
    /// Up to where ``wait(for:)`` has found what it looked for.
    private var seen = 0

    /// Starts `agenda` with these arguments and the pinned clock and zone as the leader of a session
    /// of its own, so that Control-C reaches it and nothing else.
    ///
    /// - Parameters:
    ///   - size: the terminal's; nil for one that does not say it.
    ///   - shell: another program to start instead, with its arguments.
    init(
        _ arguments: [String], environment: [String: String],
        size: (columns: Int, rows: Int)? = nil, shell: [String]? = nil
    ) throws {
        // No child of another test may keep the terminal open.
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (isLocked, number): (Int32, Int32) = (0, 0)
        // pts(4)
        try #require(
            master >= 0 && ioctl(master, Self.setLock, &isLocked) == 0
                && ioctl(master, Self.getNumber, &number) == 0)
        let name = "/dev/pts/\(number)"
        if let size { Self.resize(master, size) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that the leader of a session opens becomes the session's own.
        posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        // Foundation's pipes are inherited: one of another test would stay open as long as this process lives.
        for end in Int32(3)..<1_024 { posix_spawn_file_actions_addclose(&actions, end) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK) | Self.newSession)
        let own = AgendaProcess.executable.path(percentEncoded: false)
        let words = shell ?? [own] + arguments + AgendaProcess.pinned
        let command = words[0]
        let variables = [
            "LANG": "C.UTF-8", "TZ": "UTC", "HOME": "/nonexistent", "TERM": "xterm",
            "NO_COLOR": "1", "PAGER": "",
        ].merging(environment) { $1 }.map { "\($0)=\($1)" }
        var started: pid_t = 0
        let failure = Self.withPointers(words) { words in
            Self.withPointers(variables) { variables in
                posix_spawn(&started, command, &actions, &attributes, words, variables)
            }
        }
        try #require(failure == 0)
        process = started
    }

    /// `TIOCSPTLCK` and `TIOCGPTN`, which are macros that Swift does not see.
    private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

    /// POSIX_SPAWN_SETSID of glibc, which its module does not show.
    private static let newSession: Int16 = 0x80

    private static func withPointers<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = texts.map { strdup($0) }
        defer { pointers.forEach { free($0) } }
        return body(pointers + [nil])
    }

    deinit {
        if status == nil {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        close(master)
    }

    /// Waits until a text is shown behind what was waited for before.
    func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        while true {
            if let range = shown[seen...].firstRange(of: Array(text.utf8)) {
                seen = range.upperBound
                return
            }
            guard read() else { break }
        }
        Issue.record("'\(text)' is not shown:\n\(screen)", sourceLocation: sourceLocation)
        throw CancellationError()
    }

    /// All bytes that the terminal got, without carriage returns.
    var bytes: [UInt8] { shown }

    /// Changes the terminal's size; the kernel tells the program.
    func resize(columns: Int, rows: Int) { Self.resize(master, (columns, rows)) }

    private static func resize(_ master: Int32, _ size: (columns: Int, rows: Int)) {
        var window = winsize()
        (window.ws_col, window.ws_row) = (UInt16(size.columns), UInt16(size.rows))
        _ = ioctl(master, UInt(TIOCSWINSZ), &window)
    }

    /// Sends a signal to the command.
    func send(_ signal: Int32) { kill(process, signal) }

    /// Reads until what the terminal got is as wanted; false at the end, and after half a minute without
    /// anything.
    func read(until isWanted: ([UInt8]) -> Bool) -> Bool {
        while !isWanted(shown) {
            guard read() else { return isWanted(shown) }
        }
        return true
    }

    /// The command's process.
    var identifier: pid_t { process }

    /// Reads at most so many bytes of what there is now, as a slow line takes them.
    func read(most count: Int) {
        var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, 10) > 0 else { return }
        var bytes = [UInt8](repeating: 0, count: count)
        let read = bytes.withUnsafeMutableBytes { Glibc.read(master, $0.baseAddress, $0.count) }
        if read > 0 { shown += bytes[..<read].filter { $0 != UInt8(ascii: "\r") } }
    }

    /// Types keys: `\u{3}` is Control-C, `\u{4}` Control-D.
    func type(_ keys: String) {
        Array(keys.utf8).withUnsafeBytes { _ = write(master, $0.baseAddress, $0.count) }
    }

    /// Waits for its end.
    ///
    /// - Returns: its exit status; negative the signal that ended it.
    func end() -> Int32 {
        if let status { return status }
        while read() {}
        var end: Int32 = 0
        waitpid(process, &end, 0)
        let result = end & 0x7F == 0 ? end >> 8 & 0xFF : -(end & 0x7F)
        status = result
        return result
    }

    /// Reads what there is; false at the end, and after half a minute without anything.
    private func read() -> Bool {
        var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, 30_000) > 0 else {
            kill(process, SIGKILL)
            return false
        }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        // A terminal that nobody has open any more ends in EIO.
        let count = bytes.withUnsafeMutableBytes { Glibc.read(master, $0.baseAddress, $0.count) }
        guard count > 0 else { return false }
        shown += bytes[..<count].filter { $0 != UInt8(ascii: "\r") }
        return true
    }
}
