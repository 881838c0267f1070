internal import AgendaActions
internal import AgendaKit
internal import AgendaSync
internal import CalendarFiles
internal import ICalendar
internal import Synchronization

/// The calendars of other users that a user has among their own: each is a source of their store, whose resources are what
/// ``SharedView`` makes of the owner's. The grant is asked for each time that one is read or written.
final class SharedCalendars: KeptCalendars {
    let table: UserTable
    let user: Int64
    /// The user's own folder, with a slash.
    private let folder: String
    /// What the user has set of alarms.
    let alarms: SharedAlarms
    /// Finds the calendars of the user's own that are no folders.
    private let next: (any KeptCalendars)?
    /// An owner, with their addresses, zone and calendars.
    private let person: @Sendable (ServedUser) -> Person
    private let known = Mutex<[String: KnownView]>([:])
    private let written = Mutex<[Written]>([])

    /// What was written to a calendar of an owner.
    struct Written: Sendable {
        let owner: Int64
        let place: String
        /// The names of the resources, and whether they were removed.
        let names: [String: Bool]
    }

    /// - Parameters:
    ///   - next: finds the user's own that are no folders.
    ///   - options: how owners are served.
    init(
        _ table: UserTable, _ user: ServedUser, next: (any KeptCalendars)?,
        _ options: People.Options
    ) {
        (self.table, self.user, self.next) = (table, user.id, next)
        folder = absolute(table.folder(of: user)) + "/"
        alarms = SharedAlarms(ServiceDatabase(beside: table.folder(of: user) + "/agenda.db"))
        person = { owner in
            let folder = table.folder(of: owner)
            var person = Person(owner, in: folder, clock: options.clock, zone: options.zone)
            person.kept = options.homes?.home(of: owner, in: folder).calendars
            return person
        }
    }

    func bank(at location: String) -> (any KeptBank)? {
        location.hasPrefix(KeptLocation.shared)
            ? SharedBank(calendars: self, location: location) : next?.bank(at: location)
    }

    func makeCalendar(_ name: String, at now: Instant) throws(BankError) -> String? {
        try next?.makeCalendar(name, at: now)
    }

    func removeCalendar(at location: String) throws(BankError) {
        guard !location.hasPrefix(KeptLocation.shared) else { return }
        try next?.removeCalendar(at: location)
    }

    /// The grants that are good now.
    func grants() throws(RoomDatabaseError) -> [CalendarGrant] {
        try table.grants(to: user).filter { $0.other.state == .active }
    }

    /// With calendars of others the store's own state tells of theirs, too.
    var state: String? { (try? grants())?.isEmpty == true ? next?.state : nil }

    func owner(at location: String) -> String? {
        (try? grants())?.first { $0.location == location }?.other.name
    }

    var isView: Bool { next != nil }

    /// Over a bank each node numbers the rows of its views by itself: there the place says which calendar it is.
    func number(of source: CalendarSource) -> Int64? {
        guard isView else { return nil }
        let place = source.location.map {
            $0.hasPrefix(folder) ? String($0.dropFirst(folder.count)) : $0
        }
        // 40 bits: JavaScript's numbers have 53.
        return Int64(NameDigest(place ?? source.name).hex.prefix(10), radix: 16)
    }

    /// What is shown at a location now.
    func view(at location: String) throws(BankError) -> (
        grant: CalendarGrant, shown: SharedView, owned: OwnedTexts
    ) {
        let grant: CalendarGrant?
        do throws(RoomDatabaseError) {
            grant = try grants().first { $0.location == location }
        } catch { throw BankError(.away("who shares what cannot be read now")) }
        guard let grant else { throw BankError(.told("it is not shared any more")) }
        let owner = person(grant.other)
        let owned: OwnedTexts
        if grant.place.hasPrefix(KeptLocation.scheme) {
            guard let bank = owner.kept?.bank(at: grant.place) else {
                throw BankError(.away("its owner has no such calendar now"))
            }
            owned = .kept(bank)
        } else {
            owned = .folder(table.folder(of: grant.other) + "/" + grant.place)
        }
        let shown = SharedView(
            grant.access, secret: grant.secret, me: owner.addresses, zone: owner.zone)
        return (grant, shown, owned)
    }

    /// What is known of a view, brought to what it is now.
    func known(at location: String) throws(BankError) -> KnownView {
        let (grant, shown, owned) = try view(at: location)
        var view = known.withLock { $0[location] } ?? KnownView(grant, shown)
        if !view.isOf(grant, shown) { view = KnownView(grant, shown) }
        try view.update(by: shown, owned)
        let new = view
        known.withLock { $0[location] = new }
        return view
    }

    /// What was known last.
    func lastKnown(at location: String) -> KnownView? { known.withLock { $0[location] } }

    /// Forgets what is known of views that are not there any more, and the alarms of what is not shared any more.
    func keep(only locations: Set<String>) throws {
        // Those of an owner who is frozen stay.
        try alarms.keep(only: Set(try table.grants(to: user).map(\.location)))
        known.withLock { known in known = known.filter { locations.contains($0.key) } }
    }

    func note(_ changes: [ResourceChange], by grant: CalendarGrant) {
        let names = Dictionary(changes.map { ($0.name, $0.content == nil) }) { $1 }
        written.withLock {
            $0.append(Written(owner: grant.other.id, place: grant.place, names: names))
        }
    }

    /// What was written since this was asked last.
    func takeWritten() -> [Written] {
        written.withLock { written in
            defer { written = [] }
            return written
        }
    }
}

extension CalendarGrant {
    /// Where the calendar is for whom it is shared with.
    var location: String { "\(KeptLocation.shared)\(other.id)/\(place)" }
}

/// What is shown of each resource of a calendar: read anew where the owner's has changed.
struct KnownView: Sendable {
    private struct Shown {
        var name: String
        var version: String
    }

    private let grant: CalendarGrant
    private let (zone, me): (String, [String])
    private var revision = OwnedTexts.Revision()
    /// By the owner's names.
    private var shown: [String: Shown] = [:]
    /// The owner's names by those that are shown.
    private(set) var names: [String: String] = [:]

    init(_ grant: CalendarGrant, _ view: SharedView) {
        (self.grant, zone, me) = (grant, view.zone.name, view.me)
    }

    func isOf(_ grant: CalendarGrant, _ view: SharedView) -> Bool {
        (self.grant.id, self.grant.access) == (grant.id, grant.access)
            && (zone, me) == (view.zone.name, view.me)
    }

    /// Texts that are held at a time.
    private static let batch = 200

    mutating func update(by view: SharedView, _ owned: OwnedTexts) throws(BankError) {
        var revision = revision
        let changed = Array(try owned.changes(since: &revision))
        var start = 0
        while start < changed.count {
            let some = Array(changed[start..<min(start + Self.batch, changed.count)])
            let texts = try owned.read(some)
            for name in some {
                if let old = shown.removeValue(forKey: name) { names[old.name] = nil }
                guard let bytes = texts[name]?.bytes, let new = view.resource(name, bytes) else {
                    continue
                }
                shown[name] = Shown(name: new.name, version: Self.version(of: new))
                names[new.name] = name
            }
            start += some.count
        }
        self.revision = revision
    }

    /// The same for the same text, in each process.
    static func version(of resource: SharedView.Resource) -> String {
        SHA256.digest(resource.bytes).prefix(16).hex
    }

    var versions: [String: String] {
        Dictionary(shown.values.map { ($0.name, $0.version) }) { first, _ in first }
    }
}
