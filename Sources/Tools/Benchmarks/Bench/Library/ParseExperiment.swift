import CLibical
import ICalendar

/// Parsing a component's text into an event, compared with libical alone.
struct ParseExperiment: Experiment {
    let name = "parse"

    func cases(_ place: Place) throws -> [Case] {
        var cases: [Case] = []
        if let cause = clibical_load() { throw Fault(String(cString: cause)) }
        for (sample, participants) in [("x2", 2), ("x2p100", 100)] {
            let bytes = try Files.read(place.sample(sample))
            let components = ComponentScanner.scan(bytes).components
                .filter { $0.kind == .event }
            let reference = "parse-libical-\(sample)"
            cases.append(Self.libical(reference, bytes, components))
            cases.append(
                .library(
                    "parse-\(sample)", "an event of \(participants) participants to a value",
                    operations: components.count, comparedWith: reference
                ) {
                    Self.parse(bytes, components)
                })
        }
        return cases
    }

    private static func parse(
        _ bytes: [UInt8], _ components: [ScannedComponent]
    ) -> Int {
        components.reduce(0) { sum, component in
            let event = ICalendarParser.event(
                in: bytes[component.range], line: component.line,
                participantCount: component.participantCount
            ).value
            return sum + (event?.summary?.utf8.count ?? 0) + (event?.participantCount ?? 0)
        }
    }

    private static func libical(
        _ name: String, _ bytes: [UInt8], _ components: [ScannedComponent]
    ) -> Case {
        let texts = components.map { bytes[$0.range].map(CChar.init(bitPattern:)) + [0] }
        return .library(
            name, "libical parses and frees the same component", operations: texts.count
        ) {
            texts.reduce(0) { sum, text in
                guard let component = icalparser_parse_string(text) else { return sum }
                defer { icalcomponent_free(component) }
                return sum
                    + Int(icalcomponent_count_properties(component, ICAL_ANY_PROPERTY))
            }
        }
    }
}
