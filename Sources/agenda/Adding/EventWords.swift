import ICalendar

/// The words of `agenda add`: `Lunch with Kim friday 12:30-13:30 @ Cafe Nord`.
///
/// One row of neighbouring words says when; what stands before and after it is the summary, what
/// follows `@` the location. Where several rows could say when, the last one with a time is taken;
/// a day that stands apart completes it.
struct EventWords: Hashable {
    /// What is left: the title.
    var summary: String
    /// What follows `@`.
    var location: String?
    /// When it starts.
    var start = Moment()
    /// When it ends; a day alone is the last day.
    var end = Moment()

    /// Reads words.
    ///
    /// - Parameters:
    ///   - text: what the user wrote.
    ///   - today: what days are relative to.
    ///   - readsTimes: false when an option has said when; the words are then all title.
    init(_ text: String, today: CivilDate, readsTimes: Bool = true) throws(CommandFailure) {
        let tokens = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let at = tokens.lastIndex(of: "@") ?? tokens.endIndex
        var title = TimeRow.Found(tokens: Array(tokens[..<at]))
        var place = TimeRow.Found(tokens: Array(tokens[at...].dropFirst()))
        if readsTimes {
            title = try TimeRow.find(in: title.tokens, today: today)
            if title.start == Moment() {
                // `Lunch @ Cafe Nord friday 12:30`
                let inPlace = try TimeRow.find(in: place.tokens, today: today)
                if inPlace.isAtEnd {
                    place = inPlace
                    (title.start, title.end) = (inPlace.start, inPlace.end)
                }
            }
        }
        summary = title.tokens.joined(separator: " ")
        location = place.tokens.isEmpty ? nil : place.tokens.joined(separator: " ")
        (start, end) = (title.start, title.end)
    }
}

/// Finds the row of words that says when.
private enum TimeRow {
    /// What a row said, and the words that are left.
    struct Found {
        /// The words that say something else.
        var tokens: [String]
        var start = Moment()
        var end = Moment()
        /// Whether the row stood after all other words.
        var isAtEnd = false
    }

    private enum Word: Equatable {
        case text
        case moment(Moment)
        case times(ClockTime, ClockTime)
        case dash
    }

    static func find(in tokens: [String], today: CivilDate) throws(CommandFailure) -> Found {
        let words = tokens.map { word($0, today: today) }
        let rows = rows(words)
        guard let row = rows.last(where: { words[$0].contains(where: hasTime) }) ?? rows.last
        else { return Found(tokens: tokens) }
        var found = Found(tokens: [], isAtEnd: row.upperBound == tokens.count)
        (found.start, found.end) = try read(
            words[row], text: tokens[row].joined(separator: " "))
        var used = Set(withSmallWord(row, tokens))
        if found.start.day == nil,
            let apart = rows.last(where: { $0 != row && $0.count == 1 }),
            case .moment(let moment) = words[apart.lowerBound]
        {
            found.start.day = moment.day
            used.formUnion(withSmallWord(apart, tokens))
        }
        found.tokens = tokens.indices.filter { !used.contains($0) }.map { tokens[$0] }
        return found
    }

    private static func word(_ token: String, today: CivilDate) -> Word {
        if ["-", "–", "to", "until"].contains(token.lowercased()) { return .dash }
        if let time = ClockTime(token) { return .moment(Moment(time: time)) }
        if let wall = CivilDateTime(iso: token) { return .moment(Moment(wall)) }
        let parts = token.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "–" }
        if parts.count == 2, let start = ClockTime(parts[0]), let end = ClockTime(parts[1]) {
            return .times(start, end)
        }
        guard let expression = try? DayExpression(token), let day = expression.date(today: today)
        else { return .text }
        return .moment(Moment(day: day))
    }

    private static func hasTime(_ word: Word) -> Bool {
        switch word {
        case .moment(let moment): moment.time != nil
        case .times: true
        case .text, .dash: false
        }
    }

    /// Rows of neighbouring words about time, without dashes at their edges.
    private static func rows(_ words: [Word]) -> [Range<Int>] {
        var rows: [Range<Int>] = []
        var start: Int?
        for index in 0...words.count {
            if index < words.count, words[index] != .text {
                if start == nil, words[index] != .dash { start = index }
            } else if let first = start {
                let trailing = words[first..<index].reversed().prefix { $0 == .dash }.count
                rows.append(first..<(index - trailing))
                start = nil
            }
        }
        return rows
    }

    /// `at 12:30`, `on friday`, `Lunch - 12:30`: the small word goes with the time.
    private static func withSmallWord(_ row: Range<Int>, _ tokens: [String]) -> Range<Int> {
        guard row.lowerBound > 0,
            ["at", "on", "from", "-", "–"].contains(tokens[row.lowerBound - 1].lowercased())
        else { return row }
        return (row.lowerBound - 1)..<row.upperBound
    }

    /// `[day] [time] [-] [day] [time]`, day and time in any order.
    private static func read(
        _ words: ArraySlice<Word>, text: String
    ) throws(CommandFailure) -> (Moment, Moment) {
        var moments = [Moment()]
        for word in words {
            let last = moments[moments.count - 1]
            switch word {
            case .moment(let moment):
                if moment.time == nil, last.time != nil, moments[0].day == nil {
                    // `12:30-13:30 friday`: the day is the start's.
                    moments[0].day = moment.day
                } else if let merged = last.merged(with: moment) {
                    moments[moments.count - 1] = merged
                } else {
                    moments.append(moment)
                }
            case .times(let start, let end):
                if let merged = last.merged(with: Moment(time: start)) {
                    moments[moments.count - 1] = merged
                } else {
                    moments.append(Moment(time: start))
                }
                moments.append(Moment(time: end))
            case .dash: moments.append(Moment())
            case .text: break
            }
        }
        moments.removeAll { $0 == Moment() }
        guard let start = moments.first, moments.count <= 2 else {
            throw .usage("\(text): is more than a start and an end: give --start and --end")
        }
        return (start, moments.count == 2 ? moments[1] : Moment())
    }
}
