internal import CalendarMerge
internal import ICalendar

// A change before it is written, where a service tells the people whom it concerns.
extension CalendarEditor {
    /// Works out what a change means for others, notes what is to be told, and sets what is written accordingly.
    ///
    /// - Returns: the change as it is to be written, and by what the desk knows what is to be told; nil for nothing.
    func scheduled(
        _ change: EventChange, in calendars: [any WritableCalendar], by desk: any SchedulingDesk
    ) async throws(AgendaError) -> (change: EventChange, ticket: String?) {
        var change = change
        guard SchedulingRequest.tells, !change.kind.isSync else { return (change, nil) }
        var errands: [SchedulingErrand] = []
        let all = Dictionary(grouping: change.operations.indices) { change.operations[$0].name }
        for (name, places) in all.sorted(by: { $0.key.uid < $1.key.uid })
        where !name.isJournal {
            guard places.contains(where: { change.operations[$0].namesPeople }) else { continue }
            var served: [Int] = []
            var sides = Sides()
            for place in places {
                let operation = change.operations[place]
                guard
                    var calendar = calendars.first(where: { $0.source.name == operation.calendar }),
                    desk.schedules(calendar.source)
                else { continue }
                served.append(place)
                let present = try await calendar.read(name, href: operation.href)
                sides.add(operation, present.scope, zones)
            }
            if change.device == nil, let organizer = desk.me.all.first {
                // Whoever adds guests here, not in a program of their own, invites them.
                let texts = sides.after
                let organized = organized(sides, by: organizer)
                for place in served where !organized.isEmpty {
                    guard let after = change.operations[place].after else { continue }
                    change.operations[place].after = EventTexts.rewritten(after) { text in
                        texts.firstIndex(of: text).map { organized[$0] }
                    }
                }
                if !organized.isEmpty { sides.after = organized }
            }
            let isRestored = [.undo, .redo].contains(change.kind)
            let decision = try decision(name, sides, desk, isRestored: isRestored)
            guard let decision else { continue }
            try requireOne(name, change, served, sides)
            if let components = decision.components {
                let texts = sides.after
                for place in served {
                    guard let after = change.operations[place].after else { continue }
                    change.operations[place].after = EventTexts.rewritten(after) { text in
                        texts.firstIndex(of: text).flatMap {
                            components.indices.contains($0) ? components[$0] : nil
                        }.map { part in
                            // What is added stands behind the series.
                            let added =
                                part.event.recurrenceID == nil
                                ? components.dropFirst(texts.count) : []
                            return added.reduce(part.text) { $0 + $1.text }
                        }
                    }
                }
                let written = served.compactMap { change.operations[$0].after }
                    .flatMap(EventTexts.divided)
                sides.after = written
            }
            errands += sides.tagged(decision.errands)
        }
        return (change, errands.isEmpty ? nil : try desk.note(errands))
    }

    /// What several files have of an event, before a change and after it.
    struct Sides {
        var (before, after): ([[UInt8]], [[UInt8]]) = ([], [])
        var scope: TimeZoneScope?
        var definitions: [String: [UInt8]] = [:]

        mutating func add(
            _ operation: EventOperation, _ present: TimeZoneScope, _ zones: TimeZoneDatabase
        ) {
            let name = operation.name
            func isIt(_ text: [UInt8]) -> Bool {
                SeriesName(of: text, uid: name.uid) == name
                    && ICalendarParser.uid(in: text) == name.uid
            }
            for text in EventTexts.divided(operation.before ?? [])
            where isIt(text) { before.append(text) }
            for text in EventTexts.divided(operation.after ?? [])
            where isIt(text) { after.append(text) }
            var own = OwnZones(in: operation.after)
            own.add(OwnZones(in: operation.before).definitions)
            definitions.merge(own.definitions) { known, _ in known }
            if scope == nil || !own.isEmpty { scope = own.isEmpty ? present : own.scope(zones) }
        }

        /// Errands with the names of both sides, by which it is known whether the change was written.
        func tagged(_ errands: [SchedulingErrand]) -> [SchedulingErrand] {
            let tags = (CalendarEditor.tag(before), CalendarEditor.tag(after))
            return errands.map { errand in
                var errand = errand
                (errand.before, errand.after) = tags
                return errand
            }
        }
    }

