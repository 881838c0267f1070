internal import AgendaActions
internal import AgendaJSON
internal import AgendaKit
internal import ICalendar

// What the reading routes answer.
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

    func timeline(slice: Int?) async throws -> OutputBuffer {
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

    func events() async throws -> ServiceResponse {
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
    func event() async throws -> ServiceResponse {
        do {
            return try tagged(document(of: details()))
        } catch let error as AgendaError where error.code == .notFound {
            if let item = try await todo() {
                return tagged(try await document(of: item.occurrence))
            }
            guard let entry = try await journal() else { throw error }
            return tagged(try await document(of: entry))
        }
    }

    /// A document with a tag that changes with it alone.
    func tagged(_ output: OutputBuffer) -> ServiceResponse {
        let bytes = output.bytes
        let tag = Self.tag(bytes)
        let fields: HeaderFields = [
            "ETag": tag, "Cache-Control": "private, no-cache", "Content-Type": "application/json",
        ]
        return notModified(tag, fields)
            ?? ServiceResponse(200, fields: fields, body: .bytes(bytes))
    }

    /// As `agenda show --json`.
    func document(of details: EventDetails) throws -> OutputBuffer {
        JSONWriter.lines([details], zone: try zone())
    }

    /// The same of a to-do or a journal entry.
    func document(of item: AgendaEvent) async throws -> OutputBuffer {
        let zone = try zone()
        let whole = try await WholeItem(item, live.provider(zone, EventFilter()))
        return JSONWriter.lines([whole], zone: zone)
    }

    /// The event that the path names.
    func details() throws -> EventDetails {
        try store.details(of: values["id"] ?? "", clock: live.clock, zone: try zone())
    }

    static func tag(_ bytes: [UInt8]) -> String { "\"\(String(bytes.fnv1a, radix: 36))\"" }

    func search() async throws -> ServiceResponse {
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

    func free() async throws -> ServiceResponse {
        let (dates, zone) = (try dates(7), try zone())
        let length = try query.length("for") ?? CalendarDuration(seconds: 1_800)
        let (person, between) = (try person(), try query.text("between"))
        let hours = person.workingHours(between: between, weekends: try query.flag("weekends"))
        guard let hours else {
            throw Problem.badParameter(
                "between", "expected hours such as 9:00-17:00, got '\(between ?? "")'",
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

    func ribbon() async throws -> OutputBuffer {
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

    func changes() async throws -> ServiceResponse {
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
