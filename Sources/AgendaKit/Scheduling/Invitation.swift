public import ICalendar

/// A message about one event, as it comes by mail (RFC 5546): an invitation, an update, a cancellation, an answer.
public struct Invitation: Sendable {
    /// What the message wants (RFC 5546 1.4).
    public enum Method: String, Sendable {
        /// Tells of an event; nobody is invited, and nobody answers.
        case publish = "PUBLISH"
        /// Invites, or brings a newer version.
        case request = "REQUEST"
        /// An attendee's answer.
        case reply = "REPLY"
        /// Adds instances to a series.
        case add = "ADD"
        /// The event, or an instance, does not take place.
        case cancel = "CANCEL"
        /// An attendee asks for the newest version.
        case refresh = "REFRESH"
        /// An attendee proposes other values.
        case counter = "COUNTER"
        /// The organizer refuses what was proposed.
        case declineCounter = "DECLINECOUNTER"
    }

    /// One component of the message.
    struct Part: Sendable {
        let text: [UInt8]
        let lines: ComponentDocument
        /// Nil if it does not say when it is, as answers and cancellations need not.
        let event: Event?
        /// `RECURRENCE-ID`; nil for the event as a whole.
        let instance: CalendarTime?
        let sequence: Int
        let stamp: Instant?

        init?(_ text: [UInt8]) {
            guard let lines = ComponentDocument(text) else { return nil }
            (self.text, self.lines) = (text, lines)
            event = ICalendarParser.event(in: text).value
            instance = event?.recurrenceID ?? lines.time("RECURRENCE-ID")
            // A message about an instance that cannot be read must not pass for one about the whole event.
            if instance == nil, !lines.properties("RECURRENCE-ID").isEmpty { return nil }
            sequence = lines.sequence
            stamp = lines.time("DTSTAMP").map { Instant(utc: $0.wallTime) }
        }
    }

    /// What it wants; a calendar without `METHOD` is published.
    public let method: Method
    /// The event's `UID`.
    public let uid: String
    let calendar: IncomingCalendar
    let parts: [Part]

    /// Takes a received calendar as a message.
    ///
    /// - Throws: `invalid` if it has no event, several ones, or an unknown method.
    public init(_ calendar: IncomingCalendar) throws(AgendaError) {
        let name = calendar.method ?? Method.publish.rawValue
        guard let method = Method(rawValue: name) else {
            throw AgendaError(.invitation(.unknownMethod(name)))
        }
        guard let series = calendar.series.first else {
            throw AgendaError(.invitation(.noEvent))
        }
        guard calendar.series.count == 1 else {
            throw AgendaError(.invitation(.severalEvents(calendar.series.count)))
        }
        (self.method, self.calendar, uid) = (method, calendar, series.uid)
        parts = series.texts.compactMap(Part.init)
        guard parts.count == series.texts.count else {
            throw AgendaError(.unreadableReceived, place: series.uid)
        }
    }

    /// The component about the whole event, else the first.
    private var main: Part? { parts.first { $0.instance == nil } ?? parts.first }

    /// What it is about.
    var name: SeriesName { calendar.series[0].name }

    /// `SUMMARY`.
    public var summary: String? { main?.event?.summary ?? main?.lines.value(of: "SUMMARY") }
    /// `ORGANIZER`.
    public var organizer: CalendarUser? { main?.lines.organizer }
    /// `ATTENDEE`.
    public var attendees: [CalendarUser] { main?.lines.attendees ?? [] }
    /// `COMMENT`.
    public var comment: String? { main?.lines.value(of: "COMMENT") }

    /// The occurrences that the message describes on some days, none of which is stored; the first hundred.
    ///
    /// - Parameters:
    ///   - days: half-open.
    ///   - name: the name by which they are shown.
    public func occurrences(on days: Range<CivilDate>, calendar name: String) -> [AgendaEvent] {
        let events = parts.compactMap(\.event).filter { $0.status != .cancelled }
        let set = RecurrenceSet(
            master: events.first { $0.recurrenceID == nil },
            overrides: events.filter { $0.recurrenceID != nil })
        return set.instances(overlapping: days, in: calendar.scope).instances.prefix(100).map {
            let id = OccurrenceID(uid: uid, recurrenceID: $0.recurrenceID)
            var event = AgendaEvent(id: id, uid: uid, span: $0.span, calendar: name)
            event.content.summary = summary
            return event
        }
    }

    /// What it says of the event: of the whole one, else of the first instance; nil if it does not say when that is.
    package var event: Event? { main?.event }
    /// When that takes place; the first time if it repeats.
    package var span: Span? { event?.firstSpan(in: calendar.scope) }
    /// The clock by which that is written; nil for whole days, local times and UTC.
    package var zone: TimeZoneRules? { event?.start.tzid.flatMap { calendar.scope.rules(for: $0) } }

    /// The first day on which it takes place, as written; nil if it does not say.
    public var firstDay: CivilDate? { parts.compactMap { $0.event?.start.wallTime.date }.min() }
}
