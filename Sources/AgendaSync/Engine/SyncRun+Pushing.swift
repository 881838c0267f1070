internal import ICalendar

/// Step 6: what is dirty, one after the other, because servers answer 423 or 500 to two writers at once.
extension SyncRun {
    /// Sends what differs from the bases.
    ///
    /// - Returns: How many writes have changed something, here or there.
    mutating func push() async throws(SyncStop) -> Int {
        guard var plan = try pushPlan() else { return 0 }
        if sync.options.isReadOnly {
            report.isReadOnly = true
            return 0
        }
        if !plan.renamed.isEmpty {
            try rename(plan.renamed)
            plan = try pushPlan() ?? plan
        }
        if plan.hold != state.holds[.fromReplica] {
            try commit([], [plan.hold.map { .hold($0) } ?? .release(.fromReplica)])
        }
        let all = plan.updates.count + plan.creations.count + plan.deletions.count
        var (sent, tried) = (0, 0)
        let steps: [SyncStep] =
            plan.updates.map { .update($0) } + plan.creations.map { .create($0) }
            + plan.deletions.map { .delete($0) }
        for step in steps {
            try checkCancellation()
            if report.isReadOnly { break }
            var hasChanged = false
            switch step {
            case .update(let href): if !report.isFull { hasChanged = try await sendUpdate(href) }
            case .create(let name): if !report.isFull { hasChanged = try await sendNew(name) }
            case .delete(let href): hasChanged = try await sendDeletion(href)
            }
            (sent, tried) = (sent + (hasChanged ? 1 : 0), tried + 1)
            sync.progress(.sending(tried, of: all))
        }
        return sent
    }

    /// Where more was changed than this, the pull comes first.
    private static let fewUpdates = 20

    /// Sends a few changed resources before the server is asked what is new, which takes some a second; of the server only
    /// these are looked at before. One that is not as it was agreed waits for the pull, and so does what is new here: the
    /// server may have it under another name.
    mutating func sendFewFirst() async throws(SyncStop) {
        guard !sync.options.isReadOnly, let plan = try pushPlan() else { return }
        let updates = plan.updates.filter {
            state.setApart[.sending(name: state.bases[$0]?.name ?? "")] == nil
        }
        guard !updates.isEmpty, updates.count <= Self.fewUpdates else { return }
        let answers: [Href: FetchResult]
        do {
            answers = try await sync.client.fetch(updates, in: sync.collection)
        } catch {
            // What is wrong with one of these only, the pull finds out.
            guard WriteVerdict(error) != .stop else { throw stop(error) }
            return
        }
        for href in updates {
            try checkCancellation()
            guard !report.isReadOnly, !report.isFull,
                case .found(let text, let etag?)? = answers[href],
                etag == state.bases[href]?.etag, try baseText(href) == text
            else { continue }
            _ = try await sendUpdate(href)
        }
    }

    private enum SyncStep {
        case update(Href), create(String), delete(Href)
    }

    /// What there is to send; nil for nothing.
    mutating func pushPlan() throws(SyncStop) -> PushPlan? {
        guard case .differences(let look, _) = try look() else { return nil }
        report.unsendable = look.unsendable.count
        try takeBackWhatIsWell(look)
        guard !look.isEmpty || state.holds[.fromReplica] != nil else { return nil }
        return try pushPlan(look, blocked: blocked)
    }

    func pushPlan(
        _ look: ReplicaComparison.Differences, blocked: Set<Href>
    ) throws(SyncStop) -> PushPlan {
        var goneUIDs: [Href: String] = [:]
        if !look.added.isEmpty {
            for href in look.deleted {
                if let text = try baseText(href) { goneUIDs[href] = SyncedText(text)?.uid }
            }
        }
        let added = goneUIDs.isEmpty ? [:] : try uids(of: look.added)
        return PushPlan(
            look, state,
            added: Dictionary(
                added.map { ($0.value, $0.key) }, uniquingKeysWith: { one, _ in one }),
            deleted: goneUIDs, blocked: blocked, now: sync.now())
    }

    /// What was refused and no longer differs needs no attention.
    private mutating func takeBackWhatIsWell(_ look: ReplicaComparison.Differences) throws(SyncStop)
    {
        let names = Set(look.changed.values).union(look.added)
            .union(look.deleted.compactMap { state.bases[$0]?.name })
        let well = state.setApart.keys.filter { subject in
            if case .sending(let name) = subject { !names.contains(name) } else { false }
        }
        guard !well.isEmpty else { return }
        let before = try self.look()
        try commit([], well.map { .takeBack($0) })
        lastLook = before
    }

    private mutating func rename(_ renamed: [Href: String]) throws(SyncStop) {
        var changes: [StateChange] = []
        for (href, name) in renamed {
            guard var base = state.bases[href], let text = try baseText(href) else { continue }
            (base.name, base.version) = (name, nil)
            changes.append(.setBase(base, text: text))
        }
        try commit([], changes)
    }

    /// Whether the server refused this text of the resource, and it is not yet time to ask again.
    func isApart(_ name: String, _ digest: ContentDigest?) -> Bool {
        guard let item = state.setApart[.sending(name: name)] else { return false }
        return item.digest == digest && item.retry > sync.now()
    }

    /// Whether the resource waits for a person.
    func isWaiting(_ name: String) -> Bool {
        state.conflicts.values.contains { $0.isOpen && $0.name == name }
    }
}
