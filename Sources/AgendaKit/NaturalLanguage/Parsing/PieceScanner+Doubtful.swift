import ICalendar

extension PieceScanner {
    /// Words about when that cannot be used, whatever else is there: reminders, and days counted from others.
    func unusable(_ index: Int) -> WordPiece? {
        if let end = reminder(index) {
            return WordPiece(.reminder, .other, index..<end, isSure: true)
        }
        if let exception = exception(index) { return exception }
        // `三四点`
        if let count = parser.end(of: .vagueCount, at: index), let end = parser.hourMark(count)?.end
        {
            return WordPiece(.inexactTime, .other, index..<end, isSure: true)
        }
        if let end = vagueDistance(index) {
            var piece = WordPiece(.inexactDay, .day, index..<end)
            piece.isPeriod = true
            return piece
        }
        if let end = parser.end(of: .inexactClock, at: index) {
            return WordPiece(.inexactTime, .time, index..<end)
        }
        guard parser.day(index) == nil, let end = parser.unsettledPeriod(index)
        else { return afterFeast(index) }
        var piece = WordPiece(.inexactDay, .day, index..<end)
        piece.isPeriod = true
        return piece
    }

    /// `in a few days`, `in ein paar Tagen`, `两三天后`.
    private func vagueDistance(_ index: Int) -> Int? {
        let start = parser.end(of: .inside, at: index) ?? index
        guard let count = parser.end(of: .vagueCount, at: start), let unit = parser.unit(count)
        else { return nil }
        let end = parser.end(of: .later, at: unit.end) ?? parser.end(of: .ago, at: unit.end)
        return start > index ? end ?? unit.end : end
    }

    /// `after easter`, `vor Weihnachten`: beside a weekday it says which.
    private func afterFeast(_ index: Int) -> WordPiece? {
        guard let after = parser.end(of: .approximate, at: index) else { return nil }
        let feast = parser.term(after) { (term) -> Bool? in term == .inexactDay ? true : nil }
        guard let feast else { return nil }
        var piece = WordPiece(.inexactDay, .day, index..<feast.end)
        piece.isPeriod = true
        return piece
    }

    /// `alert 15 minutes before`, `15 min before`, `提前15分钟提醒`.
    private func reminder(_ index: Int) -> Int? {
        func ahead(_ end: Int) -> Int? { parser.end(of: .ahead, at: end) }
        if let word = parser.end(of: .reminder, at: index) {
            for start in word...(word + 3) {
                if let length = parser.length(start) { return ahead(length.end) ?? length.end }
            }
            return nil
        }
        guard let length = parser.length(index), let end = ahead(length.end) else { return nil }
        return end
    }

    /// A phrase that looks like time, but cannot be used.
    func doubtful(_ index: Int) -> [WordPiece]? {
        // `second thursday`: the words do not name the month, and hardly mean the next thursday.
        if let end = parser.unsettledOrdinal(index) {
            return [WordPiece(.inexactDay, .day, index..<end, isSure: true)]
        }
        if let month = parser.monthName(index) {
            return [WordPiece(.inexactDay, .day, index..<month.end)]
        }
        if let end = parser.end(of: .unclearFrequency, at: index) {
            return [WordPiece(.maybeRepetition, .repetition, index..<end)]
        }
        if ["every", "each", "每", "jeden", "jede", "jedes"].contains(parser.key(index)) {
            return [WordPiece(.maybeRepetition, .repetition, index..<(index + 1))]
        }
        if repeats, let end = parser.end(of: .except, at: index) {
            return [WordPiece(.maybeRepetition, .other, index..<end, isSure: true)]
        }
        return doubtfulNumber(index)
    }

    /// `every day but friday`, `täglich ohne sonntags`, `除周三外`: a rule without some of its days.
    func exception(_ index: Int) -> WordPiece? {
        guard repeats, let end = parser.end(of: .maybeExcept, at: index) else { return nil }
        let on = parser.end(of: .on, at: end) ?? end
        let isDay = [end, on].contains { start in
            parser.day(start) != nil || parser.weekdayPlural(start) != nil
                || parser.term(start) { (term) -> Bool? in
                    switch term {
                    case .hint, .inexactDay, .period, .weekend, .workdays: true
                    default: nil
                    }
                } != nil
        }
        return isDay ? WordPiece(.maybeRepetition, .other, index..<end, isSure: true) : nil
    }

    private func doubtfulNumber(_ index: Int) -> [WordPiece]? {
        if let number = parser.digits(index, 8...8), parser.endsWord(index + 1),
            CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100) != nil
        {
            return [WordPiece(.maybeDay, .day, index..<(index + 1))]
        }
        guard let first = parser.digits(index, 1...2) else { return nil }
        // `2.1`, `10.30`
        if let second = parser.digits(index + 1, after: ".", 1...2), parser.endsWord(index + 3) {
            let range = index..<(index + 3)
            let day = PhraseParser.monthDay(second, first)
            if day != .impossible {
                return parser.vocabulary.dateOrder == .dayFirst
                    ? [WordPiece(.day(day), range, isSure: false)]
                    : [WordPiece(.maybeDay, .day, range)]
            }
            return first <= 24 && second < 60 && parser.tokens[index + 2].key.utf8.count == 2
                ? [WordPiece(.maybeTime, .time, range)] : nil
        }
        // `12-13 today`, `friday 4`
        if let span = parser.clockSpan(index, bare: 12, isPair: true), parser.day(span.end) != nil {
            return [WordPiece(.maybeTime, .time, index..<span.end)]
        }
        return nil
    }
}
