internal import ICalendar

/// What a resource's bytes hold: one event, to-do or journal entry, with its time zones (RFC 4791 4.1).
package struct ResourceBody {
    let uid: String
    let kind: ScannedComponent.Kind
    /// The `SUMMARY` of its first component that has one.
    let summary: String?

    /// - Parameter place: names it in errors.
    /// - Throws: `invalid` if it is not whole, holds something else, or cannot be read.
    init(_ bytes: [UInt8], place: String) throws(AgendaError) {
        // Whole, alone, and in an encoding that others read.
        _ = try CalendarText(bytes, path: place)
        let components = ComponentScanner.scan(bytes).components.filter {
            $0.kind != .timeZone && $0.kind != .other
        }
        let names = Set(
            components.map { component in
                [component.kind.rawValue, ICalendarParser.uid(in: bytes[component.range])]
            })
        guard let first = components.first, names.count == 1,
            let uid = ICalendarParser.uid(in: bytes[first.range])
        else {
            throw AgendaError(
                components.isEmpty ? .unreadableReceived : .severalWithUID, place: place)
        }
        (self.uid, kind) = (uid, first.kind)
        guard [.event, .todo, .journal].contains(kind) else {
            throw AgendaError(.unreadableReceived, place: uid)
        }
        var summary: String?
        for component in components {
            guard component.method == nil else {
                throw AgendaError(.answersInvitation, place: uid)
            }
            let text = bytes[component.range]
            let lines = ComponentDocument(text)
            // One without gets a UID of ours where it is read.
            guard lines?.properties("UID").isEmpty == false else {
                throw AgendaError(.unreadableReceived, place: place)
            }
            if kind == .journal {
                let own = lines?.properties("SUMMARY").first?.value
                summary = summary ?? own.map(TextValue.unescaped)
            } else {
                guard let event = ICalendarParser.event(in: text).value else {
                    throw AgendaError(.unreadableReceived, place: uid)
                }
                summary = summary ?? event.summary
            }
        }
        self.summary = summary
    }

    /// The UID and kind of a resource that is written as it is; nil if it is none that a calendar takes.
    package static func identity(of bytes: [UInt8]) -> (uid: String, kind: String)? {
        let component = ComponentScanner.scan(bytes).components.first {
            [.event, .todo, .journal].contains($0.kind)
        }
        guard let component, let uid = ICalendarParser.uid(in: bytes[component.range]) else {
            return nil
        }
        return (uid, component.kind.rawValue)
    }

    /// Whether an operation is on a whole file before and after.
    static func isWhole(_ operation: EventOperation) -> Bool {
        [operation.before, operation.after].allSatisfy { $0.map(CalendarText.isFile) ?? true }
    }
}
