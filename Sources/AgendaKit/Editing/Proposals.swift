public import ICalendar

/// A change that an assistant would make, and that waits for the person.
public struct Proposal: Codable, Hashable, Sendable {
    /// What it is called: they are counted from 1 on, and a number is never used again while others wait.
    public var number: Int
    /// When it was made, in seconds since 1970.
    public var made: Int
    /// What is to be done, as whoever asked said it: a text that only they read.
    public var request: String
    /// What the events were that it changes (``EventChange/version``); empty for a new one.
    public var version: String
}

/// The proposals of a database, in a file beside it that only its owner can read: they outlive a database that is built
/// anew, and are no part of its history until they are accepted.
public struct Proposals: Sendable {
    private let file: SideFile<Document>

    /// As many may wait: an assistant that makes more is not working for anybody.
    public static let most = 100

    /// The proposals of a database.
    ///
    /// - Parameter database: the path of the database's file.
    public init(database: String) {
        file = SideFile(
            path: database + "-proposals", fault: .unreadableProposals, isPretty: true)
    }

    private struct Document: VersionedDocument {
        var version = 1
        var last = 0
        var proposals: [Proposal] = []
    }

    /// All that wait, the oldest first; none if there is no file.
    ///
    /// - Throws: `unreadable` for a file that cannot be read, or is no list of proposals.
    public func all() throws(AgendaError) -> [Proposal] {
        try file.read()?.proposals ?? []
    }

    /// Adds one; it is on the disk when this returns.
    ///
    /// - Parameters:
    ///   - request: what is to be done.
    ///   - version: what the events are that it changes.
    ///   - now: the present time.
    /// - Returns: nil if ``most`` wait already.
    /// - Throws: as ``all()`` does, and `storeUnwritable`.
    public func add(
        _ request: String, version: String, at now: Instant
    ) throws(AgendaError) -> Proposal? {
        try file.locked { () throws(AgendaError) in
            var document = try file.read() ?? Document()
            guard document.proposals.count < Self.most else { return nil }
            document.last += 1
            let proposal = Proposal(
                number: document.last, made: now.secondsSinceEpoch, request: request,
                version: version)
            document.proposals.append(proposal)
            try file.write(document)
            return proposal
        }
    }

    /// Takes one off the list, before it is made or because it is refused: of two who decide at once, one gets it.
    ///
    /// - Returns: nil if there is none of this number.
    /// - Throws: as ``add(_:version:at:)`` does.
    public func take(_ number: Int) throws(AgendaError) -> Proposal? {
        try file.locked { () throws(AgendaError) in
            guard var document = try file.read(),
                let place = document.proposals.firstIndex(where: { $0.number == number })
            else { return nil }
            let taken = document.proposals.remove(at: place)
            try file.write(document)
            return taken
        }
    }

    /// Puts one back that was taken and could not be made.
    ///
    /// - Throws: as ``add(_:version:at:)`` does.
    public func putBack(_ proposal: Proposal) throws(AgendaError) {
        try file.change(from: Document()) { document in
            document.proposals.append(proposal)
            document.proposals.sort { $0.number < $1.number }
            document.last = max(document.last, proposal.number)
        }
    }
}

extension EventChange {
    /// What the events were before the change, in a few letters: another version says that somebody changed one since. Empty for
    /// a change that only adds.
    public var version: String {
        let texts = operations.compactMap(\.before)
        guard !texts.isEmpty else { return "" }
        return NameDigest(Array(texts.joined(separator: [0]))).hex
    }
}
