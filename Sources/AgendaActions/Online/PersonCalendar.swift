package import AgendaKit
package import AgendaSync
internal import CalendarMerge
package import ICalendar

/// Somebody's calendar: fetched or read once, and not stored.
package struct PersonCalendar: Sendable {
    /// What it says.
    package struct Reading: Sendable {
        package var availability = Availability()
        /// The person's zone, if the calendar has it.
        package var zone: TimeZoneRules?
        /// Whether it was fetched and read.
        package var isRead = false
        /// When its content was last changed; nil if it does not say.
        package var modified: Instant?
        /// Whether something could not be read.
        package var isPartial = false
        /// What could not be read, a line each.
        package var complaints: [String] = []
        /// Why it could not be read, or the first thing that could not.
        package var fault: String?
    }

    package var argument: PersonArgument
    /// The person's name, for complaints.
    package var name: String
    package var person: Person
    /// The person's zone, if the reader has given it.
    package var zone: TimeZoneRules?
    /// The time that is asked about.
    package var window: Range<Instant>
    /// Whether whole-day events block.
    package var countsWholeDays: Bool
    package var look: SingleFetch

    package init(
        argument: PersonArgument, name: String, person: Person, zone: TimeZoneRules?,
        window: Range<Instant>, countsWholeDays: Bool, look: SingleFetch
    ) {
        (self.argument, self.name, self.person, self.zone) = (argument, name, person, zone)
        (self.window, self.countsWholeDays, self.look) = (window, countsWholeDays, look)
    }

    /// Reads several calendars at the same time.
    package static func read(_ calendars: [PersonCalendar]) async -> [Reading] {
        await withTaskGroup(of: (Int, Reading).self) { group in
            for (index, calendar) in calendars.enumerated() {
                group.addTask { (index, await calendar.read()) }
            }
            var readings = [Reading](repeating: Reading(), count: calendars.count)
            for await (index, reading) in group { readings[index] = reading }
            return readings
        }
    }

    /// Never throws: nothing is known of somebody whose calendar cannot be read, and the others count.
    private func read() async -> Reading {
        let cause: String
        do {
            return try await contents()
        } catch let error as AgendaError {
            cause = error.sentence
        } catch {
            cause = "\(error)"
        }
        var reading = Reading(zone: zone)
        (reading.isPartial, reading.fault) = (true, cause)
        reading.complaints = [Message("\(name): not known: \(cause)").text]
        return reading
    }

    private func contents() async throws -> Reading {
        let store = try EventStore.inMemory()
        let importer = store.importer(person)
        var reading = Reading(isRead: true)
        let resources: [MergeSource.Resource]
        if argument.isAddress {
            let content = try await look.fetch(argument.place)
            resources = [MergeSource.Resource(path: name, bytes: content.bytes)]
            reading.modified = content.modified
            _ = try await importer.addStream(content.bytes, name: name)
        } else if let stream = try PathArgument(path: argument.place).stream() {
            resources = [MergeSource.Resource(path: stream.name, bytes: stream.bytes)]
            _ = try await importer.addStream(stream.bytes, name: stream.name)
        } else {
            resources = try MergeSource.read(path: argument.place).source.resources
            reading.modified = resources.compactMap { InputFile.modified($0.path) }.max()
            try await PathArgument(path: argument.place).add(through: importer)
        }
        let published = resources.map { ($0.path, PublishedTimes($0.bytes)) }
        reading.zone = zone ?? published.lazy.compactMap { $1.zone }.first
        // A feed's own word counts more than when a file was copied.
        reading.modified = published.compactMap { $1.stamp }.max() ?? reading.modified
        try await add(store, to: &reading)
        add(published, to: &reading)
        reading.fault = reading.complaints.first
        reading.isPartial = reading.isPartial || reading.fault != nil
        return reading
    }

    /// Adds the times of the events.
    private func add(_ store: EventStore, to reading: inout Reading) async throws {
        let own = Person(clock: person.clock, zone: reading.zone ?? person.zone)
        let calendars = try OpenCalendars(store: store, person: own)
        let first = own.zone.wallTime(at: window.lowerBound).date
        let last = own.zone.wallTime(at: window.upperBound).date
        let timeline = try await store.provider(own).days(first..<(last + 1))
        reading.availability = Availability(
            timeline.nodes.flatMap(\.events), zone: own.zone, countingWholeDays: countsWholeDays,
            known: window)
        reading.complaints = calendars.lines() + timeline.omitted.map { $0.sentence.text }
        // What was lost may have been at any time.
        reading.isPartial = calendars.isPartial || !timeline.omitted.isEmpty
        if reading.isPartial { reading.availability.known = InstantRanges([]) }
    }

    /// Adds the times of the VFREEBUSY components.
    private func add(
        _ published: [(path: String, times: PublishedTimes)], to reading: inout Reading
    ) {
        for (path, times) in published {
            reading.complaints += times.diagnostics.map {
                SourceDiagnostic(calendar: name, path: path, diagnostic: $0).line
            }
        }
        guard published.contains(where: \.times.hasFreeBusy) else { return }
        let told = Availability(published.flatMap(\.times.freeBusy))
        let events = reading.availability
        // With a VFREEBUSY, a calendar tells only of the times that it states.
        reading.availability = Availability(
            known: events.known.intersection(told.known), busy: events.busy.union(told.busy),
            tentative: events.tentative.union(told.tentative))
    }
}
