/// Runs writers, readers and two watches for a long time: nothing grows, nobody waits in vain, and
/// the watch reports exactly what exists.
final class SoakCheck {
    private let agenda: Agenda
    private let duration: Duration
    private let writer: SoakWriter
    private let probe: Probe
    /// The events as the watch reports them, by id.
    private var told: [String: ListedEvent] = [:]
    private var changes = 0

    private static let gaugeInterval = Duration.seconds(5)
    /// A watch that reports nothing for this long is idle.
    private static let quiet = Duration.seconds(3)

    init(_ agenda: Agenda, _ options: Options) throws {
        self.agenda = agenda
        duration = .seconds(options.seconds)
        writer = try SoakWriter(agenda.scratch, options.random)
        probe = try Probe(agenda.scratch)
    }

    func run() throws -> [String] {
        let paths = [writer.file.path, writer.folder.path, probe.path]
        for (path, name) in zip(paths, ["file", "folder", "probe"]) {
            try agenda.addSource(path, name: name)
        }
        told = try state()
        let watch = try WatchReader(agenda, arguments: ["--jsonl"])
        let text = try WatchReader(agenda, arguments: [], name: "watch-text")
        try probe.awaitBeginning(of: watch)
        var faults = try work(watch, text)
        try settle(watch, text)
        try watch.stop().forEach(take)
        _ = try text.stop()
        faults += Agenda.faults(in: watch.complaints + text.complaints)
        faults += try compareTold()
        if let difference = try agenda.differenceFromFresh(paths) {
            faults.append("the store is not what the files are: \(difference)")
        }
        return faults
    }

    /// Works until the time is over and the last reader has ended.
    private func work(_ watch: WatchReader, _ text: WatchReader) throws -> [String] {
        var readers = ReaderLoop.all
        var gauges = [
            ProcessGauge("watch --jsonl", watch.process), ProcessGauge("watch", text.process),
        ]
        let end = ContinuousClock.now + duration
        var nextGauge = ContinuousClock.now
        while ContinuousClock.now < end || readers.contains(where: \.isRunning) {
            let isOpen = ContinuousClock.now < end
            if isOpen { try writer.turn() }
            for index in readers.indices { try readers[index].turn(agenda, startsNew: isOpen) }
            if isOpen, ContinuousClock.now >= nextGauge {
                nextGauge += Self.gaugeInterval
                for index in gauges.indices { try gauges[index].read() }
            }
            while try text.next(until: .now) != nil {}
            // Spend the rest of this turn's time on the watch.
            if let line = try watch.next(until: .now + .milliseconds(2)) { try take(line) }
        }
        let runs = readers.map { "\($0.runs) \($0.name) (\($0.partial) amid a write)" }
        say("\(writer.count) writes, \(changes) changes told, \(runs.joined(separator: ", "))")
        return readers.flatMap(\.faults) + gauges.flatMap { $0.growth() }
    }

    /// Reads until both watches are idle.
    private func settle(_ watch: WatchReader, _ text: WatchReader) throws {
        while let line = try watch.next(until: .now + Self.quiet) { try take(line) }
        while try text.next(until: .now + Self.quiet) != nil {}
    }

    private func take(_ line: WatchReader.Line) throws {
        guard let change = line.change else {
            throw Fault("agenda watch prints no change: \(line.text.prefix(200))")
        }
        changes += 1
        told[change.event.id] = change.change == .removed ? nil : change.event
    }

    /// The whole current timeline, by id.
    private func state() throws -> [String: ListedEvent] {
        let timeline = try agenda.json(ListedTimeline.self, ["timeline", "--json"])
        return Dictionary(timeline.nodes.flatMap(\.events).map { ($0.id, $0) }) { $1 }
    }

    /// A reader of the watch knows exactly what exists; the probe's lines were not read.
    private func compareTold() throws -> [String] {
        let (found, told) = (try state(), told)
        return Set(found.keys).union(told.keys).sorted().compactMap { id in
            if found[id] == told[id] || found[id]?.uid == Probe.uid { return nil }
            let words = [told[id], found[id]].map { $0?.description ?? "nothing" }
            return "the watch has told of \(words[0]); there is \(words[1])"
        }
    }
}
