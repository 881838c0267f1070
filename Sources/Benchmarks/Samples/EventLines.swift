import ICalendar

extension LineWriter {
    /// Writes a VEVENT.
    mutating func write(_ event: Event) throws(Failure) {
        var random = event.random
        try line("BEGIN:VEVENT")
        try writeUID(event.identity)
        try writeRevision(event, &random)
        try writeTimes(event, &random)
        if event.isSeries { try line("RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR") }
        try writeTexts(&random)
        try writeStatus(event, &random)
        let trigger = random.percent(15) ? random.pick(Self.triggers) : nil
        try writeParticipants(event.participantCount, &random)
        if let trigger { try writeAlarm(trigger) }
        try line("END:VEVENT")
    }

    /// Writes a UID in the form of a UUID; its first half is the event's identity.
    private mutating func writeUID(_ identity: UInt64) throws(Failure) {
        let rest = SplitMix64.mixed(~identity)
        append("UID:")
        append(hexadecimal: identity >> 32, digits: 8)
        append(UInt8(ascii: "-"))
        append(hexadecimal: identity >> 16, digits: 4)
        append(UInt8(ascii: "-"))
        append(hexadecimal: identity, digits: 4)
        append(UInt8(ascii: "-"))
        append(hexadecimal: rest >> 48, digits: 4)
        append(UInt8(ascii: "-"))
        append(hexadecimal: rest, digits: 12)
        try endLine()
    }

    /// Writes when the event was created and last changed; without a METHOD, DTSTAMP is the latter
    /// (RFC 5545 3.8.7.2).
    private mutating func writeRevision(
        _ event: Event, _ random: inout SplitMix64
    ) throws(Failure) {
        let age = 1 + random.below(120)
        let created = event.writtenBefore - 1 - age
        let changed = event.writtenBefore - 1 - random.below(age)
        let (createdSecond, changedSecond) = (random.below(86_400), random.below(86_400))
        try writeUTC("DTSTAMP:", changed, second: changedSecond)
        try writeUTC("CREATED:", created, second: createdSecond)
        try writeUTC("LAST-MODIFIED:", changed, second: changedSecond)
        append("SEQUENCE:")
        append(random.below(4), digits: 1)
        try endLine()
    }

    private mutating func writeUTC(_ name: StaticString, _ day: Day, second: Int) throws(Failure) {
        append(name)
        append(day, second: second)
        append(UInt8(ascii: "Z"))
        try endLine()
    }

    private mutating func writeTexts(_ random: inout SplitMix64) throws(Failure) {
        append("SUMMARY:")
        append(Texts.summaries.pick(&random))
        if random.percent(60) { append(random.pick(Texts.topics)) }
        try endLine()
        if random.percent(35) {
            append("LOCATION:")
            append(Texts.locations.pick(&random))
            try endLine()
        }
        if random.percent(20) {
            append("DESCRIPTION:")
            append(Texts.descriptions.pick(&random))
            try endLine()
        }
        if random.percent(15) {
            append("CATEGORIES:")
            append(random.pick(Texts.categories))
            try endLine()
        }
    }

    private mutating func writeStatus(_ event: Event, _ random: inout SplitMix64) throws(Failure) {
        switch random.below(100) {
        case ..<45: try line("STATUS:CONFIRMED")
        case ..<50: try line("STATUS:TENTATIVE")
        default: break
        }
        if case .days = event.times {
            try line("TRANSP:TRANSPARENT")
        } else if random.percent(45) {
            try line("TRANSP:OPAQUE")
        }
    }

    private mutating func writeAlarm(_ trigger: StaticString) throws(Failure) {
        try line("BEGIN:VALARM")
        try line("ACTION:DISPLAY")
        try line("DESCRIPTION:Reminder")
        try line(trigger)
        try line("END:VALARM")
    }

    private static let triggers: [StaticString] = [
        "TRIGGER:-PT5M", "TRIGGER:-PT15M", "TRIGGER:-PT15M", "TRIGGER:-PT1H", "TRIGGER:-P1D",
    ]
}
