import ICalendar

/// The events of a sample. Each is computed from its number alone, so none is kept in memory.
struct SamplePlan {
    let sample: Sample
    let today: Day
    private let base: UInt64

    init(_ sample: Sample, seed: UInt64, today: Day) {
        self.sample = sample
        self.today = today
        // Samples have different events, except that a folder and a producer's sample have the events
        // of their series, and that more participants leave an event otherwise unchanged.
        let kind: UInt64 =
            switch sample {
            case .nodes: 1
            case .series, .folder, .produced: 2
            case .big: 3
            }
        base = SplitMix64.mixed(SplitMix64.mixed(seed) &+ kind)
    }

    /// The zones that its events may use.
    var zones: [Zone] {
        if case .nodes = sample { [.berlin] } else { Zone.allCases }
    }

    /// All events in order.
    var events: some Sequence<SampleEvent> { (0..<sample.count).lazy.map { event($0) } }

    /// An event by its number, from 0 to ``Sample/count`` - 1.
    private func event(_ number: Int) -> SampleEvent {
        var event = plainEvent(number)
        if case .produced(let producer, _) = sample { event.producer = producer }
        return event
    }

    private func plainEvent(_ number: Int) -> SampleEvent {
        let identity = SplitMix64.mixed(base &+ UInt64(number) &* SplitMix64.gamma)
        var random = SplitMix64(seed: identity)
        switch sample {
        case .nodes(let events, let participants):
            let day = today + Day.nodes.lowerBound + number / events
            // Berlin's working hours lie within the same day in UTC.
            let times = SampleEvent.Times.hours(random.percent(20) ? nil : .berlin)
            return event(identity, times, day, participants, random)
        case .series, .folder, .produced:
            let day = today - 365 + random.below(730)
            let isSeries = number.isMultiple(of: 20)
            // Half of the series have participants, too.
            let participants = (number + number / 20).isMultiple(of: 2) ? 4 : 0
            guard isSeries else {
                return event(identity, times(&random), day, participants, random)
            }
            let times = SampleEvent.Times.hours(zone(&random))
            var series = event(identity, times, day.mondayWednesdayOrFriday, participants, random)
            series.isSeries = true
            return series
        case .big:
            // Twenty years are 7,305 days.
            let day = today - 3_652 + random.below(7_305)
            let participants = random.percent(50) ? 2 + random.below(13) : 0
            return event(identity, times(&random), day, participants, random)
        }
    }

    private func event(
        _ identity: UInt64, _ times: SampleEvent.Times, _ day: Day, _ participants: Int,
        _ random: SplitMix64
    ) -> SampleEvent {
        SampleEvent(
            identity: identity, times: times, day: day, writtenBefore: min(day, today),
            participantCount: participants, random: random)
    }

    private func times(_ random: inout SplitMix64) -> SampleEvent.Times {
        switch random.below(100) {
        case ..<5: .days(1)
        case ..<7: .days(2 + random.below(9))
        case ..<8: .nights(zone(&random), 1 + random.below(3))
        case ..<16: .hours(nil)
        default: .hours(zone(&random))
        }
    }

    private func zone(_ random: inout SplitMix64) -> Zone {
        switch random.below(100) {
        case ..<70: .berlin
        case ..<85: .newYork
        case ..<93: .kolkata
        default: .sydney
        }
    }
}
