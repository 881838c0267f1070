import ICalendar

/// What identifies one event. Everything else comes from its own random numbers, so that the event
/// is the same in a file of its own and among thousands.
struct SampleEvent {
    /// When it takes place.
    enum Times {
        /// Within a day's working hours; nil means UTC.
        case hours(Zone?)
        /// From a morning to an afternoon this many days later.
        case nights(Zone, Int)
        /// All day, for this many days.
        case days(Int)
    }

    /// Unique among the sample's events.
    let identity: UInt64
    let times: Times
    /// The first day, if it takes several.
    let day: Day
    /// The event was written before this day.
    let writtenBefore: Day
    /// Whether it is an endless series on Mondays, Wednesdays and Fridays.
    var isSeries = false
    let participantCount: Int
    /// Whose lines it has; nil for those that all programs write.
    var producer: Producer?
    /// The source of its texts and numbers.
    let random: SplitMix64

    /// The zone that its file must define.
    var zone: Zone? {
        switch times {
        case .hours(let zone): zone
        case .nights(let zone, _): zone
        case .days: nil
        }
    }

    /// The name of its own file: in no order, as from a CalDAV client.
    var fileName: String { NameDigest.hex(identity) + ".ics" }
}
