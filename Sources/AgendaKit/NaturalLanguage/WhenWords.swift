public import ICalendar

/// Everything that words say about when an event takes place.
public struct WhenWords: Hashable, Sendable {
    /// The start.
    public var start = MomentWords()
    /// The end; a day alone is the last day.
    public var end = MomentWords()
    /// The length.
    public var length: CalendarDuration?
    /// The repetition.
    public var repetition: RepetitionWords?
    /// The number of months during which it repeats.
    var months: Int?
    /// The ends of a repetition, which may precede it in the text.
    var bounds: [RepetitionWords.Bound] = []
    var zone: ZoneWords?
    /// Whether the event takes whole days, whatever times the words name.
    public var isAllDay = false

    /// Creates empty words.
    public init() {}

    /// Takes a day for words that name none: neither a day nor a distance from now.
    package mutating func supply(_ date: CivilDate) {
        if start.day == nil, start.distance == nil { start.day = .date(date) }
    }

    /// The start, if the words say nothing else; nil otherwise.
    var onlyStart: MomentWords? {
        var other = self
        other.start = MomentWords()
        return other == WhenWords() && !start.isEmpty ? start : nil
    }
}

/// Combines the phrases of a text.
struct WhenAssembly {
    private let scanner: PieceScanner
    private(set) var when = WhenWords()
    /// What is unclear, in the order of the text.
    private(set) var doubts: [Doubt] = []
    /// The phrases that say when, and so are not title.
    private(set) var used: [Range<Int>] = []
    private var isAtEnd = false

    init(_ scanner: PieceScanner) {
        self.scanner = scanner
        let pieces = scanner.pieces
        let isSure = pieces.indices.map { Self.isSure($0, pieces, scanner.parser) }
        let sureKinds = pieces.indices.filter { isSure[$0] && pieces[$0].isWhen }.map {
            pieces[$0].kind
        }
        for (index, piece) in pieces.enumerated() {
            // `March plan friday`: another phrase surely names a day, so this one is title.
            let isDoubt = !piece.isWhen
            if !isSure[index] || isDoubt, !piece.isSure, sureKinds.contains(piece.kind) { continue }
            if isSure[index] || isDoubt {
                add(piece, index)
            } else {
                leave(piece)
            }
        }
    }

    private static func isSure(_ index: Int, _ pieces: [WordPiece], _ parser: PhraseParser) -> Bool
    {
        let piece = pieces[index]
        guard piece.isWhen, !piece.isSure else { return piece.isSure }
        if piece.isLed { return true }
        let before = index > 0 && joins(pieces[index - 1], piece, parser)
        let after = index + 1 < pieces.count && joins(piece, pieces[index + 1], parser)
        switch piece.value {
        case .length(let length):
            let hasClock = pieces.contains { $0.kind == .time && $0.isSure }
            return before || (after && length.days == 0 && hasClock)
        case .hours: return before || after || !pieces.contains { $0.kind == .time && $0.isSure }
        case .day, .repetition:
            let isLast =
                piece.range.upperBound == parser.tokens.count
                || parser.key(piece.range.upperBound) == "@"
            let first = piece.range.lowerBound
            let isNamed = first > 0 && parser.end(of: .determiner, at: first - 1) == first
            return before || after || (isLast && !isNamed)
        default: return before || after
        }
    }

    private static func joins(_ first: WordPiece, _ second: WordPiece, _ parser: PhraseParser)
        -> Bool
    {
        guard first.isWhen, second.isWhen else { return false }
        let between = first.range.upperBound..<second.range.lowerBound
        return between.allSatisfy { ",，、(".contains(parser.key($0)) }
    }

    /// Leaves a phrase that is not sure and has no neighbour to the title; notes a doubt unless it is a
    /// length.
    private mutating func leave(_ piece: WordPiece) {
        let text = scanner.parser.written(piece.range)
        switch piece.value {
        case .day: doubts.append(Doubt(.maybeDay, text))
        case .part: doubts.append(Doubt(.inexactTime, text))
        case .hours: doubts.append(Doubt(.timeOrLength, text))
        case .repetition: doubts.append(Doubt(.maybeRepetition, text))
        // A length by itself is neither a day nor a time: `5 min break`.
        default: break
        }
    }

