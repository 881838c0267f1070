import Foundation
import Synchronization
import Testing

/// A command that runs until it is told to end, such as `agenda watch`.
final class RunningAgenda: Sendable {
    private let process: ProcessBox
    private let collected = Mutex(Collected())

    private struct Collected {
        var output = Data()
        var complaints = Data()
        /// How many of the two have ended.
        var endCount = 0
    }

    /// `Process` is used by one test alone.
    private final class ProcessBox: @unchecked Sendable {
        let process = Process()
    }

    /// Starts a script; its `$0` is the command.
    init(_ script: String, environment: [String: String] = [:]) throws {
        process = ProcessBox()
        let process = process.process
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [
            "-c", script, AgendaProcess.executable.path(percentEncoded: false),
        ]
        process.environment = [
            "LANG": "C.UTF-8", "TZ": "Europe/Berlin", "HOME": "/nonexistent",
            "PATH": "/usr/bin:/bin",
        ].merging(environment) { $1 }
        let (out, err) = (Pipe(), Pipe())
        process.standardOutput = out
        process.standardError = err
        process.standardInput = FileHandle.nullDevice
        collect(out, in: \.output)
        collect(err, in: \.complaints)
        try process.run()
    }

    private func collect(_ pipe: Pipe, in part: any (WritableKeyPath<Collected, Data> & Sendable)) {
        pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
            let data = handle.availableData
            if data.isEmpty { handle.readabilityHandler = nil }
            self?.collected.withLock {
                $0[keyPath: part] += data
                $0.endCount += data.isEmpty ? 1 : 0
            }
        }
    }

    deinit { if process.process.isRunning { kill(process.process.processIdentifier, SIGKILL) } }

    /// What it has printed so far.
    var text: String { String(decoding: collected.withLock(\.output), as: UTF8.self) }

    /// What it has said on standard error so far.
    var said: String { String(decoding: collected.withLock(\.complaints), as: UTF8.self) }

    /// Waits for a text on standard output or error.
    func wait(for wanted: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await wait { text.contains(wanted) || said.contains(wanted) }
        #expect(
            text.contains(wanted) || said.contains(wanted), "\(text)\n\(said)",
            sourceLocation: sourceLocation)
    }

    /// Sends a signal.
    func send(_ signal: Int32) throws {
        try #require(kill(process.process.processIdentifier, signal) == 0)
    }

    /// Stops it (SIGSTOP), but not while it holds one of a database's locks, for which all others would wait.
    func stop(outside database: String) async throws {
        let folder = "/proc/\(process.process.processIdentifier)/task"
        for _ in 0..<1_000 {
            try send(SIGSTOP)
            // A thread that runs on another core goes on for a moment.
            try await wait(seconds: 10) {
                (try? FileManager.default.contentsOfDirectory(atPath: folder))?.allSatisfy {
                    let line = try? String(contentsOfFile: "\(folder)/\($0)/stat", encoding: .utf8)
                    return line?.split(separator: ")").last?.hasPrefix(" T") ?? true
                } ?? false
            }
            let backup = "\(database.dropLast(3)).backup/.lock"
            if try !Self.isWritten(database),
                !["\(database)-import", backup].contains(where: Self.isLocked)
            {
                return
            }
            try send(SIGCONT)
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("\(database) stays locked")
    }

    /// Whether another process writes to a database or mends it: SQLite's locks are bytes 120 to 122 of its shared memory
    /// (sqlite.org/walformat.html, section 2.3.1).
    private static func isWritten(_ database: String) throws -> Bool {
        let descriptor = open(database + "-shm", O_RDWR)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var lock = flock(
            l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 120, l_len: 3, l_pid: 0)
        try #require(fcntl(descriptor, F_GETLK, &lock) == 0)
        return lock.l_type != F_UNLCK
    }

    /// Whether another process holds a lock file (flock(2)).
    private static func isLocked(_ path: String) -> Bool {
        let descriptor = open(path, O_RDWR)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0
    }

    /// Sends a signal and gives the status with which it ends.
    func end(_ signal: Int32) async throws -> Int32 {
        kill(process.process.processIdentifier, signal)
        return try await status()
    }

    /// Waits for its end.
    func status() async throws -> Int32 {
        try await wait { !process.process.isRunning }
        // Another test's process may have inherited the pipes, and hold them open.
        try await wait(seconds: 1) { collected.withLock { $0.endCount == 2 } }
        guard !process.process.isRunning else { return -1 }
        return process.process.terminationReason == .exit
            ? process.process.terminationStatus : -process.process.terminationStatus
    }

    /// Two minutes: a busy machine may take its time.
    private func wait(seconds: Int = 120, _ isDone: () -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(seconds)
        while !isDone(), ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(10)) }
    }
}
