import ICalendar

/// A time zone of events, with its current rules.
enum Zone: CaseIterable {
    case berlin, newYork, kolkata, sydney

    /// The range for today: the rules below apply since 2008, and events go back up to 10 years.
    static let days = Day(daysSinceEpoch: 18_262)...Day(daysSinceEpoch: 47_481)

    var name: StaticString {
        switch self {
        case .berlin: "Europe/Berlin"
        case .newYork: "America/New_York"
        case .kolkata: "Asia/Kolkata"
        case .sydney: "Australia/Sydney"
        }
    }

    /// Its VTIMEZONE (RFC 5545 3.6.5).
    var component: StaticString {
        switch self {
        case .berlin: Self.berlinComponent
        case .newYork: Self.newYorkComponent
        case .kolkata: Self.kolkataComponent
        case .sydney: Self.sydneyComponent
        }
    }

    private static let berlinComponent: StaticString = """
        BEGIN:VTIMEZONE
        TZID:Europe/Berlin
        BEGIN:DAYLIGHT
        DTSTART:19810329T020000
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        TZNAME:CEST
        RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
        END:DAYLIGHT
        BEGIN:STANDARD
        DTSTART:19961027T030000
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        TZNAME:CET
        RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
        END:STANDARD
        END:VTIMEZONE

        """

    private static let newYorkComponent: StaticString = """
        BEGIN:VTIMEZONE
        TZID:America/New_York
        BEGIN:DAYLIGHT
        DTSTART:20070311T020000
        TZOFFSETFROM:-0500
        TZOFFSETTO:-0400
        TZNAME:EDT
        RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
        END:DAYLIGHT
        BEGIN:STANDARD
        DTSTART:20071104T020000
        TZOFFSETFROM:-0400
        TZOFFSETTO:-0500
        TZNAME:EST
        RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
        END:STANDARD
        END:VTIMEZONE

        """

    private static let kolkataComponent: StaticString = """
        BEGIN:VTIMEZONE
        TZID:Asia/Kolkata
        BEGIN:STANDARD
        DTSTART:19700101T000000
        TZOFFSETFROM:+0530
        TZOFFSETTO:+0530
        TZNAME:IST
        END:STANDARD
        END:VTIMEZONE

        """

    private static let sydneyComponent: StaticString = """
        BEGIN:VTIMEZONE
        TZID:Australia/Sydney
        BEGIN:STANDARD
        DTSTART:20080406T030000
        TZOFFSETFROM:+1100
        TZOFFSETTO:+1000
        TZNAME:AEST
        RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU
        END:STANDARD
        BEGIN:DAYLIGHT
        DTSTART:20081005T020000
        TZOFFSETFROM:+1000
        TZOFFSETTO:+1100
        TZNAME:AEDT
        RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=1SU
        END:DAYLIGHT
        END:VTIMEZONE

        """
}
