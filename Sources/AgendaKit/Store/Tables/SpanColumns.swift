internal import ICalendar

/// How a ``Span`` is written into the columns `bucket`, `start` and `end`.
///
/// `start` and `end` are seconds since 1970-01-01T00:00: Z for instants, of the reader's wall
/// clock for floating times and whole days. The bucket holds the form and the class of length, so
/// that what overlaps a slice is found by one short range of the primary key a bucket: an
/// occurrence of a class starts at most the class's length before the slice. Without the classes
/// one year-long event would make every slice read a year of starts.
struct SpanColumns: Hashable {
    var bucket: Int
    var start: Int
    var end: Int

    /// Days that the classes reach to; the last one is open.
    private static let classLengths = [1, 8, 64, 512]

    init(_ span: Span) {
        let form: Int
        switch span {
        case .instants(let range):
            (form, start, end) = (
                0, range.lowerBound.secondsSinceEpoch, range.upperBound.secondsSinceEpoch
            )
        case .floating(let range):
            (form, start, end) = (
                1, range.lowerBound.secondsSinceEpoch, range.upperBound.secondsSinceEpoch
            )
        case .dates(let range):
            (form, start, end) = (
                2, range.lowerBound.daysSinceEpoch * 86_400,
                range.upperBound.daysSinceEpoch * 86_400
            )
        }
        let length = end - start
        let lengthClass =
            Self.classLengths.firstIndex { length <= $0 * 86_400 } ?? Self.classLengths.count
        bucket = form * 8 + lengthClass
    }

    /// Whether what has this bucket is written in the reader's wall clock, not in UTC.
    static func isWall(bucket: Int) -> Bool { bucket / 8 != 0 }

    /// Whether what has this bucket lasts eight days at most.
    static func isShort(bucket: Int) -> Bool { bucket % 8 <= 1 }

    /// Where a bucket's occurrences lie that may be running or still come.
    ///
    /// - Parameters:
    ///   - now: the instant, and the time that the reader's clock shows then.
    /// - Returns: the present in the bucket's columns, and how long an occurrence lasts at most.
    static func present(
        bucket: Int, now: Instant, wall: CivilDateTime
    ) -> (now: Int, longest: Int) {
        let lengthClass = bucket % 8
        return (
            bucket / 8 == 0 ? now.secondsSinceEpoch : wall.secondsSinceEpoch,
            lengthClass < classLengths.count ? classLengths[lengthClass] * 86_400 : Int.max / 4
        )
    }

    /// What three columns say.
    static func span(bucket: Int, start: Int, end: Int) -> Span {
        // `max` keeps a damaged row from trapping.
        let end = max(start, end)
        switch bucket / 8 {
        case 0:
            return .instants(
                Instant(secondsSinceEpoch: start)..<Instant(secondsSinceEpoch: end))
        case 1:
            return .floating(
                CivilDateTime(secondsSinceEpoch: start)..<CivilDateTime(secondsSinceEpoch: end))
        default:
            return .dates(
                CivilDate(
                    daysSinceEpoch: start / 86_400)..<CivilDate(
                        daysSinceEpoch: end / 86_400))
        }
    }

    /// For each bucket the starts, half-open, among which lies everything that overlaps the
    /// window.
    static func searches(
        instants: Range<Instant>, dates: Range<CivilDate>
    ) -> [(bucket: Int, starts: Range<Int>)] {
        let wall =
            dates.lowerBound.daysSinceEpoch * 86_400..<dates.upperBound.daysSinceEpoch * 86_400
        let absolute = instants.lowerBound.secondsSinceEpoch..<instants.upperBound.secondsSinceEpoch
        return (0..<3).flatMap { form in
            let range = form == 0 ? absolute : wall
            return (0...classLengths.count).map { lengthClass in
                let reach =
                    lengthClass < classLengths.count
                    ? range.lowerBound - classLengths[lengthClass] * 86_400 : Int.min / 2
                return (form * 8 + lengthClass, reach..<range.upperBound)
            }
        }
    }
}
