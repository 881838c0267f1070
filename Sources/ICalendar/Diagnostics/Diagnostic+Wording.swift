extension Diagnostic.Reason {
    /// What is wrong, in English.
    package var wording: Wording {
        switch self {
        case .fault(let fault): fault.wording
        case .value(let value, let fault): fault.wording(value)
        case .number(let number, let fault): fault.wording(number)
        case .rulePart(let error):
            "'\(error.part)=\(error.value)' was left out of the rule: it \(error.reason.wording)"
        case .rule(let rule, let error): "'\(rule)' was left out: \(error.wording)"
        case .zone(let zone, let reason): "zone \(zone): \(reason.wording)"
        case .other(let text): Wording(stringLiteral: text)
        }
    }
}

extension Diagnostic.Fault {
    fileprivate var wording: Wording {
        switch self {
        case .noEvent: "there is no VEVENT"
        case .unreadable: "the component cannot be read"
        case .libraryMissing: "libical is not installed"
        case .fileEnds: "has no end: the file ends inside it"
        case .foreignEnd: "ends with another component's END"
        case .endsNothing: "ends nothing that has begun"
        case .nulByte: "a NUL byte was read as a space"
        case .noUID: "the event has no UID, so one was made from its text"
        case .noStart: "there is no DTSTART"
        case .repeated: "appears more than once; the first one counts"
        case .durationBesideEnd: "is ignored, because there is a DTEND"
        case .emptyElement: "an empty list element was skipped"
        case .endlessPeriod: "a period has no end; the event's length is used"
        case .timelessAlarm: "an alarm without a time was left out"
        case .namelessZone: "the VTIMEZONE has no TZID and is ignored"
        case .nameless: "the contact has no name, so its day was left out"

        case .endBeyondCalendar: "the end is after the year 9999 and is ignored"
        case .endBeforeStart: "the end is before the start and is ignored"
        case .hoursOfDays: "the start has no time, so hours count as days"
        case .timedEnd: "the end has a time but the start has none; only the end's day counts"
        case .timelessEnd: "the end has no time; 00:00 of its day is used"
        case .startAfterDue: "the to-do begins after it is due, so its start is ignored"
        case .startUnlikeDue:
            "one of DTSTART and DUE has a time and the other has none; DUE counts as it stands"
        case .zonelessStart: "the start has no time zone, so the end's is ignored"
        case .zonelessEnd: "the end has no time zone; the start's is used"
        case .noSuchInstance: "the series has no such instance; the override is shown on its own"
        case .replacedOverride: "a newer override of the same instance replaces this one"
        case .olderCopy: "a newer version of the event is shown, from another file of the calendar"
        case .rangeElsewhere:
            "the series is in another file, so the later instances do not follow this one"

        case .newestEvent: "the file has several events with this UID; the newest one counts"
        case .newestInstance:
            "the file describes this instance more than once; the newest one counts"
        case .reply: "a reply to an invitation is not an event; it only changes the sender's status"
        case .refresh: "a request for the newest version is not an event"
        case .counter: "a proposal for another time is not an event; nothing was changed"
        case .declineCounter: "a declined proposal is not an event; nothing was changed"

        case .emptyFile: "the file is empty"
        case .notICalendar: "not an iCalendar file"
        case .partlyImported: "only part of it has been imported so far"
        case .noSuchFile: "no such file or folder"
        case .isFolder: "this is now a folder, not a file"
        case .nameNotUTF8: "its name is not UTF-8, so it is not read"
        case .notMounted:
            "it is empty and on another disk than before; its last known events are shown"
        case .gone: "it is gone; its last known events are shown"
        }
    }
}

extension Diagnostic.ValueFault {
    fileprivate func wording(_ value: String) -> Wording {
        switch self {
        case .notAStart: "'\(value)' is not a date or time"
        case .impossibleStart: "'\(value)' is a day or time that does not exist"
        case .notATime: "'\(value)' was left out: it is not a date or time"
        case .impossibleTime: "'\(value)' was left out: there is no such day or time"
        case .notADate: "'\(value)' was left out: it is not a date"
        case .noDay: "'\(value)' was left out: it does not say which day of the year"
        case .notInCharset:
            "the text cannot be read in the encoding '\(value)'; some letters may be wrong"
        case .invalid: "'\(value)' was left out: it is not a valid value"
        case .otherForm: "'\(value)' is no form of RFC 5545; it was read as it is meant"
        case .hoursOfDate: "'\(value)' has a time beside VALUE=DATE; only its day counts"
        case .zoneOfUTC: "the time is in UTC, so the time zone '\(value)' beside it is ignored"
        case .namedRule: "'\(value)' begins with the property's name, which was skipped"
        case .excludesNothing:
            "'\(value)' excludes nothing: the series has another time on that day"
        case .localAlarmTime:
            "the alarm's time '\(value)' is not in UTC; it was read in the event's zone"
        case .notAnAlarmTime: "an alarm was left out: '\(value)' is not a time for it"
        case .notAPeriodEnd: "'\(value)' cannot end a period; the event's length is used"
        case .emptyPeriod: "a period that ends with '\(value)' has no length"
        case .notALength: "'\(value)' was left out: it is not a length of time"
        case .mixedLength: "'\(value)' mixes weeks with days or times, which were added up"
        case .notAPosition: "'\(value)' was left out: it is not a position"
        case .hiddenInstance:
            "'\(value)' is not shown: a newer version of the same instance counts"
        case .unended: "has no end before \(value)"
        case .strayLine: "'\(value)' is outside of every component and was left out"
        case .textBeforeBegin: "'\(value)' stands before it and was left out"
        case .rawLine: "'\(value)' is not a property; it was read as a part of the text before it"
        case .notAProperty: "'\(value)' was left out: it is not a property"
        case .incompleteZone: "a part of zone \(value) lacks its start or offsets and was left out"
        case .unknownZone: "unknown time zone '\(value)'; its times are shown as if in your zone"
        case .offsetAlone:
            "only the offset of the time zone '\(value)' is known; if it has summer time, times are an hour off then"
        case .undefinedZone: "unknown time zone '\(value)'; it is written without a definition"
        case .cannotRead: "cannot be read (\(value))"
        case .notAFile: Wording(stringLiteral: "this is a \(value), not a file")
        }
    }
}

extension Diagnostic.NumberFault {
    fileprivate func wording(_ number: Int) -> Wording {
        switch self {
        case .instances: "more than \(number) instances; those far from the first day are left out"
        case .parameters: "has more than \(number) parameters; the others were left out"
        case .line: "a line is longer than \(number) MB and was left out"
        case .componentLine: "left out, because a line is longer than \(number) MB"
        case .size: "left out, because it is larger than \(number) MB"
        case .depth: "left out, because its components are nested more than \(number) deep"
        case .more: "\(number) more like these"
        case .notProperties: "lines left out because they are not properties: \(number)"
        case .events:
            "the file has \(number) events with this UID that start at different times; each is shown"
        case .otherFiles: "more than \(number) files there are not calendars"
        }
    }
}
