/// Reads a VTIMEZONE whose lines are all plain, as almost all are, without libical: to load it, with what it needs, takes
/// longer than the import of a small calendar.
///
/// Leaves the component to libical as ``PlainEventReader`` does; the parser's fuzz target compares the two.
struct PlainZoneReader: ~Copyable {
    private var lines: PlainLines
    private var tzid: String?
    private var location: String?
    private var observances: [TimeZoneDefinition.Observance] = []

    /// The zone; nil if something in it is not plain.
    static func zone(in text: UnsafeRawBufferPointer) -> TimeZoneDefinition? {
        guard text.offset(of: 0) == nil else { return nil }
        var reader = PlainZoneReader(lines: PlainLines(text))
        return reader.read()
    }

    private init(lines: consuming PlainLines) { self.lines = lines }

    private mutating func read() -> TimeZoneDefinition? {
        let first = lines.next()
        guard lines.delimits(first, .begin, "VTIMEZONE") else { return nil }
        while let line = lines.next() {
            if line.name == .end {
                guard lines.delimits(line, .end, "VTIMEZONE"), lines.isAtEnd else { return nil }
                return tzid.map {
                    TimeZoneDefinition(tzid: $0, location: location, observances: observances)
                }
            }
            if line.name == .begin {
                let isDaylight = lines.delimits(line, .begin, "DAYLIGHT")
                guard isDaylight || lines.delimits(line, .begin, "STANDARD"),
                    let observance = observance(isDaylight: isDaylight)
                else { return nil }
                observances.append(observance)
                continue
            }
            guard let content = lines.content(of: line) else { return nil }
            switch line.name {
            case .zone:
                guard PlainEventReader.once(&tzid, content.word) else { return nil }
            case .zoneLocation:
                guard PlainEventReader.once(&location, content.word) else { return nil }
            default: break
            }
        }
        return nil
    }

    /// A part of the zone up to its end; nil if something in it is missing or not plain.
    private mutating func observance(isDaylight: Bool) -> TimeZoneDefinition.Observance? {
        var (start, from, to, name) = (CivilDateTime?.none, Int?.none, Int?.none, String?.none)
        var (rules, dates) = ([RecurrenceRule](), [CivilDateTime]())
        while let line = lines.next() {
            if line.name == .end {
                guard lines.delimits(line, .end, isDaylight ? "DAYLIGHT" : "STANDARD"),
                    let start, let from, let to
                else { return nil }
                return TimeZoneDefinition.Observance(
                    isDaylight: isDaylight, start: start, offsetFrom: from, offsetTo: to,
                    rules: rules, dates: dates, name: name)
            }
            guard line.name != .begin, let content = lines.content(of: line) else { return nil }
            let isPlain =
                switch line.name {
                case .start: PlainEventReader.once(&start, content.wallTimes.flatMap(\.single))
                case .offsetFrom: PlainEventReader.once(&from, content.offset)
                case .offsetTo: PlainEventReader.once(&to, content.offset)
                case .zoneName: PlainEventReader.once(&name, content.word)
                case .rule: PlainEventReader.add(content.rule.map { [$0] }, to: &rules)
                case .recurrenceDate: PlainEventReader.add(content.wallTimes, to: &dates)
                default: true
                }
            guard isPlain else { return nil }
        }
        return nil
    }
}

extension PlainContent {
    /// A text without parameters and escapes.
    fileprivate var word: String? { parameters == nil ? address : nil }

    /// DATE-TIMEs without a zone.
    fileprivate var wallTimes: [CivilDateTime]? {
        guard parameters == nil, let times else { return nil }
        var wallTimes: [CivilDateTime] = []
        for time in times {
            guard case .floating(let wallTime) = time else { return nil }
            wallTimes.append(wallTime)
        }
        return wallTimes
    }

    /// UTC-OFFSET (RFC 5545 3.3.14) of hours and minutes, in seconds.
    fileprivate var offset: Int? {
        guard parameters == nil, value.count == 5,
            let number = Digits.number(UnsafeRawBufferPointer(rebasing: value[1...])),
            number / 100 < 24, number % 100 < 60
        else { return nil }
        let seconds = number / 100 * 3_600 + number % 100 * 60
        switch value[0] {
        case UInt8(ascii: "+"): return seconds
        // "-0000" is none.
        case UInt8(ascii: "-") where seconds > 0: return -seconds
        default: return nil
        }
    }
}

extension Array {
    /// The only element; nil if there are more, or none.
    fileprivate var single: Element? { count == 1 ? self[0] : nil }
}
