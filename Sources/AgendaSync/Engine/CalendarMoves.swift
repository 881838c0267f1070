/// Moves on the server what was moved on this device from one calendar of an account to another.
///
/// Such a resource has no base in one replica, and a base of its UID in another has no resource. Sent as a creation and a
/// deletion, it would be refused by servers that allow a UID once an account, and would lose what the server keeps beside
/// a resource.
///
/// What is interrupted is settled by the next synchronisation: the one calendar has nothing left to delete, and the other
/// looks for what it noted.
package struct CalendarMoves: Sendable {
    /// A calendar that may be written, here and there.
    package struct Calendar: Sendable {
        let collection: Href
        let replica: any Replica

        /// - Parameters:
        ///   - collection: Its address.
        ///   - replica: Its resources on this device.
        package init(_ collection: Href, replica: any Replica) {
            (self.collection, self.replica) = (collection, replica)
        }
    }

    private let client: CalDAVClient
    private let calendars: [Calendar]

    /// - Parameters:
    ///   - client: Asks the account's server.
    ///   - calendars: Those of the account.
    package init(client: CalDAVClient, calendars: [Calendar]) {
        (self.client, self.calendars) = (client, calendars)
    }

    /// Moves what can be moved. Whatever fails is left to ``CollectionSync``, which sends it in another way or tells why
    /// it cannot.
    ///
    /// - Returns: How many resources were moved.
    package func run() async -> Int {
        guard calendars.count > 1 else { return 0 }
        let looks = calendars.compactMap { try? LeasedDifferences($0) }
        guard looks.contains(where: { !$0.differences.added.isEmpty }),
            looks.contains(where: { !$0.differences.deleted.isEmpty })
        else { return 0 }
        // Not before: a state has a row for each resource.
        let sides = looks.filter { !$0.differences.isEmpty }.compactMap { try? Side($0) }
        var added: [String: (side: Side, name: String)] = [:]
        for side in sides {
            for name in side.look.added where side.look.unsendable[name] == nil {
                if let uid = side.uid(of: name) { added[uid] = (side, name) }
            }
        }
        var (count, tried) = (0, 0)
        for side in sides {
            for href in side.look.deleted {
                guard let text = try? side.calendar.replica.baseText(of: href),
                    let uid = SyncedText(text)?.uid, let found = added[uid],
                    found.side.calendar.collection != side.calendar.collection
                else { continue }
                // SOGo keeps the name that it had, whatever it is told.
                let place = found.side.calendar.collection.appending(href.name)
                // What the new calendar agrees about if the move arrives.
                let operation = Operation(
                    id: found.side.state.nextID + tried, .create, href: place, name: found.name,
                    text: text)
                tried += 1
                do {
                    if try await move(href, from: side, to: found.side, operation) { count += 1 }
                } catch {
                    // A server that refuses one move may take another; one that does not answer takes none.
                    if (error as? DAVError)?.status == nil { return count }
                }
            }
        }
        return count
    }

    private func move(
        _ href: Href, from old: Side, to new: Side, _ operation: Operation
    ) async throws -> Bool {
        let (place, name, text) = (operation.href, operation.name, operation.text)
        guard let base = old.state.bases[href], let etag = base.etag, !etag.isWeak,
            old.isSettled(href, base.name), new.isSettled(place, name),
            new.state.bases[place] == nil
        else { return false }
        // SOGo overwrites what is there, whatever it is told.
        guard try await client.get(place) == .missing else { return false }
        _ = try new.calendar.replica.commit([], [.note(operation)])
        do {
            try await client.move(href, to: place, ifMatches: etag)
        } catch {
            if !error.mayHaveArrived {
                _ = try new.calendar.replica.commit([], [.settle(operation.id)])
            }
            throw error
        }
        // How the server tags it there is fetched with the next pull, as after a PUT.
        let agreed = Base(href: place, name: name, etag: nil, digest: new.state.digest(text))
        _ = try new.calendar.replica.commit(
            [], [.setBase(agreed, text: text), .settle(operation.id)])
        _ = try old.calendar.replica.commit(
            [], [.removeBase(href), .takeBack(.sending(name: base.name))])
        return true
    }
}

/// What differs in a calendar, while the right to synchronise it is held.
private struct LeasedDifferences {
    let calendar: CalendarMoves.Calendar
    let lease: Lease
    let differences: ReplicaComparison.Differences

    /// Nil where another process synchronises it, and where the replica is absent.
    init?(_ calendar: CalendarMoves.Calendar) throws {
        guard let lease = try calendar.replica.takeLease(),
            case .differences(let differences, _) = try calendar.replica.look()
        else { return nil }
        (self.calendar, self.lease, self.differences) = (calendar, lease, differences)
    }
}

/// A calendar in which something may have moved.
private struct Side {
    let calendar: CalendarMoves.Calendar
    let lease: Lease
    let look: ReplicaComparison.Differences
    let state: SyncState

    init(_ found: LeasedDifferences) throws {
        (calendar, lease, look) = (found.calendar, found.lease, found.differences)
        state = try calendar.replica.state()
    }

    func uid(of name: String) -> String? {
        (try? calendar.replica.read(name)).flatMap { SyncedText($0.bytes)?.uid }
    }

    /// Whether nothing else is under way with the resource.
    func isSettled(_ href: Href, _ name: String) -> Bool {
        !state.operations.values.contains { $0.href == href || $0.name == name }
            && state.toFetch[href] == nil && !state.gone.contains(href)
            && !state.conflicts.values.contains { $0.isOpen && $0.name == name }
    }
}
