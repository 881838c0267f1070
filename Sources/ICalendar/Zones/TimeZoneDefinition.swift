/// A VTIMEZONE component (RFC 5545 3.6.5) as written in a file.
public struct TimeZoneDefinition: Hashable, Sendable {
    /// A STANDARD or DAYLIGHT subcomponent: an offset that takes effect once or repeatedly.
    public struct Observance: Hashable, Sendable {
        /// Whether it is a DAYLIGHT subcomponent.
        public var isDaylight: Bool
        /// `DTSTART`: the first onset, on the clock that is about to change.
        public var start: CivilDateTime
        /// `TZOFFSETFROM`: seconds east of UTC before each onset.
        public var offsetFrom: Int
        /// `TZOFFSETTO`: seconds east of UTC from each onset on.
        public var offsetTo: Int
        /// `RRULE`.
        public var rules: [RecurrenceRule]
        /// `RDATE`, on the clock that is about to change.
        public var dates: [CivilDateTime]
        /// `TZNAME`, such as `CEST`.
        public var name: String?

        /// Creates an observance; without rules and dates its start is the only onset.
        ///
        /// - Parameters:
        ///   - isDaylight: DAYLIGHT rather than STANDARD.
        ///   - start: the first onset, in the wall time before it.
        ///   - offsetFrom: seconds east of UTC before.
        ///   - offsetTo: seconds east of UTC from then on.
        ///   - rules: its further onsets.
        ///   - dates: further onsets that no rule gives.
        ///   - name: such as `CEST`.
        public init(
            isDaylight: Bool, start: CivilDateTime, offsetFrom: Int, offsetTo: Int,
            rules: [RecurrenceRule] = [], dates: [CivilDateTime] = [], name: String? = nil
        ) {
            self.isDaylight = isDaylight
            self.start = start
            self.offsetFrom = offsetFrom
            self.offsetTo = offsetTo
            self.rules = rules
            self.dates = dates
            self.name = name
        }
    }

    /// `TZID`: the name by which the file's times refer to the zone.
    public var tzid: String
    /// `X-LIC-LOCATION`: the IANA name intended by the exporter.
    public var location: String?
    /// The STANDARD and DAYLIGHT subcomponents.
    public var observances: [Observance]

    /// Creates a definition.
    ///
    /// - Parameters:
    ///   - tzid: the name by which its file refers to it.
    ///   - location: X-LIC-LOCATION, the IANA name.
    ///   - observances: when which offset holds.
    public init(tzid: String, location: String? = nil, observances: [Observance] = []) {
        self.tzid = tzid
        self.location = location
        self.observances = observances
    }
}
