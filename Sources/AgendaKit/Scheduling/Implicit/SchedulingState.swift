package import ICalendar

/// An event as one user's calendars have it, for the service that brings it to others.
package struct SchedulingState: Sendable {
    package let uid: String
    let texts: [[UInt8]]
    let scope: TimeZoneScope
    let definitions: [String: [UInt8]]
    /// Names its text, as ``SchedulingErrand/before`` does.
    package let tag: String?
    /// The addresses of all who are invited.
    package let attendees: [String]

    init(_ present: EventTexts, uid: String) {
        (self.uid, texts, scope) = (uid, present.texts, present.scope)
        definitions = OwnZones(in: present.file).definitions
        tag = CalendarEditor.tag(present.texts)
        var all: [String] = []
        for user in present.texts.compactMap(ComponentDocument.init).flatMap(\.attendees)
        where !all.contains(user.address) { all.append(user.address) }
        attendees = all
    }
}

/// What a delivery has done in one user's calendars.
package struct SchedulingDelivery: Sendable {
    /// What was written; without operations if nothing was.
    package var change: EventChange
    /// The calendar that has the event.
    package var source: CalendarSource
    /// The digest of the resource that has it before and after, under the store's key.
    package var before: ContentDigest?
    package var after: ContentDigest?
    /// Whether nothing but answers is new.
    package var isAnswersAlone = false
    /// What the user is told; nil for nothing.
    package var message: [UInt8]?

    /// The answer of who answers by rule, if the organizer does not have it; the standing is to be found.
    package var answer: SchedulingErrand?

    /// Whether anything was written.
    package var isChange: Bool { !change.operations.isEmpty }
}

extension SchedulingErrand {
    /// What it is about: an event, unless its message says otherwise.
    var name: SeriesName { SeriesName(of: message, uid: uid) }

    /// Whether that is an event or a to-do.
    package var component: Event.Kind { name.kind }
}

extension CalendarEditor {
    /// The event, or to-do, that an errand is about, wherever a writable calendar has it.
    package func state(of errand: SchedulingErrand) async throws(AgendaError) -> SchedulingState? {
        let name = errand.name
        for source in try store.writableSources(holding: name) {
            var calendar = calendar(source)
            let present = try await calendar.read(name, href: nil)
            if !present.texts.isEmpty { return SchedulingState(present, uid: name.uid) }
        }
        return nil
    }
}
