internal import AgendaBank
internal import AgendaKit
internal import AgendaService
internal import CalendarFiles
internal import Glibc
internal import ICalendar
internal import Synchronization

/// The calendars of one user of a bank, for their store: each has the location `kept:NUMBER`.
///
/// What the bank has told of late is answered from memory, until the store has it.
final class BankCalendars: KeptCalendars {
    let bank: PostgresBank
    let user: Int64
    private let told = Mutex(Told())

    private struct Told {
        /// By calendars and names, what has been told and is not read yet; nil for what is gone.
        var resources: [Int32: [String: BankNews.Resource]] = [:]
        /// Whether that is all that there is.
        var isAll = false
    }

    /// Whether the bank did not answer: the store may have noted of a calendar that it cannot be read.
    private let isDoubtful = Mutex(false)
    /// What the store shows: the user's state, and those of the calendars that are as old.
    private let shown = Mutex<(user: BankToken?, calendars: [Int32: BankToken])>((nil, [:]))

    init(_ bank: PostgresBank, user: Int64) { (self.bank, self.user) = (bank, user) }

    static func location(_ calendar: Int32) -> String { "\(KeptLocation.scheme)\(calendar)" }

    static func number(_ location: String) -> Int32? {
        location.hasPrefix(KeptLocation.scheme)
            ? Int32(location.dropFirst(KeptLocation.scheme.count)) : nil
    }

    func bank(at location: String) -> (any KeptBank)? {
        Self.number(location).map { Calendar(calendars: self, number: $0) }
    }

    func makeCalendar(_ name: String, at now: Instant) throws(BankError) -> String? {
        // The address is the node's: here it need only be one that no other calendar has.
        let slug = "\(NameDigest("\(name) \(now) \(UInt64.random(in: 0 ... .max))").hex)"
        let made = try asking { [bank, user] () throws(PostgresFault) in
            try await bank.makeCalendar(slug, of: user)
        }
        return Self.location(made.calendar)
    }

    func removeCalendar(at location: String) throws(BankError) {
        guard let number = Self.number(location) else { return }
        do throws(BankError) {
            _ = try asking { [bank, user] () throws(PostgresFault) in
                try await bank.removeCalendar(number, of: user)
            }
        } catch {
            guard case .failed(let failure) = error.reason, failure.isMissing else { throw error }
        }
    }

    // MARK: What has been told

    /// Keeps news in memory while the store reads them.
    ///
    /// - Parameter isAll: whether there is nothing else.
    func begin(_ news: BankNews, isAll: Bool) {
        told.withLock { told in
            for resource in news.resources {
                told.resources[resource.calendar, default: [:]][resource.href] = resource
            }
            told.isAll = isAll
        }
    }

    func end() { told.withLock { $0 = Told() } }

    /// What has been told of some resources, or of all.
    private func told(_ names: [String]?, of calendar: Int32) -> [String: BankNews.Resource]? {
        told.withLock { told in
            let known = told.resources[calendar] ?? [:]
            guard let names else { return told.isAll ? known : nil }
            guard told.isAll || names.allSatisfy({ known[$0] != nil }) else { return nil }
            return Dictionary(names.compactMap { name in known[name].map { (name, $0) } }) { $1 }
        }
    }

    /// Whether the bank has not answered something since this was asked last.
    func takeDoubt() -> Bool {
        isDoubtful.withLock { isDoubtful in
            defer { isDoubtful = false }
            return isDoubtful
        }
    }

    var hasDoubt: Bool { isDoubtful.withLock(\.self) }

    // MARK: What the store shows

    var state: String? {
        shown.withLock(\.user).map {
            "\($0.generation)-\($0.modseq)-\(String($0.nonce, radix: 16))"
        }
    }

    func show(_ user: BankToken, _ home: BankHome) {
        let known = home.calendars.map { calendar in
            // One that has changed since is told of then.
            (calendar.id, calendar.token.modseq <= user.modseq ? calendar.token : user)
        }
        shown.withLock { $0 = (user, Dictionary(known) { $1 }) }
    }

    fileprivate func state(of calendar: Int32) -> BankToken? {
        shown.withLock { $0.calendars[calendar] ?? $0.user }
    }

