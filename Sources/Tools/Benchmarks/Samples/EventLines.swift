import ICalendar

extension CalendarFile {
    /// Writes a VEVENT.
    func write(_ event: SampleEvent) {
        var random = event.random
        line("BEGIN:VEVENT")
        // A UUID; its first half is the event's identity.
        let id = NameDigest.hex(event.identity)
        let rest = NameDigest.hex(SplitMix64.mixed(~event.identity))
        let uid =
            "\(id.prefix(8))-\(id.dropFirst(8).prefix(4))-\(id.suffix(4))-\(rest.prefix(4))-"
            + rest.dropFirst(4)
        line("UID:" + uid)
        writeRevision(event, &random)
        writeTimes(event, &random)
        if event.isSeries { line("RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR") }
        writeTexts(event.producer?.textParameter ?? "", &random)
        writeStatus(event, &random)
        let trigger = random.percent(15) ? random.pick(Self.triggers) : nil
        writeParticipants(event, &random)
        for text in event.producer?.lines(&random) ?? [] { line(text) }
        if let trigger, let producer = event.producer {
            for text in producer.alarm(trigger, of: uid) { line(text) }
        } else if let trigger {
            line("BEGIN:VALARM")
            line("ACTION:DISPLAY")
            line("DESCRIPTION:Reminder")
            line("TRIGGER:" + trigger)
            line("END:VALARM")
        }
        line("END:VEVENT")
    }

    /// Writes when the event was created and last changed; without a METHOD, DTSTAMP is the latter
    /// (RFC 5545 3.8.7.2).
    private func writeRevision(_ event: SampleEvent, _ random: inout SplitMix64) {
        let age = 1 + random.below(120)
        let createdDay = event.writtenBefore - 1 - age
        let changedDay = event.writtenBefore - 1 - random.below(age)
        let created = CivilDateTime(createdDay, secondOfDay: random.below(86_400))
        let changed = CivilDateTime(changedDay, secondOfDay: random.below(86_400))
        write("DTSTAMP", .utc(Instant(utc: changed)))
        write("CREATED", .utc(Instant(utc: created)))
        write("LAST-MODIFIED", .utc(Instant(utc: changed)))
        line("SEQUENCE:\(random.below(4))")
    }

    private func writeTimes(_ event: SampleEvent, _ random: inout SplitMix64) {
        /// Quarters of an hour after a day's 00:00.
        func time(_ day: Day, _ quarter: Int, _ zone: Zone?) -> CalendarTime {
            let wall = CivilDateTime(day, secondOfDay: quarter * 900)
            return zone.map { .zoned(wall, tzid: $0.rawValue) } ?? .utc(Instant(utc: wall))
        }
        switch event.times {
        case .hours(let zone):
            let length = random.pick(Self.lengths)
            let start = Self.dayStart + random.below(Self.dayLength - length + 1)
            write("DTSTART", time(event.day, start, zone))
            write("DTEND", time(event.day, start + length, zone))
        case .nights(let zone, let count):
            write("DTSTART", time(event.day, Self.dayStart + random.below(16), zone))
            write("DTEND", time(event.day + count, 48 + random.below(24), zone))
        case .days(let count):
            write("DTSTART", .date(event.day))
            write("DTEND", .date(event.day + count))
        }
    }

    private func write(_ name: String, _ time: CalendarTime) {
        let parameter = time.isDate ? ";VALUE=DATE" : time.tzid.map { ";TZID=" + $0 } ?? ""
        line(name + parameter + ":" + time.icalendar)
    }

    private func writeTexts(_ parameter: String, _ random: inout SplitMix64) {
        let summary = Texts.summaries.pick(&random)
        line(
            "SUMMARY\(parameter):\(summary)" + (random.percent(60) ? random.pick(Texts.topics) : "")
        )
        if random.percent(35) { line("LOCATION\(parameter):" + Texts.locations.pick(&random)) }
        if random.percent(20) {
            line("DESCRIPTION\(parameter):" + Texts.descriptions.pick(&random))
        }
        if random.percent(15) { line("CATEGORIES:" + random.pick(Texts.categories)) }
    }

    private func writeStatus(_ event: SampleEvent, _ random: inout SplitMix64) {
        switch random.below(100) {
        case ..<45: line("STATUS:CONFIRMED")
        case ..<50: line("STATUS:TENTATIVE")
        default: break
        }
        if case .days = event.times {
            line("TRANSP:TRANSPARENT")
        } else if random.percent(45) {
            line("TRANSP:OPAQUE")
        }
    }

    private static let triggers = ["-PT5M", "-PT15M", "-PT15M", "-PT1H", "-P1D"]
    // In quarters of an hour: no event begins before 7:00 or ends after 18:00. An event in UTC
    // therefore ends by 20:00 in Berlin, and one in Berlin begins at 5:00 UTC or later.
    private static let (dayStart, dayLength) = (28, 44)
    /// From 15 minutes to 3 hours; repeated values are more frequent.
    private static let lengths = [1, 1, 2, 2, 2, 2, 3, 4, 4, 4, 4, 6, 6, 8, 8, 12]
}
