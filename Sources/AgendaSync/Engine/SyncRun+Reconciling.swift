internal import CalendarMerge

/// What is to be stored at once.
struct Batch {
    /// What a placement counts as in the report.
    enum Effect: Hashable {
        case nothing, fetched, merged
    }

    struct Item {
        var href: Href
        var effect: Effect
        var isConflict = false
        var placement: Placement
        /// A resource that is made once this one is in place: what is tried again makes no second one.
        var copy: Placement?
    }

    var items: [Item] = []
    var changes: [StateChange] = []
    /// Stored before anything is put in place: a kill in between must not leave what lost in the trash alone.
    var conflicts: [SyncConflict] = []
    /// Names that the items take.
    var names: Set<String> = []
    var nextID: Int

    mutating func id() -> Int {
        defer { nextID += 1 }
        return nextID
    }
}

extension SyncReport {
    mutating func count(_ item: Batch.Item) {
        switch item.effect {
        case .nothing: break
        case .fetched: fetched += 1
        case .merged: merged += 1
        }
        if item.isConflict { conflicts += 1 }
    }
}

extension SyncRun {
    /// Decides about one text of the server.
    ///
    /// - Parameters:
    ///   - operation: Whose result the text may be.
    ///   - isOwn: Whether it certainly is.
    mutating func reconcile(
        _ href: Href, _ text: [UInt8], _ etag: ETag?, operation: Operation? = nil,
        isOwn: Bool = false, into batch: inout Batch
    ) throws(SyncStop) {
        guard let theirs = SyncedText(text) else {
            batch.changes += setApart(.fetching(href), .notCalendar)
            return
        }
        let place = try place(of: href, uid: theirs.uid, operation, in: batch)
        let base = place.agreed.flatMap { state.bases[$0] }
        let agreed = try place.agreed.flatMap { (href) throws(SyncStop) in try baseText(href) }
        let local = try read(place.name)
        // The version that the server answered to an earlier PUT: the text is its form of what was sent then.
        let isVerified = base?.href == href && etag != nil && base?.etag == etag
        let decision = Reconciliation(
            base: agreed, sent: isVerified ? agreed : operation?.text,
            isOwn: isOwn || isVerified, mine: local?.bytes,
            isClean: local.map { state.digest($0.bytes) == base?.digest } ?? false, theirs: text,
            merging: sync.merging
        ).decision()
        guard let decision else {
            batch.changes += setApart(.fetching(href), .localBroken, isDueAtOnce: true)
            return
        }
        var changes: [StateChange] = [
            .setBase(
                Base(
                    href: href, name: place.name, etag: etag, digest: state.digest(decision.agreed)),
                text: text),
            .crossOff(href), .takeBack(.fetching(href)),
        ]
        if state.gone.contains(href) { changes.append(.isBack(href)) }
        if let old = place.agreed, old != href { changes.append(.removeBase(old)) }
        if let operation { changes.append(.settle(operation.id)) }
        if !decision.clashes.isEmpty, let mine = local?.bytes {
            let conflict = SyncConflict(
                id: batch.id(), href: href, name: place.name, time: sync.now(), base: agreed,
                mine: mine, theirs: text, properties: decision.clashes, isOpen: decision.isOpen)
            let isKnown = state.conflicts.values.contains {
                $0.href == href && $0.mine == mine && $0.theirs == text
            }
            if !isKnown { batch.conflicts.append(conflict) }
        }
        changes += notes(decision, place.name, &batch)
        batch.names.insert(place.name)
        guard let wanted = decision.text else {
            batch.changes += changes
            return
        }
        let effect: Batch.Effect =
            // The server's form of what was sent brings nothing new.
            wanted == local?.bytes || isOwn || isVerified
            ? .nothing : wanted == text ? .fetched : .merged
        batch.items.append(
            Batch.Item(
                href: href, effect: effect, isConflict: !decision.clashes.isEmpty,
                placement: Placement(
                    .put(wanted), place.name, expected: local?.version, changes: changes,
                    isNews: takesNews && effect != .nothing),
                copy: decision.copy.flatMap { self.copy($0, besides: text, of: href) }))
    }

    private func notes(
        _ decision: Reconciliation.Decision, _ name: String, _ batch: inout Batch
    ) -> [StateChange] {
        var kinds: [SyncNote.Kind] = []
        if decision.undoesDeletion { kinds.append(.deletionUndone) }
        if !decision.dropped.isEmpty { kinds.append(.droppedByServer(decision.dropped)) }
        // Once is enough.
        kinds.removeAll { kind in state.notes.values.contains { $0.name == name && $0.kind == kind }
        }
        return kinds.map {
            .tell(SyncNote(id: batch.id(), name: name, time: sync.now(), $0))
        }
    }

    /// Makes this device's text a resource of its own, for the policy that keeps both. Its UID depends on the texts alone.
    private func copy(
        _ text: [UInt8], besides theirs: [UInt8], of href: Href
    ) -> Placement? {
        let uid = ResourceNames.hexadecimal(
            "\(href)\n" + String(decoding: text + theirs, as: UTF8.self))
        return ThreeWayMerge.secondEvent(of: text, uid: uid).map {
            Placement(
                .put($0), uid + ".ics", expected: nil, changes: [], isNews: takesNews)
        }
    }
}