    func asking<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(PostgresFault) -> Value
    ) throws(BankError) -> Value {
        do throws(PostgresFault) { return try BlockingThreads.shared.wait(for: body) } catch {
            if [.away, .unsettled].contains(error.reason) { isDoubtful.withLock { $0 = true } }
            throw BankError(error)
        }
    }

    /// One of them.
    private struct Calendar: StatedBank {
        let calendars: BankCalendars
        let number: Int32

        var properties: BankProperties { BankProperties() }

        var state: KeptState? { calendars.state(of: number).map(KeptState.init) }

        func changes(
            since state: KeptState?
        ) throws(BankError) -> [(name: String, isGone: Bool, state: KeptState)]? {
            let (bank, user, number) = (calendars.bank, calendars.user, number)
            let token = state.map { state in
                BankToken(
                    generation: state.generation, modseq: state.members.revision,
                    nonce: state.members.nonce, after: state.members.after)
            }
            let changes = try calendars.asking { () throws(PostgresFault) in
                try await bank.members(of: number, user, since: token)
            }
            return changes?.members.map { ($0.href, $0.isGone, KeptState($0.token)) }
        }

        func versions(of names: [String]?) throws(BankError) -> [String: String] {
            if let told = calendars.told(names, of: number) {
                return told.compactMapValues { $0.body == nil ? nil : $0.etag }
            }
            if let names { return try bodies(names).mapValues(\.etag) }
            let (bank, user, number) = (calendars.bank, calendars.user, number)
            let changes = try calendars.asking { () throws(PostgresFault) in
                try await bank.members(of: number, user)
            }
            let present = (changes?.members ?? []).filter { !$0.isGone }
            return Dictionary(present.map { ($0.href, $0.etag) }) { $1 }
        }

        func read(
            _ names: [String], key: ContentDigest.Key
        ) throws(BankError) -> [String: BankText] {
            let texts: [String: [UInt8]] =
                if let told = calendars.told(names, of: number) {
                    told.compactMapValues(\.body)
                } else {
                    try bodies(names).mapValues(\.bytes)
                }
            return texts.mapValues { bytes in
                BankText(bytes: bytes, version: .digest(ContentDigest(bytes, key: key)))
            }
        }

        func commit(_ changes: [ResourceChange], key: ContentDigest.Key) throws(BankError) {
            let present = try bodies(changes.map(\.name))
            var wanted: [BankChange] = []
            for change in changes {
                let body = present[change.name]
                guard
                    body.map({ ContentDigest($0.bytes, key: key) }) == change.condition.digest
                else { throw BankError(.changed, change.name) }
                var text: BankChange.Text?
                if let content = change.content {
                    guard let identity = ResourceBody.identity(of: content) else {
                        throw BankError(
                            .told("it is no event, to-do or journal entry"), change.name)
                    }
                    text = BankChange.Text(bytes: content, uid: identity.uid, kind: identity.kind)
                } else if body == nil {
                    continue
                }
                wanted.append(BankChange(change.name, if: body?.etag, to: text))
            }
            let (bank, user, number) = (calendars.bank, calendars.user, number)
            let duty = DutyLease.bankDuty
            // What goes first may have the UID of what comes.
            let ordered = wanted.filter { $0.text == nil } + wanted.filter { $0.text != nil }
            guard !ordered.isEmpty else { return }
            _ = try calendars.asking { () throws(PostgresFault) in
                try await bank.commit(ordered, in: number, of: user, under: duty)
            }
        }

        private func bodies(_ names: [String]) throws(BankError) -> [String: BankBody] {
            let (bank, user, number) = (calendars.bank, calendars.user, number)
            return try calendars.asking { () throws(PostgresFault) in
                try await bank.bodies(names, of: number, user)
            }
        }
    }
}

extension BankError {
    /// What PostgreSQL refuses, as a calendar says it.
    init(_ fault: PostgresFault) {
        let reason: SharedFile.Refusal =
            switch fault.reason {
            case .changed, .otherOperation: .changed
            // A disk that is full is the operator's, and no limit of the user: it is asked again.
            case .away, .unsettled, .full: .away(fault.message)
            case .noCalendar, .noUser: .failed(SystemFailure(ENOENT))
            case .frozen, .refused: .protected
            case .superseded: .told("another node does this now")
            case .heldUID, .exists, .tooMany, .schema, .failed: .told(fault.message)
            }
        self.init(reason)
    }
}

extension DutyLease {
    /// The duty that the task does, as the bank knows it; nil for none.
    static var bankDuty: BankDuty? {
        held.map {
            BankDuty(kind: $0.duty.kind.rawValue, what: $0.duty.what, generation: $0.generation)
        }
    }
}

extension SystemFailure {
    fileprivate var isMissing: Bool { number == ENOENT }
}

extension KeptState {
    fileprivate init(_ token: BankToken) {
        self.init(
            generation: token.generation,
            MemberToken(revision: token.modseq, nonce: token.nonce, after: token.after))
    }
}
