internal import AgendaJSON
internal import AgendaKit

extension Route {
    /// What the reading commands print, byte for byte.
    static let reading: [Route] = [
        Route(
            method: "GET", path: "/v1/timeline",
            summary: "The 488 days around today, or one slice of 61.",
            parameters: [
                .init("slice", .number, "0 to 7: only these 61 days.", range: NodeWindow.slices)
            ] + .filter
        ) { call in
            let slice = try call.query.number("slice", in: NodeWindow.slices)
            return try await call.document { try await call.timeline(slice: slice) }
        },
        Route(
            method: "GET", path: "/v1/events",
            summary: "The events of some days; by default of today and the next six.",
            parameters: .days + .filter + [
                .init(
                    "limit", .number,
                    "At most so many events; `next` is the cursor of those after them.",
                    range: 1...10_000),
                .init(
                    "cursor", .text, "What `next` was: the events after those; with `limit`.",
                    format: "cursor"),
            ], statuses: [200, 410]
        ) { call in
            try await call.events()
        },
        Route(
            method: "GET", path: "/v1/events/{id}",
            summary: "Everything about one event, one to-do or one journal entry.",
            parameters: [.id, .zone],
            statuses: [200, 404, 409]
        ) { call in
            try await call.event()
        },
        Route(
            method: "GET", path: "/v1/search", summary: "Events by their words.",
            parameters: [
                .init(
                    "q", .text,
                    "The words: all must be there, each also as the beginning of a longer one.",
                    format: "search-words", isRequired: true),
                .init("limit", .number, "At most so many; by default 50.", range: 1...10_000),
                .init("from", .date, "Occurrences from this day on."),
                .init("to", .date, "Until this day."),
                .init("days", .number, "How many days; not together with `to`.", range: 1...3_660),
            ] + .filter
        ) { call in
            try await call.search()
        },
        Route(
            method: "GET", path: "/v1/next",
            summary: "The running or next event, and the one after it.",
            parameters: [
                .init(
                    "days", .number, "How many days to look ahead; by default 7.", range: 1...366),
                .init("allDay", .flag, "Whether events of a day and longer count."),
            ] + .filter
        ) { call in
            let (days, allDay) = (
                try call.query.number("days", in: 1...366) ?? 7, try call.query.flag("allDay")
            )
            let found = try await call.plannedProvider().next(
                within: days, countingWholeDays: allDay)
            let store = call.store
            let entry = try found.map { try NextEntry($0.current, in: store) }
            let following = try found?.following.map { try NextEntry($0, in: store) }
            return .json(
                NextEntry.document(entry, following: following, zone: try call.zone()).bytes)
        },
        Route(
            method: "GET", path: "/v1/free",
            summary: "Free time within working hours; by default in seven days.",
            parameters: [
                .init(
                    "for", .text, "The shortest slot, such as 45m; by default 30m.",
                    format: "duration-words"),
                .init(
                    "between", .text, "The hours of a day; by default 9:00-17:00.",
                    format: "working-hours"),
                .init("weekends", .flag, "Whether Saturdays and Sundays count."),
                .init("allDayBusy", .flag, "Whether all-day events block their days."),
                .init(
                    "with", .list, "Only within these hours in this zone as well; may be repeated.",
                    format: "time-zone"),
            ] + .days + .filter
        ) { call in
            try await call.free()
        },
        Route(
            method: "GET", path: "/v1/conflicts",
            summary: "Events that overlap; by default in 30 days.",
            parameters: [.init("allDayBusy", .flag, "Whether all-day events count.")] + .days
                + .filter
        ) { call in
            let dates = try call.dates(30)
            let conflicts = try await call.plannedProvider().conflicts(
                on: dates, countingWholeDays: try call.query.flag("allDayBusy"))
            return .json(conflicts.document(dates: dates, zone: try call.zone()).bytes)
        },
        Route(
            method: "GET", path: "/v1/history",
            summary: "The changes made to events, newest first.",
            parameters: [.init("number", .number, "How many; by default all.", range: 1...1_000)]
        ) { call in
            let number = try call.query.number("number", in: 1...1_000)
            return try await call.document {
                let changes = try call.store.history(last: number)
                return EventChange.document(changes, zone: call.live.zone)
            }
        },
        Route(
            method: "GET", path: "/v1/ribbon",
            summary:
                "How many events each of the 488 days has, and which have some that overlap; `items`, unless there are none: how many to-dos and journal entries.",
            parameters: .filter
        ) { call in
            try await call.document { try await call.ribbon() }
        },
        Route(
            method: "GET", path: "/v1/declined",
            summary: "The ids of the timeline's events that the user has declined."
        ) { call in
            try await call.document {
                guard !call.live.me.isEmpty else {
                    return JSONWriter.document(zone: call.live.zone) {
                        $0.member("ids", [String]())
                    }
                }
                let timeline = try await call.plannedProvider().timeline()
                let ids = timeline.occurrences.filter(\.isDeclined).map(\.id.description)
                return JSONWriter.document(zone: timeline.zone) { $0.member("ids", ids) }
            }
        },
        Route(
            method: "GET", path: "/v1/changes",
            summary:
                "What has changed since a revision: `changes` and `items` as the lines of `/v1/stream`, with `by` and `number`.",
            parameters: [
                .init(
                    "since", .number, "The revision that is known.", range: 0...Int.max >> 1,
                    isRequired: true)
            ],
            statuses: [200, 410]
        ) { call in
            try await call.changes()
        },
    ]
}
