package import ICalendar

extension Diagnostic {
    /// `reason: remedy`, in the reader's language.
    package var sentence: String {
        let text = Message(reason.wording).text
        return remedy.map { "\(text): \($0.text)" } ?? text
    }

    private var remedy: Message? {
        // A property says best how its values are written.
        if case .value(_, .invalid) = reason {
            switch property {
            case "PRIORITY": return "write a number from 0 to 9"
            case "SEQUENCE": return "write a number"
            case "DTSTAMP", "CREATED", "LAST-MODIFIED", "DTSTART", "DTEND":
                return "write it like 20261120T100000Z"
            case "FREEBUSY": return "write it like 20261120T100000Z/PT1H"
            default: break
            }
        }
        return reason.remedy
    }
}

extension Diagnostic.Reason {
    /// What to do about it.
    package var remedy: Message? {
        switch self {
        case .fault(let fault): fault.remedy
        case .value(_, let fault): fault.remedy
        case .number(_, let fault): fault.remedy
        case .rulePart: "the rest of the rule counts until it is corrected"
        case .rule: "the event is shown without this rule until it is corrected"
        case .zone: "export the calendar again"
        case .other: nil
        }
    }
}

extension Diagnostic.Fault {
    fileprivate var remedy: Message {
        switch self {
        case .noEvent: "an event lies between BEGIN:VEVENT and END:VEVENT"
        case .unreadable, .foreignEnd, .endsNothing, .nulByte, .namelessZone:
            "export the calendar again"
        case .libraryMissing:
            "install libical 3 or 4 (the package libical3, libical3t64 or libical), "
                + "or name its folder in AGENDA_LIBRARY_PATH"
        case .fileEnds: "wait until the file is complete, or export it again"
        case .noUID: "add one; without it, an edited event looks like a new one"
        case .noStart: "write it like 20261120T100000 or, for a whole day, VALUE=DATE:20261120"
        case .repeated: "keep only one"
        case .durationBesideEnd: "keep one of the two"
        case .emptyElement: "remove the extra comma"
        case .endlessPeriod: "write it like 20261120T110000 or PT1H"
        case .timelessAlarm: "write a time like -PT15M or VALUE=DATE-TIME:20261120T100000Z"

        case .nameless: "give the contact a name"
        case .endBeyondCalendar: "write a shorter length"
        case .endBeforeStart: "correct the start or the end"
        case .hoursOfDays: "give the start a time, or the length in days"
        case .startAfterDue: "correct DTSTART or DUE"
        case .startUnlikeDue, .timedEnd, .timelessEnd: "write both with a time, or both without"
        case .zonelessStart, .zonelessEnd: "write both in the same form"
        case .noSuchInstance: "correct its RECURRENCE-ID, or remove it"
        case .replacedOverride, .olderCopy: "remove the older one"
        case .rangeElsewhere: "write it into the file of the series"

        case .newestEvent, .newestInstance: "give each event its own UID"
        case .reply: "add the calendar that has the event"
        case .refresh: "send the event to the person who asked"
        case .counter: "edit the event to accept it"
        case .declineCounter: "leave the event as it is"

        case .emptyFile: "export the calendar again, or remove the file"
        case .notICalendar: "a calendar starts with BEGIN:VCALENDAR, a contact with BEGIN:VCARD"
        case .partlyImported: "'agenda refresh' continues where it stopped"
        case .noSuchFile: "check the path"
        case .isFolder: "remove the source and add the folder"
        case .nameNotUTF8: "rename it"
        case .notMounted: "mount its disk, or remove the source"
        case .gone: "put it back, or remove the source"
        }
    }
}

extension Diagnostic.ValueFault {
    fileprivate var remedy: Message {
        switch self {
        case .notAStart: "write it like 20261120T100000 or, for a whole day, VALUE=DATE:20261120"
        case .impossibleStart, .impossibleTime: "correct the date"
        case .notATime: "write it in the form of DTSTART, like 20261120T100000"
        case .notADate, .noDay: "write it like 1985-04-12, or --04-12 without a year"
        case .notInCharset: "export the contacts again as UTF-8, such as vCard 3.0"
        case .invalid: "correct it, or remove the property"
        case .otherForm: "write it in the form of DTSTART, like 20261120T100000"
        case .hoursOfDate: "write it like 20261120"
        case .zoneOfUTC: "leave out the TZID, or the Z"
        case .excludesNothing: "write the time of the instance, or VALUE=DATE and its day"
        case .namedRule: "write the name once"
        case .localAlarmTime, .notAnAlarmTime:
            "write a time like -PT15M or VALUE=DATE-TIME:20261120T100000Z"
        case .notAPeriodEnd: "write it like 20261120T110000 or PT1H"
        case .emptyPeriod: "write an end after its start"
        case .notALength, .mixedLength: "write it like PT1H30M, P1D or P2W"
        case .hiddenInstance: "remove the older one"
        case .notAPosition: "write degrees north and east, like 52.52;13.40"
        case .unended: "export the calendar again"
        case .rawLine: "write line breaks as \\n"
        case .incompleteZone, .strayLine, .textBeforeBegin, .notAProperty:
            "export the calendar again"
        case .unknownZone, .undefinedZone, .offsetAlone:
            SystemZones.isInstalled
                ? "use an IANA name such as Europe/Berlin, or add its VTIMEZONE"
                : "install the package tzdata: this system has no time zone data"
        case .cannotRead: "check the permissions"
        case .notAFile: "put a calendar file there, or remove it"
        }
    }
}

extension Diagnostic.NumberFault {
    fileprivate var remedy: Message {
        switch self {
        case .instances: "ask for fewer days"
        case .parameters: "remove parameters that are not needed"
        case .line, .depth, .notProperties: "export the calendar again"
        case .componentLine, .size: "remove its attachments"
        case .more: "correct those first"
        case .events: "give each event its own UID"
        case .otherFiles: "give the folder that holds the calendars"
        }
    }
}
