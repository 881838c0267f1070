import ICalendar

/// Combines the phrases of a text.
struct WhenAssembly {
    private let scanner: PieceScanner
    private(set) var when = WhenWords()
    /// What is unclear, in the order of the text.
    private(set) var doubts: [Doubt] = []
    /// The phrases that say when, and so are not title.
    private(set) var used: [Range<Int>] = []
    private var isAtEnd = false
    private var allDay: Range<Int>?

    init(_ scanner: PieceScanner) {
        self.scanner = scanner
        let pieces = scanner.pieces
        let isSure = pieces.indices.map { Self.isSure($0, pieces, scanner.parser) }
        let isBeside = pieces.indices.map { index in
            [index - 1, index + 1].contains { other in
                pieces.indices.contains(other)
                    && Self.joins(
                        pieces[min(index, other)], pieces[max(index, other)], scanner.parser)
            }
        }
        let sureKinds = pieces.indices.filter { isSure[$0] && pieces[$0].isWhen }.map {
            pieces[$0].kind
        }
        for (index, piece) in pieces.enumerated() {
            // `March plan friday`: another phrase surely names a day, so this one is title.
            let isDoubt = !piece.isWhen
            if !isSure[index] || isDoubt, !piece.isSure, sureKinds.contains(piece.kind),
                !(piece.isPeriod && besideDay(index))
            {
                // `heute Mittag 12:30`: the exact time counts.
                if case .clock = piece.value, isBeside[index] { used.append(piece.range) }
                continue
            }
            if isSure[index] || isDoubt {
                add(piece, index)
            } else {
                leave(piece)
            }
        }
        finish()
    }

    /// Whether a week or month stands beside the day: `next weekend saturday`, `Dienstag drauf`.
    private func besideDay(_ index: Int) -> Bool {
        [index - 1, index + 1].contains { other in
            let pieces = scanner.pieces
            guard pieces.indices.contains(other), pieces[other].kind == .day else { return false }
            let (first, last) = (min(index, other), max(index, other))
            let between = pieces[first].range.upperBound..<pieces[last].range.lowerBound
            return between.allSatisfy {
                scanner.parser.isMark($0) || scanner.parser.end(of: .on, at: $0) != nil
            }
        }
    }

    /// `Movie night friday 8pm`: the part of the day belongs to the word before it, as there is a clear time.
    private static func isTitle(_ index: Int, _ pieces: [WordPiece], _ parser: PhraseParser) -> Bool
    {
        let first = pieces[index].range.lowerBound
        guard pieces[index].range.count == 1, !pieces[index].isLed, first > 0, !parser.isHan(first),
            parser.tokens[first - 1].kind == .word || parser.key(first - 1) == "'",
            index + 1 < pieces.count,
            index == 0 || pieces[index - 1].range.upperBound < first,
            pieces[index + 1].kind == .day, joins(pieces[index], pieces[index + 1], parser)
        else { return false }
        return pieces.contains {
            switch $0.value {
            case .clock(let clock), .clocks(let clock, _): !clock.isUnclear
            default: false
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
        case .part where isTitle(index, pieces, parser): return false
        case .length(let length):
            let hasClock = pieces.contains { $0.kind == .time && $0.isSure }
            // `开会两小时`, `call mum 3pm with Kim 30 min`
            let isLast = parser.tokens[piece.range.upperBound...].allSatisfy { $0.kind == .mark }
            let isSpoken = parser.isHan(piece.range.upperBound - 1) || isLast
            return before || ((after || isSpoken) && length.days == 0 && hasClock)
        case .clock: return !pieces.contains { $0.kind == .time && $0.isSure }
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
        return between.allSatisfy { ",，、().;:[]".contains(parser.key($0)) }
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
            add(days, text)
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
            let joined = when.repetition.flatMap { $0.joined(with: words) }
            once(when.repetition != nil && joined == nil, text)
            when.repetition = joined ?? words
            if let day = words.start { add(day, text) }
        case .bound(let bound): when.bounds.append(bound)
        case .distance(let seconds):
            if when.start.distance != nil { doubts.append(Doubt(.secondTime, text)) }
            set(\.start, \.distance, seconds, text)
        case .zone(let zone):
            once(when.zone != nil, text)
            when.zone = zone
        case .allDay: allDay = piece.range
        case .doubt: break
        }
    }

    /// Settles what depends on other phrases.
    private mutating func finish() {
        // `全天` beside a day; beside a time it is title.
        if let allDay {
            when.isAllDay = when.start.day != nil && when.start.clock == nil
            if !when.isAllDay { used.removeAll { $0 == allDay } }
        }
        // `7pm-10:30`: the end is on the start's clock of 12 hours.
        if let start = when.start.clock, when.end.day == nil, when.end.part == nil,
            start.isOf12Hours || (when.start.part != nil && start.hour <= 12)
        {
            when.end.clock = when.end.clock?.onTwelveHours
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
        } else if !isAtEnd, let both = agreeing(day) {
            set(\.start, \.day, both, text)
        } else {
            doubts.append(Doubt(.secondDay, text))
        }
    }

    /// A weekday beside its date (`11月30日（周一）`), and a weekday before it that is also title (`Sunday roast 7 March`,
    /// `Sunday roast sunday`): the date with the weekday that it must be.
    private mutating func agreeing(_ day: DayWords) -> DayWords? {
        guard let first = when.start.day, let own = used.last,
            let before = scanner.pieces.last(where: {
                $0.kind == .day && $0.range.upperBound <= own.lowerBound
            }), let place = used.firstIndex(of: before.range)
        else { return nil }
        let isBeside = (before.range.upperBound..<own.lowerBound).allSatisfy(scanner.parser.isMark)
        let both: DayWords
        switch (first, day) {
        case (.weekday(let one), .weekday(let other)) where one == other && !isBeside: both = day
        case (.weekday(let weekday), .date), (.weekday(let weekday), .monthDay),
            (.weekday(let weekday), .dayOfMonth):
            both = .named(weekday, day)
        case (.date, .weekday(let weekday)), (.monthDay, .weekday(let weekday)),
            (.dayOfMonth, .weekday(let weekday)):
            guard isBeside else { return nil }
            both = .named(weekday, first)
        default: return nil
        }
        if !isBeside {
            used.remove(at: place)
            when.start.text = ""
        }
        return both
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
        if isAtEnd, when.end.clock == nil, when.start.clock != nil {
            // `19-23h`
            add(ClockWords(hour: hours, clearFrom: 12), text)
        } else if when.start.clock != nil
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
