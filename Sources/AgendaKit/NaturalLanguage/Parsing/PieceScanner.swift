import ICalendar

/// Walks through a text and finds all phrases about time.
struct PieceScanner {
    let parser: PhraseParser
    let zones: ZoneNames
    private(set) var pieces: [WordPiece] = []
    /// The tokens from one quotation mark to the next: they are title, whatever they say.
    private(set) var quoted: [Range<Int>] = []
    /// Whether a repetition is anywhere in the text.
    private(set) var repeats = false

    init(_ parser: PhraseParser, zones: ZoneNames) {
        self.parser = parser
        self.zones = zones
        repeats = parser.tokens.indices.contains {
            parser.startsWord($0) && parser.repetition($0) != nil
        }
        scan()
    }

    private mutating func scan() {
        var index = 0
        while index < parser.tokens.count {
            if let close = closingQuote(index) {
                quoted.append(index..<(close + 1))
                index = close + 1
            } else if let found = piece(index) {
                pieces.append(contentsOf: found)
                if let end = pieces.last.flatMap(since), let piece = pieces.popLast() {
                    pieces.append(piece.ending(at: end))
                }
                index = max(pieces.last?.range.upperBound ?? 0, index + 1)
            } else {
                index += 1
            }
        }
    }

    /// Where `起` or `开始` ends between a day and a repetition: `12月1日起每周二`.
    private func since(_ piece: WordPiece) -> Int? {
        let end = piece.range.upperBound
        guard repeats, piece.kind == .day, piece.isWhen,
            let next = parser.end(of: .onwards, at: end), parser.repetition(next) != nil
        else { return nil }
        return next
    }

    private static let quotes = [
        "\"": ["\""], "“": ["”", "“"], "„": ["“", "”"], "「": ["」"], "『": ["』"], "«": ["»"],
        "《": ["》"],
    ]

    private func closingQuote(_ index: Int) -> Int? {
        guard let closing = Self.quotes[parser.key(index)] else { return nil }
        return ((index + 1)..<max(parser.tokens.count, index + 1)).first {
            closing.contains(parser.key($0))
        }
    }

    /// Whether a token follows a piece directly, or after a comma.
    private func isAfterPiece(_ index: Int) -> Bool {
        guard let last = pieces.last, last.isWhen else { return false }
        return last.range.upperBound == index
            || (last.range.upperBound == index - 1 && ",，、".contains(parser.key(index - 1)))
    }

    private var lastIsDay: Bool { pieces.last?.kind == .day }

    private mutating func piece(_ index: Int) -> [WordPiece]? {
        // `周五前`, `3pm or so`: about the time that was just read.
        if let last = pieces.last, last.range.upperBound == index, last.isWhen, isMoment(last),
            let end = parser.end(of: .vagueAfter, at: index) ?? more(index),
            parser.day(index) == nil
        {
            let range = pieces.removeLast().range.lowerBound..<end
            return [WordPiece(.inexactTime, .other, range, isSure: true)]
        }
        // `friday next`
        if let last = pieces.last, last.range.upperBound == index, last.kind == .day,
            let end = parser.end(of: .next, at: index),
            end == parser.tokens.count || core(end, from: end, bare: nil) != nil,
            parser.weekdayName(end) == nil, parser.unit(end) == nil
        {
            return [WordPiece(.inexactDay, .other, index..<end, isSure: true)]
        }
        if let zone = zone(index) ?? namedZone(index) { return [zone] }
        if parser.startsWord(index) || parser.key(index) == "@" || isGluedDash(index)
            || (parser.key(index) == "+" && isAfterPiece(index))
        {
            if let doubt = unusable(index) { return [doubt] }
            return repetition(index) ?? dash(index) ?? led(index)
                ?? core(index, from: index, bare: bareHere(index)).map { $0 } ?? doubtful(index)
        }
        return nil
    }

    private func isGluedDash(_ index: Int) -> Bool {
        parser.key(index) == "-" && isAfterPiece(index)
    }

    /// After a day, a number is likely an hour.
    private func bareHere(_ index: Int) -> Int? {
        isAfterPiece(index) && (lastIsDay || pieces.last?.kind == .repetition) ? 12 : nil
    }

    /// `10点多`
    private func more(_ index: Int) -> Int? {
        parser.key(index) == "多" && parser.hourMark(index - 1)?.end == index ? index + 1 : nil
    }

    private func isMoment(_ piece: WordPiece) -> Bool {
        switch piece.value {
        case .day, .dayPart, .clock, .part: true
        default: false
        }
    }

