extension ScannedComponent {
    /// Whether it is an event or a to-do, or a version of one; nil for all others and for messages.
    package var seriesKind: Event.Kind? { describesItself ? Event.Kind(kind) : nil }

    /// Whether it describes its subject itself, and is not a message about it.
    public var describesItself: Bool { method?.describesEvents ?? true }
}

extension Event.Kind {
    /// What a scanned component is; nil for one that is neither.
    package init?(_ kind: ScannedComponent.Kind) {
        switch kind {
        case .event: self = .event
        case .todo: self = .todo
        case .journal, .freeBusy, .timeZone, .other: return nil
        }
    }
}
