internal import AgendaActions
internal import AgendaKit
internal import AgendaSync
internal import CalendarFiles

// Calendars whose states are the same at each node: a client goes on at any of them, whatever has become of the store.
extension StoreHome {
    func stated(_ calendar: ServedCalendar) -> (any StatedBank)? {
        guard let source = calendar.source, source.isKept else { return nil }
        return person.kept?.bank(at: source.location ?? "") as? any StatedBank
    }

    func state(of bank: any StatedBank) throws(DAVFault) -> KeptState {
        guard let state = bank.state else { throw .away("the calendar is being read") }
        return state
    }

    func members(
        of calendar: ServedCalendar, in bank: any StatedBank, since token: SyncToken?
    ) throws(DAVFault) -> ServedChanges {
        let source = try source(calendar)
        try requireGood(source)
        let shown = try state(of: bank)
        let since = token?.state
        if token != nil, since == nil { throw .forbidden(.dav("valid-sync-token")) }
        let present = SyncToken(shown)
        if since == shown { return ServedChanges(entries: [], token: present) { _ in present } }
        let found: [(name: String, isGone: Bool, state: KeptState)]?
        do throws(BankError) { found = try bank.changes(since: since) } catch {
            throw .away("\(source.name) cannot be read")
        }
        guard let found else { throw .forbidden(.dav("valid-sync-token")) }
        // What the store does not show yet is told the next time.
        let told = found.filter { $0.state.members.revision <= shown.members.revision }
        let members = try members(named: told.filter { !$0.isGone }.map(\.name), of: source)
        let names = try named(calendar, told.map(\.name))
        let resources = try part(
            members.map { Self.resource($0, named: names[$0.href]) }, calendar)
        let known = Dictionary(
            resources.compactMap { resource -> (String, ServedResource)? in
                guard case .bank(let href, _) = resource.key else { return nil }
                return (href, resource)
            }
        ) { first, _ in first }
        var entries: [(entry: ServedChanges.Entry, state: KeptState)] = []
        for change in told {
            if change.isGone {
                entries.append((.gone(names[change.name] ?? change.name), change.state))
            } else if let resource = known[change.name] {
                entries.append((.changed(resource), change.state))
            }
        }
        let states = entries.map(\.state)
        return ServedChanges(entries: entries.map(\.entry), token: present) { count in
            SyncToken(states[count - 1])
        }
    }

    private func members(
        named names: [String], of source: CalendarSource
    ) throws(DAVFault) -> [ServedMember] {
        try told { () throws(AgendaError) in try store.members(names, of: source) }
    }
}

extension SyncToken {
    init(_ state: KeptState) { self.init(generation: String(state.generation), state.members) }

    /// What it says of a ``StatedBank``; nil for another installation's.
    var state: KeptState? { Int64(generation).map { KeptState(generation: $0, members) } }
}
