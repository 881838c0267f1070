/// The calendars of one office: 100 sources of 1,000 events each, of which 300 are meetings that ten of the calendars have,
/// against the same events in one source.
struct OfficeExperiment: Experiment {
    let name = "office"
    let alternation = Alternation(runs: 20)

    private static let sources = 100
    /// Events that one calendar alone has.
    private static let own = 700
    /// Meetings, each in ten calendars: 300 in each calendar.
    private static let meetings = 3_000

    func cases(_ place: Place) throws -> [Case] {
        let whole = try place.stores(["x150p2"])[0]
        let office = try place.emptyFolder("office") + "/agenda.db"
        for path in try Self.calendars(place) { _ = try place.load(path, into: office) }
        func timeline(_ database: String) -> [String] {
            [place.agenda, "timeline", "--database", database, "--now", Place.now]
        }
        return [
            Case(
                name: "office-week", what: "a week of 100 sources, 30 % shared, warm",
                comparisons: [Comparison(goal: "P13", limit: 0.02)]
            ) {
                try place.run([place.agenda, "list", "--database", office, "--now", Place.now])
            },
            Case(name: "office-one", what: "488 days of the same events in one source, warm") {
                try place.run(timeline(whole))
            },
            Case(
                name: "office-all", what: "488 days of 100 sources, 30 % shared, warm",
                comparisons: [Comparison(goal: "P13", with: "office-one", limit: 1.2)]
            ) {
                try place.run(timeline(office))
            },
        ]
    }

    /// Divides 73,200 events, 150 a day, among the calendars.
    private static func calendars(_ place: Place) throws -> [String] {
        let text = try Files.read(place.sample("x150p2"))
        let (begin, end) = (Array("BEGIN:VEVENT".utf8), Array("END:VEVENT\r\n".utf8))
        guard let first = text.firstRange(of: begin)?.lowerBound else {
            throw Fault("x150p2 has no event")
        }
        var events: [ArraySlice<UInt8>] = []
        var rest = text[first...]
        while let last = rest.firstRange(of: end) {
            events.append(rest[..<last.upperBound])
            rest = rest[last.upperBound...]
        }
        let head = text[..<first]
        let folder = try place.emptyFolder("office-calendars")
        // Meetings and others, each spread over all days.
        let (shared, others) = (
            events.indices.filter { $0 % 24 == 0 }.prefix(meetings).map { events[$0] },
            events.indices.filter { $0 % 24 != 0 }.map { events[$0] }
        )
        return try (0..<sources).map { source in
            let own = others.dropFirst(source * Self.own).prefix(Self.own)
            let shared = shared.enumerated().filter {
                ($0.offset + source) % (sources / 10) == 0
            }.map(\.element)
            let path = folder + "/person\(source).ics"
            try Files.write(Array(([head] + shared + own + [rest]).joined()), to: path)
            return path
        }
    }
}
