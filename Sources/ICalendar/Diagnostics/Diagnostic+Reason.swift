extension Diagnostic {
    /// What is wrong, as values: a program makes its own sentences of them. ``description`` is one
    /// line of English.
    public enum Reason: Hashable, Sendable {
        /// A fault that says all by itself.
        case fault(Fault)
        /// A fault of a value, with the beginning of the value as written.
        case value(String, ValueFault)
        /// A fault that counts: so many, or more than so many.
        case number(Int, NumberFault)
        /// A part of a recurrence rule that was left out, with the beginning of its value.
        case rulePart(RecurrenceRuleError)
        /// A recurrence rule that was left out, with its beginning as written, for one of its parts.
        case rule(String, RecurrenceRuleError)
        /// A fault in the definition of this time zone.
        indirect case zone(String, Reason)
        /// What another program reports, in its own words.
        case other(String)
    }

    /// The faults that say all by themselves.
    public enum Fault: String, Sendable {
        /// There is no event; the component cannot be read, or only libical could read it.
        case noEvent, unreadable, libraryMissing
        /// The component begins and does not end, or ends with another component's `END`.
        case fileEnds, foreignEnd
        /// An `END` with nothing open that it could end.
        case endsNothing
        /// A NUL byte was read as a space.
        case nulByte
        /// The event has no `UID`: it got one. It has no `DTSTART`: it was left out.
        case noUID, noStart
        /// The property appears again, and the first one counts.
        case repeated
        /// A `DURATION` beside a `DTEND`, which counts.
        case durationBesideEnd
        /// An element of a list is empty; a period has no end; an alarm has no time.
        case emptyElement, endlessPeriod, timelessAlarm
        /// A VTIMEZONE without `TZID`.
        case namelessZone
        /// A contact without a name has a day, which was left out.
        case nameless

        /// The end is after the year 9999, or before the start: it is ignored.
        case endBeyondCalendar, endBeforeStart
        /// Hours, or an end with a time, after a start without; an end without a time after a start with one.
        case hoursOfDays, timedEnd, timelessEnd
        /// A to-do begins later than it is due; or one of the two is a day, the other a time. `DUE` counts as it stands.
        case startAfterDue, startUnlikeDue
        /// The start, or the end, lacks the time zone that the other one has.
        case zonelessStart, zonelessEnd
        /// An override of an instance that the series lacks, or one that a newer override replaces.
        case noSuchInstance, replacedOverride
        /// An older state of an event that another file of its calendar has, too.
        case olderCopy
        /// An override of all later instances in another file than its series.
        case rangeElsewhere

        /// Several components for one event, or (as earlier versions stored it) for one instance, of which the newest
        /// counts.
        case newestEvent, newestInstance
        /// A scheduling message that is no event (RFC 5546 3.2).
        case reply, refresh, counter, declineCounter

        /// The file is empty, or no iCalendar text.
        case emptyFile, notICalendar
        /// The rest of the file follows later.
        case partlyImported
        /// There is no such file, or a folder stands in its place.
        case noSuchFile, isFolder
        /// The file's name is not UTF-8.
        case nameNotUTF8
        /// The folder's disk is not mounted, or the source is gone: the last events read are shown.
        case notMounted, gone
    }

    /// The faults of a value.
    public enum ValueFault: String, Sendable {
        /// The start is no day or time, or one that does not exist; the event was left out.
        case notAStart, impossibleStart
        /// The value is no day or time, or one that does not exist; it was left out.
        case notATime, impossibleTime
        /// A contact's day is no date; or it is one that leaves the day open, such as a year alone or a text. It was
        /// left out.
        case notADate, noDay
        /// A contact's text cannot be read in this encoding; it was read as UTF-8 or Windows-1252.
        case notInCharset
        /// The value breaks the rules of its property, and was left out.
        case invalid
        /// A time in a form that RFC 5545 does not have; or with hours although `VALUE=DATE` says that it has none. It was
        /// read as it is meant.
        case otherForm, hoursOfDate
        /// A time in UTC beside this time zone, which does not count.
        case zoneOfUTC
        /// The rule has its own name in front, which was skipped.
        case namedRule
        /// An `EXDATE` on a day of the series at another time: it excludes nothing.
        case excludesNothing
        /// An alarm's time is in no zone, and was read on the event's clock.
        case localAlarmTime
        /// An alarm with such a time was left out.
        case notAnAlarmTime
        /// A period cannot end so, or ends where it starts.
        case notAPeriodEnd, emptyPeriod
        /// A length of time that is none, or that mixes weeks with days.
        case notALength, mixedLength
        /// An instance that a newer component describes, too, with its title.
        case hiddenInstance
        /// A position on earth that is none.
        case notAPosition
        /// A component has no end before this line, where it ends now.
        case unended
        /// A line that is part of nothing; a word before `BEGIN`. It was left out.
        case strayLine, textBeforeBegin
        /// A line of a component that is no property: it was read as a part of the text before it, or left out.
        case rawLine, notAProperty
        /// A part of this time zone lacks its start or its offsets.
        case incompleteZone
        /// Nobody knows this time zone: its times are shown in the reader's zone, or it is written without
        /// a definition.
        case unknownZone, undefinedZone
        /// Of this time zone only the offset is known.
        case offsetAlone
        /// The file cannot be read, for what the system says.
        case cannotRead
        /// The path leads to a `pipe`, a `socket` or a `device`.
        case notAFile
    }

    /// The faults that count.
    public enum NumberFault: String, Sendable {
        /// More instances than this; those far from the first day are missing.
        case instances
        /// More parameters than this; the others were left out.
        case parameters
        /// A line of more megabytes than this, which was left out alone or with its component.
        case line, componentLine
        /// A component of more megabytes than this, or nested deeper.
        case size, depth
        /// So many further faults like the ones before.
        case more
        /// So many lines that are no properties.
        case notProperties
        /// So many events have one `UID`, and start at different times.
        case events
        /// More files than this hold no calendar.
        case otherFiles
    }
}

extension Diagnostic.Reason: CustomStringConvertible {
    /// What is wrong, in one line of English without a full stop.
    public var description: String { wording.description }
}
