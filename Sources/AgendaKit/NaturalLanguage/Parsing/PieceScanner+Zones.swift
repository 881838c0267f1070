/// Zones beside days and times: `15:00 Tokyo`, `3pm (EST)`, `东京时间周一上午10点`.
extension PieceScanner {
    func zone(_ index: Int) -> WordPiece? {
        guard let last = pieces.last else { return nil }
        switch last.value {
        case .clock, .clocks: break
        default: return nil
        }
        let isApart = last.range.upperBound == index - 1 && "(,".contains(parser.key(index - 1))
        if isApart { return zoneApart(index) }
        guard last.range.upperBound == index else { return nil }
        // A word about time is not a zone: `10:00 may`.
        guard !parser.startsWord(index) || core(index, from: index, bare: nil) == nil,
            let found = parser.zone(index, zones)
        else { return nil }
        let end = found.end
        let isEnd =
            end == parser.tokens.count || parser.isMark(end) || led(end) != nil
            || repetition(end) != nil || core(end, from: end, bare: nil) != nil
        if isEnd || isExplicitZone(index, end) { return WordPiece(.zone(found.value), index..<end) }
        // `15:00 London office`: it may be the zone, the place or the title.
        return WordPiece(.maybeZone, .other, index..<end, isSure: true)
    }

    /// `东京时间` before the day or time, or in brackets behind it.
    func namedZone(_ index: Int) -> WordPiece? {
        let named = parser.term(index) { (term) -> Bool? in
            if case .zone = term { true } else { nil }
        }
        let isCity = (1...3).contains { parser.end(of: .zoneTime, at: index + $0) != nil }
        guard parser.startsWord(index), named != nil || isCity,
            let found = parser.zone(index, zones)
        else { return nil }
        if named == nil {
            guard case .rules = found.value, found.end - index > 1,
                parser.end(of: .zoneTime, at: found.end - 1) == found.end
            else { return nil }
        }
        let next = found.end + (",:".contains(parser.key(found.end)) ? 1 : 0)
        let isBefore = core(next, from: next, bare: nil) != nil || led(next) != nil
        let isBehind =
            pieces.last.map { piece in
                piece.isWhen && piece.range.upperBound < index
                    && (piece.range.upperBound..<index).allSatisfy {
                        "（(,".contains(parser.key($0))
                    }
            } ?? false
        return isBefore || isBehind ? WordPiece(.zone(found.value), index..<found.end) : nil
    }

    /// `3pm (EST)`, `15:00, Berlin time`; a city alone in brackets may be the place.
    private func zoneApart(_ index: Int) -> WordPiece? {
        guard parser.tokens.indices.contains(index), !parser.isMark(index),
            core(index, from: index, bare: nil) == nil, let found = parser.zone(index, zones)
        else { return nil }
        let isTime =
            found.end - index > 1 && parser.end(of: .zoneTime, at: found.end - 1) == found.end
        let key = parser.key(index)
        let isShort =
            parser.tokens[index].isUpper || ["utc", "gmt"].contains(key)
            || parser.key(index + 1) == "/"
        let isNamed = parser.term(index) { (term) -> Bool? in
            if case .zone = term { true } else { nil }
        }
        if isTime || isShort || isNamed != nil {
            return WordPiece(.zone(found.value), index..<found.end)
        }
        guard parser.key(index - 1) == "(", parser.key(found.end) == ")" else { return nil }
        return WordPiece(.maybeZone, .other, index..<found.end, isSure: true)
    }

    /// Whether words are a zone wherever they are: `EST`, `UTC+2`, `Europe/Lisbon`, `Berlin time`.
    private func isExplicitZone(_ index: Int, _ end: Int) -> Bool {
        let isNamed = parser.term(index) { term -> Bool? in
            if case .zone = term { true } else { nil }
        }
        return isNamed != nil || parser.isGlued(index) || parser.tokens[index].isUpper
            || ["utc", "gmt"].contains(parser.key(index)) || parser.key(index + 1) == "/"
            || (end - index > 1 && parser.end(of: .zoneTime, at: end - 1) == end)
    }
}
