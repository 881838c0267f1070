internal import AgendaActions
internal import AgendaJSON
internal import AgendaKit

extension OpenAPI {
    /// What contents are made of. Where a text must be one that no pattern says, it has a format of our own.
    struct Schema: Sendable {
        var name: String
        var write: @Sendable (inout JSONWriter) -> Void

        static let all = [
            Schema(name: "Problem") { json in
                json.properties(problem, required: ["status", "detail", "code", "remedy"])
            },
            Schema(name: "Event") { $0.properties(values, isClosed: true) },
            Schema(name: "Undo") { json in
                json.properties([Member("only", "integer", isNullable: true)])
            },
            Schema(name: "Todo") {
                $0.properties(
                    [Member("summary", "string", isNullable: true)] + todoValues.dropFirst(),
                    isClosed: true)
            },
            Schema(name: "Journal") {
                $0.properties(
                    [Member("summary", "string", isNullable: true)] + journalValues.dropFirst(),
                    isClosed: true)
            },
            Schema(name: "NewJournal") { json in
                json.array("oneOf") { json in
                    json.object { $0.properties(words, required: ["words"], isClosed: true) }
                    json.object {
                        $0.properties(journalValues, required: ["summary"], isClosed: true)
                    }
                }
            },
            Schema(name: "WholeEvent") {
                $0.properties(values, required: ["start"], isClosed: true)
            },
            Schema(name: "NewEvent") { json in
                json.array("oneOf") { json in
                    json.object { $0.properties(words, required: ["words"], isClosed: true) }
                    json.object {
                        $0.properties(
                            [Member("summary", "string", format: "title")] + values.dropFirst(),
                            required: ["summary", "start"], isClosed: true)
                    }
                }
            },
            Schema(name: "InvitationMessage") {
                $0.properties(message, required: ["message"], isClosed: true)
            },
            Schema(name: "InvitationAnswer") { json in
                json.properties(
                    [
                        Member("answer", "string", values: InvitationAnswerRequest.values),
                        Member("comment", "string", isNullable: true),
                    ], required: ["answer"], isClosed: true)
            },
            Schema(name: "NewDevice") { $0.properties(device, required: ["name"]) },
            Schema(name: "NewAccount") { $0.properties(account, required: ["address"]) },
            Schema(name: "NewShare") { $0.properties(share) },
            Schema(name: "NewGrant") { json in
                json.properties(
                    [
                        Member("calendar", "string", format: "calendar-name"),
                        Member("user", "string", format: "title"),
                        Member(
                            "access", "string",
                            values: SharedAccess.allCases.map(\.rawValue) + ["none"]),
                    ], required: ["calendar", "user", "access"])
            },
            Schema(name: "NewCalendar") {
                $0.properties([Member("address", "string", isNullable: true)] + calendar)
            },
            Schema(name: "Calendar") {
                $0.properties(
                    calendar + [
                        Member("busy", "boolean"),
                        Member(
                            "order", "integer", range: CalendarSource.places, isNullable: true),
                        Member("group", "string", format: "title", isNullable: true),
                    ])
            },
            Schema(name: "NewRule") {
                $0.properties(rule(isNew: true), required: ["settings"], isClosed: true)
            },
            Schema(name: "Rule") { $0.properties(rule(isNew: false), isClosed: true) },
            Schema(name: "Acceptance") { json in
                json.member("type", "object")
                json.object("properties") { json in
                    json.object("stale") { $0.member("type", "boolean") }
                    json.object("values") { json in
                        json.member("$ref", "#/components/schemas/Event")
                    }
                }
                json.member("additionalProperties", false)
            },
            Schema(name: "Pair") {
                $0.properties(
                    [
                        Member("first", "string", format: "event-id"),
                        Member("second", "string", format: "event-id"), Member("same", "boolean"),
                    ], required: ["first", "second", "same"])
            },
            Schema(name: "NewMirror") {
                $0.properties(
                    [
                        Member("calendars", "array", format: "calendar-name"),
                        Member("target", "string", format: "calendar-name"),
                    ] + mirror, required: ["calendars", "target"])
            },
            Schema(name: "Mirror") { $0.properties(mirror) },
            Schema(name: "NewTodo") { json in
                json.array("oneOf") { json in
                    json.object { $0.properties(words, required: ["words"], isClosed: true) }
                    json.object {
                        $0.properties(todoValues, required: ["summary"], isClosed: true)
                    }
                }
            },
        ]

