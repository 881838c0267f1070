import AgendaActions
import AgendaKit
import ArgumentParser
import ICalendar
import TerminalOutput

/// Values for the commands' arguments, for completion in shells.
///
/// Values that depend on the store are read while a person types: completion imports, writes and
/// prints nothing, and offers nothing on any error.
extension CompletionKind {
    /// The ids of the events in the next 30 days, with day, time and title.
    static var eventID: CompletionKind { eventID(onlyWritable: false) }

    /// The same for events that can be changed.
    static var writableEventID: CompletionKind { eventID(onlyWritable: true) }

    /// The ids of the alarms of the last and the next day, with their time and event.
    static var alarmID: CompletionKind {
        .custom { words, _, _ in
            guard let store = CompletedLine(words).store, let path = store.path,
                let person = try? Person(timeZone: nil, now: nil),
                let notes = try? AlarmNotes(database: path).all()
            else { return [] }
            let (now, times) = (person.clock.now, TimeText(zone: person.zone))
            let snoozed = notes.values.filter { $0.snoozedUntil != nil }
            let alarms = try? await store.provider(person).alarms(
                from: now - 86_400, until: now + 86_400, and: Array(snoozed))
            return CompletionReply(
                (alarms ?? []).compactMap { alarm in
                    guard let known = alarm.state(notes, at: now) else { return nil }
                    let when = times.text(person.zone.wallTime(at: known.instant))
                    return (alarm.id, "\(when) \(times.style.title(alarm.event))")
                }
            ).lines
        }
    }

    static var calendarName: CompletionKind {
        .custom { words, _, _ in
            CompletionReply(sources(words).map { ($0.name, $0.location) }).lines
        }
    }

    /// The names of the registered sources.
    static var sourceName: CompletionKind {
        .custom { words, _, _ in
            let sources = sources(words).filter { !$0.isOnlyInStore }
            return CompletionReply(sources.map { ($0.name, $0.location) }).lines
        }
    }

    static var timeZone: CompletionKind {
        .custom { _, _, _ in CompletionReply(SystemZones.names.map { ($0, nil) }).lines }
    }

    static var color: CompletionKind { .list(CSSColors.values.keys.sorted()) }

    /// The words for days that ``DayArgument`` knows, the most common first.
    static var day: CompletionKind {
        .list(DayWord.common.filter { $0 != "week" })
    }

    static var calendarPath: CompletionKind { .file(extensions: ["ics", "vcf"]) }

    private static func eventID(onlyWritable: Bool) -> Self {
        .custom { words, _, _ in
            let line = CompletedLine(words)
            guard let store = line.store, let person = try? Person(timeZone: nil, now: nil)
            else { return [] }
            let (today, times) = (person.today, TimeText(zone: person.zone))
            // People look up and change the events that come next.
            let provider = store.provider(person)
            guard let days = try? await provider.days(today..<(today + 30)) else { return [] }
            let sources = (try? store.sources(counting: false)) ?? []
            let wanted = Set(sources.filter { !onlyWritable || $0.isWritable }.map(\.name))
            var seen: Set<OccurrenceID> = []
            let events = days.nodes.flatMap(\.events).filter {
                wanted.contains($0.calendar) && seen.insert($0.id).inserted
            }
            return CompletionReply(
                events.map { event in
                    let when = times.when(event.span)
                    return (event.id.description, "\(when) \(times.style.title(event))")
                }
            ).lines
        }
    }

    /// The calendars in the store that the command line names.
    static func sources(_ words: [String]) -> [CalendarSource] {
        (try? CompletedLine(words).store?.sources(counting: false)) ?? []
    }

    /// The ids of the to-dos, the open ones first, with due day and title.
    static var todoID: CompletionKind {
        .custom { words, _, _ in
            guard let store = CompletedLine(words).store,
                let person = try? Person(timeZone: nil, now: nil),
                let items = try? await store.provider(person).todos()
            else { return [] }
            let list = TodoList(style: .plain, person: person)
            let ordered = items.filter { !$0.isClosed } + items.filter(\.isClosed)
            return CompletionReply(
                ordered.map { item in
                    let title = list.style.title(item.occurrence)
                    let due = list.due(item)
                    return (item.occurrence.id.description, due.isEmpty ? title : "\(due) \(title)")
                }
            ).lines
        }
    }
}
