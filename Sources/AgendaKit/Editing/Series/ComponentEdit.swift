internal import ICalendar

/// A master or an override: its text, and the values read from it.
struct ComponentEdit {
    private(set) var lines: ComponentDocument
    private(set) var event: Event
    private(set) var participants: [Participant]

    /// Reads a VEVENT, VTODO or VJOURNAL; nil if it cannot be read.
    init?(_ text: some Collection<UInt8>) {
        let bytes = Array(text)
        guard let lines = ComponentDocument(bytes),
            let event = ICalendarParser.event(in: bytes).value
        else { return nil }
        (self.lines, self.event) = (lines, event)
        participants = ICalendarParser.participants(in: bytes)
    }

    var text: [UInt8] { lines.bytes }

    /// The component with a `UID` (RFC 5545 3.6.1). One that has none gets the one that was made from its text: another
    /// text would give it another one, and no instance of its own could refer to it.
    var identified: ComponentEdit {
        guard lines.lacks("UID") else { return self }
        var part = self
        part.lines.set("UID", text: event.uid)
        return part
    }

    /// An override that counts for its own instance alone, whatever `RANGE` says; its text stays.
    var forItsInstance: ComponentEdit {
        var part = self
        part.event.overridesFuture = false
        return part
    }

    /// Returns the component with other values; what did not change stays as it is written.
    ///
    /// Raises `SEQUENCE` if the change concerns when or whether it takes place (RFC 5545 3.8.7.4). Sets
    /// `LAST-MODIFIED` and, as there is no `METHOD`, `DTSTAMP` to the time of the change (3.8.7.2, 3.8.7.3), but
    /// always to a later one than before, which tells the newer of two copies.
    func with(_ new: Event, _ participants: [Participant], at stamp: Instant) -> ComponentEdit {
        var new = new
        guard new != event || participants != self.participants else { return self }
        if Significant(new) != Significant(event) {
            new.sequence = max(new.sequence, event.sequence + 1)
        }
        let time = max(stamp, (event.lastModified ?? stamp + -1) + 1)
        (new.lastModified, new.stamp) = (time, time)
        return rewritten(new, participants)
    }

    /// Returns the component with other values, including its revision: for a text that becomes another event,
    /// or that says the same in another form.
    func rewritten(_ new: Event, _ participants: [Participant]? = nil) -> ComponentEdit {
        let participants = participants ?? self.participants
        var new = new
        new.participantCount = participants.count
        var part = self
        if let old = Self.written(event, self.participants),
            let written = Self.written(new, participants)
        {
            part.lines.apply(changesFrom: old, to: written)
        }
        (part.event, part.participants) = (new, participants)
        return part
    }

    private static func written(
        _ event: Event, _ participants: [Participant]
    ) -> ComponentDocument? {
        ComponentDocument(CalendarWriter.component(event, participants: participants))
    }

    /// What a change must concern to raise `SEQUENCE`.
    private struct Significant: Equatable {
        let start: CalendarTime
        let end: EventEnd
        let rules: [RecurrenceRule]
        let dates: [RecurrenceDate]
        let exceptions: [CalendarTime]
        let status: EventStatus
        let todoStatus: Todo.Status?
        let journalStatus: Journal.Status?

        init(_ event: Event) {
            (start, end, status) = (event.start, event.end, event.status)
            (todoStatus, journalStatus) = (event.todo?.status, event.todo?.journal?.status)
            (rules, dates) = (event.recurrenceRules, event.recurrenceDates)
            exceptions = event.exceptionDates
        }
    }
}
