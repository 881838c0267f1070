internal import ICalendar

/// A component of a calendar that is shared, without its alarms, which are its owner's own.
struct SharedComponent {
    /// How much of it those may see with whom the calendar is shared.
    enum Secrecy: Int {
        /// All.
        case open
        /// When it keeps its owner busy.
        case reduced
        /// Nothing.
        case hidden
    }

    let kind: ScannedComponent.Kind
    let uid: String
    let secrecy: Secrecy
    let isInstance: Bool
    private(set) var lines: ComponentDocument
    /// Nil for what is no event that can be read.
    let event: Event?

    var text: [UInt8] { lines.bytes }

    /// - Returns: nil for what cannot be understood.
    init?(_ text: [UInt8], _ kind: ScannedComponent.Kind) {
        guard [.event, .todo, .journal].contains(kind), var lines = ComponentDocument(text) else {
            return nil
        }
        if lines.parts.contains(where: Self.isAlarm) { lines.remove(where: Self.isAlarm) }
        (self.kind, self.lines) = (kind, lines)
        uid = lines.properties("UID").first?.value ?? ""
        isInstance = lines.parts.contains { $0.name == "RECURRENCE-ID" && !$0.isComponent }
        event = kind == .event ? ICalendarParser.event(in: lines.bytes).value : nil
        let classes =
            lines.parts.filter { $0.name == "CLASS" && !$0.isComponent }
            .map { $0.property?.value ?? "" } + [event?.classification].compactMap(\.self)
        secrecy = classes.map(Self.secrecy).max { $0.rawValue < $1.rawValue } ?? .open
    }

    /// A class that we do not know counts as private (RFC 5545 3.8.1.3).
    private static func secrecy(_ name: String) -> Secrecy {
        switch name.trimming(\.isWhitespace).uppercased() {
        case "PUBLIC": .open
        case "CONFIDENTIAL": .hidden
        default: .reduced
        }
    }

    static func isAlarm(_ part: ComponentDocument.Part) -> Bool {
        part.isComponent && part.name == "VALARM"
    }

    /// Takes instances out of the series that this is.
    mutating func leaveOut(_ others: [SharedComponent]) {
        let new = others.compactMap { other -> ComponentDocument.Part? in
            guard var exception = other.lines.properties("RECURRENCE-ID").first else { return nil }
            exception.name = "EXDATE"
            exception.parameters.removeAll { $0.uppercased().hasPrefix("RANGE=") }
            let line = LineWriter.folded(Array(exception.line.utf8))
            return ComponentDocument.Part(name: "EXDATE", bytes: line)
        }
        guard !new.isEmpty else { return }
        let old = lines.parts.filter { $0.name == "EXDATE" && !$0.isComponent }
        lines.replace("EXDATE", with: old + new)
    }
}

/// What is shown of the components of one event, to-do or journal entry.
struct SharedSeriesParts {
    /// The texts that are shown as they are.
    private(set) var open: [[UInt8]] = []
    /// What is shown as busy times; nil for nothing.
    private(set) var reduced: MirroredCalendar.Series?
    /// Whether nothing is missing.
    private(set) var isWhole = false

    init(_ parts: [SharedComponent], for access: SharedAccess) {
        if access != .busy, parts.allSatisfy({ $0.secrecy == .open }) {
            (open, isWhole) = (parts.map(\.text), true)
            return
        }
        // Of to-dos there are no busy times.
        guard let first = parts.first, first.kind == .event else { return }
        func isOpen(_ part: SharedComponent) -> Bool { access != .busy && part.secrecy == .open }
        func isReduced(_ part: SharedComponent) -> Bool {
            access == .busy || part.secrecy == .reduced
        }
        var readable = parts.filter(isOpen)
        var shown = parts.filter(isReduced)
        // Without an instance that changes all later ones these would be shown as they are not.
        if parts.contains(where: { !isOpen($0) && $0.event?.overridesFuture == true }) {
            guard access == .busy || parts.allSatisfy({ $0.secrecy != .hidden }) else { return }
            (readable, shown) = ([], parts)
        }
        let isOpenSeries = !readable.isEmpty
        for index in readable.indices where !readable[index].isInstance {
            readable[index].leaveOut(parts.filter { !isOpen($0) && $0.isInstance })
        }
        open = isOpenSeries ? readable.map(\.text) : []
        let master = shown.first { !$0.isInstance }
        let overrides = parts.filter(\.isInstance).compactMap { part -> MirroredCalendar.Part? in
            guard var event = part.event else { return nil }
            let isShown = shown.contains { $0.text == part.text }
            guard isShown || master != nil else { return nil }
            // Its day is not the series'.
            if !isShown { event.status = .cancelled }
            return MirroredCalendar.Part(event: event, text: part.text)
        }
        var series = MirroredCalendar.Series(uid: first.uid)
        series.master = master.flatMap { part in
            part.event.map { MirroredCalendar.Part(event: $0, text: part.text) }
        }
        series.overrides = overrides
        if series.master != nil || !overrides.isEmpty { reduced = series }
    }
}
