extension Message {
    /// So many events.
    static func events(_ count: Int) -> Message {
        count == 1 ? "1 event" : "\(count) events"
    }

    /// So many problems.
    static func problems(_ count: Int) -> Message {
        count == 1 ? "1 problem" : "\(count) problems"
    }
}
