internal import ICalendar

/// What a pull has to do, derived from what the server says has changed or is there.
struct PullPlan: Hashable {
    /// What to fetch.
    var fetch: [Href] = []
    /// What the server no longer has, and the replica still has.
    var gone: Set<Href> = []
    /// What was taken for gone and is there.
    var back: Set<Href> = []
    /// What failed alone, and the server no longer names.
    var settled: Set<Href> = []
    /// What to store at the end.
    var pending: SyncState.Pending

    /// Whether nothing is to be done, nor to be stored.
    func isNothing(for state: SyncState) -> Bool {
        fetch.isEmpty && gone.isEmpty && back.isEmpty && settled.isEmpty && state.pending == nil
            && pending.token == state.token && pending.ctag == state.ctag && pending.listed == nil
    }

    /// Takes the changes since a token.
    ///
    /// - Returns: nil where they cannot be trusted and a listing must say what is there: two servers answer an unknown
    ///   token with all there is and nothing of what is gone, so more than half is as it was; or nothing has
    ///   changed, and yet the token has, or is missing.
    init?(_ changes: CollectionChanges, since token: String, to state: SyncState) {
        let unchanged = changes.changed.count { resource in
            resource.etag != nil && resource.etag == state.bases[resource.href]?.etag
                && state.toFetch[resource.href] == nil
        }
        let isEmpty = changes.changed.isEmpty && changes.gone.isEmpty
        guard unchanged * 2 <= changes.changed.count, !isEmpty || changes.token == token,
            let next = changes.token
        else { return nil }
        pending = SyncState.Pending(
            token: next, ctag: state.ctag, listed: state.pending?.listed)
        // Whatever their tags: SOGo counts a resource's versions, and starts again where one is deleted and made again.
        fetch = changes.changed.map(\.href)
        gone = Set(changes.gone.filter { state.bases[$0] != nil && !state.gone.contains($0) })
        back = Set(changes.changed.map(\.href)).intersection(state.gone)
        settled = Self.failing(state).intersection(changes.gone)
    }

    /// Takes a listing of all there is.
    ///
    /// - Parameter collection: What the server said of the collection before it listed it, so that what changes in
    ///   between is fetched twice rather than never.
    init(
        _ listing: [CollectionMember], of collection: CollectionState, to state: SyncState,
        now: Instant
    ) {
        pending = SyncState.Pending(
            token: collection.token, ctag: collection.ctag, listed: now)
        let there = Set(listing.map(\.href))
        fetch = Self.differing(listing, state)
        gone = Set(state.bases.keys).subtracting(there).subtracting(state.gone)
        back = state.gone.intersection(there)
        settled = Self.failing(state).subtracting(there)
    }

    private static func failing(_ state: SyncState) -> Set<Href> {
        Set(
            state.setApart.keys.compactMap {
                if case .fetching(let href) = $0 { href } else { nil }
            })
    }

    /// Takes up what the server told as changed before it was asked for the listing, and what has the base's tag in it.
    mutating func fetchToo(_ told: [Href], of state: SyncState) {
        let planned = Set(fetch)
        fetch += told.filter {
            !planned.contains($0) && !gone.contains($0) && state.bases[$0] != nil
                && state.toFetch[$0] == nil
        }
    }

    /// What has another version than the base's, or an unknown one.
    private static func differing(_ resources: [CollectionMember], _ state: SyncState) -> [Href] {
        resources.lazy.filter { resource in
            guard let etag = resource.etag, let base = state.bases[resource.href] else {
                return true
            }
            return base.etag != etag
        }.map(\.href)
    }

    /// Whether a whole listing is due: the first, one a day (lossy answers are found by nothing else), and where the
    /// clock has gone back.
    static func isListingDue(_ state: SyncState, now: Instant) -> Bool {
        guard let listed = state.pending?.listed ?? state.listed else { return true }
        return !(0..<86_400).contains(now - listed)
    }
}
