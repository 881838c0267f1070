import ICalendar

/// Rules on their own, and recurrence sets of whole events.
///
/// The first eight bytes select the kind (text of events, or a rule), the start's year, day and
/// second of the day, and the window's distance and length.
enum RuleCheck {
    private static let headLength = 8
    /// Lower than the engine's own 10,000, so that cuts are reached early.
    private static let limit = 300

    static func run(_ bytes: UnsafeRawBufferPointer) throws(BrokenPromise) {
        guard bytes.count > headLength else { return }
        let head = bytes[..<headLength].map(Int.init)
        let rest = UnsafeRawBufferPointer(rebasing: bytes[headLength...])
        let start = CivilDateTime(
            CivilDate(uncheckedYear: 1_600 + head[1] * 3, month: 1 + head[2] % 12, day: head[2]),
            secondOfDay: (head[3] * 337) % 86_400)
        let first = start.date + (head[4] << 8 | head[5]) - 256
        let days = first..<first + (1 + head[6] * (head[7] & 7))
        if head[0] & 1 == 0 {
            try checkSet(rest, days)
        } else {
            try checkRule(String(decoding: rest, as: UTF8.self), start, days)
        }
    }

    private static func checkRule(
        _ text: String, _ start: CivilDateTime, _ days: Range<CivilDate>
    ) throws(BrokenPromise) {
        guard let rule = try? RecurrenceRule(icalendar: text) else { return }
        let written = rule.icalendar
        try promise(
            (try? RecurrenceRule(icalendar: written)) == rule, "\(text) was written as \(written)")
        let window = CivilDateTime(days.lowerBound)..<CivilDateTime(days.upperBound)
        let whole = rule.instances(from: start, in: window, limit: limit)
        try checkOrder(whole.times, window, text)
        try promise(whole.times.count <= limit, "over the limit")
        if whole.isCut { return }
        // The instances found must not depend on the window.
        let middle = CivilDateTime(days.lowerBound + (days.upperBound - days.lowerBound) / 2)
        let left = rule.instances(from: start, in: window.lowerBound..<middle, limit: limit)
        let right = rule.instances(from: start, in: middle..<window.upperBound, limit: limit)
        try promise(
            left.times + right.times == whole.times,
            "\(text) from \(start.iso) in \(window.lowerBound.iso)..<\(window.upperBound.iso): "
                + "\(left.times.map(\.iso)) + \(right.times.map(\.iso)) are not "
                + "\(whole.times.map(\.iso))")
    }

    private static func checkOrder(
        _ times: [CivilDateTime], _ window: Range<CivilDateTime>, _ text: String
    ) throws(BrokenPromise) {
        try promise(
            zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "\(text): out of order")
        try promise(times.allSatisfy(window.contains), "\(text): outside of the window")
    }

    private static func checkSet(
        _ bytes: UnsafeRawBufferPointer, _ days: Range<CivilDate>
    ) throws(BrokenPromise) {
        let events = ComponentScanner.scan(bytes).components.filter { $0.kind == .event }
            .compactMap {
                ICalendarParser.event(in: UnsafeRawBufferPointer(rebasing: bytes[$0.range])).value
            }
        guard !events.isEmpty else { return }
        let scope = TimeZoneScope(database: FuzzZones.database)
        let set = RecurrenceSet(
            master: events.first { $0.recurrenceID == nil },
            overrides: events.filter { $0.recurrenceID != nil })
        let expansion = set.instances(overlapping: days) { scope.rules(for: $0) ?? .utc }
        let rules = events.reduce(0) { $0 + $1.recurrenceRules.count }
        let dates = events.reduce(0) { $0 + $1.recurrenceDates.count }
        try promise(
            expansion.instances.count <= rules * 20_000 + dates + events.count,
            "\(expansion.instances.count) instances of \(rules) rules and \(dates) dates")
    }
}

/// Two zones that need no files.
enum FuzzZones {
    static let database = TimeZoneDatabase { name in
        switch name {
        case "Europe/Berlin": tzif("CET-1CEST,M3.5.0,M10.5.0/3")
        case "Australia/Lord_Howe": tzif("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0")
        default: nil
        }
    }

    /// A TZif file of version 2 (RFC 9636) with nothing but a footer.
    static func tzif(_ footer: String) -> [UInt8] {
        let head = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
        let counts: [UInt8] = [
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4,
        ]
        let data: [UInt8] = [0, 0, 0, 0, 0, 0] + Array("UTC\0".utf8)
        return head + counts + data + head + counts + data + Array("\n\(footer)\n".utf8)
    }
}
