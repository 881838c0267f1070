internal import ICalendar

/// How the columns `bucket`, `start` and `end` represent a ``Span``.
///
/// `start` and `end` are seconds since 1970-01-01T00:00: in UTC for instants, on the reader's wall clock for
/// floating times and whole days. The bucket holds the form and the length class, so that one short range of
/// the primary key in each bucket holds whatever overlaps a slice: an occurrence starts at most the length of
/// its class before the slice. Without the classes, one year-long event would make every slice read a year of
/// starts. Its highest part is the kind: a search for events does not meet to-dos.
struct SpanColumns: Hashable {
    var bucket: Int
    var start: Int
    var end: Int

    /// Added to the bucket of a row that holds several instances of a rule, all of the same length: an endless series has
    /// three rows for each block of 64 days instead of hundreds.
    static let packed = 128
    /// The seconds of the blocks: instances in one row begin in the same one.
    private static let blockLength = 64 * 86_400

    /// The block in which an occurrence begins.
    static func block(_ start: Int) -> Int {
        (start - (start % blockLength + blockLength) % blockLength) / blockLength
    }

    /// Whether the rows of this bucket hold several instances.
    static func isPacked(bucket: Int) -> Bool { bucket & packed != 0 }

    /// Added to the bucket of occurrences that readers of all calendars do not meet: those of a copy that is never shown
    /// (``CopyRole/hidden``).
    static let hidden = 256

    /// The upper bound of each length class, in days; the last class has none.
    private static let classLengths = [1, 8, 64, 512]

    /// The buckets of events, then those of to-dos.
    static func buckets(of kind: Event.Kind) -> Range<Int> {
        kind.rawValue * 32..<(kind.rawValue + 1) * 32
    }

    init(_ span: Span, _ kind: Event.Kind) {
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
        bucket = Self.buckets(of: kind).lowerBound + form * 8 + lengthClass
    }

    /// Whether the times in this bucket are on the reader's wall clock, not in UTC.
    static func isWall(bucket: Int) -> Bool { bucket % 32 / 8 != 0 }

    /// Whether the occurrences in this bucket last at most eight days.
    static func isShort(bucket: Int) -> Bool { bucket % 8 <= 1 }

    /// Where to look in a bucket for occurrences that are running or still to come.
    ///
    /// - Parameters:
    ///   - now: the instant.
    ///   - wall: what the reader's clock shows at that instant.
    /// - Returns: the present as the bucket's columns write it, and the longest that an occurrence lasts, in
    ///   seconds.
    static func present(
        bucket: Int, now: Instant, wall: CivilDateTime
    ) -> (now: Int, longest: Int) {
        let lengthClass = bucket % 8
        return (
            isWall(bucket: bucket) ? wall.secondsSinceEpoch : now.secondsSinceEpoch,
            lengthClass < classLengths.count ? classLengths[lengthClass] * 86_400 : Int.max / 4
        )
    }

    /// The span that the three columns represent.
    static func span(bucket: Int, start: Int, end: Int) -> Span {
        // A damaged row must not trap.
        let end = max(start, end)
        switch bucket % 32 / 8 {
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

    /// Where to look in a bucket for everything that overlaps a window.
    struct Search {
        var bucket: Int
        /// Where the rows start.
        var rows: Range<Int>
        /// Where the occurrences start.
        var starts: Range<Int>
    }

    /// Where to look for everything that overlaps a window, bucket by bucket.
    ///
    /// - Parameter skipsHidden: whether to leave out the copies that are never shown.
    static func searches(
        _ kind: Event.Kind, instants: Range<Instant>, dates: Range<CivilDate>, skipsHidden: Bool
    ) -> [Search] {
        let wall =
            dates.lowerBound.daysSinceEpoch * 86_400..<dates.upperBound.daysSinceEpoch * 86_400
        let absolute = instants.lowerBound.secondsSinceEpoch..<instants.upperBound.secondsSinceEpoch
        return (0..<3).flatMap { form in
            let range = form == 0 ? absolute : wall
            return (0...classLengths.count).flatMap { lengthClass in
                let reach =
                    lengthClass < classLengths.count
                    ? range.lowerBound - classLengths[lengthClass] * 86_400 : Int.min / 2
                let bucket = buckets(of: kind).lowerBound + form * 8 + lengthClass
                let starts = reach..<range.upperBound
                return (skipsHidden ? [0] : [0, hidden]).flatMap { copies in
                    [
                        Search(bucket: bucket + copies, rows: starts, starts: starts),
                        Search(
                            bucket: bucket + copies + packed,
                            rows: (reach - blockLength)..<range.upperBound, starts: starts),
                    ]
                }
            }
        }
    }
}
