internal import AgendaActions

/// What one node has of the duties of all: what it takes, keeps and ends, and when.
struct LeaseNode {
    let name: String
    let book: any LeaseBook
    let limits: LeaseLimits
    private(set) var held: Set<DutyLease> = []
    private var renewed: Int?

    init(_ name: String, _ book: any LeaseBook, _ limits: LeaseLimits) {
        (self.name, self.book, self.limits) = (name, book, limits)
    }

    /// Takes as many duties as the node may still do.
    mutating func take(at now: Int) throws -> [DutyLease] {
        let taken = try book.take(limits.atOnce - held.count, by: name, limits, at: now)
        held.formUnion(taken)
        return taken
    }

    /// Keeps what it has, three times in a lease's length.
    ///
    /// - Returns: what it has lost, for whatever reason.
    mutating func renew(at now: Int) throws -> Set<DutyLease> {
        if let renewed, (0..<limits.length / 3).contains(now - renewed) { return [] }
        let kept = try book.renew(Array(held), until: now + limits.length, at: now)
        renewed = now
        defer { held = kept }
        return held.subtracting(kept)
    }

    /// A duty has ended.
    ///
    /// - Returns: whether that counts.
    mutating func end(
        _ lease: DutyLease, _ ending: RunEnding, at now: Int, random: Double
    ) throws -> Bool {
        guard held.remove(lease) != nil else { return false }
        let (due, failures) = LeasePace.next(after: lease, ending, at: now, random: random)
        return try book.end(lease, next: due, failures: failures)
    }

    /// Gives back what it has, as it was: the node ends.
    mutating func leave() {
        for lease in held { _ = try? book.end(lease, next: lease.due, failures: lease.failures) }
        held = []
    }
}
