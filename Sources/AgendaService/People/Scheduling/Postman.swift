internal import AgendaActions
internal import AgendaKit
internal import AgendaSync
internal import FoundationEssentials
internal import ICalendar
internal import Synchronization

/// Brings what one user changes to the others of one service (RFC 6638), and never anything because of what it has brought.
///
/// Each errand is in the ``SchedulingTable`` from before its change until it is done. Whoever finds one that is due does it:
/// to do it twice changes nothing.
final class Postman: Sendable {
    let table: SchedulingTable
    let users: UserTable
    let clock: any AgendaClock
    let log: @Sendable (String) -> Void
    /// Seconds after which errands are looked after that whoever made them has not done: that process may be gone.
    let patience: Int
    /// Is asked before each step, and may end the process's part there, as a kill does.
    let step: @Sendable (Step) throws -> Void
    /// As ``People/Options/mailer``.
    let mailer: (@Sendable ([UInt8]) async -> Bool)?
    /// Opens a user's service.
    private let opening = Mutex<(@Sendable (ServedUser) async throws -> OpenUser)?>(nil)
    private let pace = SchedulingPace()
    /// The directory as it was read last.
    let lastDirectory = Mutex<(revision: UserTable.Revision, users: [String: ServedUser])?>(
        nil)

    /// Errands of one change that are done before whoever has made it gets an answer.
    private static let most = 50
    /// Attendees up to whom each hears of the others' answers at once; a larger event tells them with its next change.
    static let mostRefreshed = 50
    /// Seconds for which messages are kept that no client has taken.
    private static let keeping = 60 * 86_400

    /// The steps between which something may be lost.
    enum Step: CaseIterable, Sendable {
        /// An intention is to be noted, and is noted, before the change is written.
        case noting, noted
        /// The change is written.
        case written
        /// An errand begins; the calendar of whom it is for has changed; the inbox and the schedule tag have.
        case beginning, delivered, told
    }

    init(
        _ table: SchedulingTable, _ users: UserTable, clock: any AgendaClock, patience: Int,
        log: @escaping @Sendable (String) -> Void,
        mailer: (@Sendable ([UInt8]) async -> Bool)? = nil,
        step: @escaping @Sendable (Step) throws -> Void = { _ in }
    ) {
        (self.table, self.users, self.clock, self.step) = (table, users, clock, step)
        (self.patience, self.log, self.mailer) = (patience, log, mailer)
    }

    func opens(_ open: @escaping @Sendable (ServedUser) async throws -> OpenUser) {
        opening.withLock { $0 = open }
    }

    private var now: Int { clock.now.secondsSinceEpoch }

    // MARK: Noting

    func note(
        _ errands: [SchedulingErrand], of user: ServedUser
    ) throws(AgendaError) -> String {
        guard pace.takes(user.id) else { throw AgendaError(.scheduling(.tooMuch), place: "") }
        let ticket = EventIdentifier.random()
        do {
            try step(.noting)
            try table.add(errands, of: user.id, ticket: ticket, at: now, due: now + patience)
            try step(.noted)
        } catch {
            throw AgendaError(.cannotWrite(cause: "\(error)"), place: users.folder)
        }
        return ticket
    }

    // MARK: Telling

    /// Does the errands of a change that is written; what cannot be done now is done later.
    func tell(_ ticket: String) async {
        do {
            try step(.written)
            try table.confirm(ticket)
            let errands = try table.errands(of: ticket)
            for errand in errands.prefix(Self.most) { await attempt(errand) }
            let rest = errands.dropFirst(Self.most)
            if !rest.isEmpty {
                Task { for errand in rest { await attempt(errand) } }
            }
        } catch {
            log("\(error)")
        }
    }

    /// Does what nobody has done in time, until the task is cancelled.
    func follow() async {
        while !Task.isCancelled {
            await round()
            try? await Task.sleep(for: .seconds(5))
        }
    }

    /// Does what is due.
    func round() async {
        do {
            for errand in try table.due(at: now) { await attempt(errand) }
            try table.removeMessages(before: now - Self.keeping)
        } catch {
            log("\(error)")
        }
    }

    private func attempt(_ kept: SchedulingTable.Kept) async {
        do {
            try await deliver(kept)
        } catch {
            log("\(kept.errand.uid): \(error)")
            // Ten seconds first, an hour at last.
            let wait = min(3_600, 10 << min(kept.tries, 9))
            if error is CancellationError { return }
            try? table.putOff(kept, until: now + wait)
        }
    }

