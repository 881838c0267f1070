import AgendaActions
import AgendaKit

extension MCPTool {
    /// The tools: those that change calendars only if that is allowed.
    static func all(allowingEdits: Bool) -> [MCPTool] {
        allowingEdits ? reading + readingTodos + changing : reading + readingTodos
    }

    /// The tools whose changes wait for the person.
    static var reviewed: [MCPTool] { reading + readingTodos + proposing }

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

    private static let readingTodos = [
        MCPTool(
            name: "list_todos",
            description: "Lists the open to-dos by due day, priority and title.",
            asks: "/v1/todos", for: ["due", "all", "category", "calendar"])
    ]
}
