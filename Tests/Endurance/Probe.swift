/// A small source that changes until a watch reports it, which shows that the watch has begun.
struct Probe {
    let path: String
    static let uid = "probe"
    private let start = Days().time(1, hour: 8)

    init(_ scratch: Scratch) throws {
        path = scratch.file("probe.ics")
        try write("probe")
    }

    /// Waits until the watch reports changes.
    func awaitBeginning(of watch: WatchReader) throws {
        let deadline = ContinuousClock.now + .seconds(30)
        for number in 1... {
            let summary = "probe-\(padded(number, 3))"
            try write(summary)
            if try watch.change(to: summary, until: .now + .milliseconds(500)) != nil { return }
            guard ContinuousClock.now < deadline else {
                throw Fault("agenda watch tells nothing for 30 s: \(watch.complaints)")
            }
        }
    }

    private func write(_ summary: String) throws {
        let event = GeneratedEvent(uid: Self.uid, start: start, summary: summary)
        try SystemCalls.write(CalendarText.calendar([event]), to: path + ".tmp")
        try SystemCalls.move(path + ".tmp", to: path)
    }
}
