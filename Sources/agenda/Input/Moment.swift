import AgendaKit
import ICalendar

extension Settings {
    /// The context in which words are read.
    ///
    /// - Parameter zone: the event's own zone.
    func words(in zone: TimeZoneRules) -> WordContext {
        var vocabulary = Vocabulary.current
        vocabulary.has24Hours = Configuration.current.clock == .hours24
        return WordContext(now: clock.now, zone: zone, vocabulary: vocabulary)
    }
}

extension Moment {
    /// Reads WHEN: `2026-11-20T10:00`, `friday 10:00`, `10:00`, a DAY, or an RFC 3339 instant, which
    /// is converted to the event's zone.
    ///
    /// - Parameter start: the moment from which an end counts.
    init(
        _ text: String, option: String, settings: Settings, zone: TimeZoneRules,
        from start: Moment? = nil
    ) throws(CommandFailure) {
        if let instant = Instant(rfc3339: text) {
            self.init(zone.wallTime(at: instant))
            return
        }
        do {
            let words = try MomentWords(text, in: settings.words(in: zone))
            self = try words.moment(today: settings.today, from: start)
        } catch {
            throw .usage("\(option) \(error.sentence(of: text))")
        }
    }
}
