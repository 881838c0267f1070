internal import CKeeper
internal import Glibc

/// A program that is asked line by line, and ends with all that it has started: when it is to, when this process dies, and
/// when it ends itself.
///
/// Its methods wait, and are called on threads of one's own (`OwnThread`). It has HOME, LANG and PATH of this process alone in its environment, and is in a
/// session without a terminal.
package struct KeptProgram: Sendable {
    /// Why a line did not come or go. The program is of no use any more.
    package enum Fault: Error, Hashable, Sendable {
        /// It has ended, with a status or, from 128 on, by a signal.
        case ended(status: Int)
        /// It took too long.
        case tooSlow
        /// It sent a line that is too long.
        case lineTooLong
        /// It says more than anybody can want to read.
        case tooTalkative
        /// Nobody waits any more.
        case cancelled
    }

    private let keeper: pid_t
    private let input: Int32
    private let output: Int32
    private let complaints: Int32
    private let lifeline: Int32
    /// What has come, and how much of it has been looked at for the end of a line.
    private var (bytes, seen): ([UInt8], Int) = ([], 0)
    private var isOutputOpen = true
    /// The last of what it said on its standard error.
    package private(set) var said: [UInt8] = []
    private var saidCount = 0

    /// Bytes of ``said``, and of all that it may say on its standard error.
    private static let (saidLimit, talkLimit) = (4 << 10, 1 << 20)

    /// HOME, LANG and PATH of this process: all that the program knows of it.
    private static var environment: [String: String] {
        Dictionary(
            uniqueKeysWithValues: ["HOME", "LANG", "PATH"].compactMap { name in
                getenv(name).map { (name, String(cString: $0)) }
            })
    }

    /// Starts a program.
    ///
    /// - Parameter path: absolute.
    package init(_ path: String) throws(SystemFailure) {
        var pipes: [PipeEnds] = []
        for _ in 0..<4 {
            guard let pipe = PipeEnds() else {
                let failure = SystemFailure(errno)
                for pipe in pipes { for end in [pipe.reading, pipe.writing] { close(end) } }
                throw failure
            }
            pipes.append(pipe)
        }
        let variables = Self.environment
        let home = variables["HOME"]
        let texts: [UnsafeMutablePointer<CChar>?] =
            variables.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { texts.forEach { free($0) } }
        keeper = ckeeper_start(
            path, texts, home, pipes[0].reading, pipes[1].writing, pipes[2].writing,
            pipes[3].reading)
        let failure = SystemFailure(errno)
        for end in [pipes[0].reading, pipes[1].writing, pipes[2].writing, pipes[3].reading] {
            close(end)
        }
        (input, lifeline) = (pipes[0].writing, pipes[3].writing)
        (output, complaints) = (pipes[1].reading, pipes[2].reading)
        guard keeper > 0 else {
            for end in [input, output, complaints, lifeline] { close(end) }
            throw failure
        }
        for end in [input, output, complaints] { PipeEnds.setNonBlocking(end) }
    }

    /// Sends a line.
    ///
    /// - Parameters:
    ///   - line: without its end.
    ///   - end: when to give up.
    package mutating func send(
        _ line: [UInt8], until end: ContinuousClock.Instant, _ isCancelled: CancellationFlag
    ) throws(Fault) {
        // Of a program that has ended: the signal is this thread's, and goes with it.
        var pipe = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipe, nil)
        var rest = (line + [UInt8(ascii: "\n")])[...]
        while true {
            let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) }
            if rest.isEmpty { return }
            if count < 0, errno != EAGAIN, errno != EINTR { throw .ended(status: ending()) }
            try pause(for: input, Int16(POLLOUT), end, isCancelled)
        }
    }

    /// The next line, without its end.
    ///
    /// - Parameters:
    ///   - limit: how many bytes it may have.
    ///   - end: when to give up; nil: never.
    package mutating func line(
        limit: Int, until end: ContinuousClock.Instant?, _ isCancelled: CancellationFlag
    ) throws(Fault) -> [UInt8] {
        while true {
            if let feed = bytes[seen...].firstIndex(of: UInt8(ascii: "\n")) {
                guard feed <= limit else { throw .lineTooLong }
                let line = Array(bytes[..<feed])
                bytes.removeFirst(feed + 1)
                seen = 0
                return line
            }
            seen = bytes.count
            guard seen <= limit else { throw .lineTooLong }
            guard isOutputOpen else { throw .ended(status: ending()) }
            if !drain() { try pause(for: output, Int16(POLLIN), end, isCancelled) }
        }
    }

    /// Whether something has come that nobody has read.
    package mutating func hasMore() -> Bool {
        _ = drain()
        return !bytes.isEmpty
    }

    /// Ends it, and all that it has started.
    ///
    /// - Parameter isKind: whether it may end by itself, since its input ends.
    /// - Returns: how it ended, as ``Fault/ended(status:)`` has it.
    @discardableResult package mutating func end(isKind: Bool) -> Int {
        if !isKind { _ = write(lifeline, "!", 1) }
        for end in [input, lifeline] { close(end) }
        return finish()
    }

    /// Reads what is there; false if that is nothing.
    private mutating func drain() -> Bool {
        guard isOutputOpen else { return false }
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = read(output, &buffer, buffer.count)
        if count > 0 { bytes += buffer[..<count] }
        if count == 0 { isOutputOpen = false }
        return count >= 0
    }

    /// Keeps the last of what it says.
    private mutating func listen() {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while case let count = read(complaints, &buffer, buffer.count), count > 0 {
            saidCount += count
            said += buffer[..<count]
            said = Array(said.suffix(Self.saidLimit))
            if saidCount > Self.talkLimit { return }
        }
    }

    /// Waits for a stream, and not for long: whoever cancels only sets a flag.
    private mutating func pause(
        for stream: Int32, _ event: Int16, _ end: ContinuousClock.Instant?,
        _ isCancelled: CancellationFlag
    ) throws(Fault) {
        if isCancelled.isSet { throw .cancelled }
        if let end, ContinuousClock.now >= end { throw .tooSlow }
        var polled = [
            pollfd(fd: stream, events: event, revents: 0),
            pollfd(fd: complaints, events: Int16(POLLIN), revents: 0),
        ]
        poll(&polled, 2, 50)
        guard polled[1].revents != 0 else { return }
        listen()
        if saidCount > Self.talkLimit { throw .tooTalkative }
        // Closed by the program, it is ready for ever.
        if polled[0].revents == 0, polled[1].revents & Int16(POLLHUP) != 0 { usleep(10_000) }
    }

    /// How it ended, where its output has: at once, or it is ended for that.
    private mutating func ending() -> Int {
        for _ in 0..<100 {
            var information = siginfo_t()
            if waitid(P_PID, id_t(keeper), &information, WEXITED | WNOHANG | WNOWAIT) == 0,
                information.si_signo != 0
            {
                listen()
                return Int(information._sifields._sigchld.si_status)
            }
            listen()
            usleep(10_000)
        }
        return 0
    }

    /// Reaps the keeper, which is ended if it does not end.
    private mutating func finish() -> Int {
        var status: Int32 = 0
        let last = ContinuousClock.now + .seconds(6)
        while case let found = waitpid(keeper, &status, WNOHANG), found != keeper {
            if found < 0, errno != EINTR { break }
            bytes = []
            _ = drain()
            listen()
            if ContinuousClock.now >= last { kill(keeper, SIGKILL) }
            usleep(2_000)
        }
        listen()
        for end in [output, complaints] { close(end) }
        return status & 0x7F == 0 ? Int(status >> 8 & 0xFF) : 128 + Int(status & 0x7F)
    }
}
