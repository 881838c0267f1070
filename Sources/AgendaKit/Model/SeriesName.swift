internal import ICalendar

/// Names a series within its calendar, or a journal entry: an event, a to-do and a journal entry with one `UID` are three.
struct SeriesName: Hashable, Sendable {
    var kind: Event.Kind
    var uid: String
    /// Whether it is a journal entry, which is in no series and of no kind: as that of its `Event`, ``kind`` says `todo`.
    var isJournal = false

    /// The `kind` of its components.
    var component: ScannedComponent.Kind {
        isJournal ? .journal : kind == .event ? .event : .todo
    }

    var key: UInt64 {
        isJournal ? OccurrenceID.journalKey(uid: uid) : OccurrenceID.key(uid: uid, kind)
    }
}

extension SeriesName {
    /// The name of what a component belongs to; nil if it is neither an event, a to-do nor a journal entry.
    init?(_ component: ScannedComponent.Kind, uid: String) {
        if component == .journal {
            self.init(kind: .todo, uid: uid, isJournal: true)
        } else {
            guard let kind = Event.Kind(component) else { return nil }
            self.init(kind: kind, uid: uid)
        }
    }

    /// The name of a text's first event, to-do or journal entry; of an event if it has none.
    init(of text: [UInt8], uid: String) {
        let found = ComponentScanner.scan(text).components.lazy.compactMap {
            SeriesName($0.kind, uid: uid)
        }
        self = found.first ?? SeriesName(kind: .event, uid: uid)
    }
}

extension Event {
    /// The name of the series, or of the journal entry, that the component belongs to.
    var name: SeriesName { SeriesName(kind: kind, uid: uid, isJournal: isJournal) }
}

extension AgendaEvent {
    /// The name of the series, or of the journal entry, that it is an occurrence of.
    var name: SeriesName {
        SeriesName(kind: id.isJournal ? .todo : id.kind, uid: uid, isJournal: id.isJournal)
    }
}
