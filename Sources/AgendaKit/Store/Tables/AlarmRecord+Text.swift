internal import Glibc
internal import ICalendar

extension AlarmRecord {
    /// The alarms of a component.
    ///
    /// - Parameter text: the component's own, for what was snoozed and what Mozilla writes.
    static func all(of event: Event, text: ArraySlice<UInt8>) -> [AlarmRecord] {
        guard !event.alarms.isEmpty else { return [] }
        let records = event.alarms.map { AlarmRecord(alarm: $0) }
        // The Z of both is rare.
        let (hasSnooze, hasMozilla) = (
            text.mentions("snooze", rare: 4), text.mentions("x-moz-", rare: 4)
        )
        guard hasSnooze || hasMozilla, let document = ComponentDocument(text) else {
            return records
        }
        var all = hasSnooze ? related(document) : records
        if hasMozilla { addMozilla(document, to: &all) }
        return all
    }

    private static let mozilla = "X-MOZ-"
    private static let mozillaSnooze = "X-MOZ-SNOOZE-TIME"

    /// The alarms, of which some stand for others that were snoozed (RFC 9074 7). Who snoozes acknowledges the other one; if a
    /// program has not, it is over until then.
    private static func related(_ document: ComponentDocument) -> [AlarmRecord] {
        var records: [(record: AlarmRecord, uid: String?)] = []
        var ends: [String: Instant] = [:]
        for alarm in document.parts.compactMap(WrittenAlarm.init) {
            var record = AlarmRecord(alarm: alarm.alarm)
            if let original = alarm.snoozed, case .at(let instant) = alarm.alarm.trigger {
                record.isSnooze = true
                ends[original] = max(ends[original] ?? instant, instant)
            }
            records.append((record, alarm.uid))
        }
        return records.map { record, uid in
            var record = record
            if record.alarm.acknowledged == nil, let end = uid.flatMap({ ends[$0] }) {
                record.alarm.acknowledged = end
            }
            return record
        }
    }

    private static func addMozilla(
        _ document: ComponentDocument, to records: inout [AlarmRecord]
    ) {
        var acknowledged: Instant?
        for part in document.parts where part.name.hasPrefix(mozilla) {
            guard let property = part.property,
                case .utc(let instant) = CalendarTime(icalendar: property.value)
            else { continue }
            if part.name == "X-MOZ-LASTACK" {
                acknowledged = max(acknowledged ?? instant, instant)
            } else if part.name.hasPrefix(mozillaSnooze) {
                var record = AlarmRecord(alarm: Alarm(action: "DISPLAY", trigger: .at(instant)))
                record.isSnooze = true
                // The number is the instance's original start in microseconds since 1970.
                let number = Int(part.name.dropFirst(mozillaSnooze.count + 1))
                record.instance = number.map { Instant(secondsSinceEpoch: $0 / 1_000_000) }
                records.append(record)
            }
        }
        guard let acknowledged else { return }
        for index in records.indices {
            let own = records[index].alarm.acknowledged
            records[index].alarm.acknowledged = max(own ?? acknowledged, acknowledged)
        }
    }
}

extension ArraySlice<UInt8> {
    /// Whether the text has a word of ASCII, in either case. Looks for one of the word's letters, which should be rare.
    ///
    /// - Parameter rare: the letter's place in the word.
    fileprivate func mentions(_ lowercased: StaticString, rare: Int) -> Bool {
        let letter = lowercased.utf8Start[rare]
        return withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return false }
            return [letter, letter & ~0x20].contains { letter in
                var place = rare
                while place < bytes.count,
                    let found = memchr(base + place, Int32(letter), bytes.count - place)
                {
                    place = base.distance(to: found)
                    if bytes.has(lowercased, at: place - rare) { return true }
                    place += 1
                }
                return false
            }
        }
    }
}
