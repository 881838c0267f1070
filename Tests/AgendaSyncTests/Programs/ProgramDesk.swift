import FoundationEssentials
import Glibc
import ICalendar
import Testing

@testable import AgendaSync

/// An installation with programs instead of servers, in a folder of its own.
struct ProgramDesk {
    let folder = TemporaryFolder()
    let online: OnlineAccess
    private static let package = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    init(_ limits: ProgramLimits = ProgramLimits()) throws {
        online = try OnlineAccess(
            database: folder.path + "/sync.db", folder: folder.path + "/", agent: "test/1",
            limits: limits, now: { Instant(secondsSinceEpoch: 1_800_000_000) })
    }

    /// A copy of a program of the package, which the package's own folder may let others change.
    func program(_ path: String, _ name: String, of argument: String) throws -> SourceProgram {
        let source = Self.package.appending(path: path).path
        let text = try String(contentsOfFile: source, encoding: .utf8)
        return script(text, name, of: argument)
    }

    /// A program of this text.
    func script(_ text: String, _ name: String, of argument: String) -> SourceProgram {
        let file = "agenda-source-\(name)"
        folder.write(file, text)
        chmod("\(folder.path)/\(file)", 0o755)
        return SourceProgram(name: name, argument: argument, path: "\(folder.path)/\(file)")
    }

    /// The program that misbehaves as ``set(_:)`` says.
    func hostile() throws -> SourceProgram {
        set("good")
        return try program("Tests/Programs/agenda-source-hostile", "hostile", of: folder.path)
    }

    func set(_ mode: String) { folder.write("mode", mode) }

    /// Makes the account of a program.
    func add(
        _ program: SourceProgram, _ password: PasswordSource? = nil
    ) async throws -> Account {
        let account = try online.setup.newAccount(
            name: program.title, program: program, password: password)
        let client = try await online.connections.client(of: account)
        let found = try await online.setup.calendars(of: account, through: client)
        _ = try online.setup.add(account, found, offered: found)
        await online.release(account)
        return account
    }

    /// Synchronises once.
    func synchronise(_ account: Account) async throws -> SyncReport {
        let outcomes = try await online.synchronise(account)
        return try #require(outcomes.first).report
    }

    /// The folder of the account's calendar.
    func files(_ account: Account) throws -> Folder {
        Folder(path: try #require(online.calendars(of: account).first).folder)
    }

    /// The calendar's resources on this device.
    func names(_ account: Account) throws -> [String] {
        try files(account).names.filter { $0.hasSuffix(".ics") }
    }
}
