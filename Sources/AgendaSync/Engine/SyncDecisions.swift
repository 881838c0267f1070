package import CalendarMerge
package import ICalendar

/// What a person decides about what a synchronisation left to them. The next synchronisation carries it out.
package struct SyncDecisions: Sendable {
    /// How a conflict ends.
    package enum Choice: String, Hashable, Sendable, CaseIterable {
        /// This device's values stand where both sides changed the same.
        case mine
        /// The server's values stand.
        case theirs
        /// The server's values stand, and this device's text becomes a resource of its own.
        case both
    }

    private let replica: any Replica
    private let merging: ThreeWayMerge
    private let now: @Sendable () -> Instant

    /// - Parameters:
    ///   - merging: Knows the zones.
    ///   - now: The clock.
    package init(
        replica: any Replica, merging: ThreeWayMerge, now: @escaping @Sendable () -> Instant
    ) {
        (self.replica, self.merging, self.now) = (replica, merging, now)
    }

    /// Lets deletions happen that were held; none that were not.
    package func allow(_ direction: Hold.Direction) throws(SyncStop) {
        try change { (state) throws(ReplicaError) in
            guard var hold = state.holds[direction] else { return }
            hold.isAllowed = true
            _ = try replica.commit([], [.hold(hold)])
        }
    }

    /// Lets files be deleted at the server, however many they are: a person has asked for that here. Nothing while others wait for
    /// a person.
    ///
    /// - Parameter names: of the files, before they are removed.
    package func allowDeletions(of names: Set<String>) throws(SyncStop) {
        try change { (state) throws(ReplicaError) in
            let old = state.holds[.fromReplica]
            let hrefs = state.bases.filter { names.contains($0.value.name) }.map(\.key)
            guard old?.isAllowed != false, !hrefs.isEmpty else { return }
            let all = Set(hrefs).union(old?.hrefs ?? [])
            _ = try replica.commit(
                [], [.hold(Hold(.fromReplica, all, since: now(), isAllowed: true))])
        }
    }

    /// Brings back what is missing on one side: what the server no longer has is sent to it again, and what the replica no
    /// longer has is fetched again.
    package func restore(_ direction: Hold.Direction) throws(SyncStop) {
        try change { (state) throws(ReplicaError) in
            guard let hold = state.holds[direction] else { return }
            let hrefs = hold.hrefs.sorted()
            var changes = hrefs.map { StateChange.removeBase($0) }
            if direction == .fromReplica {
                let pending = state.pending ?? .init(token: state.token, ctag: state.ctag)
                changes.append(.plan(fetch: hrefs, gone: [], pending))
            }
            _ = try replica.commit([], changes + [.release(direction)])
        }
    }

    /// Ends a conflict.
    ///
    /// - Returns: Whether it has ended: false where there is none of this id, or where the resource changed at the same
    ///   moment.
    package func resolve(_ id: SyncConflict.ID, with choice: Choice) throws(SyncStop) -> Bool {
        var isDone = false
        try change { (state) throws(ReplicaError) in
            guard let conflict = state.conflicts[id] else { return }
            var placements: [Placement] = []
            if choice == .both {
                let uid = ResourceNames.hexadecimal("\(conflict.href) \(conflict.time) \(id)")
                guard let copy = ThreeWayMerge.secondEvent(of: conflict.mine, uid: uid) else {
                    return
                }
                placements.append(
                    Placement(.put(copy), uid + ".ics", expected: nil, changes: []))
            }
            let local = try replica.read(conflict.name)
            var wanted = local?.bytes
            if choice == .mine, !conflict.isOpen {
                wanted = merged(.mine, conflict.base, conflict.mine, local?.bytes)
            } else if choice != .mine, conflict.isOpen {
                wanted = merged(.server, conflict.base, local?.bytes, conflict.theirs)
            }
            var changes: [StateChange] = [.resolve(id)]
            if let wanted, wanted != local?.bytes {
                placements.append(
                    Placement(
                        .put(wanted), conflict.name, expected: local?.version, changes: changes))
                changes = []
            }
            isDone = try replica.commit(placements, changes).allSatisfy { $0 == .done }
        }
        return isDone
    }

    /// Tries again at once what was set apart.
    package func retry(_ subject: SetApart.Subject) throws(SyncStop) {
        try change { (state) throws(ReplicaError) in
            guard var item = state.setApart[subject] else { return }
            item.retry = now()
            _ = try replica.commit([], [.setApart(item)])
        }
    }

    /// Gives up what cannot be sent: the resource becomes what was last agreed; one that was never agreed about goes to
    /// the trash, where its text stays.
    ///
    /// - Returns: Whether it was given up: false where it changed at the same moment.
    package func giveUp(name: String) throws(SyncStop) -> Bool {
        var isDone = false
        try change { (state) throws(ReplicaError) in
            let local = try replica.read(name)
            var changes: [StateChange] = [.takeBack(.sending(name: name))]
            var action = Placement.Action.remove
            if let base = state.bases.values.first(where: { $0.name == name }) {
                guard let text = try replica.baseText(of: base.href) else { return }
                action = .put(text)
                var agreed = base
                agreed.digest = state.digest(text)
                changes.append(.setBase(agreed, text: text))
            }
            let placement = Placement(action, name, expected: local?.version, changes: changes)
            isDone = try replica.commit([placement], []).allSatisfy { $0 == .done }
        }
        return isDone
    }

    /// Forgets notes that a person has read.
    package func forget(_ notes: [SyncNote]) throws(SyncStop) {
        try change { (_) throws(ReplicaError) in
            _ = try replica.commit([], notes.map { .forgetNote($0.id) })
        }
    }

    /// The text in which one side's values stand; where nothing can be merged, that side's text.
    private func merged(
        _ policy: ConflictPolicy, _ base: [UInt8]?, _ mine: [UInt8]?, _ theirs: [UInt8]?
    ) -> [UInt8]? {
        var merging = merging
        merging.policy = policy
        return merging.merge(base: base, mine: mine, theirs: theirs)?.text
            ?? (policy == .mine ? mine : theirs)
    }

    /// Works on the state as nobody else does at the same time.
    private func change(
        _ body: (SyncState) throws(ReplicaError) -> Void
    ) throws(SyncStop) {
        var lease: Lease?
        do {
            lease = try replica.takeLease()
            if lease != nil { try body(try replica.state()) }
        } catch {
            throw .replica(error)
        }
        if lease == nil { throw .busy }
    }
}