        private static let problem = [
            Member("type", "string"), Member("title", "string"), Member("status", "integer"),
            Member("detail", "string"), Member("code", "string"), Member("remedy", "string"),
        ]
        private static let words = [
            Member("words", "string", format: "event-words"),
            Member("language", "string", isNullable: true),
            Member("calendar", "string", format: "calendar-name", isNullable: true),
        ]
        private static let message = [
            Member("message", "string", format: "invitation"),
            Member("encoding", "string", values: ["base64"], isNullable: true),
            Member(
                "answer", "string", values: InvitationVerb.allCases.map(\.rawValue),
                isNullable: true),
            Member("comment", "string", isNullable: true),
            Member("on", "string", format: "date", isNullable: true),
            Member("calendar", "string", format: "calendar-name", isNullable: true),
            Member("trustSender", "boolean", isNullable: true),
        ]
        private static let device = [
            Member("name", "string", format: "title"),
            Member("readOnly", "boolean", isNullable: true),
            Member("calendars", "array", format: "calendar-name", isNullable: true),
            Member("mayRemoveCalendars", "boolean", isNullable: true),
            Member("separatesTodos", "boolean", isNullable: true),
        ]
        private static let account = [
            Member("address", "string"), Member("user", "string", isNullable: true),
            Member("password", "string", isNullable: true),
            Member("name", "string", format: "title", isNullable: true),
            Member("calendars", "array", format: "title", isNullable: true),
        ]
        private static let share = [
            Member("name", "string", format: "title", isNullable: true),
            Member("calendars", "array", format: "calendar-name", isNullable: true),
            Member("busyOnly", "boolean", isNullable: true),
            Member("days", "integer", range: 1...3_660, isNullable: true),
            Member("expires", "string", format: "date", isNullable: true),
            Member("includesPrivate", "boolean", isNullable: true),
        ]
        /// - Parameter isNew: whether it must have settings.
        private static func rule(isNew: Bool) -> [Member] {
            [
                Member(
                    "settings", "array",
                    of: [
                        Member("key", "string", values: Rule.Key.allCases.map(\.rawValue)),
                        Member("values", "array", format: "rule-value"),
                    ], isNullable: !isNew),
                Member("at", "integer", range: 1...Int(Int32.max), isNullable: true),
            ]
        }
        private static let mirror = [
            Member("name", "string", format: "title", isNullable: true),
            Member("shows", "array", format: "mirror-detail", isNullable: true),
            Member("title", "string", format: "title", isNullable: true),
            Member("days", "integer", range: Mirror.possibleDays, isNullable: true),
            Member("private", "boolean", isNullable: true),
            Member("flat", "boolean", isNullable: true),
            Member("paused", "boolean", isNullable: true),
        ]
        private static let calendar = [
            Member("name", "string", format: "title"),
            Member("color", "string", isNullable: true),
            Member("interval", "integer", isNullable: true),
        ]
        private static let todoValues = [
            Member("summary", "string", format: "title"),
            Member("due", "string", format: "day-or-time", isNullable: true),
            Member("start", "string", format: "day-or-time", isNullable: true),
            Member("priority", "integer", range: 0...9, isNullable: true),
            Member("status", "string", values: TodoRequest.values, isNullable: true),
            Member("percent", "integer", range: 0...100, isNullable: true),
            Member("location", "string", isNullable: true),
            Member("description", "string", isNullable: true),
            Member("url", "string", isNullable: true),
            Member("categories", "array", isNullable: true),
            Member("rules", "array", format: "recurrence-rule", isNullable: true),
            Member("parent", "string", isNullable: true),
            Member("calendar", "string", format: "calendar-name", isNullable: true),
        ]
        private static let journalValues = [
            Member("summary", "string", format: "title"),
            Member("start", "string", format: "day-or-time", isNullable: true),
            Member("status", "string", values: ItemKind.journal.statuses, isNullable: true),
            Member("description", "string", isNullable: true),
            Member("url", "string", isNullable: true),
            Member("categories", "array", isNullable: true),
            Member("rules", "array", format: "recurrence-rule", isNullable: true),
            Member(
                "class", "string", values: ["public", "private", "confidential"], isNullable: true),
            Member("calendar", "string", format: "calendar-name", isNullable: true),
        ]
        private static let alarm = [
            Member("trigger", "string", format: "alarm-trigger"),
            Member("related", "string", values: ["START", "END"], isNullable: true),
            Member("action", "string", format: "alarm-action", isNullable: true),
            Member("description", "string", isNullable: true),
        ]
        private static let guest = [
            Member("address", "string", format: "calendar-address"),
            Member("name", "string", isNullable: true),
            Member("role", "string", isNullable: true),
            Member("kind", "string", isNullable: true),
            Member("rsvp", "boolean", isNullable: true),
        ]
        private static let values = [
            Member("summary", "string", isNullable: true),
            Member("location", "string", isNullable: true),
            Member("description", "string", isNullable: true),
            Member("url", "string", isNullable: true),
            Member("categories", "array", isNullable: true),
            Member("rules", "array", format: "recurrence-rule", isNullable: true),
            Member("start", "string", format: "day-or-time"),
            Member("end", "string", format: "day-or-time", isNullable: true),
            Member("timeZone", "string", format: "time-zone", isNullable: true),
            Member(
                "status", "string", values: ["confirmed", "tentative", "cancelled"],
                isNullable: true),
            Member("allDay", "boolean", isNullable: true),
            Member("transparent", "boolean", isNullable: true),
            Member("endTimeZone", "string", format: "time-zone", isNullable: true),
            Member("repeat", "string", format: "repetition-words", isNullable: true),
            Member("language", "string", isNullable: true),
            Member(
                "class", "string", values: ["public", "private", "confidential"], isNullable: true),
            Member("alarms", "array", of: alarm, isNullable: true),
            Member("participants", "array", of: guest, isNullable: true),
            Member("calendar", "string", format: "calendar-name", isNullable: true),
        ]
    }

