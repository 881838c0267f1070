package import AgendaKit
package import AgendaSync

/// Subscribing to a feed, which becomes a source.
package struct FeedSubscription {
    package let online: OnlineAccess
    package let person: Person
    /// Shows how far the import is.
    package var bar: (any ProgressReport)?

    package init(
        online: OnlineAccess, person: Person, bar: (any ProgressReport)? = nil
    ) {
        (self.online, self.person, self.bar) = (online, person, bar)
    }

    /// Subscribes to a feed, and imports its first copy. A feed whose source was removed is taken up again.
    ///
    /// - Parameters:
    ///   - areGiven: whether the settings take the place of those of a feed that is taken up again.
    ///   - name: nil for its own, else its host's.
    ///   - color: nil for its own.
    /// - Returns: the source, and who imported it.
    /// - Throws: ``FeedError``; ``CommandFailure`` if it is a source already; what adding a source throws. No feed is kept
    ///   then.
    package func add(
        _ address: String, _ settings: FeedSettings, areGiven: Bool, name: String?, color: String?
    ) async throws -> (source: CalendarSource, importer: Importer) {
        let feed = try await subscribe(address, settings, areGiven: areGiven)
        do {
            let importer = try await StoreAccess.open(person).importer(person, bar)
            var source = CalendarSource(
                name: name ?? feed.name ?? feed.host, kind: .file,
                location: online.feeds.path(of: feed))
            source.color = color ?? feed.shownColor
            return (try await importer.addSource(source, isUndoable: true).source, importer)
        } catch let error as AgendaError {
            // Without its source nobody would see the feed.
            try? online.feeds.remove(feed.id)
            throw error
        }
    }

    private func subscribe(
        _ address: String, _ settings: FeedSettings, areGiven: Bool
    ) async throws -> Feed {
        do throws(FeedError) {
            return try await online.feeds.add(address, settings)
        } catch {
            guard case .exists(let id) = error.reason,
                let known = try online.feeds.feeds().first(where: { $0.id == id })
            else { throw error }
            let sources =
                try await StoreAccess.openIfExisting(person)?.sources(counting: false) ?? []
            if let source = sources.standing(at: online.feeds.path(of: known)) {
                throw CommandFailure.failure(
                    "\(address): is the source \(source.name) already: change it with 'agenda source set'"
                )
            }
            return try online.feeds.set(areGiven ? settings : known.settings, of: id)
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
