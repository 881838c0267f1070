import ICalendar

/// Looks among the words that are left for one that may be a day's, so that a time beside it is not taken as today's.
struct UnsaidDay {
    private let parser: PhraseParser
    /// The tokens that are title or place, outside of quotation marks.
    private let isLeft: [Bool]
    private let quoted: [Bool]
    private let place: Range<Int>
    private let vocabulary: Vocabulary

    init(_ parser: PhraseParser, isUsed: [Bool], isQuoted: [Bool], place: Range<Int>) {
        (self.parser, quoted, self.place) = (parser, isQuoted, place)
        isLeft = zip(isUsed, isQuoted).map { !$0 && !$1 }
        vocabulary = parser.vocabulary
    }

    /// The first such word.
    var doubt: Doubt? {
        var index = 0
        while index < isLeft.count {
            guard isLeft[index] else {
                index += 1
                continue
            }
            if let doubt = named(index) { return doubt }
            if parser.isHan(index) {
                index += 1
                continue
            }
            var end = index + 1
            while end < isLeft.count, isLeft[end], parser.isGlued(end), !parser.isHan(end) {
                end += 1
            }
            if let doubt = word(index..<end) { return doubt }
            index = end
        }
        return nil
    }

    /// A word of a clock where no time is understood: `9ish`, `14:3o`, `1o:30`.
    var clockDoubt: Doubt? {
        var index = 0
        while index < isLeft.count {
            var end = index + 1
            while end < isLeft.count, isLeft[end], parser.isGlued(end), !parser.isHan(end) {
                end += 1
            }
            let text = parser.written(index..<end)
            if isLeft[index], !place.contains(index) {
                if Self.looksLikeClock(text) || followsDay(index, text) || isInexact(text) {
                    return Doubt(.maybeTime, text)
                }
                if let spoken = spokenClock(index) { return Doubt(.maybeTime, spoken) }
            }
            index = end
        }
        return nil
    }

    /// `eveningish`, `sevenish`.
    private func isInexact(_ text: String) -> Bool {
        let word = text.lowercased()
        guard word.hasSuffix("ish") else { return false }
        let stem = word.dropLast(3)
        return vocabulary.terms[String(stem.hasSuffix("-") ? stem.dropLast() : stem)]?.contains {
            switch $0 {
            case .clock, .midnight, .part, .number: true
            default: false
            }
        } ?? false
    }

    /// `friday 0900-1030`, `friday 900`, `friday 9:5`: a number behind the day that is likelier a time than title.
    private func followsDay(_ index: Int, _ text: String) -> Bool {
        guard index > 0, !isLeft[index - 1], !quoted[index - 1],
            let digits = parser.digits(index, 1...4)
        else { return false }
        return parser.digits(index, 3...4) != nil
            ? digits % 100 < 60 && digits < 2_400 : text.contains(":") || text.contains("-")
    }

    /// `viertel neun`, `half three`: a quarter past or to, by region.
    private func spokenClock(_ index: Int) -> String? {
        let isPart = parser.end(of: .quarter, at: index) ?? parser.end(of: .half, at: index)
        guard let next = isPart ?? (parser.key(index) == "half" ? index + 1 : nil),
            !parser.isHan(index), let number = parser.number(next), number.value <= 12,
            parser.unit(number.end) == nil, parser.digits(next) == nil || isPart != nil
        else { return nil }
        return parser.written(index..<number.end)
    }

    /// A number left beside a day or time that it goes with: `dec 24, 25`, `2 or 3pm`, `5pm for 90`.
    var secondNumber: Doubt? {
        let joints = [
            "and", "or", "und", "oder", "&", "/", ",", "-", "和", "或", "、", "for", "für", "auf",
            "bzw", "vs",
        ]
        return isLeft.indices.lazy.compactMap { index -> Doubt? in
            if let doubt = hanRest(index) ?? times(index) ?? secondDistance(index) ?? length(index)
            {
                return doubt
            }
            guard index > 0, isLeft[index], joints.contains(parser.key(index)),
                index + 1 < isLeft.count
            else {
                return nil
            }
            let (before, after) = (index - 1, index + 1)
            let isPair =
                !isLeft[before] && isLeft[after]
                ? parser.digits(after, 1...3) != nil
                    && (after + 1 == isLeft.count || !isLeft[after + 1]
                        || parser.isOrdinalEnding(after + 1) || parser.key(after + 1) == ".")
                : isLeft[before] && !isLeft[after]
                    && (parser.digits(before, 1...2) != nil || parser.weekdayName(before) != nil)
                    && ![",", "for", "für"].contains(parser.key(index))
            guard isPair, !quoted[before], !quoted[after] else { return nil }
            return Doubt(.secondTime, parser.written((before)..<(after + 1)))
        }.first
    }

