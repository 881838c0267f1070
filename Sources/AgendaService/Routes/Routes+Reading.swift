internal import AgendaJSON
internal import AgendaKit
internal import ICalendar

extension Route {
    /// What the reading commands print, byte for byte.
    static let reading: [Route] = [
        Route(
            method: "GET", path: "/v1/timeline",
            summary: "The 488 days around today, or one slice of 61.",
            parameters: [.init("slice", .number, "0 to 7: only these 61 days.", range: 0...7)]
                + .filter
        ) { call in
            let slice = try call.query.number("slice", in: 0...7)
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
                let all = try call.store.history()
                return EventChange.document(all.prefix(number ?? all.count), zone: call.live.zone)
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
            method: "GET", path: "/v1/changes", summary: "What has changed since a revision.",
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

extension Call {
    /// The timeline that is kept up to date anyway, unless it is behind or another reader's is wanted.
    private func wholeTimeline() async throws -> Timeline {
        let (zone, filter) = (try zone(), try filter())
        if zone == live.zone, filter == EventFilter(), let kept = await live.log.timeline,
            kept.today == (try today()), kept.revision == (try store.revision())
        {
            return kept
        }
        let provider = live.provider(zone, filter)
        var timeline = try await provider.timeline()
        timeline.items = try await provider.items(on: timeline.window.dates)
        return timeline
    }

    fileprivate func timeline(slice: Int?) async throws -> OutputBuffer {
        var timeline = try await wholeTimeline()
        let today = timeline.todayIndex
        var items = timeline.placed(timeline.items)
        if let slice {
            let start = slice * NodeWindow.sliceLength
            let days = start..<start + NodeWindow.sliceLength
            timeline.nodes = Array(timeline.nodes[days])
            items.removeAll { !$0.nodes.contains(where: days.contains) }
        }
        return timeline.document(todayIndex: today, items: items)
    }

    fileprivate func events() async throws -> ServiceResponse {
        let dates = try dates(7)
        guard let limit = try query.number("limit", in: 1...10_000) else {
            guard try query.text("cursor") == nil else {
                throw Problem.badParameter(
                    "cursor", "it is there without 'limit'", remedy: "give both")
            }
            return try await document {
                let provider = try self.provider()
                return try await provider.days(dates).document(
                    dates: dates, sources: try store.sources(),
                    items: try await provider.items(on: dates))
            }
        }
        let provider = try self.provider()
        let timeline = try await provider.days(dates)
        let (events, start) = (timeline.occurrences, try place(timeline.revision))
        guard start <= events.count else { throw Self.badCursor }
        let end = min(start + limit, events.count)
        let next = end < events.count ? "\(timeline.revision).\(end)" : nil
        let sources = try store.sources()
        let items = start == 0 ? try await provider.items(on: dates) : []
        let output = JSONWriter.document(zone: timeline.zone, dates: dates) { json in
            json.lines("sources", sources)
            json.lines("events", Array(events[start..<end]))
            json.items(items)
            json.member("next", next)
        }
        return .json(output.bytes)
    }

    /// Where the cursor points, in the list at this revision.
    private func place(_ revision: Int64) throws(Problem) -> Int {
        guard let cursor = try query.text("cursor") else { return 0 }
        let parts = cursor.split(separator: ".").map { Int64($0) }
        guard parts.count == 2, let old = parts[0], let place = parts[1], place >= 0 else {
            throw Self.badCursor
        }
        guard old == revision else {
            throw Problem(
                410, "cursor-too-old", "the calendars have changed since the first page",
                remedy: "begin again without 'cursor'")
        }
        return Int(place)
    }

    private static let badCursor = Problem.badParameter(
        "cursor", "it is none of this list", remedy: "give what 'next' was")

    /// One event or to-do, with a tag that changes with it alone.
    fileprivate func event() async throws -> ServiceResponse {
        do {
            return try tagged(document(of: details()))
        } catch let error as AgendaError where error.code == .notFound {
            if let item = try await todo() { return try tagged(document(of: item)) }
            guard let entry = try await journal() else { throw error }
            return tagged(JSONWriter.lines([entry], zone: try zone()))
        }
    }

    /// A document with a tag that changes with it alone.
    func tagged(_ output: OutputBuffer) -> ServiceResponse {
        let bytes = output.bytes
        let tag = Self.tag(bytes)
        let fields: HeaderFields = [
            "ETag": tag, "Cache-Control": "private, no-cache", "Content-Type": "application/json",
        ]
        return isKnown(tag)
            ? notModified(tag, fields)
            : ServiceResponse(200, fields: fields, body: .bytes(bytes))
    }

    /// As `agenda show --json`.
    func document(of details: EventDetails) throws -> OutputBuffer {
        JSONWriter.lines([details], zone: try zone())
    }

    /// The event that the path names.
    func details() throws -> EventDetails {
        try store.details(of: values["id"] ?? "", clock: live.clock, zone: try zone())
    }

    static func tag(_ bytes: [UInt8]) -> String { "\"\(String(bytes.fnv1a, radix: 36))\"" }

    fileprivate func search() async throws -> ServiceResponse {
        guard let text = try query.text("q"), let words = SearchQuery(text) else {
            throw Problem.badParameter(
                "q", "there is no word in it", remedy: "give part of a title or name")
        }
        let limit = try query.number("limit", in: 1...10_000) ?? 50
        let hasDays =
            try query.date("from") != nil || query.date("to") != nil || query.text("days") != nil
        let dates = hasDays ? try dates(7) : nil
        let provider = try self.provider()
        let found = try await provider.search(words, on: dates, limit: limit)
        let items = try await provider.items(matching: words, on: dates).prefix(limit)
        return .json(
            found.events.document(ofSearch: words.text, items: Array(items), zone: try zone())
                .bytes)
    }

    fileprivate func free() async throws -> ServiceResponse {
        let (dates, zone) = (try dates(7), try zone())
        let length = try query.length("for") ?? CalendarDuration(seconds: 1_800)
        let weekdays = try query.flag("weekends") ? Set(Weekday.allCases) : WorkingHours.workweek
        let between = try query.text("between") ?? "9:00-17:00"
        guard let hours = WorkingHours(words: between, weekdays: weekdays) else {
            throw Problem.badParameter(
                "between", "expected hours such as 9:00-17:00, got '\(between)'",
                remedy: "give such hours")
        }
        let others = try query.zones("with")
        let search = FreeTime(
            hours: hours, zone: zone, otherZones: others,
            shortest: length.days * 86_400 + length.seconds)
        let slots = try await plannedProvider().free(
            search, on: dates, countingWholeDays: try query.flag("allDayBusy"))
        return .json(
            FreeSlot.document(
                slots.map { FreeSlot(times: $0, otherZones: others) }, dates: dates, zone: zone
            ).bytes)
    }

    fileprivate func ribbon() async throws -> OutputBuffer {
        let timeline = try await wholeTimeline()
        let pairs = Conflicts(
            among: timeline.occurrences, zone: timeline.zone, countingWholeDays: false
        ).pairs
        let days = Set(
            pairs.compactMap {
                timeline.index(of: timeline.zone.wallTime(at: $0.times.lowerBound).date)
            })
        return JSONWriter.document(zone: timeline.zone) { json in
            json.member("from", timeline.window.firstDate)
            json.member("counts", timeline.nodes.map { $0.events.count })
            json.member("conflicts", days.sorted())
            let items = timeline.items.flatMap(timeline.indices(of:))
            if !items.isEmpty {
                json.member(
                    "items",
                    items.reduce(into: timeline.nodes.map { _ in 0 }) { $0[$1] += 1 })
            }
        }
    }

    fileprivate func changes() async throws -> ServiceResponse {
        guard let since = try query.number("since", in: 0...(Int.max >> 1)) else {
            throw Problem.badParameter(
                "since", "it is missing", remedy: "give the revision that you know")
        }
        let (changes, items, revision):
            ([TimelineUpdate.Change], [TimelineUpdate.ItemChange], Int64)
        guard try store.revision() >= Int64(since) else { throw Self.tooOld(since) }
        switch await live.log.news(since: Int64(since)) {
        case .changes(let found, let others, let present):
            (changes, items, revision) = (found, others, present)
        case .nothing: (changes, items, revision) = ([], [], Int64(since))
        case .reset:
            throw Self.tooOld(since)
        }
        let output = JSONWriter.document(zone: live.zone) { json in
            json.member("revision", Int(revision))
            json.lines("changes", changes)
            if !items.isEmpty { json.lines("items", items) }
        }
        return .json(output.bytes)
    }

    private static func tooOld(_ since: Int) -> Problem {
        Problem(
            410, "revision-too-old", "the changes since revision \(since) are not kept",
            remedy: "load /v1/timeline again")
    }
}
