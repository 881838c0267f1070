import Foundation

/// A database that an older program has written: the first command that opens it brings it up to
/// date, and may be killed meanwhile.
struct OldStore {
    private let original: String
    private let agenda: Agenda
    private let arguments: [String]
    private let expected: Agenda.Result

    init(_ original: String, _ agenda: Agenda) throws {
        self.original = original
        self.agenda = agenda
        arguments = KillsCheck.listing + ["--database", agenda.scratch.file("old/old.db")]
        try Self.copy(original, agenda.scratch)
        expected = try agenda.run(arguments)
        guard [.status(0), .status(3)].contains(expected.ending) else {
            throw Fault("\(original) cannot be opened: \(expected.complaints)")
        }
    }

    /// Opens a fresh copy.
    func begin() throws -> KillAttempt {
        try Self.copy(original, agenda.scratch)
        let child = try agenda.start(arguments)
        return KillAttempt(arguments: arguments, child: child, inspect: inspect)
    }

    /// Whoever opens it next sees what was in it.
    private func inspect() throws {
        let result = try agenda.run(arguments)
        guard result == expected else {
            throw Fault("after a killed first opening: \(result) instead of \(expected)")
        }
    }

    private static func copy(_ original: String, _ scratch: Scratch) throws {
        try? FileManager.default.removeItem(atPath: scratch.file("old"))
        try FileManager.default.copyItem(
            atPath: original, toPath: scratch.folder("old") + "/old.db")
    }
}