    private func deliver(_ kept: SchedulingTable.Kept) async throws {
        let errand = kept.errand
        try step(.beginning)
        let sender = try users.user(kept.sender)
        if case .outside = errand.standing { return try await mail(kept, from: sender) }
        guard case .user(let id) = errand.standing, try await isDone(kept, by: sender) else {
            return try table.finish(kept)
        }
        let recipient = try users.user(id)
        guard let recipient, recipient.state == .active else {
            let standing: SchedulingStanding = recipient?.state == .frozen ? .away : .unknown
            try await refuse(kept, standing.status, of: sender)
            return try table.finish(kept)
        }
        if errand.kind == .reply { return try await answer(kept, to: recipient) }
        let delivery = try await bring(kept, to: recipient, from: sender)
        guard var answer = delivery?.answer, let sender else { return try table.finish(kept) }
        answer.standing = .user(sender.id)
        let ticket = EventIdentifier.random()
        try table.finish(
            kept, with: [answer], of: recipient.id, ticket: ticket, at: now, due: now + patience)
        await tell(ticket)
    }

    /// Tells whoever has caused an errand that it could not be done, in their event.
    private func refuse(
        _ kept: SchedulingTable.Kept, _ status: String, of sender: ServedUser?
    ) async throws {
        guard kept.errand.kind != .refresh, let sender, sender.state == .active else { return }
        let box = try await box(of: sender)
        guard let delivery = try await box.editor.noteStatus(status, of: kept.errand) else {
            return
        }
        try await note(delivery, for: sender, box)
    }

    /// What cannot be delivered as it is, whenever that is tried (RFC 6638 section 3.2.9).
    private static let undeliverable = "5.3"

    /// Writes an errand's message into the calendar of whom it is for; nil if an event of their own has its UID.
    private func bring(
        _ kept: SchedulingTable.Kept, to recipient: ServedUser, from sender: ServedUser?
    ) async throws -> SchedulingDelivery? {
        let errand = kept.errand
        let isRoom = try table.kind(of: recipient.id) != .individual
        if isRoom { try await hold(recipient.id, as: kept) }
        defer { if isRoom { try? table.release(recipient.id, by: Self.holder(kept)) } }
        // Opened while it is held: it shows what those before have booked, at other nodes too.
        let box = try await box(of: recipient)
        let organizer = sender.map(Self.addresses) ?? CalendarAddresses([errand.sender])
        // Opened before the copy is read: what it says is read after that.
        let source = try await editor(of: sender)
        let delivery: SchedulingDelivery
        do throws(AgendaError) {
            delivery = try await box.editor.deliver(
                errand, to: Self.addresses(of: recipient), from: organizer,
                into: box.calendar(for: errand.component),
                answeringIn: isRoom ? box.zone : nil
            ) { () throws(AgendaError) in try await source?.state(of: errand) }
        } catch {
            // To try again changes nothing of that.
            guard case .invitation = error.reason else { throw error }
            log("\(recipient.name): \(error)")
            try await refuse(kept, Self.undeliverable, of: sender)
            return nil
        }
        try await note(delivery, for: recipient, box)
        return delivery
    }

    /// Whether the change is written of which an errand tells: what was not written is not told.
    private func isDone(
        _ kept: SchedulingTable.Kept, by sender: ServedUser?
    ) async throws -> Bool {
        if kept.isWritten { return true }
        return try await editor(of: sender)?.state(of: kept.errand)?.tag != kept.errand.before
    }

    /// Writes to somebody who is no user (RFC 6047). The mail is the same, with its `Message-ID`, if it is sent again after a kill.
    private func mail(_ kept: SchedulingTable.Kept, from sender: ServedUser?) async throws {
        let errand = kept.errand
        guard let mailer, try await isDone(kept, by: sender) else { return try table.finish(kept) }
        guard try table.take(kept, until: now + 600) else { return }
        var zone = TimeZoneRules.utc
        if let sender, sender.state == .active { zone = try await box(of: sender).zone }
        let words = InvitationWords(
            try Invitation(
                try IncomingCalendar(errand.message, place: errand.uid, kinds: [errand.component])),
            zone: zone)
        var mail = OutgoingMail(
            from: errand.sender, to: [errand.address], subject: words.subject.text,
            text: words.text,
            calendar: errand.message, method: errand.method,
            date: Instant(secondsSinceEpoch: kept.made))
        let host = errand.sender.split(separator: "@").last ?? "localhost"
        mail.identifier = "<\(kept.id).\(NameDigest(errand.message).hex)@\(host)>"
        guard await mailer(mail.bytes) else {
            throw AgendaError(.cannotWrite(cause: "the mail was not taken"), place: errand.address)
        }
        try step(.told)
        try table.finish(kept)
    }

