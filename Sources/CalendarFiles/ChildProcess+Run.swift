internal import CalendarMerge
internal import Glibc

// Programs that are given some bytes and print few.
extension ChildProcess {
    /// How it went.
    package struct Run: Sendable {
        /// As waitpid(2) has it; 0 is success.
        package var status: Int32
        /// What it printed, up to a little more than the limit.
        package var output: [UInt8]
    }

    /// Why there is no ``Run``.
    package enum RunFailure: Error, Hashable, Sendable {
        /// The program cannot be started.
        case cannotStart(SystemFailure)
        /// It took too long, and was ended.
        case tooSlow
        /// The task was cancelled, and the program ended.
        case cancelled
    }

    /// Runs a program to its end on a thread of its own. What it says on standard error goes nowhere: it could be a
    /// password, and our standard error may be a log.
    ///
    /// - Parameters:
    ///   - words: the program, found in `PATH`, and its arguments.
    ///   - input: what it reads; at most 64 KiB, which a pipe takes without a reader.
    ///   - limit: how many bytes of its output are kept, and a few thousand more.
    ///   - seconds: when to end it.
    package static func run(
        _ words: [String], input: [UInt8] = [], limit: Int, within seconds: Int
    ) async throws(RunFailure) -> Run {
        let isCancelled = CancellationFlag()
        let result = await withTaskCancellationHandler {
            await OwnThread.value { () -> Result<Run, RunFailure> in
                Result { () throws(RunFailure) in
                    let (child, output) = try started(words, input)
                    defer { close(output) }
                    return try wait(for: child, output, limit, seconds, isCancelled)
                }
            }
        } onCancel: {
            isCancelled.set()
        }
        return try result.get()
    }

    private static func started(
        _ words: [String], _ input: [UInt8]
    ) throws(RunFailure) -> (child: pid_t, output: Int32) {
        guard let toChild = PipeEnds() else { throw .cannotStart(SystemFailure(errno)) }
        defer { for end in [toChild.reading, toChild.writing] { close(end) } }
        guard let fromChild = PipeEnds() else { throw .cannotStart(SystemFailure(errno)) }
        defer { close(fromChild.writing) }
        for end in [toChild.writing, fromChild.reading] { PipeEnds.setNonBlocking(end) }
        do throws(SystemFailure) {
            // Written before the child starts: nobody can close the other end, which would raise SIGPIPE.
            let written = write(toChild.writing, input, input.count)
            guard written == input.count else { throw SystemFailure(written < 0 ? errno : E2BIG) }
            let child = try start(
                words, input: .descriptor(toChild.reading), output: .descriptor(fromChild.writing),
                complaints: .nothing)
            return (child, fromChild.reading)
        } catch {
            close(fromChild.reading)
            throw .cannotStart(error)
        }
    }

    /// Reads until the program ends, also where a child of it keeps the output open.
    private static func wait(
        for child: pid_t, _ output: Int32, _ limit: Int, _ seconds: Int,
        _ isCancelled: CancellationFlag
    ) throws(RunFailure) -> Run {
        var run = Run(status: 0, output: [])
        let deadline = ContinuousClock.now + .seconds(seconds)
        var isOpen = true
        while true {
            // Looked at before the last reading, so that nothing printed before the end is missed.
            let hasEnded = waitpid(child, &run.status, WNOHANG) == child
            if isOpen { isOpen = drain(output, &run.output, limit, wait: hasEnded ? 0 : 20) }
            if hasEnded { return run }
            if isCancelled.isSet || ContinuousClock.now >= deadline {
                kill(child, SIGKILL)
                _ = wait(for: child)
                throw isCancelled.isSet ? .cancelled : .tooSlow
            }
            if !isOpen { usleep(1_000) }
        }
    }

    /// Reads what is there; false once the output is closed. Reads on, but keeps nothing, above the limit.
    private static func drain(
        _ output: Int32, _ bytes: inout [UInt8], _ limit: Int, wait: Int32
    ) -> Bool {
        var polled = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        poll(&polled, 1, wait)
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(output, &buffer, buffer.count)
            if count == 0 { return false }
            if count < 0 { return errno == EAGAIN || errno == EINTR }
            if bytes.count <= limit { bytes += buffer[..<count] }
        }
    }
}