    func repetition(_ index: Int) -> [WordPiece]? {
        let on = parser.end(of: .on, at: index)
        if let found = parser.repetition(index) ?? on.flatMap({ parser.repetition($0) }) {
            // `3 fridays from now`
            if parser.number(index - 1)?.end == index, !parser.isHan(index),
                found.value.rule.byDay.count == 1,
                parser.weekdayPlural(index) != nil
            {
                return [WordPiece(.maybeRepetition, .other, (index - 1)..<found.end, isSure: true)]
            }
            let isAdverb = !parser.isHan(index) && parser.adverb(index)?.end == found.end
            let words = found.value
            return [WordPiece(.repetition(words), index..<found.end, isSure: !isAdverb)]
        }
        guard repeats, let bound = parser.bound(index) else { return nil }
        // `three times daily`, `每天三次`
        let isEach =
            parser.adverb(bound.end) != nil
            || (parser.isGlued(index) && ["天", "日", "周", "月", "年"].contains(parser.key(index - 1)))
        if case .count = bound.value, isEach {
            return [WordPiece(.maybeRepetition, .other, index..<bound.end, isSure: true)]
        }
        return [WordPiece(.bound(bound.value), index..<bound.end)]
    }

    /// The dash or word between two points in time, with the second one.
    private func dash(_ index: Int) -> [WordPiece]? {
        let isWord = !parser.isMark(index)
        guard let end = parser.end(of: .to, at: index) ?? parser.end(of: .until, at: index) else {
            return nil
        }
        // `到第二天早上6点`
        if let day = parser.end(of: .nextDay, at: end), isAfterPiece(index) {
            return [WordPiece(.dash, index..<end), WordPiece(.day(.distance(1)), end..<day)]
        }
        guard let next = core(end, from: end, bare: 12), let first = next.first, first.isWhen,
            first.kind == .day || first.kind == .time
        else {
            // `6pm-late`
            guard isGluedDash(index), parser.isGlued(end), pieces.last?.kind == .time else {
                return nil
            }
            return [WordPiece(.maybeTime, .other, end..<(end + 1), isSure: true)]
        }
        // `1.12. - 18:30`: after a day alone, the time is when it starts.
        let isFirstTime =
            first.kind == .time && next.count == 1 && !parser.isGlued(index)
            && parser.key(index) == "-" && !pieces.contains { $0.kind == .time }
        if isFirstTime, isAfterPiece(index), lastIsDay {
            switch first.value {
            case .clock, .clocks: return [WordPiece(first.value, index..<first.range.upperBound)]
            default: break
            }
        }
        if isAfterPiece(index), pieces.last?.kind != .other {
            return [WordPiece(.dash, index..<end)] + next
        }
        // `Holiday until friday`: the words do not say when it starts.
        guard isWord else { return nil }
        return [
            WordPiece(
                .startWithoutTime, .other, index..<(next.last?.range.upperBound ?? end),
                isSure: true)
        ]
    }

    /// A phrase after a preposition: `on friday`, `at 3pm`, `from 10 to 12`, `for 2 hours`.
    func led(_ index: Int) -> [WordPiece]? {
        if let end = parser.end(of: .lasting, at: index) {
            if let length = parser.length(end) {
                let after = parser.key(length.end) == "lang" ? length.end + 1 : length.end
                return [WordPiece(.length(length.value), index..<after)]
            }
            if let months = months(end) {
                return [WordPiece(.months(months.value), index..<months.end)]
            }
        }
        // `in 3 days`, `the 15th`, `am 15.` have their own first word.
        if let own = core(index, from: index, bare: nil), own.first?.isSure == true { return own }
        if let end = parser.end(of: .approximate, at: index),
            let next = core(end, from: end, bare: 0), next.first?.isWhen == true
        {
            let upper = next.last?.range.upperBound ?? end
            return [WordPiece(.inexactTime, .other, index..<upper, isSure: true)]
        }
        guard let (end, bare) = lead(index), var found = core(end, from: index, bare: bare) else {
            return nil
        }
        found[0].isLed = true
        return found
    }

    private func lead(_ index: Int) -> (Int, Int?)? {
        let at = parser.term(index) { term -> Int? in
            if case .at(let clearFrom) = term { clearFrom } else { nil }
        }
        if let at { return (at.end, at.value) }
        if let end = parser.end(of: .between, at: index) ?? parser.end(of: .from, at: index) {
            // German hours are on the 24-hour clock.
            let is24Hours = ["von", "vom", "ab", "zwischen", "从"].contains(parser.key(index))
            return (end, is24Hours ? 7 : 12)
        }
        // `on the 14th`: the article belongs to the day.
        if parser.key(index) == "on", parser.ordinalDay(index + 1) != nil {
            return (index + 1, nil)
        }
        if let end = parser.end(of: .on, at: index) { return (end, nil) }
        // `Homework for monday`
        if let end = parser.end(of: .lasting, at: index), parser.day(end)?.value.isSure == true {
            return (end, nil)
        }
        // `Lunch - 12:30`
        return parser.key(index) == "-" && !parser.isGlued(index + 1) ? (index + 1, nil) : nil
    }

    private func months(_ index: Int) -> PhraseParser.Found<Int>? {
        guard let count = parser.number(index), count.value < 1_000,
            let unit = parser.unit(count.end), case .months(let months) = unit.value.span
        else { return nil }
        return .init(count.value * months, end: unit.end)
    }