    private mutating func add(_ piece: WordPiece, _ index: Int) {
        let text = scanner.parser.written(piece.range)
        if case .doubt(let reason) = piece.value {
            doubts.append(Doubt(reason, text))
            return
        }
        used.append(piece.range)
        switch piece.value {
        case .day(let day): add(day, text)
        case .days(let first, let last):
            add(first, text)
            isAtEnd = true
            add(last, text)
        case .clock(let clock): add(clock, text)
        case .clocks(let first, let last):
            add(first, text)
            isAtEnd = true
            add(last, text)
        case .part(let part): add(part, text)
        case .dayPart(let days, let part):
            add(.relative(days), text)
            add(part, text)
        case .dash: isAtEnd = true
        case .length(let length):
            once(when.length != nil, text)
            when.length = length
        case .months(let months):
            once(when.months != nil, text)
            when.months = months
        case .hours(let hours): add(hours: hours, text)
        case .repetition(let words):
            once(when.repetition != nil, text)
            when.repetition = words
            if let day = words.start { add(day, text) }
        case .bound(let bound): when.bounds.append(bound)
        case .distance(let seconds):
            if when.start.distance != nil { doubts.append(Doubt(.secondTime, text)) }
            set(\.start, \.distance, seconds, text)
        case .zone(let zone):
            once(when.zone != nil, text)
            when.zone = zone
        case .doubt: break
        }
    }

    private mutating func once(_ isTwice: Bool, _ text: String) {
        if isTwice { doubts.append(Doubt(.secondOfItsKind, text)) }
    }

    private mutating func add(_ day: DayWords, _ text: String) {
        // `22:00 - saturday`: the day of the end.
        let isAfterClock = when.start.clock != nil && when.end.clock == nil
        if isAtEnd, when.end.day == nil, when.start.day != nil || isAfterClock {
            set(\.end, \.day, day, text)
        } else if when.start.day == nil {
            set(\.start, \.day, day, text)
        } else {
            doubts.append(Doubt(.secondDay, text))
        }
    }

    private mutating func add(_ clock: ClockWords, _ text: String) {
        if isAtEnd, when.end.clock == nil {
            set(\.end, \.clock, clock, text)
        } else if when.start.clock == nil {
            set(\.start, \.clock, clock, text)
        } else if when.end.isEmpty, followsTime(text) {
            set(\.end, \.clock, clock, text)
        } else {
            doubts.append(Doubt(.secondTime, text))
        }
    }

    /// `18:00 24:00`: two times in a row, as in khal.
    private func followsTime(_ text: String) -> Bool {
        guard text.contains(":"), let own = used.last else { return false }
        return scanner.pieces.contains { piece in
            guard case .clock = piece.value else { return false }
            return piece.range.upperBound == own.lowerBound
        }
    }

    private mutating func add(_ part: WordMeaning.DayPart, _ text: String) {
        if isAtEnd, when.end.clock != nil, when.start.part == nil, when.end.part == nil {
            // `von 2 bis 4 nachmittags`: the part of the day applies to both times.
            when.end.part = part
            if when.start.clock?.hasTwoReadings == true { when.start.part = part }
        } else if when.start.part == nil, !isAtEnd {
            when.start.part = part
        } else if isAtEnd, when.end.part == nil {
            when.end.part = part
        } else {
            doubts.append(Doubt(.secondTime, text))
        }
        if isAtEnd { Self.note(&when.end, text) } else { Self.note(&when.start, text) }
    }

    private mutating func add(hours: Int, _ text: String) {
        if when.start.clock != nil
            || scanner.pieces.contains(where: { $0.kind == .time && $0.isSure })
        {
            once(when.length != nil, text)
            when.length = CalendarDuration(seconds: hours * 3_600)
        } else if hours < 7 {
            doubts.append(Doubt(.timeOrLength, text))
        } else {
            add(ClockWords(hour: hours), text)
        }
    }

    private mutating func set<Value>(
        _ moment: WritableKeyPath<WhenWords, MomentWords>,
        _ part: WritableKeyPath<MomentWords, Value?>, _ value: Value, _ text: String
    ) {
        when[keyPath: moment][keyPath: part] = value
        Self.note(&when[keyPath: moment], text)
    }

    private static func note(_ moment: inout MomentWords, _ text: String) {
        guard !moment.text.hasSuffix(text) else { return }
        // Chinese is written without spaces.
        let isHan = (moment.text.unicodeScalars.last?.value ?? 0) > 0x2E80
        moment.text += (moment.text.isEmpty || isHan ? "" : " ") + text
    }
}
