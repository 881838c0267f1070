import AgendaActions
import AgendaJSON
import AgendaKit
import AgendaSync
import ArgumentParser
import TerminalOutput

extension SourceCommand.Add {
    /// Subscribes to a feed, and imports its first copy.
    func addFeed(_ person: Person) async throws {
        guard !(writable || each || together || large) else {
            throw CommandFailure.usage(
                "\(path): a feed is one calendar that is only read: leave --writable, --each, "
                    + "--together and --large out")
        }
        let online = try OnlineAccess(person)
        let settings = try await feed.applied(to: FeedSettings(), online, for: person)
        let bar = ProgressBar(quiet: common.quiet)
        defer { bar?.end() }
        let added: CalendarSource
        let importer: Importer
        do {
            (added, importer) = try await FeedSubscription(
                online: online, person: person, bar: bar
            ).add(
                path, settings, areGiven: feed.areGiven, name: name,
                color: try cssColor(color) ?? nil)
        } catch {
            // Nobody asks with it any more, unless the feed is there.
            if !(error is AgendaError) { try? await settings.permission?.refreshToken.remove() }
            guard let error = error as? FeedError else { throw error }
            throw CommandFailure.failure("\(path): \(error.description)")
        }
        bar?.end()
        if !common.quiet {
            OutputBuffer.say("Added \(added.name): \(Message.events(added.eventCount))")
        }
        try await importer.requireBackup(person.report)
        try await OpenCalendars(
            store: StoreAccess.openExisting(person), person: person, only: [added.name]
        )
        .finish(quiet: common.quiet)
    }
}
