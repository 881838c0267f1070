package import AgendaJSON
package import AgendaKit
package import ICalendar

/// What `agenda meet` is asked: when, how long, and with whom.
package struct MeetingQuestion {
    package var dates: Range<CivilDate>
    /// The reader's zone.
    package var zone: TimeZoneRules
    package var hours: WorkingHours
    /// Seconds.
    package var length: Int
    /// The most times.
    package var limit: Int
    /// The other people, in the order in which they were given.
    package var names: [String] = []
    /// Their calendars.
    package var calendars: [PersonCalendar] = []
    /// Whether whole-day events block.
    package let countsWholeDays: Bool

    package init(
        dates: Range<CivilDate>, zone: TimeZoneRules, hours: WorkingHours, length: Int, limit: Int,
        countsWholeDays: Bool
    ) {
        (self.dates, self.zone, self.hours) = (dates, zone, hours)
        (self.length, self.limit, self.countsWholeDays) = (length, limit, countsWholeDays)
    }

    /// The days and the one after them, into which the last day's hours may reach.
    package var window: Range<Instant> {
        zone.startOfDay(dates.lowerBound)..<zone.startOfDay(dates.upperBound + 1)
    }

    /// Reads everybody's calendars at the same time, and finds the times.
    ///
    /// - Parameter provider: the events of the reader's own calendars that count.
    /// - Throws: why the reader's own cannot be read; what is wrong with the others is in the answer.
    package func answer(
        _ person: Person, _ provider: (OpenCalendars) throws -> EventProvider
    ) async throws -> MeetingAnswer {
        async let others = PersonCalendar.read(calendars)
        let reading = try await OpenCalendars.open([], person)
        let timeline = try await provider(reading)
            .days(dates.lowerBound..<(dates.upperBound + 1))
        var own = Availability(
            timeline.nodes.flatMap(\.events), zone: zone, countingWholeDays: countsWholeDays,
            known: window)
        if reading.sources.isEmpty || reading.isPartial || !timeline.omitted.isEmpty {
            own.known = InstantRanges([])
        }
        let (readings, now) = (await others, person.clock.now)
        let asked = max(zone.startOfDay(dates.lowerBound), now)
        let end = max(asked, zone.startOfDay(dates.upperBound))
        var people = [MeetingTimes.Person(zone: zone, availability: own)]
        var listed = [
            MeetingDocument.Person(
                name: PersonArgument.me, zone: zone, fetched: nil, age: nil,
                known: Self.known(own, asked..<end), error: nil)
        ]
        for name in names {
            let found = zip(calendars, readings).filter { $0.0.name == name }.map(\.1)
            guard let first = found.first?.availability else { continue }
            let availability = found.dropFirst().reduce(first) { $0.joined(with: $1.availability) }
            let personZone = found.lazy.compactMap(\.zone).first
            people.append(
                MeetingTimes.Person(zone: personZone ?? zone, availability: availability))
            let isRead = found.allSatisfy(\.isRead)
            listed.append(
                MeetingDocument.Person(
                    name: name, zone: personZone, fetched: isRead ? now : nil,
                    age: isRead ? Self.age(found, now) : nil,
                    known: Self.known(availability, asked..<end),
                    error: found.lazy.compactMap(\.fault).first))
        }
        let search = MeetingTimes(hours: hours, zone: zone, people: people, length: length)
        let slots = search.slots(on: dates, now: now, limit: limit)
        return MeetingAnswer(
            slots: slots, document: MeetingDocument(slots, people: listed), dates: dates,
            zone: zone, length: length, asked: asked..<end, own: reading, omitted: timeline.omitted,
            others: readings)
    }

    /// The known times among those that can still be used.
    private static func known(
        _ availability: Availability, _ asked: Range<Instant>
    ) -> [Range<Instant>] {
        availability.known.intersection(InstantRanges([asked])).ranges
    }

    /// Seconds since the calendar that is the oldest was changed; nil if one of them does not say.
    private static func age(_ readings: [PersonCalendar.Reading], _ now: Instant) -> Int? {
        let modified = readings.compactMap(\.modified)
        guard modified.count == readings.count else { return nil }
        return modified.min().map { max(0, now - $0) }
    }
}

/// Times for a meeting, and how they suit each person.
package struct MeetingAnswer {
    /// The best first.
    package var slots: [MeetingTimes.Slot]
    /// The people, the reader first, and the slots.
    package var document: MeetingDocument
    package var dates: Range<CivilDate>
    package var zone: TimeZoneRules
    /// Seconds.
    package var length: Int
    /// The time that could be used.
    package var asked: Range<Instant>
    /// The reader's own calendars, and which of their events are not all known.
    package let own: OpenCalendars
    package let omitted: [OmittedInstances]
    /// What was read of the others', with what could not be.
    package let others: [PersonCalendar.Reading]
}
