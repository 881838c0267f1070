/// What an assistant or a form may set of an item, by name.
package enum ItemSetting: String, CaseIterable, Sendable {
    case summary, location, description, url, category, every, until, count
    // Of an event.
    case start, end
    case duration = "for"
    case allDay = "all_day"
    case timeZone = "time_zone"
    case attendee, alarm, status, busy
    // Of a to-do.
    case due, priority, percent

    /// A value as JSON has it.
    package enum Value: Sendable {
        case text(String)
        case texts([String])
        case number(Int)
        case flag(Bool)
    }

    /// Sets it; a value of another kind changes nothing.
    package func set(_ value: Value, in edits: inout ItemEdits) {
        switch (self, value) {
        case (.summary, .text(let text)): edits.summary = text
        case (.location, .text(let text)): edits.location = ItemEdits.orNothing(text)
        case (.description, .text(let text)): edits.description = ItemEdits.orNothing(text)
        case (.url, .text(let text)): edits.url = ItemEdits.orNothing(text)
        case (.category, .texts(let texts)): edits.categories = texts.map(ItemEdits.orNothing)
        case (.attendee, .texts(let texts)): edits.attendees = texts.map(ItemEdits.orNothing)
        case (.alarm, .texts(let texts)): edits.alarms = texts.map(ItemEdits.orNothing)
        case (.every, .text(let text)): edits.every = text
        case (.until, .text(let text)): edits.until = text
        case (.count, .number(let number)): edits.count = number
        case (.start, .text(let text)): edits.start = text
        case (.end, .text(let text)): edits.end = text
        case (.duration, .text(let text)): edits.duration = text
        case (.allDay, .flag(let flag)): edits.allDay = flag
        case (.timeZone, .text(let text)): edits.timeZone = text
        case (.status, .text(let text)): edits.status = text
        case (.busy, .flag(let flag)): edits.busy = flag
        case (.due, .text(let text)): edits.due = text
        case (.priority, .text(let text)): edits.priority = text
        case (.percent, .number(let number)): edits.percent = number
        default: break
        }
    }
}
