import ICalendar

/// What makes one event what it is. All else is drawn from its own random numbers, so that it is
/// the same event in a file of its own and among thousands.
struct Event {
    /// When it takes place.
    enum Times {
        /// Within a day's working hours; without a zone in UTC.
        case hours(Zone?)
        /// From a morning to the afternoon so many days later.
        case nights(Zone, Int)
        /// All day, so many days.
        case days(Int)
    }

    /// Of no other event of the sample.
    let identity: UInt64
    let times: Times
    /// The first, when it takes several.
    let day: Day
    /// The day before which it was written.
    let writtenBefore: Day
    /// Whether it is an endless series on Mondays, Wednesdays and Fridays.
    var isSeries = false
    let participantCount: Int
    /// From where its texts and numbers come.
    let random: SplitMix64

    /// The zone whose rules its file must have.
    var zone: Zone? {
        switch times {
        case .hours(let zone): zone
        case .nights(let zone, _): zone
        case .days: nil
        }
    }

    /// What its file is called, when it has one: as with a CalDAV client, in no order.
    var fileName: String {
        let digits = String(identity, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits + ".ics"
    }
}
