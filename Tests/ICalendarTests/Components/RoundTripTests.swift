import Foundation
import ICalendar
import Testing

/// Parse, write, parse again: over every calendar that the project has.
@Suite("Round trips")
struct RoundTripTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let files = ["Samples", "Tests/AgendaTests/Fixtures"].flatMap { folder in
        let found = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
        return (found?.compactMap { $0 as? String } ?? [])
            .filter { $0.hasSuffix(".ics") }.map { folder + "/" + $0 }.sorted()
    }

    private func components(
        _ file: String, _ body: (ScannedComponent, ArraySlice<UInt8>) throws -> Void
    ) throws {
        let bytes = Array(try Data(contentsOf: Self.root.appending(path: file)))
        let normalised = TextEncoding.normalised(bytes) ?? bytes
        for component in ComponentScanner.scan(normalised).components {
            try body(component, normalised[component.range])
        }
    }

    @Test("an event and its participants come back the same", arguments: files)
    func events(file: String) throws {
        try components(file) { component, text in
            guard component.kind == .event,
                var event = ICalendarParser.event(
                    in: text, participantCount: component.participantCount
                ).value
            else { return }
            let participants = ICalendarParser.participants(in: text)
            let written = CalendarWriter.component(event, participants: participants)
            let again = ICalendarParser.event(in: written)
            #expect(again.diagnostics.isEmpty, "\(file):\(component.line)")
            // A NUL was read as a space; at the end of a text libical drops spaces.
            event.participantCount = participants.count
            #expect(again.value == event, "\(file):\(component.line)")
            let read = ICalendarParser.participants(in: written.utf8)
            #expect(read == participants, "\(file):\(component.line)")
        }
    }

    @Test("a VTIMEZONE comes back the same", arguments: files)
    func zones(file: String) throws {
        try components(file) { component, text in
            guard component.kind == .timeZone,
                let zone = ICalendarParser.timeZone(in: text).value
            else { return }
            let written = Array(CalendarWriter.component(zone).utf8)
            #expect(ICalendarParser.timeZone(in: written).value == zone)
        }
    }

    @Test("raw components keep what nobody here knows", arguments: files)
    func raw(file: String) throws {
        var texts: [String] = []
        try components(file) { _, text in
            if let text = String(validating: text, as: UTF8.self) { texts.append(text) }
        }
        let stream = ComponentScanner.scan(CalendarWriter.calendar(texts).utf8)
        #expect(stream.isComplete)
        #expect(stream.components.count == texts.count)
        let written = CalendarWriter.calendar(texts)
        for line in texts.flatMap({ $0.split(whereSeparator: \.isNewline) }) {
            #expect(written.contains(line + "\r\n"))
        }
    }

    @Test("there are calendars to try")
    func count() {
        #expect(Self.files.count > 30)
    }
}
