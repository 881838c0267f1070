public import ICalendar

/// One occurrence with its event's text: an element of a ``Node``.
///
/// All occurrences of an event share its text until one is changed, so that a copy costs one reference and
/// not some 20 strings.
public struct AgendaEvent: Hashable, Sendable {
    /// Stable across runs, and enough to find the occurrence again.
    public var id: OccurrenceID
    /// When it starts and ends, half-open.
    public var span: Span
    /// Whether it is an instance of a recurrence set.
    public var isRecurring = false
    private var shared: SharedContent

    /// Creates an occurrence; set everything else in its ``content``.
    ///
    /// - Parameters:
    ///   - id: names the occurrence.
    ///   - uid: of its event.
    ///   - span: from when to when.
    ///   - calendar: the name of its source.
    public init(id: OccurrenceID, uid: String, span: Span, calendar: String) {
        self.init(
            id: id, span: span, shared: SharedContent(EventContent(uid: uid, calendar: calendar)))
    }

    /// Creates an occurrence of an event whose other occurrences have the same content.
    init(id: OccurrenceID, span: Span, shared: SharedContent) {
        self.id = id
        self.span = span
        self.shared = shared
    }

    /// What it shares with the event's other occurrences; changing it makes a copy first.
    public var content: EventContent {
        get { shared.content }
        _modify {
            if !isKnownUniquelyReferenced(&shared) { shared = SharedContent(shared.content) }
            yield &shared.content
        }
    }

    /// Equal for occurrences that share their event's text, as long as one of them exists: a value derived
    /// from the text serves them all.
    package var contentID: ObjectIdentifier { ObjectIdentifier(shared) }

    /// Whether it takes whole days.
    public var isAllDay: Bool {
        if case .dates = span { true } else { false }
    }

    /// Whether its times follow the reader's zone.
    public var isFloating: Bool {
        if case .floating = span { true } else { false }
    }

    /// The instance's original start, as in ``id``; nil unless the event recurs.
    public var recurrenceID: OccurrencePoint? {
        get { id.recurrenceID }
        set { id.recurrenceID = newValue }
    }
}
