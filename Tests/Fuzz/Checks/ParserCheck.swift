import ICalendar

/// Scans a stream and reads all of its components.
enum ParserCheck {
    static func run(_ bytes: UnsafeRawBufferPointer) throws(BrokenPromise) {
        guard let normalised = TextEncoding.normalised(bytes) else { return try scan(bytes) }
        var result = Result<Void, BrokenPromise>.success(())
        normalised.withUnsafeBytes { normalised in
            result = Result { () throws(BrokenPromise) in try scan(normalised) }
        }
        try result.get()
    }

    private static func scan(_ bytes: UnsafeRawBufferPointer) throws(BrokenPromise) {
        let stream = ComponentScanner.scan(bytes)
        var end = 0
        for component in stream.components {
            let range = component.range
            try promise(
                range.lowerBound >= end && range.upperBound <= bytes.count && !range.isEmpty,
                "component at \(range) after \(end) of \(bytes.count)")
            end = range.upperBound
            try read(component, UnsafeRawBufferPointer(rebasing: bytes[range]))
        }
        _ = stream.name
    }

    private static func read(
        _ component: ScannedComponent, _ text: UnsafeRawBufferPointer
    ) throws(BrokenPromise) {
        let participants = ICalendarParser.participants(in: text)
        try promise(
            component.kind != .event || participants.count <= component.participantCount,
            "\(participants.count) participants, \(component.participantCount) scanned")
        try promise(
            participants == ICalendarParser.libicalParticipants(in: text),
            "\(participants) are not those of libical")
        switch component.kind {
        case .timeZone:
            let parsed = ICalendarParser.timeZone(in: text, line: component.line)
            try promise(
                parsed.value != nil || !parsed.diagnostics.isEmpty, "a zone lost in silence")
            let reference = ICalendarParser.libicalTimeZone(in: text, line: component.line)
            try promise(
                parsed.value == reference.value && parsed.diagnostics == reference.diagnostics,
                "\(parsed) instead of \(reference)")
        default:
            let parsed = ICalendarParser.event(
                in: text, line: component.line, participantCount: component.participantCount)
            try promise(
                parsed.value != nil || !parsed.diagnostics.isEmpty, "an event lost in silence")
            try compare(parsed, component, text)
        }
    }

    /// Compares our reader's result with libical's.
    private static func compare(
        _ parsed: ICalendarParser.Parsed<Event>, _ component: ScannedComponent,
        _ text: UnsafeRawBufferPointer
    ) throws(BrokenPromise) {
        let reference = ICalendarParser.libicalEvent(
            in: text, line: component.line, participantCount: component.participantCount)
        try promise(
            parsed.value == reference.value && parsed.diagnostics == reference.diagnostics,
            "\(parsed) instead of \(reference)")
    }
}
