package import CalendarMerge
package import ICalendar

/// Brings one calendar of a server and its replica together, so that nothing is lost on either side.
///
/// Pulls, pushes what is dirty, and pulls again if something was sent. It may end between any two steps, by an error, a
/// cancellation or a kill: every effect on the server depends on the version that was stored here or is looked at before
/// it is repeated; what has come is stored before the token that says so; and whether an earlier PUT arrived need not be
/// known, because a merge gives the server's text where that holds all changes already.
///
///     let sync = CollectionSync(client: client, collection: href, replica: replica, merging: merging, now: clock)
///     let report = await sync.run()
package struct CollectionSync: Sendable {
    /// What may be chosen.
    package struct Options: Hashable, Sendable {
        /// Lists the whole collection instead of asking for changes.
        package var verifies = false
        /// Says what would be done, and does none of it.
        package var isDryRun = false
        /// Tries again at once what failed alone in earlier runs, as a person who asks for it expects.
        package var retriesAtOnce = false
        /// Sends nothing of the replica, whatever the server allows.
        package var isReadOnly = false
        /// Asks a person before all resources go, however few they are: a feed that comes empty keeps its last copy, too.
        package var asksWhenEmptied = false
        /// Resources to fetch in one request: 100 to 500. A page is what a kill costs, and two waits for the disk.
        package var pageSize = 500
        /// Which incarnation of the collection this is. Where the replica knows another, all is fetched anew.
        package var generation = 0

        /// The defaults.
        package init() {}
    }

    let client: CalDAVClient
    let collection: Href
    let replica: any Replica
    let merging: ThreeWayMerge
    let options: Options
    let now: @Sendable () -> Instant
    let progress: @Sendable (SyncProgress) -> Void

    /// - Parameters:
    ///   - client: Asks the account's server.
    ///   - collection: The calendar's address.
    ///   - replica: Its resources on this device.
    ///   - merging: Knows the zones, which value stands where both sides changed the same, and the account's address
    ///     where the calendar is one of invitations.
    ///   - now: The clock.
    ///   - progress: Called for every page and every resource that is sent.
    package init(
        client: CalDAVClient, collection: Href, replica: any Replica, merging: ThreeWayMerge,
        options: Options = Options(), now: @escaping @Sendable () -> Instant,
        progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) {
        (self.client, self.collection, self.replica) = (client, collection, replica)
        (self.merging, self.options) = (merging, options)
        (self.now, self.progress) = (now, progress)
    }

    /// Synchronises once. Errors are part of the report, beside what was done before.
    package func run() async -> SyncReport {
        var run: SyncRun
        do {
            run = try SyncRun(self)
        } catch {
            var report = SyncReport()
            report.stop = error
            return report
        }
        do {
            try await run.go()
        } catch {
            run.report.stop = error
        }
        return run.finalReport
    }
}

/// How far a synchronisation is.
package enum SyncProgress: Hashable, Sendable {
    /// So many of so many resources have come.
    case fetching(Int, of: Int)
    /// So many of so many resources were sent.
    case sending(Int, of: Int)
}
