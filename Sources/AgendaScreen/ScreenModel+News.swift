import AgendaActions
import AgendaKit
import ICalendar
import TerminalOutput

// What happened in the calendars.
extension ScreenModel {
    /// Takes a new state of the days; the selected event stays selected, wherever it went.
    ///
    /// - Parameter known: the days whose events were read with it.
    mutating func take(
        _ update: OutlineUpdate, known: DayHeads, items: ScreenItems
    ) -> [Request] {
        let (before, old, awaited) = (days, selected, awaited)
        replace(ScreenDays(update.outline, known: known, items: items))
        if let old, awaited == nil || awaited == old.id { follow(old, update.changes) }
        let changes = told(update, before)
        // The last line takes no colours.
        var list = list
        list.style.isColored = false
        let text = TextChanges(list: list, timeline: days.outline.emptyTimeline).newest(changes)
        if let text, !keepsMessage { say(text, answers: false) }
        return refreshed(update.changes)
    }

    /// Selects an event again after a change.
    private mutating func follow(_ event: AgendaEvent, _ changes: OutlineUpdate.Changes?) {
        func index(on date: CivilDate) -> Int? {
            days.events(on: date).firstIndex { $0.id == event.id }
        }
        if isShifting { return }
        if let index = index(on: cursor.date) {
            cursor.index = index
            selectedMoment(leaps: false)
            // What is overdue stands on today until it is done: then the cursor stays.
        } else if event.id.kind != .todo {
            let moved = changes?.events.first { $0.id == event.id }
            let place = moved.flatMap { days.outline.window.indices(of: $0.span).first }
            let date =
                place.map { dates.lowerBound + $0 }
                ?? days.known.nodes.first { $0.events.contains { $0.id == event.id } }?.date
            if let date { return expect(event.id, on: date) }
        }
        keepVisible()
    }

    /// What is different, as far as it is on days that are known, or new.
    private func told(_ update: OutlineUpdate, _ before: ScreenDays) -> [TimelineUpdate.Change] {
        guard let changes = update.changes, !changes.keys.isEmpty else { return [] }
        let (window, zone) = (update.outline.window, days.zone)
        var earlier: [OccurrenceID: AgendaEvent] = [:]
        for node in before.known.nodes {
            for event in node.events where changes.keys.contains(event.id.key) {
                earlier[event.id] = event
            }
        }
        let present = Set(changes.events.map(\.id))
        let old = before.outline.keys(among: changes.keys)
        var found: [TimelineUpdate.Change] = []
        func add(_ kind: TimelineUpdate.Kind, _ event: AgendaEvent) {
            let nodes = window.indices(of: event.span)
            found.append(TimelineUpdate.Change(kind: kind, nodes: nodes, event: event))
        }
        for event in changes.events {
            if let was = earlier[event.id] {
                if was != event { add(.changed, event) }
            } else if !old.contains(event.id.key) {
                add(.added, event)
            } else if event.recurrenceID == nil {
                add(.changed, event)
            } else if before.isOnKnownDay(event.span) {
                // An instance that was not there.
                add(.added, event)
            }
        }
        for (id, event) in earlier where !present.contains(id) { add(.removed, event) }
        func place(_ change: TimelineUpdate.Change) -> (Int, Int, String) {
            let start = zone.instant(of: change.event.span.start)
            return (
                change.nodes.lowerBound, start.secondsSinceEpoch, change.event.summary ?? ""
            )
        }
        return found.sorted { place($0) < place($1) }
    }

    /// Brings what is shown of a single event in line with the days.
    private mutating func refreshed(_ changes: OutlineUpdate.Changes?) -> [Request] {
        switch mode {
        case .details(let event, _, _), .deleting(let event), .shifting(let event, _, _, _):
            guard let now = present(event, changes) else {
                mode = .days
                say(style.text("\(style.markedTitle(event)): is no longer there"))
                return []
            }
            switch mode {
            case .deleting: mode = .deleting(now)
            case .shifting(_, let shift, let cursor, let hours):
                mode = .shifting(now, shift, from: cursor, hours)
            default: return [.details(now)]
            }
            return []
        case .searching(let input, _) where !input.words.isEmpty: return [.search(input.words)]
        default: return []
        }
    }

    /// An event as it is now; nil if it is gone.
    private func present(
        _ event: AgendaEvent, _ changes: OutlineUpdate.Changes?
    ) -> AgendaEvent? {
        if event.id.kind == .todo { return days.items.isClosed(event.id) == nil ? nil : event }
        if let changes {
            return changes.keys.contains(event.id.key)
                ? changes.events.first { $0.id == event.id } : event
        }
        for node in days.known.nodes {
            if let now = node.events.first(where: { $0.id == event.id }) { return now }
        }
        // What was on a day that is known is gone; of others only the series is known.
        let isGone = days.isOnKnownDay(event.span)
        return isGone || days.outline.keys(among: [event.id.key]).isEmpty ? nil : event
    }
}
