// Subscribes to a feed and synchronises an account, and shows what is on today.
// usage: OutsideSync FEED ACCOUNT USER PASSWORDFILE
// Without arguments it asks where nobody answers, and says which errors came.
import AgendaKit
import AgendaSync
import Foundation

func show(_ online: OnlineAccess, feed address: String, _ arguments: [String]) async throws {
    let feed = try await online.subscribe(to: address)
    let account = try await online.addAccount(
        at: arguments[0], user: arguments[1], password: .file(arguments[2]))
    for outcome in try await online.synchronise(account) {
        print(outcome.calendar.name, outcome.report.problem?.description ?? "in step")
    }

    let store = try EventStore.inMemory()
    let importer = Importer(store: store, clock: SystemClock())
    _ = try await importer.addSource(
        CalendarSource(name: "", kind: .file, location: online.path(of: feed)))
    for calendar in try online.calendars(of: account) {
        var source = CalendarSource(name: calendar.name, kind: .folder, location: calendar.folder)
        source.isWritable = !calendar.isReadOnly
        _ = try await importer.addSource(source)
    }
    for source in try store.sources() { print(source.name, source.eventCount) }
}

let folder = FileManager.default.temporaryDirectory.appending(path: "outside-\(UUID())").path
defer { try? FileManager.default.removeItem(atPath: folder) }
let online = try OnlineAccess(folder: folder, agent: "outside/1.0")
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.count == 4 {
    try await show(online, feed: arguments[0], Array(arguments.dropFirst()))
} else {
    do {
        _ = try await online.subscribe(to: "http://127.0.0.1:9/a.ics")
    } catch {
        print("feed:", error.code)
    }
    do {
        _ = try await online.addAccount(at: "http://127.0.0.1:9/", password: nil)
    } catch {
        print("account:", error.code)
    }
    let (feeds, accounts) = (try online.subscriptions(), try online.accounts())
    precondition(feeds.isEmpty && accounts.isEmpty)
}
