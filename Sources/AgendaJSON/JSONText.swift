public import AgendaKit
public import ICalendar

// What other programs see of this library: the command's JSON, whose members the article on the command lists.

extension Timeline {
    /// The days as `agenda timeline --json` prints them: a document with today's date, and a node a day.
    ///
    /// ```swift
    /// let timeline = try await provider.timeline()
    /// let document = timeline.json()
    /// print(document.prefix(13))
    /// ```
    ///
    /// - Parameter items: to-dos and journal entries; those on the days stand in the document.
    public func json(with items: [AgendaEvent] = []) -> String {
        document(items: placed(items)).text
    }

    /// The events as `agenda list --json` prints them, each once: a document with the calendars that were read.
    ///
    /// - Parameters:
    ///   - dates: the days that the document says it is about.
    ///   - sources: the calendars that were read.
    ///   - items: to-dos and journal entries of the days.
    public func json(
        of dates: Range<CivilDate>, from sources: [CalendarSource] = [],
        with items: [AgendaEvent] = []
    ) -> String {
        document(dates: dates, sources: sources, items: items).text
    }
}

extension TimelineUpdate {
    /// The changes of events as `agenda watch --jsonl` prints them, a line each.
    public func jsonLines() -> String {
        JSONWriter.lines(changes, zone: timeline.zone).text
    }
}

extension AgendaEvent {
    /// The event, to-do or journal entry as an object on a line of its own.
    ///
    /// ```swift
    /// for event in timeline.nodes[NodeWindow.todayIndex].events.prefix(1) {
    ///     print(event.json(in: berlin).contains("\"summary\":\"Stand-up\""))
    /// }
    /// ```
    ///
    /// - Parameter zone: the reader's, whose offsets its times have.
    public func json(in zone: TimeZoneRules) -> String { JSONWriter.lines([self], zone: zone).text }
}

extension EventDetails {
    /// The event as `agenda show --json` prints it: with participants, alarms, links, and its text as jCal (RFC 7265).
    ///
    /// - Parameter zone: the reader's, whose offsets its times have.
    public func json(in zone: TimeZoneRules) -> String { JSONWriter.lines([self], zone: zone).text }
}

extension [EventChange] {
    /// The changes as `agenda history --json` prints them.
    ///
    /// - Parameter zone: the reader's, whose offsets the times have.
    public func json(in zone: TimeZoneRules) -> String {
        EventChange.document(self, zone: zone).text
    }
}