    /// A phrase without a preposition.
    func core(_ index: Int, from start: Int, bare: Int?) -> [WordPiece]? {
        guard index < parser.tokens.count, parser.startsWord(index) || parser.isGlued(index) else {
            return nil
        }
        if let both = dateTime(index, from: start) { return both }
        if let seconds = parser.distanceFromNow(index) {
            return [WordPiece(.distance(seconds.value), start..<seconds.end)]
        }
        if let span = parser.daySpan(index) {
            return [WordPiece(.days(span.value.0, span.value.1), start..<span.end)]
        }
        let phrase = parser.term(index) { term -> WordPiece.Value? in
            switch term {
            case .dayPart(let days, let part): .dayPart(.relative(days), part)
            case .weekdayPart(let weekday, let part): .dayPart(.weekday(weekday), part)
            case .inexactDay, .period: .doubt(.inexactDay)
            case .monthsLater, .yearsLater: .doubt(.inexactDay)
            default: nil
            }
        }
        let day = parser.day(index).map {
            WordPiece(.day($0.value.day), start..<$0.end, isSure: $0.value.isSure)
        }
        let dayEnd = day?.range.upperBound ?? 0
        if let phrase {
            // `next week friday` and `12月24日` are longer than their first words.
            if let day, dayEnd > phrase.end { return [day] }
            var piece = WordPiece(phrase.value, start..<phrase.end)
            if case .doubt = phrase.value {
                (piece.isSure, piece.kind) = (false, .day)
                piece.isPeriod =
                    parser.term(index) { (term) -> Bool? in
                        switch term {
                        case .period, .monthsLater, .yearsLater: true
                        default: nil
                        }
                    }?.end == phrase.end
            }
            return [piece]
        }
        if isAfterPiece(start), lastIsDay, let part = part(index, from: start) { return [part] }
        if let span = parser.clockSpan(index, bare: bare) {
            return [WordPiece(.clocks(span.value.0, span.value.1), start..<span.end)]
        }
        if let clock = parser.clock(index, bare: bare), clock.end >= dayEnd {
            // `Noon prayer 12:30`: a name of a time may be title.
            let isNamed = parser.namedClock(index) != nil
            return [WordPiece(.clock(clock.value), start..<clock.end, isSure: !isNamed)]
        }
        if let day { return [day] }
        if let part = part(index, from: start) { return [part] }
        return lengthOrHours(index, from: start)
    }

    private func part(_ index: Int, from start: Int) -> WordPiece? {
        guard let found = parser.part(index) else { return nil }
        return WordPiece(.part(found.value), start..<found.end, isSure: found.end - start > 1)
    }

    /// `2026-11-20T10:00`; what follows is left to the next phrase.
    private func dateTime(_ index: Int, from start: Int) -> [WordPiece]? {
        guard let day = parser.numericDay(index), parser.isGlued(day.end),
            parser.key(day.end) == "t", parser.isGlued(day.end + 1),
            let clock = parser.clock(day.end + 1)
        else { return nil }
        var exact = clock.value
        exact.clearFrom = 0
        // `T09:00-11:00`: a later time is the end; RFC 3339 writes `-08:00` with two digits.
        if let last = parser.end(of: .to, at: clock.end), parser.isGlued(last),
            let close = parser.clock(last), !parser.hasZero(last),
            close.value.secondOfDay > exact.secondOfDay
        {
            return [
                WordPiece(.day(day.value), start..<day.end),
                WordPiece(.clocks(exact, close.value), day.end..<close.end),
            ]
        }
        return [
            WordPiece(.day(day.value), start..<day.end),
            WordPiece(.clock(exact), day.end..<clock.end),
        ]
    }

    private func lengthOrHours(_ index: Int, from start: Int) -> [WordPiece]? {
        if let end = parser.end(of: .allDay, at: index) {
            return [WordPiece(.allDay, start..<end)]
        }
        // `14:00+30m`
        if parser.key(index) == "+", isAfterPiece(index), let length = parser.length(index + 1) {
            return [WordPiece(.length(length.value), index..<length.end)]
        }
        if let hours = parser.digits(index, 1...2), parser.key(index + 1) == "h",
            parser.isGlued(index + 1), parser.endsWord(index + 2)
        {
            return [WordPiece(.hours(hours), start..<(index + 2), isSure: false)]
        }
        guard let length = parser.length(index) else { return nil }
        // `zwei bis drei Stunden`, `1,25 Stunden`
        let isJoined =
            ["-", "bis", "to", "or", "oder", "到", "至", "或"].contains(parser.key(index - 1))
            || (parser.isGlued(index) && [",", "."].contains(parser.key(index - 1)))
        if isJoined, parser.number(index - 2)?.end == index - 1,
            (pieces.last?.range.upperBound ?? 0) <= index - 2
        {
            return [WordPiece(.inexactTime, .other, (index - 2)..<length.end, isSure: true)]
        }
        return [WordPiece(.length(length.value), start..<length.end, isSure: false)]
    }
}
