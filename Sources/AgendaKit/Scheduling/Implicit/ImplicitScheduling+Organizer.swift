internal import ICalendar

// The organizer's side (RFC 6638 section 3.2.1).
extension ImplicitScheduling {
    func organized() throws(AgendaError) -> Decision {
        var new = new
        new?.change(settled)
        new = new.map(withAnswers)
        var decision = Decision()
        var statuses: [String: String] = [:]
        for address in addresses(new) {
            let standing = standing(of: address, new)
            let errands = try errands(to: address, standing, new)
            guard !errands.isEmpty else { continue }
            statuses[address] = standing.status
            if standing.isReached { decision.errands += errands }
        }
        let earlier = self.statuses
        new?.change { part in
            let before = old.flatMap { self.base(of: part, in: $0)?.part }
            return part.editing(at: stamp, noting: false) { lines in
                lines.change("ATTENDEE") { property in
                    let user = CalendarUser(property)
                    property.setParameter("SCHEDULE-FORCE-SEND", to: nil)
                    let sent = statuses[user.address]
                    // Also what became of the last message to whom the organizer's program takes over.
                    guard !me.includes(user), property.isServed || sent != nil,
                        part.lines.organizer != nil
                    else { return }
                    // A program may have read it some time ago.
                    let known = before?.lines.properties("ATTENDEE").first {
                        CalendarUser($0).address == user.address
                    }?.parameter("SCHEDULE-STATUS")
                    let status =
                        sent ?? known ?? property.parameter("SCHEDULE-STATUS")
                        ?? earlier[user.address]
                    property.setParameter("SCHEDULE-STATUS", to: status, inPlace: true)
                }
            }
        }
        decision.components = new?.components
        return decision
    }

    /// The attendees before and after, each once, without the user.
    private func addresses(_ new: SeriesEditor?) -> [String] {
        var found: [String] = []
        for part in (new?.components ?? []) + (old?.components ?? []) {
            for user in part.lines.attendees
            where !me.includes(user) && !found.contains(user.address) { found.append(user.address) }
        }
        return found
    }

    private func lines(of address: String, _ series: SeriesEditor?) -> [Property] {
        (series?.components ?? []).flatMap { $0.lines.properties("ATTENDEE") }.filter {
            CalendarUser($0).address == address
        }
    }

    private func standing(of address: String, _ new: SeriesEditor?) -> SchedulingStanding {
        let line = lines(of: address, new).first ?? lines(of: address, old).first
        return line.map { standing(of: CalendarUser($0)) } ?? .unknown
    }

    /// What was known of who got the last message.
    private var statuses: [String: String] {
        var found: [String: String] = [:]
        for part in old?.components ?? [] {
            for property in part.lines.properties("ATTENDEE") {
                found[CalendarUser(property).address] = property.parameter("SCHEDULE-STATUS")
            }
        }
        return found
    }

    private func errands(
        to address: String, _ standing: SchedulingStanding, _ new: SeriesEditor?
    ) throws(AgendaError) -> [SchedulingErrand] {
        let before = old?.view { $0.address == address }
        let after = new?.view { $0.address == address }
        let isForced = lines(of: address, new).contains {
            $0.parameter("SCHEDULE-FORCE-SEND")?.uppercased() == "REQUEST"
        }
        if let after {
            guard isForced || before.map({ !$0.says(sameAs: after) }) ?? true else { return [] }
            // Nobody hears twice that it does not take place, or hears of it only then.
            if after.isCancelled, before?.isCancelled ?? true, !isForced { return [] }
            var all: [SchedulingErrand] = []
            // What the guest knows of what is still theirs.
            var known = before
            if after.master == nil, let before {
                // Who is invited to instances alone is told of what is theirs no more.
                var gone = before
                gone.overrides = before.overrides.filter { part in
                    guard let id = part.event.recurrenceID, !part.event.isCancelled else {
                        return false
                    }
                    return !after.overrides.contains {
                        after.describes($0, before.point(named: id))
                    }
                }
                if before.master == nil {
                    known?.overrides = before.overrides.filter { part in
                        !gone.overrides.contains { $0.text == part.text }
                    }
                }
                if gone.master != nil || !gone.overrides.isEmpty {
                    all.append(errand(.cancel, gone, to: address, standing, above: new))
                }
            }
            if after.isCancelled {
                return all + [errand(.cancel, after, to: address, standing)]
            }
            // One instance that does not take place is cancelled by itself (RFC 5546 3.2.5), and so is one of which a guest of the
            // series is left out.
            var over = after.cancelledInstances
            if let before, let left = leftOut(from: before, after) {
                over += left.overrides.compactMap(left.instance)
                all.append(errand(.cancel, left, to: address, standing, above: new))
            }
            if let before {
                var cancelled = after
                cancelled.master = nil
                cancelled.overrides = after.overrides.filter { part in
                    part.event.isCancelled
                        && after.instance(part).map(before.isAlive) ?? false
                }
                if !cancelled.overrides.isEmpty {
                    all.append(errand(.cancel, cancelled, to: address, standing))
                }
            }
            let rest = after.without(over)
            if isForced || known.map({ !$0.without(over).says(sameAs: rest) }) ?? true {
                all.append(errand(.request, rest, to: address, standing))
            }
            return all
        }
        guard let before, !before.isCancelled else { return [] }
        return [errand(.cancel, before, to: address, standing, above: new)]
    }

