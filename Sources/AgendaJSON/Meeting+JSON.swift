package import AgendaKit
package import ICalendar

/// Times for a meeting of several people, as `agenda meet --json` prints them.
package struct MeetingDocument {
    /// One of them, and what is known of their time.
    package struct Person: JSONObject {
        /// `me`, or a name that was given.
        package let name: String
        /// Nil if nobody has said it: then the reader's is assumed.
        package let zone: TimeZoneRules?
        /// When the calendar was fetched or read; nil for the reader's own calendars, and if it could not be.
        package let fetched: Instant?
        /// Seconds since the calendar was last changed; nil if it does not say.
        package let age: Int?
        /// The times of the asked days that are known.
        package let known: [Range<Instant>]
        /// Why the calendar, or a part of it, could not be read.
        package let error: String?

        package init(
            name: String, zone: TimeZoneRules?, fetched: Instant?, age: Int?,
            known: [Range<Instant>], error: String?
        ) {
            (self.name, self.zone, self.fetched, self.age) = (name, zone, fetched, age)
            (self.known, self.error) = (known, error)
        }

        package func writeMembers(to json: inout JSONWriter) {
            json.member("name", name)
            json.member("timeZone", zone?.name)
            json.member("fetched", fetched)
            json.member("age", age)
            json.array("known") { json in
                for times in known {
                    json.object { json in
                        json.member("start", times.lowerBound)
                        json.member("end", times.upperBound)
                    }
                }
            }
            json.member("error", error)
        }
    }

    /// A slot with the people's names.
    private struct Slot: JSONObject {
        let slot: MeetingTimes.Slot
        let people: [Person]

        func writeMembers(to json: inout JSONWriter) {
            json.member("start", slot.times.lowerBound)
            json.member("end", slot.times.upperBound)
            json.array("people") { json in
                for (person, status) in zip(people, slot.statuses) {
                    json.object { json in
                        json.member("name", person.name)
                        json.member("status", status.name)
                    }
                }
            }
        }
    }

    package let people: [Person]
    private let slots: [Slot]

    /// - Parameter people: in the order of the slots' statuses.
    package init(_ slots: [MeetingTimes.Slot], people: [Person]) {
        self.people = people
        self.slots = slots.map { Slot(slot: $0, people: people) }
    }

    /// The complete output of `agenda meet --json`.
    package func document(dates: Range<CivilDate>, zone: TimeZoneRules) -> OutputBuffer {
        JSONWriter.document(zone: zone, dates: dates) { json in
            json.lines("people", people)
            json.lines("slots", slots)
        }
    }

    /// The slots alone, one on each line.
    package func lines(zone: TimeZoneRules) -> OutputBuffer { JSONWriter.lines(slots, zone: zone) }
}

extension Availability.Status {
    /// `free`, `tentative`, `unknown` or `busy`.
    package var name: String {
        switch self {
        case .free: "free"
        case .tentative: "tentative"
        case .unknown: "unknown"
        case .busy: "busy"
        }
    }
}
