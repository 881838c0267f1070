import AgendaActions
import AgendaKit

extension MCPTool {
    /// The tools: those that change calendars only if that is allowed.
    static func all(allowingEdits: Bool) -> [MCPTool] {
        allowingEdits ? reading + readingTodos + editing + editingTodos : reading + readingTodos
    }

    private static let reading = [
        MCPTool(
            name: "list_events",
            description: """
                Lists what is on each day, by default today and the next 6 days. Times are in the person's own \
                zone; "end" is exclusive.
                """,
            asks: "/v1/events", for: ["from", "to", "days", "calendar"]),
        MCPTool(
            name: "search_events",
            description: """
                Finds events by words of their title, place, description and participants; each once, with its \
                current or next occurrence.
                """,
            asks: "/v1/search", usual: ["limit": "10000"], for: ["q", "calendar"],
            and: .init(
                name: "limit", description: "At most this many events.", kind: .number(1...500),
                place: .query("limit"))),
        MCPTool(
            name: "next_event",
            description:
                "The event that is on now, or the next one within 7 days, and the minutes to it.",
            asks: "/v1/next"),
        MCPTool(
            name: "free_time",
            description:
                "Free times of a length within working hours, by default today and the next 6 days.",
            asks: "/v1/free",
            for: ["for", "between", "with", "weekends", "from", "to", "days"]),
        MCPTool(
            name: "conflicts",
            description: "Pairs of events that overlap, by default today and the next 29 days.",
            asks: "/v1/conflicts", for: ["from", "to", "days"]),
        MCPTool(
            name: "show_event",
            description: "Everything about one event: participants, alarms, calendar, copies.",
            asks: "/v1/events/{id}", and: id),
        MCPTool(
            name: "list_calendars",
            description: "The calendars, and how reading them went.",
            asks: "/v1/sources", usual: ["hostsAlone": "true"]),
        MCPTool(
            name: "history",
            description: "The last changes of events, newest first, each with its number.",
            asks: "/v1/history", usual: ["number": "20"],
            and: .init(
                name: "number", description: "How many; by default 20.", kind: .number(1...100),
                place: .query("number"))),
    ]

    private static let editing = [
        MCPTool(
            name: "add_event",
            description: """
                Adds an event to the person's own calendar and tells its id. Either words that say what, when and \
                where, or the values; 'undo' takes it back.
                """,
            means: .change(.addEvent),
            parameters: [
                .init(
                    name: "words",
                    description: "Such as: Lunch with Kim friday 12:30-13:30 @ Cafe Nord.",
                    kind: .text, place: .change { $2.words = $0.first ?? "" })
            ] + values, effect: .adds),
        MCPTool(
            name: "edit_event",
            description:
                "Changes values of an event; what is not named stays, an empty text takes a value away. 'undo' takes it back.",
            means: .change(.editEvent), parameters: [id, scope, dryRun] + values,
            effect: .changes),
        MCPTool(
            name: "delete_event", description: "Deletes an event; 'undo' brings it back.",
            means: .change(.deleteEvent), parameters: [id, scope, dryRun],
            effect: .changes),
        MCPTool(
            name: "undo",
            description:
                "Takes back the last change that was made here, never one that a synchronisation brought.",
            means: .change(.undo),
            parameters: [
                .init(
                    name: "only",
                    description: "Only the change of this number in the history.",
                    kind: .number(1...Int(Int32.max)),
                    place: .change { $2.only = $0.first.flatMap { Int64($0) } })
            ], effect: .changes),
        MCPTool(
            name: "redo", description: "Makes the change again that was undone last.",
            means: .change(.redo), parameters: [], effect: .changes),
    ]

    static let id = MCPParameter(
        name: "id", description: "The id of an event or to-do, as the other tools tell it.",
        kind: .id,
        place: .operand, isRequired: true)

    static let scope = MCPParameter(
        name: "scope",
        description:
            "What of an event that repeats: this occurrence, this and all after it, or all.",
        kind: .choice(["this", "future", "all"]),
        place: .change { $2.scope = $0.first.flatMap { RecurrenceScope(rawValue: $0) } })

    static let dryRun = MCPParameter(
        name: "dry_run", description: "Whether only to tell what would change.", kind: .flag,
        place: .change { $2.isDryRun = $1 })

    private static let values: [MCPParameter] =
        [
            .init(
                name: "start", description: "When it starts: 2026-11-20T10:00, or a day.",
                kind: .text, place: .set(.start)),
            .init(
                name: "end", description: "When it ends; a day alone is the last day.", kind: .text,
                place: .set(.end)),
            .init(
                name: "for", description: "How long it lasts, such as 45m, instead of 'end'.",
                kind: .text, place: .set(.duration)),
            .init(
                name: "all_day", description: "Whether it takes whole days.", kind: .flag,
                place: .set(.allDay)),
            .init(
                name: "time_zone", description: "The event's zone, such as Asia/Tokyo.",
                kind: .text, place: .set(.timeZone)),
            .init(
                name: "attendee",
                description: "Addresses of participants. Nobody is written to.",
                kind: .texts, place: .set(.attendee)),
            .init(
                name: "alarm", description: "Alarms so long before the start, such as 10m.",
                kind: .texts, place: .set(.alarm)),
            .init(
                name: "status", description: "Whether it takes place.",
                kind: .choice(["confirmed", "tentative", "cancelled"]), place: .set(.status)),
            .init(
                name: "busy", description: "Whether it makes the person busy.", kind: .flag,
                place: .set(.busy)),
        ] + commonValues + [calendar]

    /// What events and to-dos have.
    static let commonValues: [MCPParameter] = [
        .init(name: "summary", description: "The title.", kind: .text, place: .set(.summary)),
        .init(
            name: "location", description: "The place.", kind: .text, place: .set(.location)),
        .init(
            name: "description", description: "The description.", kind: .longText,
            place: .set(.description)),
        .init(name: "url", description: "A link.", kind: .text, place: .set(.url)),
        .init(
            name: "category", description: "Categories.", kind: .texts, place: .set(.category)),
        .init(
            name: "every",
            description: "How it repeats: week, weekday, 'monday,thursday', or an RRULE.",
            kind: .text, place: .set(.every)),
        .init(
            name: "until", description: "The last day on which it may repeat.", kind: .text,
            place: .set(.until)),
        .init(
            name: "count", description: "How many times.", kind: .number(1...10_000),
            place: .set(.count)),
    ]

    static let calendar = MCPParameter(
        name: "calendar", description: "The writable calendar; by default the person's own.",
        kind: .text, place: .change { $2.calendar = $0.first })
}
