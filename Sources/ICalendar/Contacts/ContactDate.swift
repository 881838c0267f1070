/// The day of a contact's `BDAY` or `ANNIVERSARY`, with or without a year (RFC 6350 4.3.1, 6.2.5).
struct ContactDate: Hashable {
    /// Nil if the contact does not say.
    var year: Int?
    var month: Int
    var day: Int

    /// What a value says.
    enum Reading: Equatable {
        case date(ContactDate)
        /// Nothing is written.
        case empty
        /// The value is allowed and names no day of a year: a text, a year alone, another calendar.
        case noDay
        /// It has a date's form, and there is no such day.
        case impossible
        /// It is no date.
        case invalid
    }

    /// Stands for an unknown year in the first instance: a leap year.
    static let someYear = 1972

    /// The first day: in the year, or in ``someYear``.
    var first: CivilDate {
        CivilDate(uncheckedYear: year ?? Self.someYear, month: month, day: day)
    }

    /// Whether common years do not have the day.
    var isLeapDay: Bool { month == 2 && day == 29 }

    /// Reads the value of a property.
    static func reading(_ property: Property) -> Reading {
        let value = property.value.trimming(\.isWhitespace)
        if value.isEmpty { return .empty }
        let kind = property.parameter("VALUE")?.lowercased()
        let calendar = property.parameter("CALSCALE")?.lowercased() ?? "gregorian"
        if kind == "text" || calendar != "gregorian" { return .noDay }
        // A birthday is a day wherever one is: the time and its zone say nothing.
        let text = value.prefix { !"Tt ".contains($0) }
        if text.isEmpty { return isTime(value) ? .noDay : .invalid }
        guard let parts = parts(text) else { return .invalid }
        guard let month = parts.month, let day = parts.day else { return .noDay }
        let year = parts.year.flatMap { isKnown($0, property) ? $0 : nil }
        guard CivilDate(year: year ?? someYear, month: month, day: day) != nil else {
            return .impossible
        }
        return .date(ContactDate(year: year, month: month, day: day))
    }

    /// `T102200`: a time of any day.
    private static func isTime(_ value: Substring) -> Bool {
        value.count > 1 && value.dropFirst().allSatisfy { "0123456789:+-Z".contains($0) }
    }

    /// Apple writes 1604 for an unknown year and names it in a parameter, which gets lost on the way through
    /// other programs. Some write a year 0.
    private static func isKnown(_ year: Int, _ property: Property) -> Bool {
        year != 0 && year != 1604
            && property.parameter("X-APPLE-OMIT-YEAR").flatMap { Int($0) } != year
    }

    private typealias Parts = (year: Int?, month: Int?, day: Int?)

    /// The numbers of a date in ISO 8601's basic or extended form, complete or cut; nil for another text.
    private static func parts(_ text: Substring) -> Parts? {
        guard text.utf8.allSatisfy({ Property.isOfName($0) }), text.utf8.count <= 10 else {
            return nil
        }
        // As many digits as one pattern has; "-" stands for itself.
        for pattern in [
            "YYYYMMDD", "YYYY-MM-DD", "--MMDD", "--MM-DD", "YYYY", "YYYY-MM", "--MM", "---DD",
        ] {
            if let parts = match(text, pattern) { return parts }
        }
        // Some programs leave out leading zeros.
        let fields = text.split(separator: "-", omittingEmptySubsequences: false)
        guard fields.count == 3, fields[0].utf8.count == 4, fields.allSatisfy(isNumber),
            fields[1].utf8.count <= 2, fields[2].utf8.count <= 2
        else { return nil }
        return (Int(fields[0]), Int(fields[1]), Int(fields[2]))
    }

    private static func isNumber(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func match(_ text: Substring, _ pattern: String) -> Parts? {
        guard text.utf8.count == pattern.utf8.count else { return nil }
        var parts: Parts = (nil, nil, nil)
        for (byte, letter) in zip(text.utf8, pattern.utf8) {
            if letter == UInt8(ascii: "-") {
                guard byte == letter else { return nil }
                continue
            }
            guard (0x30...0x39).contains(byte) else { return nil }
            let digit = Int(byte) - 0x30
            switch letter {
            case UInt8(ascii: "Y"): parts.year = (parts.year ?? 0) * 10 + digit
            case UInt8(ascii: "M"): parts.month = (parts.month ?? 0) * 10 + digit
            default: parts.day = (parts.day ?? 0) * 10 + digit
            }
        }
        return parts
    }
}
