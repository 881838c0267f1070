internal import CalendarFiles
internal import Glibc

extension AccountSetup {
    /// What would be lost with a calendar's files: changes of this device that the server does not have.
    package struct Unsent: Hashable, Sendable {
        /// Names of resources that are new, changed or deleted here, or being sent, in their order.
        package var waiting: [String] = []
        /// Names of resources that cannot be sent as they are.
        package var unsendable: [String] = []

        /// How many resources.
        package var count: Int { waiting.count + unsendable.count }
    }

    /// What has not been sent of a calendar. A replica that is absent has nothing but what was being sent.
    package func unsent(_ calendar: AccountCalendar) throws(AccountError) -> Unsent {
        try standing(of: calendar).unsent
    }

    /// What is known of a calendar without asking its server: what was agreed, and what has not been sent.
    package func standing(
        of calendar: AccountCalendar
    ) throws(AccountError) -> (state: SyncState, unsent: Unsent) {
        do throws(ReplicaError) {
            let replica = try replica(of: calendar)
            let state = try replica.state()
            var names = Set(state.operations.values.map(\.name))
            var unsent = Unsent()
            if case .differences(let found, _) = try replica.look() {
                names.formUnion(found.changed.values)
                names.formUnion(found.added)
                names.formUnion(found.deleted.compactMap { state.bases[$0]?.name })
                unsent.unsendable = found.unsendable.keys.sorted()
            }
            unsent.waiting = names.subtracting(unsent.unsendable).sorted()
            return (state, unsent)
        } catch {
            throw AccountError(.replica(error))
        }
    }

    /// Forgets an account and all its calendars on this device; the server's stay as they are.
    ///
    /// - Parameters:
    ///   - keepsFiles: Whether the folders stay with all that is in them, as folders of their own.
    ///   - evenUnsent: Whether files go although they hold what the server does not have.
    /// - Throws: ``AccountError/Reason/unsent(calendar:count:)``, ``AccountError/Reason/busy(calendar:)`` for any of the
    ///   calendars; nothing is changed then.
    package func remove(
        _ account: Account, keepsFiles: Bool, evenUnsent: Bool = false
    ) throws(AccountError) {
        let calendars = try store.calendars(of: account.id)
        var leases: [Lease] = []
        for calendar in calendars { leases.append(try lease(calendar)) }
        defer { withExtendedLifetime(leases) {} }
        for calendar in calendars { try check(calendar, keepsFiles || evenUnsent) }
        try store.remove(account.id)
        for calendar in calendars { try forget(calendar, keepsFiles: keepsFiles) }
        // The account's own folder, unless something else is in it; adopted folders lie elsewhere.
        if !keepsFiles { rmdir("\(accounts)/\(account.id)") }
    }

    func lease(_ calendar: AccountCalendar) throws(AccountError) -> Lease {
        do throws(ReplicaError) {
            if let lease = try replica(of: calendar).takeLease() { return lease }
        } catch {
            throw AccountError(.replica(error))
        }
        throw AccountError(.busy(calendar: calendar.name))
    }

    func check(_ calendar: AccountCalendar, _ isAllowed: Bool) throws(AccountError) {
        guard !isAllowed else { return }
        let count = try unsent(calendar).count
        if count > 0 { throw AccountError(.unsent(calendar: calendar.name, count: count)) }
    }

    /// The row first: a replica without one is never used again, and files without one are a folder like any other.
    func forget(_ calendar: AccountCalendar, keepsFiles: Bool) throws(AccountError) {
        try store.remove(calendar.id)
        do throws(RoomDatabaseError) {
            try FolderReplica.forget(key: calendar.replicaKey, in: store.database)
        } catch {
            throw AccountError(.database(error))
        }
        Self.clear(calendar.folder, keepsFiles: keepsFiles)
    }

    /// Removes what a replica consists of. What else is in the folder stays, and the folder with it.
    private static func clear(_ path: String, keepsFiles: Bool) {
        unlink("\(path)/\(FolderIdentity.markerName)")
        guard !keepsFiles, let found = try? OpenFolder(path).names(beginningWith: "") else {
            return
        }
        for name in ["displayname", "color"] + found.filter(ResourceName.isValid) {
            unlink("\(path)/\(name)")
        }
        rmdir(path)
    }
}