    /// `for 2-3 hours`, `für gut eine Stunde`: a length that is not understood; and `15` of `1 hour 15`.
    private func length(_ index: Int) -> Doubt? {
        guard index > 0, isLeft[index], !isLeft[index - 1], !quoted[index - 1] else { return nil }
        if parser.digits(index, 1...2) != nil, parser.unit(index - 1)?.value == .hour,
            index + 1 == isLeft.count
        {
            return Doubt(.inexactTime, parser.written((index - 1)..<(index + 1)))
        }
        guard parser.end(of: .lasting, at: index) == index + 1 else { return nil }
        let near = (index + 1)..<min(index + 7, isLeft.count)
        let last = near.first { here in
            !isLeft[here]
                || [.minute, .hour, .day].contains { parser.unit(here)?.value == $0 }
        }
        guard let last, isLeft[last], near.lowerBound < last else { return nil }
        return Doubt(.inexactTime, parser.written(index..<(last + 1)))
    }

    /// `or 3 weeks` of `in 2 weeks or 3 weeks`.
    private func secondDistance(_ index: Int) -> Doubt? {
        guard index > 0, isLeft[index], !isLeft[index - 1], !quoted[index - 1],
            ["or", "oder", "或"].contains(parser.key(index)),
            let number = parser.number(index + 1), isLeft[index + 1],
            let end = parser.unit(number.end)?.end
                ?? (number.end == isLeft.count || parser.unit(index - 1) != nil
                    ? number.end : nil)
        else { return nil }
        return Doubt(.secondDay, parser.written(index..<end))
    }

    /// `下` of `下下下周五`, `差五分` of `三点差五分`: beside what is used, it changes it.
    private func hanRest(_ index: Int) -> Doubt? {
        guard isLeft[index], parser.isHan(index) else { return nil }
        let after = index + 1
        if ["下", "上"].contains(parser.key(index)), after < isLeft.count, !isLeft[after],
            !quoted[after],
            parser.isHan(after)
        {
            return Doubt(.inexactDay, parser.written(index..<(after + 1)))
        }
        let first = ["差", "过", "零"].contains(parser.key(index)) ? after : index
        guard let number = parser.number(first), ["分", "刻"].contains(parser.key(number.end)),
            parser.key(number.end + 1) != "钟"
        else { return nil }
        // `三点差五分`, `差五分三点`
        let next = number.end + 1
        let isBefore =
            parser.key(index) == "差" && next < isLeft.count && !isLeft[next] && !quoted[next]
        guard isBefore || (index > 0 && !isLeft[index - 1] && !quoted[index - 1]) else {
            return nil
        }
        return Doubt(.maybeTime, parser.written(index..<(number.end + 1)))
    }

    /// `6 times`, `x 6` behind a time that does not repeat.
    private func times(_ index: Int) -> Doubt? {
        guard index > 0, isLeft[index], !isLeft[index - 1], !quoted[index - 1] else { return nil }
        if parser.digits(index) != nil, let end = parser.end(of: .times, at: index + 1) {
            return Doubt(.endWithoutRepetition, parser.written(index..<end))
        }
        guard ["x", "*", "×"].contains(parser.key(index)), parser.digits(index + 1) != nil else {
            return nil
        }
        return Doubt(.endWithoutRepetition, parser.written(index..<(index + 2)))
    }

    private static func looksLikeClock(_ text: String) -> Bool {
        let digits = Array(text)
        let isWritten = digits.indices.dropFirst().dropLast(2).contains {
            digits[$0] == ":" && digits[$0 - 1].isNumber && digits[$0 + 1].isNumber
                && digits[$0 + 2].isNumber
        }
        if isWritten { return true }
        let parts = text.lowercased().split(omittingEmptySubsequences: false) { ":;.".contains($0) }
        if parts.count == 2, text.contains(where: { ":;".contains($0) }) {
            let (hour, minute) = (parts[0], parts[1])
            return (1...2).contains(hour.count) && (2...4).contains(minute.count)
                && (hour + minute).contains(where: \.isNumber)
                && hour.allSatisfy { $0.isNumber || $0 == "o" || $0 == "l" }
        }
        let hour = text.prefix(while: \.isNumber)
        return (1...2).contains(hour.count)
            && ["ish", "-ish", "oclock", "uhr", "hr", "ur", "°°", "°"].contains(
                text.dropFirst(hour.count).lowercased())
    }

