import Foundation
import ICalendar

/// Whether writing a file preserves what was read; an independent reader then tries the written
/// text.
enum WriterQuestion {
    /// - Parameter line: a file's path.
    /// - Returns: the number of events, or what changed. The written text goes into a file of the
    ///   same name with `.written` appended.
    static func answer(_ line: String) -> String {
        do {
            let bytes = Array(try Data(contentsOf: URL(filePath: line)))
            let text = TextEncoding.normalised(bytes) ?? bytes
            let components = try ComponentScanner.scan(text).components.compactMap { component in
                try written(component, text[component.range])
            }
            let calendar = CalendarWriter.calendar(components)
            try Data(calendar.utf8).write(to: URL(filePath: line + ".written"))
            return String(components.count { $0.hasPrefix("BEGIN:VEVENT") })
        } catch {
            return "\(error)"
        }
    }

    private struct Change: Error, CustomStringConvertible {
        let description: String
    }

    private static func written(
        _ component: ScannedComponent, _ text: ArraySlice<UInt8>
    ) throws -> String? {
        switch component.kind {
        case .event:
            guard var event = ICalendarParser.event(in: text).value else { return nil }
            let participants = ICalendarParser.participants(in: text)
            let written = CalendarWriter.component(event, participants: participants)
            let again = ICalendarParser.event(in: written).value
            event.participantCount = again?.participantCount ?? 0
            guard again == event else { throw Change(description: "\(event) became \(written)") }
            return written
        case .timeZone:
            guard let zone = ICalendarParser.timeZone(in: text).value else { return nil }
            let written = CalendarWriter.component(zone)
            let again = ICalendarParser.timeZone(in: written.utf8).value
            guard again == zone else {
                throw Change(description: "\(zone) became \(written)")
            }
            return written
        default: return nil
        }
    }
}