    /// The texts of an event that has new guests and no organizer, with one; empty for any other.
    private func organized(_ sides: Sides, by organizer: String) -> [[UInt8]] {
        func guests(_ texts: [[UInt8]]) -> Set<String> {
            Set(texts.compactMap(ComponentDocument.init).flatMap(\.attendees).map(\.address))
        }
        let parts = sides.after.compactMap(ComponentEdit.init)
        guard parts.count == sides.after.count, parts.allSatisfy({ $0.lines.organizer == nil }),
            !guests(sides.after).subtracting(guests(sides.before)).isEmpty
        else { return [] }
        return parts.map { part in
            part.editing(at: clock.now, noting: false) {
                $0.set("ORGANIZER", value: "mailto:" + organizer)
            }.text
        }
    }

    /// - Parameter isRestored: as of ``ImplicitScheduling``.
    func decision(
        _ name: SeriesName, _ sides: Sides, _ desk: any SchedulingDesk, isRestored: Bool
    ) throws(AgendaError) -> ImplicitScheduling.Decision? {
        guard let scope = sides.scope else { return nil }
        // What cannot be read tells nobody anything; what is to be written is read.
        let old =
            sides.before.isEmpty
            ? nil : try? SeriesEditor(sides.before, scope, stamp: clock.now)
        let new =
            sides.after.isEmpty
            ? nil : try SeriesEditor(sides.after, scope, stamp: clock.now)
        // Moved from one calendar to another, it is what it was.
        if let old, let new,
            old.texts.sorted(by: Self.isBefore) == new.texts.sorted(by: Self.isBefore)
        {
            return nil
        }
        let people = ((old?.components ?? []) + (new?.components ?? [])).flatMap { part in
            part.lines.attendees + [part.lines.organizer].compactMap { $0 }
        }
        var scheduling = ImplicitScheduling(
            uid: name.uid, old: old, new: new, me: desk.me,
            standings: try desk.standings(
                of: Set(people.flatMap { [$0.address] + [$0.mail].compactMap { $0 } })),
            stamp: clock.now)
        (scheduling.definitions, scheduling.replies) = (
            sides.definitions, SchedulingRequest.replies
        )
        scheduling.isRestored = isRestored
        var decision = try scheduling.decision()
        if let new, let components = decision?.components {
            // In the order of the texts, of which the master need not be the first.
            let order = new.components.map(\.text)
            decision?.components =
                sides.after.compactMap { text in
                    order.firstIndex(of: text).map { components[$0] }
                } + components.dropFirst(order.count)
        }
        return decision
    }

    private static func isBefore(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.lexicographicallyPrecedes(other)
    }

    /// Refuses an invitation in two calendars of one user (RFC 6638 section 3.2.4.1).
    private func requireOne(
        _ name: SeriesName, _ change: EventChange, _ places: [Int], _ sides: Sides
    ) throws(AgendaError) {
        guard sides.before.isEmpty, !sides.after.isEmpty else { return }
        let own = Set(places.map { change.operations[$0].calendar })
        for source in try store.writableSources(holding: name) where !own.contains(source.name) {
            throw AgendaError(.scheduling(.inAnotherCalendar(source.name)), place: name.uid)
        }
    }

    /// Names a state of an event, whatever the order of its components and their line ends; nil for none.
    static func tag(_ texts: [[UInt8]]) -> String? {
        guard !texts.isEmpty else { return nil }
        let lines = texts.map { $0.filter { $0 != 0x0D } }.sorted(by: isBefore)
        return NameDigest(lines.flatMap { $0 + [0] }).hex
    }
}

extension EventOperation {
    /// Whether its texts have an organizer or guests.
    var namesPeople: Bool {
        [before, after].contains { text in
            guard let text else { return false }
            let words = String(decoding: text, as: UTF8.self).uppercased()
            return words.contains("ORGANIZER") || words.contains("ATTENDEE")
        }
    }
}

extension EventTexts {
    /// A text with other components in the places of some.
    static func rewritten(_ text: [UInt8], _ change: ([UInt8]) -> [UInt8]?) -> [UInt8] {
        var (result, place) = ([UInt8](), 0)
        for component in ComponentScanner.scan(text).components where component.kind != .timeZone {
            guard component.range.lowerBound >= place,
                let new = change(Array(text[component.range]))
            else { continue }
            result += text[place..<component.range.lowerBound]
            result += new
            place = component.range.upperBound
        }
        return place == 0 ? text : result + text[place...]
    }
}
