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
        let feed = try await subscribe(online, person)
        do {
            try await addSource(feed, online, person)
        } catch let error as AgendaError {
            // Without its source nobody would see the feed.
            try? online.feeds.remove(feed.id)
            throw error
        }
    }

    private func addSource(_ feed: Feed, _ online: OnlineAccess, _ person: Person) async throws {
        let store = try await StoreAccess.open(person)
        let bar = ProgressBar(quiet: common.quiet)
        defer { bar?.end() }
        let importer = store.importer(person, bar)
        var source = CalendarSource(
            name: name ?? feed.name ?? feed.host, kind: .file,
            location: online.feeds.path(of: feed))
        source.color = (try cssColor(color) ?? nil) ?? feed.shownColor
        let added = try await importer.addSource(source, isUndoable: true).source
        bar?.end()
        if !common.quiet {
            OutputBuffer.say("Added \(added.name): \(Message.events(added.eventCount))")
        }
        try await importer.requireBackup(person.report)
        try OpenCalendars(store: store, person: person, only: [added.name])
            .finish(quiet: common.quiet)
    }

    /// The feed: a new one, or the one whose source was removed.
    private func subscribe(_ online: OnlineAccess, _ person: Person) async throws -> Feed {
        let settings = try await feed.applied(to: FeedSettings(), online, for: person)
        do {
            return try await subscribe(online, settings)
        } catch {
            // Nobody asks with it any more.
            try? await settings.permission?.refreshToken.remove()
            throw error
        }
    }

    private func subscribe(
        _ online: OnlineAccess, _ settings: FeedSettings
    ) async throws -> Feed {
        do throws(FeedError) {
            return try await online.feeds.add(path, settings)
        } catch {
            guard case .exists(let id) = error.reason,
                let known = try online.feeds.feeds().first(where: { $0.id == id })
            else { throw CommandFailure.failure("\(path): \(error.description)") }
            let store = try await StoreAccess.openIfExisting(try common.person())
            let sources = try store?.sources(counting: false) ?? []
            if let source = sources.standing(at: online.feeds.path(of: known)) {
                throw CommandFailure.failure(
                    "\(path): is the source \(source.name) already: change it with 'agenda source set'"
                )
            }
            return try online.feeds.set(feed.areGiven ? settings : known.settings, of: id)
        }
    }
}

extension Feed {
    /// Its own colour, without the opacity that Apple adds; nil if it is none that a terminal can show.
    fileprivate var shownColor: String? {
        guard let color else { return nil }
        let opaque = color.hasPrefix("#") ? String(color.prefix(7)) : color
        return TextColor(css: opaque) == nil ? nil : opaque
    }
}
