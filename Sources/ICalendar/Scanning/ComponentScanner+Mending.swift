// What lies outside of components, and ENDs that lack or are another's.
extension ComponentScanner {
    /// Notes that the stream is a calendar.
    mutating func noteCalendar() {
        (stream.isCalendar, isInStrayLines) = (true, false)
        hasCalendar = true
        if let lineBefore { stream.report(lineBefore) }
        lineBefore = nil
    }

    mutating func report(_ diagnostics: [Diagnostic]) {
        for diagnostic in diagnostics { stream.report(diagnostic) }
    }

    /// Ends the open component before the line at `position`, which it cannot contain.
    mutating func mendEnd(at position: Int, _ reason: Diagnostic.Reason) {
        guard let open = current else { return }
        stream.isComplete = false
        if open.fault == nil, inner.count < Self.maximalDepth {
            for name in inner.reversed() + [open.name] {
                mend(position..<position, with: "END:\(name)")
            }
        }
        held.append(Diagnostic(.warning, line: open.line, property: open.shownName, reason))
        close(open, next: position)
    }

    /// Ends the open calendar before the one that begins at `position`.
    mutating func mendCalendar(at position: Int) {
        mend(position..<position, with: "END:VCALENDAR")
        stream.report(
            Diagnostic(
                .warning, line: line, property: "VCALENDAR", .value("BEGIN:VCALENDAR", .unended)))
    }

    /// An `END` of another name than the innermost component's.
    mutating func endOther(_ name: String, _ range: Range<Int>) {
        guard let open = current else { return }
        let isOwn = name == open.name
        // A deeper one is left out: no search in a hostile file.
        let place = inner.count > Self.maximalDepth ? nil : inner.lastIndex(of: name)
        if !isOwn, let place {
            for missing in inner[(place + 1)...].reversed() {
                mend(range.lowerBound..<range.lowerBound, with: "END:\(missing)")
            }
            inner.removeSubrange(place...)
        } else if isOwn || Self.mains.contains(name) && Self.mains.contains(open.name) {
            for missing in inner.reversed().prefix(Self.maximalDepth) {
                mend(range.lowerBound..<range.lowerBound, with: "END:\(missing)")
            }
            if !isOwn {
                mend(range, with: "END:\(open.name)")
                held.append(
                    Diagnostic(
                        .warning, line: open.line, property: open.shownName, .fault(.foreignEnd)))
            }
            close(open, next: range.upperBound)
        } else {
            mend(range, with: "")
            held.append(
                Diagnostic(
                    .warning, line: line, property: Self.shown(ended: name), .fault(.endsNothing)))
        }
    }

    /// An `END` with no component open: what it should have ended has been left out.
    mutating func reportNothingEnded(_ name: String) {
        stream.report(
            Diagnostic(
                Self.mains.contains(name) ? .error : .warning, line: line,
                property: Self.shown(ended: name), .fault(.endsNothing)))
    }

    /// The name behind an `END` for messages; a file may give any.
    private static func shown(ended name: String) -> String {
        name.contains(where: \.isLetter) ? Diagnostic.shown(name) : "END"
    }

    /// A line that is put before the bytes, or in their place.
    mutating func mend(_ range: Range<Int>, with text: String) {
        mend(range, bytes: Array("\(text)\r\n".utf8), addedLines: range.isEmpty ? 1 : 0)
    }

    private mutating func mend(_ range: Range<Int>, bytes: [UInt8], addedLines: Int) {
        stream.isComplete = false
        stream.mends.append(
            ScannedMend(range: range, bytes: bytes, line: line, addedLines: addedLines))
    }

    /// Divides a line where a `BEGIN:` stands behind an `END:`: two files were joined whose first one did not end with a line
    /// break.
    mutating func divide(_ ended: Substring, _ range: Range<Int>) {
        guard let place = range.dropFirst(4).first(where: { bytes.has("begin:", at: $0) }) else {
            return
        }
        mend(place..<place, with: "")
        end(String(ended), range.lowerBound..<place)
        begin(name(after: 6, at: place, end: range.upperBound), at: place)
    }

    /// A line outside of components: a property of the calendar, or what is part of nothing.
    mutating func readOutside(_ range: Range<Int>) {
        guard bytes[range].contains(where: { $0 > 0x20 }) else { return }
        if let place = lateBegin(range) {
            mend(range.lowerBound..<place, bytes: [], addedLines: 0)
            let before = text(range.lowerBound..<place)
            if !before.isEmpty, before != "\u{FEFF}" {
                stream.report(
                    Diagnostic(
                        .warning, line: line, property: "BEGIN",
                        .value(Diagnostic.shown(before), .textBeforeBegin)))
            }
            return begin(name(after: 6, at: place, end: range.upperBound), at: place)
        }
        if isInCalendar {
            // A continuation line was unfolded with its property.
            let first = bytes[range.lowerBound]
            if first == 0x20 || first == 0x09 { return }
            var lines = LogicalLines(bytes, from: range.lowerBound)
            if let property = lines.next()?.property {
                isInStrayLines = false
                return read(property)
            }
        }
        guard !isInStrayLines else { return }
        isInStrayLines = true
        let stray = Diagnostic(
            .warning, line: line, property: "VCALENDAR",
            .value(Diagnostic.shown(text(range)), .strayLine))
        if hasCalendar {
            stream.report(stray)
        } else if lineBefore == nil {
            lineBefore = stray
        }
    }

    /// Where a `BEGIN:` of a calendar or its component stands behind a word, as in `NoneBEGIN:VEVENT`.
    private func lateBegin(_ range: Range<Int>) -> Int? {
        let dividers = [UInt8(ascii: ":"), UInt8(ascii: ";")]
        guard let colon = range.first(where: { dividers.contains(bytes[$0]) }),
            colon - 5 > range.lowerBound, bytes.has("begin:", at: colon - 5)
        else { return nil }
        let name = name(after: 6, at: colon - 5, end: range.upperBound)
        return name == "VCALENDAR" || Self.mains.contains(name) ? colon - 5 : nil
    }

    private func text(_ range: Range<Int>) -> String {
        TextValue.trimmed(TextEncoding.string(bytes[range].filter { $0 >= 0x20 }).text[...])
    }
}
