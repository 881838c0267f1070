import FuzzChecks
import Glibc

/// Measures the time from the rename of a large file to the line that reports what is new in it.
struct LatencyCheck {
    private let agenda: Agenda
    private let runs: Int
    private let count: Int
    private let isEndlessOnly: Bool
    private var random: SplitMix64

    /// These runs fill caches and do not count.
    private static let warmUps = 3

    init(_ agenda: Agenda, _ options: Options) {
        self.agenda = agenda
        runs = options.runs(else: 30)
        count = options.events
        isEndlessOnly = options.change == .endless
        random = options.random
    }

    func run() throws -> [String] {
        var random = random
        var events = Self.series(count, &random)
        // Events in the window that stay there if the day changes.
        let days = Days()
        let (first, last) = (days.text(-115), days.text(360))
        let visible = events.indices.filter {
            events[$0].start < last
                && (events[$0].rule != nil || events[$0].start > first && !isEndlessOnly)
        }
        let file = agenda.scratch.file("series.ics")
        try SystemCalls.write(CalendarText.calendar(events), to: file)
        let probe = try Probe(agenda.scratch)
        try agenda.addSource(file, name: "series")
        try agenda.addSource(probe.path, name: "probe")
        let watch = try WatchReader(agenda, arguments: ["--jsonl"])
        try probe.awaitBeginning(of: watch)
        var texts = events.map(\.text)
        var (all, single, recurring) = (Timings(), Timings(), Timings())
        for run in -Self.warmUps..<runs {
            guard let index = visible.randomElement(using: &random) else { break }
            events[index].summary = "latency-\(padded(run + Self.warmUps, 5))"
            texts[index] = events[index].text
            let text = CalendarText.calendar(texts: texts)
            try SystemCalls.write(text, to: file + ".tmp", syncs: true)
            let start = ContinuousClock.now
            try SystemCalls.move(file + ".tmp", to: file)
            let summary = events[index].summary
            guard let line = try watch.change(to: summary, until: start + .seconds(60)) else {
                throw Fault("\(summary) is not told within 60 s")
            }
            if run >= 0 {
                all.append(line.time - start)
                // The watch reports a changed series once for each of its hundreds of occurrences.
                if events[index].rule == nil {
                    single.append(line.time - start)
                } else {
                    recurring.append(line.time - start)
                }
            }
            // Start the next run when everything is reported and the work after that is done.
            while try watch.next(until: .now + .milliseconds(200)) != nil {}
        }
        _ = try watch.stop()
        say("\(count) events: \(all)")
        say("of them single events: \(single); recurring ones: \(recurring)")
        return []
    }

    /// Events of two years around today: 5 % recur for ever, half have participants, 1 % have a
    /// summary that is not ASCII.
    private static func series(_ count: Int, _ random: inout SplitMix64) -> [GeneratedEvent] {
        let days = Days()
        return (0..<count).map { number in
            let start = days.time(
                Int.random(in: -365...365, using: &random),
                hour: Int.random(in: 7...20, using: &random),
                minute: 5 * Int.random(in: 0..<12, using: &random))
            return GeneratedEvent(
                uid: "event-\(number)@example.org", start: start,
                summary: number.isMultiple(of: 100) ? "Übung \(number) 🎻" : "Event \(number)",
                rule: number % 20 == 1 ? "FREQ=WEEKLY;BYDAY=MO,WE,FR" : nil,
                attendeeCount: number.isMultiple(of: 2) ? 4 : 0)
        }
    }
}
