/// Steps 2 to 5: what has changed, the resources in pages, the deletions, the token.
extension SyncRun {
    mutating func pull() async throws(SyncStop) {
        known = nil
        if let plan = try await whatChanged(), !plan.isNothing(for: state) { try note(plan) }
        try planDueRetries()
        decideNews()
        try await fetchPages()
        try removeGone()
        if state.pending != nil { try commit([], [.finishPull]) }
    }

    /// What there is to fetch and to remove; nil where nothing has changed.
    mutating func whatChanged() async throws(SyncStop) -> PullPlan? {
        try checkCancellation()
        let token = state.pending?.token ?? state.token
        let verifies = sync.options.verifies && !report.listed
        let isDue = verifies || PullPlan.isListingDue(state, now: sync.now())
        var told: [Href] = []
        if !isDue, let token, let changes = try await changes(since: token) {
            if let plan = PullPlan(changes, since: token, to: state),
                !DeletionGuard.mustAsk(plan.gone.count, of: state.bases.count)
            {
                return plan
            }
            told = changes.changed.map(\.href)
        }
        var plan = try await listing(isDue: isDue, isTokenKnown: token != nil)
        plan?.fetchToo(told, of: state)
        return plan
    }

    /// What changed since a token, in as many answers as it takes; nil where only a listing helps.
    private func changes(since token: String) async throws(SyncStop) -> CollectionChanges? {
        var all = CollectionChanges()
        var since = token
        while true {
            let part: CollectionChanges
            do {
                part = try await sync.client.changes(in: sync.collection, since: since)
            } catch {
                if error.isTokenRefused || error.isMissing { return nil }
                throw stop(error)
            }
            let gone = Set(part.gone)
            all.changed.removeAll { gone.contains($0.href) }
            all.changed += part.changed
            all.gone += part.gone
            all.token = part.token
            guard part.isTruncated else { break }
            guard let next = part.token, next != since else { return nil }
            since = next
        }
        let there = Set(all.changed.map(\.href))
        all.gone.removeAll { there.contains($0) }
        return all
    }

    /// Lists all there is; nil where the collection's tag says that it is as it was. Where so much is gone that a person
    /// must be asked, or all, it is listed twice: one answer may be broken.
    private mutating func listing(
        isDue: Bool, isTokenKnown: Bool
    ) async throws(SyncStop) -> PullPlan? {
        var plan: PullPlan?
        for _ in 0..<2 {
            do {
                let collection = try await sync.client.state(of: sync.collection)
                if !isDue, !isTokenKnown, collection.token == nil, let ctag = collection.ctag,
                    ctag == state.pending?.ctag ?? state.ctag
                {
                    return nil
                }
                let listing = try await sync.client.listing(of: sync.collection)
                plan = PullPlan(listing, of: collection, to: state, now: sync.now())
            } catch {
                throw error.isMissing ? .calendarGone(sync.collection) : stop(error)
            }
            report.listed = true
            let gone = plan?.gone.count ?? 0
            let all = state.bases.count
            guard DeletionGuard.mustAsk(gone, of: all) || gone == all && gone > 0 else { break }
        }
        return plan
    }

    /// Step 3.
    private mutating func note(_ plan: PullPlan) throws(SyncStop) {
        var changes: [StateChange] = [
            .plan(fetch: plan.fetch, gone: plan.gone.sorted(), plan.pending)
        ]
        changes += plan.back.sorted().map { .isBack($0) }
        changes += plan.settled.sorted().map { .takeBack(.fetching($0)) }
        let gone = state.gone.subtracting(plan.back).union(plan.gone)
        let held = state.holds[.fromServer]
        let hold = DeletionGuard.hold(
            .fromServer, gone, held: held, of: state.bases.count, now: sync.now(),
            asksWhenEmptied: sync.options.asksWhenEmptied && plan.fetch.isEmpty)
        if hold != held { changes.append(hold.map { .hold($0) } ?? .release(.fromServer)) }
        try commit([], changes)
    }

    /// What was set apart and is due, and what the answers to earlier PUTs left to be looked at.
    private mutating func planDueRetries() throws(SyncStop) {
        let due = state.setApart.values.compactMap { item -> Href? in
            guard case .fetching(let href) = item.subject, item.retry <= sync.now(),
                state.toFetch[href] == nil
            else { return nil }
            return href
        }
        guard !due.isEmpty else { return }
        try commit([], [.plan(fetch: due.sorted(), gone: [], pendingAsItIs)])
    }

    /// What the end of the pull stores where nothing else is known.
    var pendingAsItIs: SyncState.Pending {
        state.pending ?? SyncState.Pending(token: state.token, ctag: state.ctag)
    }

    /// What the server no longer has, and a person has not yet let go.
    private var heldByPerson: Set<Href> {
        state.holds[.fromServer]?.waiting ?? []
    }

    /// So many resources at once are no news that a person takes back as a whole.
    private static let newsLimit = 500

    /// Decides whether what comes is kept as something to take back: not the first download, which would be kept twice and
    /// whose reverse would empty the server's calendar, and nothing of a calendar that is never sent.
    mutating func decideNews() {
        let count = state.toFetch.count + state.gone.subtracting(heldByPerson).count
        takesNews =
            state.listed != nil && !sync.options.isReadOnly && count <= Self.newsLimit
    }

    /// Step 5. What was changed here beats its deletion there: it is new to the server.
    private mutating func removeGone() throws(SyncStop) {
        let held = heldByPerson
        let gone = state.gone.subtracting(held).sorted()
        guard !gone.isEmpty else { return }
        var placements: [Placement] = []
        var changes: [StateChange] = []
        var id = state.nextID
        for href in gone {
            guard let base = state.bases[href], let local = try read(base.name) else {
                changes.append(.removeBase(href))
                continue
            }
            if state.digest(local.bytes) == base.digest {
                placements.append(
                    Placement(
                        .remove, base.name, expected: local.version, changes: [.removeBase(href)],
                        isNews: takesNews))
            } else {
                let note = SyncNote(id: id, name: base.name, time: sync.now(), .deletionUndone)
                changes += [.removeBase(href), .tell(note)]
                id += 1
            }
        }
        let outcomes = try commit(placements, changes)
        report.deletedHere += outcomes.count { $0 == .done }
        if state.gone.isSubset(of: held), let hold = state.holds[.fromServer], hold.isAllowed {
            try commit([], [.release(.fromServer)])
        }
    }
}
