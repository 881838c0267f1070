import AgendaActions
import AgendaKit
import Glibc
import ICalendar

/// Knows which reminders are due, notes them, and makes the notices of them. Looks into the store only when that, the zone
/// or the day has changed.
struct DueReminders {
    /// The file of notes: another process may change it.
    let notes: AlarmNotes
    private let store: EventStore
    private let person: Person
    private let followsZone: Bool
    private let lateness: Int
    private(set) var zone: TimeZoneRules
    private var known: Known?
    /// The notes, and which file they are from.
    private(set) var noted: (notes: [String: AlarmNote], file: String?) = ([:], nil)
    /// What this process has shown, for a disk on which nothing can be noted.
    private var shown: Set<Reminder> = []
    /// What the desktop shows, by its numbers.
    var displayed: [UInt32: ReminderNotice] = [:]

    /// The alarms of some days.
    private struct Known {
        var alarms: [EventAlarm]
        var revision: Int64
        var zone: TimeZoneRules
        var wanted: [AlarmNote]
        /// When they were read, and until when they suffice.
        var instants: Range<Instant>
    }

    /// What to show, and when to look again.
    struct Outcome {
        var notices: [ReminderNotice] = []
        /// What has become of what the desktop shows, by its numbers; nil: it is over.
        var changes: [UInt32: ReminderNotice?] = [:]
        var next: Instant?
        /// When the next reminder is shown; nil without one within a day.
        var due: Instant?
        /// Why nothing can be noted.
        var fault: AgendaError?
    }

    /// How far ahead alarms are read, in seconds.
    private static let ahead = 86_400
    /// More reminders than these at one moment are one notice.
    private static let most = 5

    /// - Parameters:
    ///   - followsZone: whether the zone is the system's, which may change.
    ///   - lateness: how late an alarm of an event that is over is still shown, in seconds.
    init(
        _ store: EventStore, _ person: Person, database: String, followsZone: Bool,
        lateness: Int
    ) {
        (self.store, self.person, zone) = (store, person, person.zone)
        (self.followsZone, self.lateness) = (followsZone, lateness)
        notes = AlarmNotes(database: database)
    }

    /// The files whose changes are a reason to look.
    var files: Set<String> {
        followsZone ? [notes.path, Environment.systemZonePath] : [notes.path]
    }

    /// The alarms that were noted by a process that ended before it had shown them, or while it did. Notes that they are
    /// told of.
    mutating func uncertain(at now: Instant) throws -> [AlarmNote] {
        let found = try notes.all().values.filter { !$0.isConfirmed }
        if !found.isEmpty { try notes.confirm(Set(found.map(\.id)), at: now) }
        return found.sorted { $0.id < $1.id }
    }

    /// Notes what is due, and says how to show it.
    mutating func look(at now: Instant) async throws -> Outcome {
        if followsZone, let current = try? Environment.displayZone(person.configuration) {
            zone = current
        }
        var look = Outcome()
        do throws(AgendaError) { try readNotes() } catch { look.fault = error }
        try await readAlarms(now)
        guard let known else { return look }
        let plan = ReminderPlan(known.alarms, notes: noted.notes, now: now, lateness: lateness)
        let wanted = (plan.due + plan.missed).filter { !shown.contains($0) }
        let begun: Set<Reminder>
        do throws(AgendaError) {
            begun = Set(try notes.begin(wanted, at: now))
        } catch {
            // Twice after a restart is better than never.
            (begun, look.fault) = (Set(wanted), error)
            shown.formUnion(wanted)
        }
        let today = zone.wallTime(at: now).date
        let due = plan.due.filter(begun.contains)
        let missed = plan.missed.filter(begun.contains)
        for (group, areMissed) in [(due, false), (missed, true)] where !group.isEmpty {
            let isOne = group.count <= (areMissed ? 1 : Self.most)
            look.notices +=
                isOne
                ? try group.map { try notice($0, today) }
                : [ReminderNotice(group, areMissed: areMissed, today: today, zone: zone)]
        }
        look.changes = try changes(Set(begun.map(\.alarm.id)), known.alarms, today)
        look.due = plan.next
        look.next = min(plan.next ?? known.instants.upperBound, known.instants.upperBound)
        return look
    }

    func notice(_ reminder: Reminder, _ today: CivilDate) throws -> ReminderNotice {
        let event = reminder.alarm.event
        let component = try store.componentText(of: event) ?? []
        return ReminderNotice(
            reminder, today: today, zone: zone,
            link: JoinLink(of: event, component: component)?.address)
    }

    private mutating func readNotes() throws(AgendaError) {
        var status = stat()
        let isThere = stat(notes.path, &status) == 0
        let file = isThere ? "\(status.st_ino) \(status.st_size) \(status.st_mtim)" : nil
        guard file == nil || file != noted.file else { return }
        noted = (try notes.all(), file)
    }

    private mutating func readAlarms(_ now: Instant) async throws {
        let revision = try store.revision()
        let ids = displayedIDs
        let wanted = noted.notes.values.filter { $0.snoozedUntil != nil || ids.contains($0.id) }
            .sorted { $0.id < $1.id }
        if let known, known.revision == revision, known.zone == zone, known.wanted == wanted,
            known.instants.contains(now)
        {
            return
        }
        let provider = EventProvider(
            store: store, clock: person.clock, zone: zone, filter: person.filter())
        let end = now + Self.ahead
        let alarms = try await provider.alarms(from: now - lateness, until: end, and: wanted)
        known = Known(
            alarms: alarms, revision: revision, zone: zone, wanted: wanted, instants: now..<end)
    }
}
