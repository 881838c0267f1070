import ArgumentParser

/// A calendar for benchmarks.
enum Sample: ExpressibleByArgument {
    /// This many events for each node of the timeline.
    case nodes(events: Int, participants: Int)
    /// Thousands of events over two years, some of them endless series.
    case series(thousands: Int)
    /// The same events, one in each file.
    case folder(thousands: Int)
    /// The same events, with the lines that a program adds.
    case produced(Producer, thousands: Int)
    /// Thousands of events over twenty years.
    case big(thousands: Int)

    /// The sample of this name; nil if there is none.
    init?(argument name: String) {
        let form = /(x|series|folder|big|outlook|apple|google)([0-9]+)(?:p([0-9]+))?(k?)/
        guard let (_, kind, digits, more, unit) = name.wholeMatch(of: form)?.output,
            let count = Self.number(digits)
        else { return nil }
        switch (kind, more, unit) {
        case ("x", let more, ""):
            guard let participants = Self.number(more ?? digits) else { return nil }
            self = .nodes(events: count, participants: participants)
        case ("series", nil, "k") where count > 0: self = .series(thousands: count)
        case ("folder", nil, "k") where count > 0: self = .folder(thousands: count)
        case ("big", nil, "k") where count > 0: self = .big(thousands: count)
        case ("big", nil, "") where count > 0: self = .big(thousands: count * 100)
        case (_, nil, "k") where count > 0:
            guard let producer = Producer(rawValue: String(kind)) else { return nil }
            self = .produced(producer, thousands: count)
        default: return nil
        }
    }

    /// Whether it is a folder of files.
    var isFolder: Bool {
        if case .folder = self { true } else { false }
    }

    /// The number of its events.
    var count: Int {
        switch self {
        case .nodes(let events, _): Day.nodes.count * events
        case .series(let thousands), .folder(let thousands), .big(let thousands),
            .produced(_, let thousands):
            thousands * 1_000
        }
    }

    /// The output of `--list`: the samples that the benchmarks use, and how to name others.
    static let overview = """
        x0          no event
        x1          1 event on each of the 488 days, 1 participant each
        x2          2 events a day, 2 participants each; x5 and x10 likewise, and any x<N>
        x5          5 events a day, 5 participants each
        x10         10 events a day, 10 participants each
        x2p0        2 events a day without participants
        x2p2        2 events a day, 2 participants each; any x<N>p<P> likewise
        x2p20       2 events a day, 20 participants each
        x2p100      2 events a day, 100 participants each: about 10 MB
        series5k    5,000 events, 5 % of them endless series; any series<K>k likewise
        folder5k    the same as a folder of files, one each; any folder<K>k likewise
        outlook5k   the same with the lines that Outlook adds; apple5k, google5k, any <K>k likewise
        big30k      30,000 events over 20 years; any big<K>k likewise
        big1        100,000 events over 20 years: about 80 MB; any big<M> has M times as many
        big10       1,000,000 events over 20 years
        big100      10,000,000 events over 20 years
        """

    /// A number of at most 10,000, so that there are enough people for each event.
    private static func number(_ digits: Substring) -> Int? {
        Int(digits).flatMap { $0 <= 10_000 ? $0 : nil }
    }
}
