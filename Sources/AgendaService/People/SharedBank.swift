internal import AgendaKit
internal import CalendarFiles
internal import ICalendar

/// A calendar of another user as a bank: shows what may be seen of each resource, and passes on changes of what is seen as it is.
struct SharedBank: KeptBank {
    let calendars: SharedCalendars
    let location: String

    var properties: BankProperties { BankProperties() }

    func versions(of names: [String]?) throws(BankError) -> [String: String] {
        guard let names else { return try calendars.known(at: location).versions }
        return try resources(names).mapValues { KnownView.version(of: $0.shown) }
    }

    func read(
        _ names: [String], key: ContentDigest.Key
    ) throws(BankError) -> [String: BankText] {
        try resources(names).mapValues { resource in
            BankText(
                bytes: resource.shown.bytes,
                version: .digest(ContentDigest(resource.shown.bytes, key: key)))
        }
    }

    /// Resources by the names that they are shown under, with the owner's own texts.
    private func resources(
        _ names: [String]
    ) throws(BankError) -> [String: (shown: SharedView.Resource, own: BankText)] {
        let (_, view, owned) = try calendars.view(at: location)
        var known = calendars.lastKnown(at: location)?.names ?? [:]
        if names.contains(where: { view.isMadeUp($0) && known[$0] == nil }) {
            known = try calendars.known(at: location).names
        }
        let places = Dictionary(names.map { ($0, known[$0] ?? $0) }) { first, _ in first }
        let texts = try owned.read(Array(Set(places.values)))
        var found: [String: (shown: SharedView.Resource, own: BankText)] = [:]
        for (name, place) in places {
            guard let text = texts[place], let shown = view.resource(place, text.bytes),
                shown.name == name
            else { continue }
            found[name] = (shown, text)
        }
        return found
    }

    func commit(_ changes: [ResourceChange], key: ContentDigest.Key) throws(BankError) {
        let (grant, view, owned) = try calendars.view(at: location)
        guard grant.access == .write else { throw BankError(.protected) }
        let texts = try owned.read(changes.map(\.name))
        let passed = try changes.map { change throws(BankError) in
            let own = texts[change.name]
            if let own, let shown = view.resource(change.name, own.bytes),
                shown.name == change.name
            {
                guard shown.isWhole else { throw BankError(.protected, change.name) }
                guard change.condition.digest == ContentDigest(shown.bytes, key: key) else {
                    throw BankError(.changed, change.name)
                }
            } else {
                guard change.condition == .absent else {
                    throw BankError(
                        view.isMadeUp(change.name) ? .protected : .changed, change.name)
                }
                // What they do not see is not theirs to write over.
                guard own == nil, !view.isMadeUp(change.name) else {
                    throw BankError(.protected, change.name)
                }
            }
            guard let content = change.content else {
                return ResourceChange(change.name, if: own?.version ?? .absent, to: nil)
            }
            let stored = SharedView.stored(content, over: own?.bytes)
            // Who writes what they may not see would never see it again.
            guard let shown = view.resource(change.name, stored), shown.isWhole else {
                throw BankError(.protected, change.name)
            }
            return ResourceChange(change.name, if: own?.version ?? .absent, to: stored)
        }
        try owned.commit(passed)
        calendars.note(passed, by: grant)
    }
}
