public import ICalendar

/// Completes words that are unclear by the answer to a question about them, so that they need not be written again.
public struct WordsCompletion {
    /// What a text is understood to say, as far as completing needs it.
    public struct Reading {
        /// What is neither time nor place.
        public var title: String
        /// What is unclear; nil if nothing is.
        public var doubt: Doubt?
        /// Whether it is today because the words name no day.
        public var takesToday: Bool
        /// When it begins, or when a to-do is due; nil if that is unclear.
        public var start: CalendarTime?

        /// Creates a reading; the start is nil if it is unclear.
        ///
        /// - Parameters:
        ///   - title: what the event is called then.
        ///   - doubt: what is still unclear.
        ///   - takesToday: whether it needs the present day.
        ///   - start: when it begins.
        public init(title: String, doubt: Doubt?, takesToday: Bool, start: CalendarTime?) {
            (self.title, self.doubt, self.takesToday, self.start) = (
                title, doubt, takesToday, start
            )
        }
    }

    private let text: String
    private let doubt: Doubt
    private let present: Reading
    private let read: (String) -> Reading

    /// Creates a completion.
    ///
    /// - Parameters:
    ///   - text: the words that are unclear.
    ///   - doubt: what is unclear.
    ///   - read: how words are understood.
    public init(_ text: String, _ doubt: Doubt, read: @escaping (String) -> Reading) {
        (self.text, self.doubt, self.read) = (text, doubt, read)
        present = read(text)
    }

    /// The words with an answer such as `2pm`, `am`, `today` or `tomorrow 9:30`; nil if the answer does not complete them, and so
    /// is to be read alone.
    public func text(answer: String) -> String? { first(of: places(for: answer)) { _ in true } }

    /// Whole texts, one for each thing that may have been meant.
    public var choices: [String] {
        let texts: [String?] =
            switch doubt.reason {
            case .eitherDay(let first, let second): [first, second].map(with)
            case .otherWeekday(let date): [with(date)]
            case .eitherTime(let first, let second): [first, second].map(with)
            case .unsaidDay(let name):
                [name.flatMap { settled(replaced($0)) }, settled(text + " today")]
            case .maybeRepetition:
                [settled(replaced("\"\(doubt.text)\"")), settled(replaced("") + " " + doubt.text)]
            case .maybeDay, .maybeTime, .maybeZone, .secondDay, .secondTime, .secondOfItsKind:
                [settled(replaced("\"\(doubt.text)\""))]
            default: []
            }
        var unique: [String] = []
        for text in texts.compactMap(\.self) where !unique.contains(text) { unique.append(text) }
        return unique
    }

    private func with(_ date: CivilDate) -> String? {
        first(of: places(for: date.iso)) { $0.start?.wallTime.date == date }
    }

    private func with(_ second: Int) -> String? {
        let (hour, minute) = (second / 3_600, second / 60 % 60)
        let clock = (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
        // `friday midnight` at its end.
        let isEnd = second == 86_400
        return first(of: places(for: clock)) {
            $0.start.map { !$0.isDate && ($0.wallTime.secondOfDay == second || isEnd) } ?? false
        }
    }

    private func settled(_ candidate: String) -> String? {
        candidate != text && read(candidate).doubt == nil ? candidate : nil
    }

    /// The words with others instead of the doubtful ones.
    private func replaced(_ other: String) -> String {
        doubt.text.isEmpty ? text : text.replacing(doubt.text, with: other, maxReplacements: 1)
    }

    /// The first candidate that is clear, has the same title, and keeps the day that was said.
    private func first(of candidates: [String], _ isMeant: (Reading) -> Bool) -> String? {
        let without = present.title.replacing(doubt.text, with: " ", maxReplacements: 1)
        let titles = [present.title, without].map(Self.words)
        return candidates.first { candidate in
            let reading = read(candidate)
            guard reading.doubt == nil, !reading.title.isEmpty, isMeant(reading) else {
                return false
            }
            if present.title.isEmpty { return true }
            return titles.contains(Self.words(reading.title))
                && (!reading.takesToday || present.takesToday || doubt.reason == .noTime)
        }
    }

    private static func words(_ text: String) -> [Substring] {
        text.split(whereSeparator: \.isWhitespace)
    }

    /// The answer behind the doubtful words, then in the place of some of them, fewest first, then at the end.
    private func places(for answer: String) -> [String] {
        guard doubt.reason != .noTitle else { return [answer + " " + text] }
        guard let place = text.ranges(of: doubt.text).first, !doubt.text.isEmpty else {
            return [text + " " + answer]
        }
        let (before, after) = (text[..<place.lowerBound], text[place.upperBound...])
        var texts = ["\(before)\(doubt.text) \(answer)\(after)"]
        let isHan = doubt.text.unicodeScalars.contains { $0.value > 0x2E80 }
        let parts = isHan ? doubt.text.map { Substring(String($0)) } : Self.words(doubt.text)
        let joint = isHan ? "" : " "
        for count in parts.isEmpty ? 1...1 : 1...min(parts.count, 12) {
            for start in 0...max(0, parts.count - count) where start + count <= parts.count {
                let new = parts[..<start] + [Substring(answer)] + parts[(start + count)...]
                texts.append(before + new.joined(separator: joint) + after)
            }
        }
        texts.append(text + " " + answer)
        // What was misspelt is written anew.
        if case .unsaidDay(.some) = doubt.reason { texts.insert(replaced(answer), at: 0) }
        // An unknown word is title unless it looks like a day.
        if doubt.reason == .unsaidDay(nil), let last = texts.popLast() { texts.insert(last, at: 0) }
        return texts
    }
}

extension String {
}
