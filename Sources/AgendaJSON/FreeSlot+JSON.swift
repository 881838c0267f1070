package import ICalendar

/// A time that is free, on the clocks of all who are asked.
package struct FreeSlot: JSONObject {
    /// From when until when.
    let times: Range<Instant>
    /// The zones of the other participants.
    let otherZones: [TimeZoneRules]

    package init(times: Range<Instant>, otherZones: [TimeZoneRules] = []) {
        (self.times, self.otherZones) = (times, otherZones)
    }

    package var minutes: Int { (times.upperBound - times.lowerBound) / 60 }

    /// The complete output of `agenda free --json`.
    package static func document(
        _ slots: [FreeSlot], dates: Range<CivilDate>, zone: TimeZoneRules
    ) -> OutputBuffer {
        JSONWriter.document(zone: zone, dates: dates) { $0.lines("slots", slots) }
    }

    package func writeMembers(to json: inout JSONWriter) {
        write(in: json.zone, to: &json)
        json.member("minutes", minutes)
        json.array("in") { json in
            for zone in otherZones {
                json.object { json in
                    json.member("timeZone", zone.name)
                    write(in: zone, to: &json)
                }
            }
        }
    }

    private func write(in zone: TimeZoneRules, to json: inout JSONWriter) {
        json.member("start", times.lowerBound.text(in: zone))
        json.member("end", times.upperBound.text(in: zone))
    }
}
