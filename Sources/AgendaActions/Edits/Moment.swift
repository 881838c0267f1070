package import AgendaKit
package import ICalendar

extension Moment {
    /// Reads WHEN: `2026-11-20T10:00`, `friday 10:00`, `10:00`, a DAY, or an RFC 3339 instant, which
    /// is converted to the event's zone.
    ///
    /// - Parameters:
    ///   - present: when that is which gets this time; nil if days count from today alone.
    ///   - isCopy: whether it stays there, too.
    package init(
        _ text: String, option: String, person: Person, zone: TimeZoneRules,
        moving present: Moment? = nil, isCopy: Bool = false
    ) throws(CommandFailure) {
        let words = try MomentWords(text, option: option, person.words(in: zone))
        do throws(Doubt) {
            self = try words.moving(
                from: present, now: zone.wallTime(at: person.clock.now), isCopy: isCopy
            ).moment(today: person.today)
        } catch {
            throw .usage("\(option) \(error.sentence(of: text, allowing: option))")
        }
    }
}

extension CalendarDuration {
    /// The seconds of a length such as `45m`, `1h30m` or `2d`; nil for any other text.
    package static func seconds(_ words: String) -> Int? {
        // Up to three digits and a letter mean the same in each language, whose words take half the time of a command.
        if let unit = words.last, unit == "m" || unit == "h", words.utf8.count < 5,
            let first = words.first, first != "0", first != "+",
            let number = UInt16(words.dropLast())
        {
            return Int(number) * (unit == "m" ? 60 : 3_600)
        }
        guard let duration = CalendarDuration(words: words, vocabulary: .current),
            duration.isReasonable
        else { return nil }
        return duration.days * 86_400 + duration.seconds
    }
}

extension MomentWords {
    /// Reads the value of an option: words, or an RFC 3339 instant, which is converted to the event's zone.
    ///
    /// - Parameter allowsZone: whether a time may name its zone.
    package init(
        _ text: String, option: String, _ context: WordContext, allowsZone: Bool = false
    ) throws(CommandFailure) {
        if let instant = Instant(rfc3339: text) {
            self.init(instant, in: context.zone)
            return
        }
        do throws(Doubt) {
            try self.init(text, in: context, allowsZone: allowsZone)
        } catch {
            throw .usage("\(option) \(error.sentence(of: text))")
        }
    }

    /// The zone that the words name.
    package func namedZone(_ option: String, _ text: String) throws(CommandFailure)
        -> TimeZoneRules?
    {
        do throws(Doubt) { return try namedZone() } catch {
            throw .usage("\(option) \(error.sentence(of: text))")
        }
    }
}
