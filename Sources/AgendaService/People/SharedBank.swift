internal import AgendaKit
internal import CalendarFiles
internal import ICalendar

/// A calendar of another user as a bank: shows what may be seen of each resource, and passes on changes of what is seen as it is.
struct SharedBank: KeptBank {
    let calendars: SharedCalendars
    let location: String

    var properties: BankProperties { BankProperties() }

    func versions(of names: [String]?) throws(BankError) -> [String: String] {
        let alarms = try calendars.alarms.entries(at: location)
        let versions =
            if let names {
                try resources(names).mapValues { KnownView.version(of: $0.shown) }
            } else { try calendars.known(at: location).versions }
        return Dictionary(
            uniqueKeysWithValues: versions.map { name, version in
                (name, alarms[name].map { "\(version)-\($0.number)" } ?? version)
            })
    }

    func read(
        _ names: [String], key: ContentDigest.Key
    ) throws(BankError) -> [String: BankText] {
        let alarms = try calendars.alarms.entries(at: location)
        let resources = try resources(names)
        return Dictionary(
            uniqueKeysWithValues: resources.map { name, resource in
                let bytes = Self.text(resource.shown, alarms[name])
                return (
                    name,
                    BankText(bytes: bytes, version: .digest(ContentDigest(bytes, key: key)))
                )
            })
    }

    /// What is shown, with the alarms of who sees it.
    private static func text(
        _ shown: SharedView.Resource, _ alarms: SharedAlarms.Entry?
    ) -> [UInt8] {
        guard let alarms, !alarms.text.isEmpty else { return shown.bytes }
        return SharedView.stored(shown.bytes, over: alarms.text)
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

    /// Alarms are the user's own, and what else is changed is the owner's: who may only read changes the first alone.
    func commit(_ changes: [ResourceChange], key: ContentDigest.Key) throws(BankError) {
        let (grant, view, owned) = try calendars.view(at: location)
        guard grant.access != .busy else { throw BankError(.protected) }
        let texts = try owned.read(changes.map(\.name))
        let alarms = try calendars.alarms.entries(at: location)
        var own: [String: [UInt8]] = [:]
        var passed: [ResourceChange] = []
        for change in changes {
            let stored = texts[change.name]
            let shown = try shown(change, stored, alarms[change.name], view, key)
            own[change.name] = change.content.map(SharedView.alarms) ?? []
            if let shown, let content = change.content, SharedView.saysSame(content, shown.bytes) {
                continue
            }
            guard grant.access == .write else { throw BankError(.protected, change.name) }
            let condition = stored?.version ?? .absent
            guard let content = change.content else {
                passed.append(ResourceChange(change.name, if: condition, to: nil))
                continue
            }
            let new = SharedView.stored(content, over: stored?.bytes)
            // Who writes what they may not see would never see it again.
            guard let seen = view.resource(change.name, new), seen.isWhole else {
                throw BankError(.protected, change.name)
            }
            passed.append(ResourceChange(change.name, if: condition, to: new))
        }
        if !passed.isEmpty {
            try owned.commit(passed)
            calendars.note(passed, by: grant)
        }
        try calendars.alarms.set(own, over: alarms, at: location)
    }

    /// What a change finds, as it is shown without alarms; nil for nothing.
    ///
    /// - Throws: `changed` where that is not what was read; `protected` for what is not seen as it is.
    private func shown(
        _ change: ResourceChange, _ stored: BankText?, _ alarms: SharedAlarms.Entry?,
        _ view: SharedView, _ key: ContentDigest.Key
    ) throws(BankError) -> SharedView.Resource? {
        if let stored, let shown = view.resource(change.name, stored.bytes),
            shown.name == change.name
        {
            guard shown.isWhole else { throw BankError(.protected, change.name) }
            let digest = ContentDigest(Self.text(shown, alarms), key: key)
            guard change.condition.digest == digest else { throw BankError(.changed, change.name) }
            return shown
        }
        guard change.condition == .absent else {
            throw BankError(view.isMadeUp(change.name) ? .protected : .changed, change.name)
        }
        // What they do not see is not theirs to write over.
        guard stored == nil, !view.isMadeUp(change.name) else {
            throw BankError(.protected, change.name)
        }
        return nil
    }
}
