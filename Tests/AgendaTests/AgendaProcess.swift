import Foundation

/// Runs the built command as a process, with a pinned environment, clock and zone.
struct AgendaProcess {
    /// What a run left.
    struct Result: Equatable {
        var output: String
        var complaints: String
        var status: Int32
    }

    /// Where it runs; relative paths of calendars are below the package.
    static let packageFolder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// 12:00 on a Friday in Berlin.
    static let pinned = [
        "--now", "2026-11-20T12:00:00+01:00", "--time-zone", "Europe/Berlin",
    ]

    /// Variables beside the pinned ones.
    var environment: [String: String] = [:]
    /// What standard input holds.
    var input: String?

    /// Runs `agenda` with these arguments and the pinned clock and zone.
    func run(_ arguments: String...) throws -> Result {
        try run(arguments + Self.pinned)
    }

    /// Runs `agenda` with these arguments alone.
    func run(_ arguments: [String]) throws -> Result {
        try run(Self.executable, arguments)
    }

    /// Runs a script; its `$0` is the command.
    func shell(_ script: String) throws -> Result {
        let command = Self.executable.path(percentEncoded: false)
        return try run(URL(filePath: "/bin/sh"), ["-c", script, command])
    }

    private func run(_ executable: URL, _ arguments: [String]) throws -> Result {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = Self.packageFolder
        // No home: nothing of the person's own may be read or written.
        process.environment = ["LANG": "C.UTF-8", "TZ": "UTC", "HOME": "/nonexistent"]
            .merging(environment) { $1 }
        let (output, complaints, stdin) = (Pipe(), Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = complaints
        process.standardInput = stdin
        try process.run()
        // Inputs are shorter than a pipe's 64 KiB, so that writing cannot wait for reading.
        try stdin.fileHandleForWriting.write(contentsOf: Data((input ?? "").utf8))
        try stdin.fileHandleForWriting.close()
        let outputData = output.fileHandleForReading.readDataToEndOfFile()
        let complaintData = complaints.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Result(
            output: String(decoding: outputData, as: UTF8.self),
            complaints: String(decoding: complaintData, as: UTF8.self),
            status: process.terminationStatus)
    }

    /// SwiftPM puts the command beside the test bundle, which is this process. `AGENDA_TEST_PROGRAM` is another one: a release
    /// build needs a tenth of the processor time.
    static let executable: URL = {
        if let program = ProcessInfo.processInfo.environment["AGENDA_TEST_PROGRAM"] {
            return URL(filePath: program)
        }
        let bundle = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return bundle.deletingLastPathComponent().appending(path: "agenda")
    }()
}

/// A folder for one test, removed with it.
final class ScratchFolder: Sendable {
    /// Its path.
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "agenda-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path(percentEncoded: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// A path in it.
    func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file and gives its path.
    func write(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: file(name)))
        return file(name)
    }
}

/// A calendar with these lines in each event.
func calendar(_ events: String...) -> String {
    let bodies = events.map { "BEGIN:VEVENT\nDTSTAMP:20260101T000000Z\n\($0)\nEND:VEVENT\n" }
    return "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//example.org//Test//EN\n"
        + bodies.joined() + "END:VCALENDAR\n"
}
