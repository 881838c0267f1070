internal import AgendaKit
package import ICalendar

/// What a calendar's resource must be to be taken by PUT (RFC 4791 sections 4.1 and 5.3.2.1).
///
/// What clients write sloppily and the store reads as it is meant, is taken: nothing is to be lost for want of a `PRODID`. So
/// are zones without a definition, overrides of instances that no rule gives, and unknown properties.
package struct BodyCheck: Hashable, Sendable {
    /// The one `UID`, as a store reads it: without escapes and control characters.
    package let uid: String
    /// What it is: an event, a to-do, a journal entry or busy times.
    package let kind: ScannedComponent.Kind

    /// The most `ATTENDEE`s that a component may have (section 5.2.9).
    package static let mostAttendees = 1_000

    /// Checks a body.
    ///
    /// - Parameters:
    ///   - bytes: the body of a request.
    ///   - kinds: what the calendar takes.
    /// - Throws: `valid-calendar-data` for what is no iCalendar text, ends too early, or does not say when it is in a way that
    ///   can be read; `valid-calendar-object-resource` for a message (`METHOD`), for several `UID`s or kinds or none, and for a
    ///   series without an instance; `supported-calendar-component`; `max-attendees-per-instance`.
    package init(
        _ bytes: [UInt8], kinds: Set<ScannedComponent.Kind>
    ) throws(BrokenCondition) {
        // What is no text would come back as another one (RFC 5545 sections 3.1 and 3.1.4).
        guard String(validating: bytes, as: UTF8.self) != nil,
            !bytes.contains(where: Self.isControl)
        else {
            throw .validCalendarData
        }
        let resource = CalendarResource(bytes)
        let stream = resource.stream
        guard Self.beginsCalendar(resource.bytes), stream.isComplete else {
            throw .validCalendarData
        }
        let isMessage = stream.calendarProperties.contains { $0.name == "METHOD" }
        let own = resource.components.indices.filter {
            ![.timeZone, .other].contains(resource.components[$0].kind)
        }
        guard !isMessage, let first = own.first,
            own.allSatisfy({ resource.components[$0].kind == resource.components[first].kind })
        else { throw .validCalendarObjectResource }
        let uids = Set(own.map { Self.uid($0, in: resource) })
        guard uids.count == 1, case let uid?? = uids.first else {
            throw .validCalendarObjectResource
        }
        (self.uid, kind) = (uid, resource.components[first].kind)
        guard kinds.contains(kind) else { throw .supportedCalendarComponent }
        guard own.allSatisfy({ resource.components[$0].participantCount <= Self.mostAttendees })
        else { throw .maxAttendeesPerInstance }
        guard own.allSatisfy(resource.isReadable) else { throw .validCalendarData }
        guard kind == .freeBusy || resource.hasInstance else { throw .validCalendarObjectResource }
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && ![0x09, 0x0A, 0x0D].contains(byte) || byte == 0x7F
    }

    /// Whether the first line that is not blank begins a calendar.
    private static func beginsCalendar(_ bytes: [UInt8]) -> Bool {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        let line = start.drop { $0 <= 0x20 }.prefix { $0 >= 0x20 }
        return String(decoding: line, as: UTF8.self).uppercased()
            .filter { $0 != " " } == "BEGIN:VCALENDAR"
    }

    /// As a store reads it; nil if there is none.
    private static func uid(_ index: Int, in resource: CalendarResource) -> String? {
        let value = resource.documents[index]?.properties("UID").first?.value
        guard let value, !value.allSatisfy(\.isWhitespace) else { return nil }
        return resource.events[index]?.uid ?? TextValue.unescaped(value)
    }
}

extension CalendarResource {
    /// Whether there is anything that takes place, or a to-do or journal entry of no day.
    fileprivate var hasInstance: Bool {
        if events.contains(where: { $0?.todo?.anchor == .undated }) { return true }
        let ever = TimeRange(start: nil, end: nil)
        let (found, dense) = occurrences(in: ever, limit: 1)
        return !found.isEmpty || !dense.isEmpty
    }
}
