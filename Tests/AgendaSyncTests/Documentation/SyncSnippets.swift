import AgendaKit
import AgendaSync
import CalendarMerge
import FoundationEssentials
import Glibc
import TestServers
import Testing

/// The Swift of AgendaSync's page, as a program that uses it writes it.
enum SyncSnippets {
    static func feeds(folder: String, address: String, nowhere: String) async throws -> [String] {
        let print = Printed()
        // snippet: subscribing
        let online = try OnlineAccess(folder: folder, agent: "tea/1.0")
        let feed = try await online.subscribe(to: address)
        print(feed.name ?? "unnamed", feed.count)
        // end

        // snippet: a failing address
        do {
            _ = try await online.subscribe(to: nowhere)
        } catch {
            guard error.code == .notFound else { throw error }
            print("nothing there")
        }
        // end

        let store = try EventStore.inMemory()
        let importer = Importer(store: store, clock: SystemClock())
        // snippet: a feed as a source
        let source = CalendarSource(name: "", kind: .file, location: online.path(of: feed))
        print(try await importer.addSource(source).source.name)
        // end

        // snippet: refreshing feeds
        let changed = try await online.refreshFeeds(all: true)
        for feed in try online.subscriptions() where feed.problem != nil {
            print(feed.address, feed.problem ?? "")
        }
        if !changed.isEmpty { _ = try await importer.refresh() }
        // end
        print(changed.count)

        // snippet: a feed with a password
        var settings = FeedSettings(user: "anna", password: .command(["pass", "show", "feed"]))
        settings.every = 3_600
        // end
        print(settings.every ?? 0)

        // snippet: unsubscribing
        for feed in try online.subscriptions() { try online.unsubscribe(feed) }
        // end
        print(try online.subscriptions().count)
        return print.lines
    }

    static func accounts(
        _ online: OnlineAccess, server: String, passwordFile: String
    ) async throws -> [String] {
        let print = Printed()
        // snippet: an account
        let account = try await online.addAccount(
            at: server, named: "work", user: "anna", password: .file(passwordFile))
        for calendar in try online.calendars(of: account) {
            print(calendar.name, calendar.isReadOnly)
        }
        // end

        // snippet: synchronising
        for outcome in try await online.synchronise(account) {
            if let problem = outcome.report.problem { print(outcome.calendar.name, problem) }
            print(outcome.calendar.name, outcome.report.fetched, outcome.report.sent)
        }
        // end

        let store = try EventStore.inMemory()
        let importer = Importer(store: store, clock: SystemClock())
        // snippet: calendars as sources
        for calendar in try online.calendars(of: account) {
            var source = CalendarSource(
                name: calendar.name, kind: .folder, location: calendar.folder)
            source.isWritable = !calendar.isReadOnly
            _ = try await importer.addSource(source)
        }
        // end
        print(try store.sources().map(\.eventCount))

        // snippet: what waits
        try online.setPolicy(.mine, of: account)
        for outcome in try await online.synchronise(account) where outcome.report.held > 0 {
            try online.allowHeldDeletions(of: outcome.calendar)
        }
        // end
        print(try online.accounts().map(\.policy))

        // snippet: removing an account
        do {
            try online.remove(account, keepsFiles: false)
        } catch {
            guard error.code == .unsent else { throw error }
            print(error)
        }
        // end
        print(try online.accounts().count)
        return print.lines
    }
}

@Suite("The page of AgendaSync")
struct SyncSnippetTests {
    private let folder = TemporaryFolder()
    private let text = """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        X-WR-CALNAME:Holidays\r
        BEGIN:VEVENT\r
        UID:1\r
        DTSTAMP:20261101T000000Z\r
        DTSTART;VALUE=DATE:20261225\r
        SUMMARY:Christmas\r
        END:VEVENT\r
        END:VCALENDAR\r

        """

    @Test("subscribes, shows, asks again and ends as it says")
    func feeds() async throws {
        let text = text
        let server = try LoopbackServer { request in
            request.target == "/nothing.ics"
                ? CalendarServer.answer(404)
                : CalendarServer.answer(200, "Content-Type: text/calendar\r\n", text)
        }
        let printed = try await SyncSnippets.feeds(
            folder: folder.path + "/online", address: server.url("/a.ics").absoluteString,
            nowhere: server.url("/nothing.ics").absoluteString)
        #expect(printed == ["Holidays 1", "nothing there", "Holidays", "0", "3600", "0"])
    }

    @Test("finds an account, brings its calendars, and forgets it as it says")
    func accounts() async throws {
        let server = try CalendarServer([
            "home": .init("Home", items: ["1.ics": text]), "team": .init("Team"),
        ])
        folder.write("password", "sesame\n")
        chmod(folder.path + "/password", 0o600)
        let online = try OnlineAccess(folder: folder.path + "/online", agent: "tea/1.0")
        let printed = try await SyncSnippets.accounts(
            online, server: server.url.absoluteString, passwordFile: folder.path + "/password")
        #expect(
            printed == [
                "Home false", "Team false", "Home 1 0", "Team 0 0", "[1, 0]",
                "[CalendarMerge.ConflictPolicy.mine]",
                "0",
            ])
    }

    @Test("a wrong address, a second account of one name, and a refused password have codes")
    func codes() async throws {
        let server = try CalendarServer()
        let online = try OnlineAccess(folder: folder.path + "/online", agent: "tea/1.0")
        let url = server.url.absoluteString
        _ = try await online.addAccount(at: url, named: "work", password: nil)
        server.change { $0.credentials = ["Basic none"] }
        let cases: [(address: String, name: String, code: SyncError.Code)] = [
            (url, "work", .exists), (url, "other", .refused), ("ftp://x", "third", .invalid),
        ]
        for (address, name, code) in cases {
            let error = await #expect(throws: SyncError.self) {
                _ = try await online.addAccount(at: address, named: name, password: nil)
            }
            #expect(error?.code == code, "\(address) \(name)")
        }
        #expect(try online.accounts().map(\.name) == ["work"])
    }
}

/// Stands for `print` in a snippet, and keeps the lines that it prints.
private final class Printed {
    var lines: [String] = []

    func callAsFunction(_ values: Any...) {
        lines.append(values.map { "\($0)" }.joined(separator: " "))
    }
}
