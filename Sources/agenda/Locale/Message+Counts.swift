extension Message {
    /// A number of events.
    static func events(_ count: Int) -> Message {
        count == 1 ? "1 event" : "\(count) events"
    }

    /// A number of problems.
    static func problems(_ count: Int) -> Message {
        count == 1 ? "1 problem" : "\(count) problems"
    }
}