    /// A member of an object.
    struct Member: Sendable {
        var name, type: String
        var format: String?
        var values: [String] = []
        var range: ClosedRange<Int>?
        /// Of an array of objects: theirs, of which the first is required.
        var members: [Member] = []
        /// Whether null is taken, which removes the value (RFC 7396).
        var isNullable = false

        init(
            _ name: String, _ type: String, format: String? = nil, values: [String] = [],
            range: ClosedRange<Int>? = nil, of members: [Member] = [], isNullable: Bool = false
        ) {
            (self.range, self.members) = (range, members)
            (self.name, self.type, self.format) = (name, type, format)
            (self.values, self.isNullable) = (values, isNullable)
        }
    }
}

extension JSONWriter {
    /// A member whose name is not known before.
    mutating func object(named name: String, _ members: (inout JSONWriter) -> Void) {
        key(quoting: name)
        object(members)
    }

    fileprivate mutating func properties(
        _ members: [OpenAPI.Member], required: [String] = [], isClosed: Bool = false
    ) {
        member("type", "object")
        object("properties") { json in
            for one in members { json.object(named: one.name) { $0.schema(of: one) } }
        }
        if !required.isEmpty { member("required", required) }
        if isClosed { member("additionalProperties", false) }
    }

    /// What a member may be: null beside it, not as one of its types, as no format and no choice is one of null.
    private mutating func schema(of one: OpenAPI.Member) {
        guard one.isNullable else { return value(of: one) }
        array("anyOf") { json in
            json.object { $0.value(of: one) }
            json.object { $0.member("type", "null") }
        }
    }

    private mutating func value(of one: OpenAPI.Member) {
        member("type", one.type)
        if one.type == "array" {
            object("items") { json in
                guard one.members.isEmpty else {
                    return json.properties(one.members, required: [one.members[0].name])
                }
                json.member("type", "string")
                if let format = one.format { json.member("format", format) }
            }
        } else if let format = one.format {
            member("format", format)
        }
        if let range = one.range {
            member("minimum", range.lowerBound)
            member("maximum", range.upperBound)
        }
        if !one.values.isEmpty { member("enum", one.values) }
    }
}
