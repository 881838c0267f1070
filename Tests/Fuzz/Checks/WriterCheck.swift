import ICalendar

/// Components must be the same after they are written and read again.
enum WriterCheck {
    static func run(_ bytes: UnsafeRawBufferPointer) throws(BrokenPromise) {
        let normalised = TextEncoding.normalised(bytes) ?? Array(bytes)
        let found = ComponentScanner.scan(normalised).components.map { component in
            read(component, normalised[component.range])
        }
        for component in found { try check(component) }
    }

    private enum Found {
        case event(Event, [Participant])
        case zone(TimeZoneDefinition)
        case nothing
    }

    private static func read(
        _ component: ScannedComponent, _ text: ArraySlice<UInt8>
    ) -> Found {
        switch component.kind {
        case .event:
            let participants = ICalendarParser.participants(in: text)
            let event = ICalendarParser.event(in: text, participantCount: participants.count)
            return event.value.map { .event($0, participants) } ?? .nothing
        case .timeZone:
            return ICalendarParser.timeZone(in: text).value.map(Found.zone) ?? .nothing
        default: return .nothing
        }
    }

    private static func check(_ component: Found) throws(BrokenPromise) {
        let written: String
        switch component {
        case .nothing: return
        case .event(let event, let people):
            written = CalendarWriter.component(event, participants: people)
        case .zone(let zone): written = CalendarWriter.component(zone)
        }
        let text = CalendarWriter.calendar([written])
        let bytes = Array(text.utf8)
        let again = ComponentScanner.scan(bytes).components.map { component in
            read(component, bytes[component.range])
        }
        try promise(again.count == 1, "\(again.count) components instead of 1 in \(text)")
        switch (component, again[0]) {
        case (.event(let event, let people), .event(let second, let secondPeople)):
            try compare(event, second, text)
            try compare(people, secondPeople, text)
        case (.zone(let zone), .zone(let second)): try compare(zone, second, text)
        default: throw BrokenPromise("another kind of component: \(text)")
        }
    }

    private static func compare<T: Equatable>(
        _ first: T, _ second: T, _ text: String
    ) throws(BrokenPromise) {
        guard first != second else { return }
        let (old, new) = (parts(of: first), parts(of: second))
        let changed = zip(old, new).filter { $0 != $1 }
            .map { "\($0.debugDescription) became \($1.debugDescription)" }
        throw BrokenPromise("\(changed.joined(separator: "\n")) in\n\(text)")
    }

    private static func parts(of value: Any) -> [String] {
        let children = Mirror(reflecting: value).children
        return children.map { "\($0.label ?? ""): \($0.value)" }
    }
}
