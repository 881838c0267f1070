import Foundation
import Glibc

/// A database of its own, with an account that other devices have, too.
struct SyncedDevice {
    /// What the checks compare of an event.
    struct Event: Hashable {
        var summary: String
        var location: String?
    }

    /// The status of an account, in `agenda account list --json`.
    private struct Accounts: Decodable {
        struct Account: Decodable {
            struct Calendar: Decodable {
                struct Conflict: Decodable {}
                let conflicts: [Conflict]
            }
            let status: String
            let calendars: [Calendar]
        }
        let accounts: [Account]
    }

    let name: String
    let agenda: Agenda
    /// The calendar's files.
    let folder: String

    init(_ name: String, _ agenda: Agenda, _ server: CalendarServer) throws {
        self.name = name
        let place = try agenda.scratch.folder(name)
        self.agenda = Agenda(
            path: agenda.path, scratch: agenda.scratch,
            pinned: ["--database", place + "/agenda.db"])
        folder = place + "/accounts/kills/Work"
        let password = agenda.scratch.file("password")
        try Data("wonderland\n".utf8).write(to: URL(filePath: password))
        chmod(password, 0o600)
        let added = [
            "account", "add", server.url, "--name", "kills", "--user", "alice", "--password-file",
            password, "--all",
        ]
        let result = try self.agenda.run(added)
        guard result.ending == .status(0) else {
            throw Fault("\(name): account add: \(result.output) \(result.complaints)")
        }
    }

    /// Synchronises to the end, which must succeed and leave nothing for a person.
    ///
    /// The server may still be at what a killed client asked for, and Xandikos refuses a second writer meanwhile: what it
    /// refuses goes with the next run.
    func sync() throws {
        var result = try agenda.run(["sync"])
        for _ in 0..<5 where result.ending == .status(3) {
            usleep(100_000)
            result = try agenda.run(["sync"])
        }
        guard result.ending == .status(0) else {
            throw Fault("\(name): sync: \(result.ending): \(result.output) \(result.complaints)")
        }
    }

    /// The files by their names.
    var files: [String: String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".ics") }.reduce(into: [:]) { files, name in
            files[name] = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        }
    }

    /// The events of the files by their descriptions, which nobody changes.
    ///
    /// - Throws: if one is there twice, or a file has none.
    func events() throws -> [String: Event] {
        var events: [String: Event] = [:]
        for (file, text) in files {
            let lines = text.split(whereSeparator: \.isNewline)
            let value = { (property: String) in
                lines.first { $0.hasPrefix(property + ":") }
                    .map { String($0.dropFirst(property.count + 1)) }
            }
            guard let id = value("DESCRIPTION"), let summary = value("SUMMARY") else {
                throw Fault("\(name): \(file) is no event of this check: \(text)")
            }
            if events[id] != nil { throw Fault("\(name): \(id) is there twice") }
            events[id] = Event(summary: summary, location: value("LOCATION"))
        }
        return events
    }

    /// The same as `agenda list` has it.
    func listed() throws -> [String: Event] {
        let listing = try agenda.json(
            Listing.self, ["list", "--json", "--from", "2027-01-01", "--days", "60"])
        var events: [String: Event] = [:]
        for event in listing.events {
            let id = event.details ?? ""
            if events[id] != nil { throw Fault("\(name): \(id) is listed twice") }
            events[id] = Event(summary: event.summary ?? "", location: event.location)
        }
        return events
    }

    /// - Throws: if the account has something that waits for a person, or a conflict.
    func checkAccount() throws {
        let list = try agenda.json(Accounts.self, ["account", "list", "--json"])
        guard let account = list.accounts.first, account.status == "ok" else {
            throw Fault("\(name): the account is \(list.accounts.first?.status ?? "not there")")
        }
        let conflicts = account.calendars.map(\.conflicts.count).reduce(0, +)
        if conflicts > 0 { throw Fault("\(name): \(conflicts) conflicts that nobody made") }
    }
}
