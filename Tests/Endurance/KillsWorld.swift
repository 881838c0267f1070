/// What the store must contain.
struct KillsWorld {
    /// The existing local events, by their summaries.
    private(set) var events: [String: LocalEvent] = [:]
    /// The events of commands killed before they reported success: there completely or not at all.
    private var doubtful: [String: LocalEvent] = [:]
    /// The events as edits that were killed would have them: each is there, as it was or so.
    private var edited: [String: LocalEvent] = [:]
    private var deleted: Set<String> = []
    var sources: [TestSource] = []

    mutating func add(_ event: LocalEvent) { events[event.summary] = event }

    mutating func delete(_ event: LocalEvent) {
        events[event.summary] = nil
        deleted.insert(event.summary)
    }

    mutating func doubt(_ event: LocalEvent) {
        events[event.summary] = nil
        doubtful[event.summary] = event
    }

    mutating func doubt(changedTo event: LocalEvent) { edited[event.summary] = event }

    /// The paths of the registered sources.
    var paths: [String] { sources.filter { $0.isRegistered == true }.map(\.path) }

    /// Compares with the program's list, and accepts doubtful events as they are found.
    mutating func compare(_ listing: Listing) throws {
        try compareSources(listing)
        for event in listing.events where event.calendar == "local" {
            try take(event)
        }
        let listed = Set(listing.events.map { $0.summary ?? "" })
        for event in events.values where !listed.contains(event.summary) {
            throw Fault("an acknowledged event is lost: \(event)")
        }
        (doubtful, edited) = ([:], [:])
    }

    /// Compares with the contents of the backup: it has the acknowledged events, and perhaps
    /// others.
    func compareBackup(_ listing: Listing) throws {
        for event in events.values where event.isAcknowledged {
            guard listing.events.contains(where: event.isWhole) else {
                throw Fault("the backup lacks \(event)")
            }
        }
        for event in listing.events where deleted.contains(event.summary ?? "") {
            throw Fault("the backup has an event that was deleted: \(event)")
        }
    }

    private mutating func take(_ event: ListedEvent) throws {
        let summary = event.summary ?? ""
        if let edited = edited[summary], edited.isWhole(in: event) { events[summary] = edited }
        guard let known = events[summary] ?? doubtful[summary] else {
            throw Fault("nobody added this event, or it was deleted: \(event)")
        }
        guard known.isWhole(in: event) else {
            throw Fault("not the event that was added: \(event) instead of \(known)")
        }
        events[summary] = known.found(as: event.id)
    }

    private func compareSources(_ listing: Listing) throws {
        let summaries = listing.events.map { $0.calendar + " " + ($0.summary ?? "") }
        let local = summaries.filter { $0.hasPrefix("local ") }
        guard Set(local).count == local.count else {
            throw Fault("an event is there twice: \(local)")
        }
        let names = Set(listing.sources.map(\.name))
        for source in sources {
            let isThere = names.contains(source.name)
            if let isRegistered = source.isRegistered, isRegistered != isThere {
                throw Fault("source \(source.name) is there: \(isThere) instead of \(isRegistered)")
            }
            source.isRegistered = isThere
            let events = listing.events.filter { $0.calendar == source.name }
            let found = Set(events.map { $0.uid + " " + ($0.summary ?? "") })
            let expected = isThere ? source.contents : []
            guard found == expected else {
                throw Fault(
                    "source \(source.name): missing \(expected.subtracting(found).sorted()), "
                        + "too many \(found.subtracting(expected).sorted())")
            }
        }
    }
}
