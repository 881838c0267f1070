import AgendaActions
import CalendarFiles
import Glibc
import Synchronization

/// What a tool answered, or a command printed, and how it ended.
struct ToolRun: Sendable {
    /// What it printed on standard output.
    var output: String
    /// What it said on standard error.
    var complaint: String
    /// Whether it did what was asked, perhaps with parts that could not be read (exit status 0 or 3).
    var hasWorked: Bool

    /// How much a command may print: what an assistant can use of it is far less.
    private static let outputLimit = 1 << 20
    /// After how many seconds a command is ended: it waits at most 10 for another one that imports.
    private static let patience = 60

    /// Runs a program to its end, without a terminal and without input.
    static func of(_ words: [String]) -> ToolRun {
        let output = Pipe(), complaint = Pipe()
        let child: pid_t
        do throws(SystemFailure) {
            guard output.isOpen, complaint.isOpen else { throw SystemFailure(errno) }
            // Nobody would see an editor: a command that wants one is refused without.
            child = try ChildProcess.start(
                words, input: .nothing, output: .descriptor(output.writing),
                complaints: .descriptor(complaint.writing), variables: ["VISUAL": "", "EDITOR": ""])
        } catch {
            return failed("agenda cannot be started: \(error)")
        }
        output.closeWriting()
        complaint.closeWriting()
        let isInTime = read([output, complaint], until: .now + .seconds(patience))
        if !isInTime { kill(child, SIGKILL) }
        let status = ChildProcess.wait(for: child)
        guard isInTime else { return failed("agenda took over \(patience) s and was ended") }
        guard output.bytes.count <= outputLimit else { return tooLong }
        let exit = status & 0x7F == 0 ? status >> 8 & 0xFF : -1
        var text = String(decoding: complaint.bytes.prefix(outputLimit), as: UTF8.self)
        while text.last?.isNewline == true { text.removeLast() }
        let hasWorked = exit == 0 || exit == ExitStatus.partial.rawValue
        if !hasWorked, text.isEmpty { text = "agenda ended with status \(exit)" }
        return ToolRun(
            output: String(decoding: output.bytes, as: UTF8.self), complaint: text,
            hasWorked: hasWorked)
    }

    /// One that did nothing.
    static func failed(_ text: String) -> ToolRun {
        ToolRun(output: "", complaint: text, hasWorked: false)
    }

    /// A document that the service answered.
    static func answered(_ bytes: [UInt8], complaint: String) -> ToolRun {
        guard bytes.count <= outputLimit else { return tooLong }
        return ToolRun(
            output: String(decoding: bytes, as: UTF8.self), complaint: complaint, hasWorked: true)
    }

    private static let tooLong = failed(
        "the answer has over 1 MiB: ask for fewer days or with a limit")

    /// Waits for an answer as long as for a command; what takes longer goes on for nobody.
    static func within(_ answer: @escaping @Sendable () async -> ToolRun) async -> ToolRun {
        await withCheckedContinuation { continuation in
            let first = FirstAnswer(continuation)
            Task { first.give(await answer()) }
            Task {
                try? await Task.sleep(for: .seconds(patience))
                first.give(.failed("agenda took over \(patience) s and was ended"))
            }
        }
    }

    /// Reads all to their ends; false if the time is over first. Reads on, but keeps nothing, above the limit.
    private static func read(_ pipes: [Pipe], until deadline: ContinuousClock.Instant) -> Bool {
        var open = pipes
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !open.isEmpty {
            let left = (deadline - .now).components.seconds
            guard left > 0 else { return false }
            var polled = open.map { pollfd(fd: $0.reading, events: Int16(POLLIN), revents: 0) }
            guard poll(&polled, nfds_t(polled.count), Int32(left) * 1_000) > 0 else { continue }
            for (pipe, state) in zip(open, polled) where state.revents != 0 {
                let count = Glibc.read(pipe.reading, &buffer, buffer.count)
                if count > 0, pipe.bytes.count <= outputLimit { pipe.bytes += buffer[..<count] }
                if count == 0 || count < 0 && errno != EINTR { open.removeAll { $0 === pipe } }
            }
        }
        return true
    }

    /// One output of the program.
    private final class Pipe {
        var bytes: [UInt8] = []
        private(set) var reading: Int32 = -1
        private(set) var writing: Int32 = -1

        init() {
            guard let ends = PipeEnds() else { return }
            (reading, writing) = (ends.reading, ends.writing)
        }

        deinit { for end in [reading, writing] where end >= 0 { close(end) } }

        var isOpen: Bool { reading >= 0 }

        func closeWriting() {
            close(writing)
            writing = -1
        }
    }
}

/// Resumes whoever waits with the first of several answers.
private final class FirstAnswer: Sendable {
    private let waiting: Mutex<CheckedContinuation<ToolRun, Never>?>

    init(_ waiting: CheckedContinuation<ToolRun, Never>) { self.waiting = Mutex(waiting) }

    func give(_ answer: ToolRun) {
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: answer)
    }
}
