import AgendaKit
import AgendaSync
import ArgumentParser
import Foundation
import ICalendar
import Testing
@testable import AgendaActions

@testable import agenda

/// An account whose replica gets what a server would send.
@Suite("What a synchronisation brought, in the history and in the trash")
struct SyncJournalTests {
    private let scratch: ScratchFolder
    private let common: CommonOptions
    private let online: OnlineAccess
    private let calendar: AccountCalendar

    init() async throws {
        scratch = try ScratchFolder()
        common = try CommonOptions.parse(
            ["--database", scratch.file("agenda.db")] + AgendaProcess.pinned)
        let person = try common.person()
        online = try OnlineAccess(person)
        let url = try #require(URL(string: "https://dav.example.org/"))
        let account = try online.setup.newAccount(
            name: "work", address: "anna@example.org", url: url, user: "anna")
        var found = CollectionState(href: try #require(Href("/anna/home/", relativeTo: url)))
        (found.isCalendar, found.name) = (true, "Home")
        calendar = try #require(try online.setup.add(account, [found]).first)
        try place(["a.ics": text("a", "Tea"), "b.ics": text("b", "Talk")], isNews: false)
        try await AccountSources(person).register([calendar])
    }

    private func text(_ uid: String, _ summary: String) -> String {
        agendaText("UID:\(uid)", "DTSTART:20261121T120000Z", "SUMMARY:\(summary)")
    }

    private func agendaText(_ lines: String...) -> String {
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\n"
            + lines.map { $0 + "\r\n" }.joined() + "END:VEVENT\r\nEND:VCALENDAR\r\n"
    }

    private func place(_ texts: [String: String?], isNews: Bool = true) throws {
        let replica = try online.setup.replica(of: calendar)
        let outcomes = try replica.commit(
            texts.sorted { $0.key < $1.key }.map { name, text in
                Placement(
                    text.map { .put(Array($0.utf8)) } ?? .remove, name,
                    expected: try replica.read(name)?.version, changes: [], isNews: isNews)
            }, [])
        #expect(outcomes.allSatisfy { $0 == .done })
    }

    private func note(isAsked: Bool) async throws {
        let person = try common.person()
        let store = try await StoreAccess.openExisting(person)
        try await SyncJournal(online: online, store: store, person: person)
            .note([calendar], isAsked: isAsked)
    }

    private func agenda(_ arguments: String...) throws -> AgendaProcess.Result {
        try AgendaProcess().run(
            arguments + ["--database", scratch.file("agenda.db")] + AgendaProcess.pinned)
    }

    private func terminal(_ arguments: String...) throws -> TerminalSession {
        try TerminalSession(
            arguments + ["--database", scratch.file("agenda.db")],
            environment: AgendaProcess().environment)
    }

    private func output(_ arguments: String...) throws -> String {
        let result = try AgendaProcess().run(
            arguments + ["--database", scratch.file("agenda.db")] + AgendaProcess.pinned)
        #expect(result.status == 0, "\(result.complaints)")
        return result.output
    }

    private func read(_ name: String) -> String? {
        try? String(contentsOf: URL(filePath: "\(calendar.folder)/\(name)"), encoding: .utf8)
    }

    @Test("one change for undo --only and redo, which name its events; history -p shows its parts")
    func undo() async throws {
        try place(["a.ics": text("a", "Coffee"), "b.ics": nil, "c.ics": text("c", "Trip")])
        try await note(isAsked: true)
        #expect(
            try output("history", "--number", "1")
                == "1  2026-11-20 12:00  synced  work: 1 added, 1 changed, 1 removed  [Home]\n")
        #expect(
            try output("history", "-p", "--number", "1").split(separator: "\n").dropFirst().map {
                $0.trimmingPrefix(/\s+/)
            }.filter { $0.hasPrefix("[") || $0.contains("summary:") } == [
                "[Home] Coffee", "-summary: Tea", "+summary: Coffee", "[Home] Talk",
                "-summary: Talk", "[Home] Trip", "+summary: Trip",
            ])
        #expect(try output("undo", "--only", "1") == "Undone: synced work: Coffee, Talk, Trip\n")
        #expect(read("a.ics") == text("a", "Tea") && read("b.ics") == text("b", "Talk"))
        #expect(read("c.ics") == nil)
        #expect(
            try output("history", "--number", "2") == """
                2  2026-11-20 12:00  undid   work: 1 added, 1 changed, 1 removed (1)  [Home]
                1  2026-11-20 12:00  synced  work: 1 added, 1 changed, 1 removed  undone  [Home]

                """)
        #expect(try output("redo") == "Redone: synced work: Coffee, Talk, Trip\n")
        #expect(read("a.ics") == text("a", "Coffee") && read("b.ics") == nil)
        #expect(try online.setup.replica(of: calendar).arrivals().isEmpty)
    }

    @Test(
        "is passed over by undo, and undone by its number, whoever asked for it",
        arguments: [true, false])
    func passedOver(isAsked: Bool) async throws {
        #expect(try output("edit", "Talk", "--location", "Here", "--quiet").isEmpty)
        try place(["a.ics": text("a", "Coffee")])
        try await note(isAsked: isAsked)
        #expect(try output("undo") == "Undone: edited Talk\n")
        #expect(read("a.ics") == text("a", "Coffee"))
        let nothing = try agenda("undo")
        #expect(nothing.status == 1 && nothing.complaints == "nothing to undo\n")
        #expect(try output("undo", "--only", "2") == "Undone: synced work: Coffee\n")
        #expect(read("a.ics") == text("a", "Tea"))
    }

    @Test("a terminal asks before it takes from everybody what others put on the server")
    func asked() async throws {
        try place(["c.ics": text("c", "Works meeting"), "b.ics": nil])
        try await note(isAsked: true)
        for (answer, status) in [("n\n", 1), ("y\n", 0)] as [(String, Int32)] {
            let undo = try terminal("undo", "--only", "1")
            try undo.wait(
                for: "Talk, Works meeting: the next synchronisation changes or deletes this for")
            undo.type(answer)
            #expect(undo.end() == status)
            #expect((read("c.ics") == nil) == (status == 0))
        }
        // What was removed there alone only comes back.
        try place(["a.ics": nil])
        try await note(isAsked: true)
        let undo = try terminal("undo", "--only", "3")
        #expect(undo.end() == 0)
        #expect(read("a.ics") == text("a", "Tea"))
    }

    @Test("a refusal says what changed since, and which change did it")
    func refusal() async throws {
        #expect(try output("edit", "Tea", "--location", "Here", "--quiet").isEmpty)
        let here = try #require(read("a.ics"))
        try place(["a.ics": here.replacing("LOCATION:Here", with: "LOCATION:There")])
        try await note(isAsked: false)
        let refused = try agenda("undo")
        #expect(refused.status == 1)
        #expect(
            refused.complaints
                == "Tea: LOCATION has changed since, by change 2: edit it, or undo that first: "
                + "'agenda undo --only 2'\n")
    }

    @Test("what was left by a run that was killed is noted by the next one, once")
    func killed() async throws {
        try place(["a.ics": text("a", "Coffee")])
        // The rows are still there where the process ended before it could forget them.
        let left = try online.setup.replica(of: calendar).arrivals()
        #expect(left.count == 1)
        let store = try await StoreAccess.openExisting(try common.person())
        try await store.editor(try common.person()).note(
            left.map {
                SyncedFile(
                    identifier: $0.identifier, calendar: "Home", href: $0.name, before: $0.before,
                    after: $0.after)
            }, of: "work", isAsked: true)
        try place(["b.ics": nil])
        try await note(isAsked: true)
        let lines = try output("history", "--number", "2").split(separator: "\n")
        #expect(lines.map { $0.hasSuffix("synced  work: 1 removed  [Home]") } == [true, false])
        #expect(lines.last?.hasSuffix("synced  work: 1 changed  [Home]") == true)
    }

    @Test("the trash lists what was replaced or removed, and restore puts it back")
    func trash() async throws {
        try place(["a.ics": text("a", "Coffee"), "b.ics": nil])
        #expect(
            try output("sync", "trash") == """
                2  2026-11-20 12:00  removed  Talk  [work/Home]
                1  2026-11-20 12:00  replaced  Tea  [work/Home]

                """)
        let json = try JSONSerialization.jsonObject(
            with: Data(try output("sync", "trash", "--json").utf8))
        let items = try #require((json as? [String: Any])?["trash"] as? [[String: Any]])
        #expect(
            Set(items[0].keys) == [
                "number", "at", "reason", "account", "calendar", "name", "summary", "text",
            ])
        #expect(items[0]["text"] as? String == text("b", "Talk"))
        #expect(try output("sync", "restore", "1", "2") == "Restored: Tea\nRestored: Talk\n")
        #expect(read("a.ics") == text("a", "Tea") && read("b.ics") == text("b", "Talk"))
        #expect(try output("sync", "restore", "1") == "Tea: is as it was already\n")
        #expect(try output("undo") == "Undone: added Talk\n")
        #expect(read("b.ics") == nil)
        let missing = try agenda("sync", "restore", "7")
        #expect(missing.status == 1)
        #expect(missing.complaints == "7: is not in the trash: see 'agenda sync trash'\n")
    }
}