    /// Books for one at a time: whoever comes second finds the room taken.
    private func hold(_ room: Int64, as kept: SchedulingTable.Kept) async throws {
        for _ in 0..<100 {
            if try table.hold(room, as: Self.holder(kept), at: now, until: now + 60) { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw AgendaError(.databaseBusy(cause: nil), place: "room \(room)")
    }

    private static let process = EventIdentifier.random()
    private static func holder(_ kept: SchedulingTable.Kept) -> String { "\(process) \(kept.id)" }

    /// Notes an answer in the organizer's event, and lets the others see it.
    private func answer(_ kept: SchedulingTable.Kept, to organizer: ServedUser) async throws {
        let errand = kept.errand
        let (box, me) = (try await box(of: organizer), Self.addresses(of: organizer))
        let delivery: SchedulingDelivery
        do throws(AgendaError) {
            delivery = try await box.editor.noteAnswer(
                errand.message, as: me, from: errand.sender, zone: box.zone,
                into: box.calendar(for: errand.component))
        } catch {
            guard case .invitation = error.reason else { throw error }
            log("\(organizer.name): \(error)")
            try await refuse(kept, Self.undeliverable, of: try users.user(kept.sender))
            return try table.finish(kept)
        }
        try await note(delivery, for: organizer, box)
        var following: [SchedulingErrand] = []
        // Also if the answer is there already: whoever noted it may have got no further.
        if let event = try await box.editor.state(of: errand) {
            let others = event.attendees.filter { !me.all.contains($0) }
            if others.count <= Self.mostRefreshed {
                for (address, standing) in try standings(of: Set(others)).sorted(by: {
                    $0.key < $1.key
                }) {
                    guard case .user = standing else { continue }
                    var refresh = SchedulingErrand(
                        .refresh, uid: errand.uid, to: address, standing)
                    refresh.message = errand.message
                    following.append(refresh)
                }
            }
        }
        let ticket = EventIdentifier.random()
        try table.finish(
            kept, with: following, of: organizer.id, ticket: ticket, at: now, due: now + patience)
        if !following.isEmpty { await tell(ticket) }
    }

    /// Puts what a user is told into their inbox, and keeps the schedule tag of what has nothing but answers new.
    private func note(
        _ delivery: SchedulingDelivery, for user: ServedUser, _ box: Box
    ) async throws {
        try step(.delivered)
        if delivery.isChange, delivery.isAnswersAlone, let before = delivery.before,
            let after = delivery.after
        {
            try table.keepTag(
                of: StoreHome.tag(before), for: StoreHome.tag(after), user: user.id)
        }
        if let message = delivery.message {
            try table.put(
                message, name: NameDigest(message).hex + ".ics", for: user.id, at: now)
        }
        if delivery.isChange {
            try await box.open.home?.publish()
            await box.open.service.live.lookNow()
        }
        try step(.told)
    }

    // MARK: Calendars

    /// A user's calendars, open, with an editor that tells nobody of what it writes.
    struct Box: Sendable {
        let open: OpenUser
        let editor: CalendarEditor
        let zone: TimeZoneRules
        /// What the user's devices are served.
        let home: StoreHome

        /// Where new events, or to-dos, go; nil for the store's own calendar.
        func calendar(for kind: Event.Kind) -> String? {
            DAVRoom.invitationCalendar(
                in: home, of: open.service.live.person, for: kind == .event ? .event : .todo
            )?.source?.name
        }
    }

    func box(of user: ServedUser) async throws -> Box {
        guard let open = opening.withLock(\.self) else { throw CancellationError() }
        let opened = try await open(user)
        let live = opened.service.live
        guard let present = await live.presentAsRead() else {
            throw AgendaError(.stillImporting, place: user.name)
        }
        var person = live.person
        person.desk = nil
        let service = opened.service
        let home = AgendaService.home(
            of: Device(name: "", created: clock.now), present, live.person, service.parts,
            service.calendars, false, service.merges)
        return Box(
            open: opened, editor: CalendarEditor(present.store.importer(person)),
            zone: person.zone, home: home)
    }

    private func editor(of user: ServedUser?) async throws -> CalendarEditor? {
        guard let user else { return nil }
        return try await box(of: user).editor
    }
}
