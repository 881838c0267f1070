internal import ICalendar

/// What a push has to send, derived from what differs in the replica.
struct PushPlan: Hashable {
    /// Resources with another name than their base's: only the base follows.
    var renamed: [Href: String] = [:]
    /// Resources to replace, by name.
    var updates: [Href] = []
    /// Names of resources to make.
    var creations: [String] = []
    /// Resources to delete.
    var deletions: [Href] = []
    /// Deletions that wait for a person, or were allowed; nil where none are.
    var hold: Hold?

    /// - Parameters:
    ///   - uids: The UIDs of the added resources by name, and of the deleted bases' texts by href: a file that was
    ///     renamed is no deletion.
    ///   - blocked: Resources whose last operation's fate is unknown.
    init(
        _ look: ReplicaComparison.Differences, _ state: SyncState,
        added uids: [String: String] = [:],
        deleted goneUIDs: [Href: String] = [:], blocked: Set<Href> = [], now: Instant
    ) {
        let waiting = Set(state.conflicts.values.lazy.filter(\.isOpen).map(\.name))
        let mayBeSent = { (name: String) in !waiting.contains(name) && look.unsendable[name] == nil
        }
        let free = { (href: Href) in !blocked.contains(href) && state.toFetch[href] == nil }
        var places: [String: Href] = [:]
        for (href, uid) in goneUIDs where !uid.isEmpty { places[uid] = href }
        for name in look.added {
            if let uid = uids[name], let href = places.removeValue(forKey: uid) {
                renamed[href] = name
            } else if mayBeSent(name) {
                creations.append(name)
            }
        }
        updates = look.changed.filter { free($0.key) && mayBeSent($0.value) }.map(\.key).sorted()
        let deleted = Set(look.deleted.filter { renamed[$0] == nil && !state.gone.contains($0) })
        hold = DeletionGuard.hold(
            .fromReplica, deleted, held: state.holds[.fromReplica], of: state.bases.count, now: now)
        let held = hold?.waiting ?? []
        deletions = deleted.subtracting(held).filter(free).sorted()
    }
}