    /// The instances that the organizer has without a guest of the series, as that guest was told of them; nil for none.
    private func leftOut(from before: SeriesEditor, _ after: SeriesEditor) -> SeriesEditor? {
        guard let new, before.master != nil, after.master != nil else { return nil }
        var left = before
        (left.master, left.overrides) = (nil, [])
        for part in new.overrides where !part.event.overridesFuture {
            guard let point = new.instance(part), before.isAlive(point), after.excepts(point)
            else { continue }
            var described = before
            guard let place = try? described.override(of: point) else { continue }
            left.overrides.append(described.overrides[place])
        }
        return left.overrides.isEmpty ? nil : left
    }

    /// - Parameter newer: the event that no longer has what is cancelled.
    private func errand(
        _ method: Invitation.Method, _ view: SeriesEditor, to address: String,
        _ standing: SchedulingStanding, above newer: SeriesEditor? = nil
    ) -> SchedulingErrand {
        let writer = MessageWriter(
            uid: uid, scope: view.times.scope, definitions: definitions, stamp: stamp)
        var errand = SchedulingErrand(.request, uid: uid, to: address, standing)
        let isGone = newer != nil || new == nil
        // RFC 5546 3.2.5: who is uninvited from an event that others go to is named alone, without a status.
        let isUninvited =
            newer.map { newer in
                newer.isOrganized && newer.components.contains { !$0.lines.attendees.isEmpty }
            } ?? false
        var parts = view.components
        if method == .cancel, view.master != nil { parts = [view.master].compactMap { $0 } }
        errand.message = writer.calendar(
            method,
            parts.map { part in
                var lines = writer.whole(part.lines).toldToOthers
                lines.set("DTSTAMP", value: CalendarTime.utc(stamp).icalendar)
                // The cancellation that it takes back has counted, too (RFC 5546 2.1.4).
                if isBack { lines.set("SEQUENCE", value: "\(part.event.sequence + 1)") }
                if method == .cancel, isGone {
                    let least = newer?.components.map(\.event.sequence).max() ?? 0
                    lines.set("SEQUENCE", value: "\(max(least, part.event.sequence + 1))")
                    if isUninvited {
                        lines.remove {
                            $0.name == "STATUS"
                                || $0.name == "ATTENDEE"
                                    && $0.property.map { CalendarUser($0).address } != address
                        }
                    } else {
                        lines.set("STATUS", value: "CANCELLED")
                    }
                }
                return lines
            })
        errand.method = method.rawValue
        errand.summary = (view.master ?? view.overrides.first)?.event.summary
        errand.sender = writer.sender(of: view, me)
        return errand
    }

    /// A component as it is written: answers are those that the service knows, unless all are asked anew.
    private func settled(_ part: ComponentEdit) -> ComponentEdit {
        guard let old else { return part }
        let found = base(of: part, in: old)
        // An instance that there was not before has no answers if the series is at other times.
        let series = isSeriesMoved ? old.master.map { (part: $0, event: $0.event) } : nil
        guard let base = found ?? series else { return part }
        let isMoved =
            found == nil || new.map { self.isMoved(part.event, from: base.event, $0, old) } ?? false
        let known = base.part.lines.properties("ATTENDEE")
        return part.editing(at: stamp, noting: false) { lines in
            lines.change("ATTENDEE") { property in
                let user = CalendarUser(property)
                guard !me.includes(user), property.isServed else { return }
                if isMoved {
                    property.setParameter("PARTSTAT", to: ComponentEdit.unanswered, inPlace: true)
                    property.setParameter(Property.answerStamp, to: nil)
                } else if case .user = standing(of: user),
                    let line = known.first(where: { CalendarUser($0).address == user.address })
                {
                    if user.status != CalendarUser(line).status {
                        property.setParameter(
                            "PARTSTAT", to: line.parameter("PARTSTAT"), inPlace: true)
                    }
                    property.setParameter(
                        Property.answerStamp, to: line.parameter(Property.answerStamp),
                        inPlace: true)
                }
            }
            // RFC 5546 2.1.4.
            let isOver = part.event.isCancelled != base.event.isCancelled
            let least = base.part.event.sequence + (isMoved || isOver ? 1 : 0)
            if part.event.sequence < least { lines.set("SEQUENCE", value: "\(least)") }
        }
    }

    /// Whether the series takes place at other times than before.
    private var isSeriesMoved: Bool {
        guard let old, let new, let was = old.master?.event, let will = new.master?.event else {
            return false
        }
        return isMoved(will, from: was, new, old)
    }

    /// With the answers to single instances that an organizer's program leaves out because it has not seen them: they are the
    /// attendees'. One that moves back is asked for anew (RFC 6638 section 3.2.8).
    private func withAnswers(_ new: SeriesEditor) -> SeriesEditor {
        guard let old, new.master != nil, !isSeriesMoved else { return new }
        var result = new
        for part in old.overrides where !part.event.overridesFuture {
            guard let point = old.instance(part), new.hasInstance(point),
                !new.overrides.contains(where: { new.describes($0, point) }),
                let place = try? result.override(of: point)
            else { continue }
            let plain = result.overrides[place]
            let answered = settled(plain)
            let isSaid =
                plain.lines.attendees.map(\.status) == answered.lines.attendees.map(\.status)
            if isSaid {
                result.overrides.remove(at: place)
            } else {
                result.overrides[place] = answered
            }
        }
        return result
    }
}