    /// A word or phrase of the lists.
    private func named(_ index: Int) -> Doubt? {
        guard parser.startsWord(index) || parser.isHan(index) else { return nil }
        let listed = parser.term(index) { (term) -> Bool? in
            switch term {
            case .hint, .period, .inexactDay, .weekdays, .unclearFrequency, .dayPart, .weekNumber,
                .day, .weekday, .month, .monthsLater, .yearsLater, .weekdayPart:
                true
            case .ordinal(let number): number > 0 ? true : nil
            default: nil
            }
        }
        if let listed { return doubt(index..<listed.end) }
        if let part = parser.part(index) { return doubt(index..<part.end) }
        if let end = parser.foreignDay(index) { return doubt(index..<end) }
        guard parser.isHan(index) else { return nil }
        // `星期八`
        if let week = parser.end(of: .unit(.week), at: index), let number = parser.number(week) {
            return doubt(index..<number.end)
        }
        return counted(index) ?? feast(index)
    }

    /// `初五`, `十五日`, `两天`: a number of days; a number alone is often part of a word (`一起`).
    private func counted(_ index: Int) -> Doubt? {
        let first = parser.key(index) == "初" ? index + 1 : index
        guard let number = parser.number(first) else { return nil }
        let isDay =
            first > index || ("天日号周月年".contains(parser.key(number.end)) && parser.isHan(number.end))
        return isDay ? doubt(index..<(first > index ? number.end : number.end + 1)) : nil
    }

    /// `教师节`: not `节目`.
    private func feast(_ index: Int) -> Doubt? {
        guard parser.key(index) == "节", index > 0, parser.isHan(index - 1),
            !["目", "约", "省", "能", "拍", "课", "奏", "点"].contains(parser.key(index + 1))
        else { return nil }
        var start = index
        while start > max(0, index - 2), parser.isHan(start - 1), isLeft[start - 1] { start -= 1 }
        return doubt(start..<(index + 1))
    }

    private func word(_ range: Range<Int>) -> Doubt? {
        let written = parser.written(range)
        guard written.contains(where: { $0.isLetter || $0.isNumber }),
            !written.contains("://"), !(written.contains("@") && written.contains("."))
        else { return nil }
        let bare = String(written.trimming { !$0.isLetter && !$0.isNumber })
        let key = bare.lowercased()
        // `tomorrow@3pm`, `fri/sat`
        let isName = range.contains { index in
            vocabulary.terms[parser.key(index)]?.contains {
                switch $0 {
                case .day, .month: true
                case .weekday(_, let isSure): isSure || range.count > 1
                default: false
                }
            } ?? false
        }
        if isName { return doubt(range) }
        // `Tom` is a name, `tom` is tomorrow.
        if bare == "tom" { return Doubt(.unsaidDay("tomorrow"), bare) }
        if let name = vocabulary.slip(key) { return Doubt(.unsaidDay(name), bare) }
        if vocabulary.hintPrefixes.contains(where: key.hasPrefix) { return doubt(range) }
        // `Room 3` is a place.
        let isNumbered = place.contains(range.lowerBound) && bare.allSatisfy(\.isNumber)
        if bare.contains(where: \.isNumber), !isNumbered { return doubt(range) }
        if let last = written.last, ".,".contains(last) { return Doubt(.unsaidDay(nil), written) }
        let number = parser.term(range.lowerBound) { (term) -> Int? in
            if case .number(let number) = term { number } else { nil }
        }
        guard let number, number.value != 1 || ["one", "eins"].contains(key) else { return nil }
        return doubt(range)
    }

    /// With the word behind it, if that names a day: `1. Advent`.
    private func doubt(_ range: Range<Int>) -> Doubt {
        var range = range
        let next = parser.term(range.upperBound) { (term) -> Bool? in
            term == .hint || term == .inexactDay ? true : nil
        }
        if let next {
            range = range.lowerBound..<next.end
        } else if vocabulary.hintPrefixes.contains(where: parser.key(range.upperBound).hasPrefix) {
            range = range.lowerBound..<(range.upperBound + 1)
        }
        let written = parser.written(range)
        return Doubt(.unsaidDay(nil), String(written.trimming { ",;:，。；：()（）".contains($0) }))
    }
}
