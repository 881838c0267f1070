internal import CalendarMerge
internal import GRDB
internal import ICalendar

/// Answers one query within one transaction.
struct SearchReader {
    private let database: Database
    private let index: SearchIndex
    private let present: Present
    private var occurrences: Occurrences
    private var assembler: OccurrenceAssembler
    /// The components that a better rank has read.
    private var seen: Set<Int64> = []
    /// The series of these components.
    private var seenSeries: Set<Int64> = []

    /// The most recurring and long coming events to read for one rank if the results are limited: each costs
    /// some look-ups to find its next occurrence.
    private static let maximalSeries = 200
    /// How many events to look up together.
    private static let page = 100
    /// How many days before and after today to look for an instance that no rule hides.
    private static let ruledDays = 366
    /// How many pages within a day to read to order its events.
    private static let pagesOfDay = 5

    init(
        _ database: Database, _ index: SearchIndex, _ present: Present, filter: EventFilter,
        zones: TimeZoneDatabase
    ) throws {
        (self.database, self.index, self.present) = (database, index, present)
        occurrences = try Occurrences(database, zones: zones)
        assembler = try OccurrenceAssembler(&occurrences, filter: filter)
    }

    /// The store's revision.
    var revision: Int64 { occurrences.revision }

    /// The matching events, each once, the best first.
    ///
    /// - Parameter endsWithBestRank: returns only those that match as well as the best one.
    mutating func events(
        _ question: SearchQuery, limit: Int?, endsWithBestRank: Bool = false
    ) throws -> EventSearch.Results {
        var events: [AgendaEvent] = []
        var names: Set<SearchHits.Name> = []
        for rank in SearchRank.allCases {
            if let limit, events.count > limit { break }
            if endsWithBestRank, !events.isEmpty { break }
            guard
                let expression = try SearchExpression.text(
                    question, rank: rank, index: index, database)
            else { continue }
            // One more than wanted shows that there are more.
            let wanted = limit.map { $0 + 1 - events.count } ?? Int.max
            var hits = SearchHits(names: names, zone: present.zone)
            try collect(expression, question, wanted, into: &hits)
            for event in hits.sorted.prefix(wanted) {
                names.insert(SearchHits.Name(event))
                events.append(event)
            }
        }
        return EventSearch.Results(events, limit: limit)
    }

    /// All events, each once, those to come first.
    mutating func all(limit: Int?) throws -> EventSearch.Results {
        var hits = SearchHits(names: [], zone: present.zone)
        let ids = try Int64.fetchAll(database, sql: "SELECT id FROM event ORDER BY id")
        for start in stride(from: 0, to: ids.count, by: Self.page) {
            let page = Array(ids[start..<min(start + Self.page, ids.count)])
            for case let described? in try occurrences.events.fetch(page) {
                if let event = try nearestEvent(described) { add(event, to: &hits) }
            }
        }
        return EventSearch.Results(hits.sorted, limit: limit)
    }

    /// Collects the hits of one rank: enough to know its first `wanted` events.
    private mutating func collect(
        _ expression: String, _ question: SearchQuery, _ wanted: Int, into hits: inout SearchHits
    ) throws {
        let singles = DocumentNumber.singles
        let running = DocumentNumber.singles(overlapping: present.now..<present.now).lowerBound
        let ending = DocumentNumber.endings(after: present.now)
        for (numbers, backwards) in [
            (DocumentNumber.others, true), (ending..<DocumentNumber.endings.upperBound, false),
        ] {
            let known = seenSeries.count
            try forEachPage(expression, numbers, backwards: backwards) { search, ids, _ in
                try search.add(ids, question, to: &hits)
                // One series may have thousands of overrides, but only its next occurrence counts.
                return wanted == Int.max || search.seenSeries.count - known < Self.maximalSeries
            }
        }
        try addNearest(expression, running..<singles.upperBound, question, wanted, &hits) {
            $0.comingCount
        }
        for numbers in [
            singles.lowerBound..<running, DocumentNumber.endings.lowerBound..<ending,
        ] where hits.comingCount < wanted {
            try addNearest(expression, numbers, backwards: true, question, wanted, &hits) {
                $0.pastCount
            }
        }
    }

    /// Adds events by number until `wanted` are found, then those within a day of the last: further away, the
    /// reader's zone cannot change the order.
    private mutating func addNearest(
        _ expression: String, _ numbers: Range<Int64>, backwards: Bool = false,
        _ question: SearchQuery, _ wanted: Int, _ hits: inout SearchHits,
        count: (SearchHits) -> Int
    ) throws {
        let before = count(hits)
        var pagesLeft: Int?
        var end: Int64?
        try forEachPage(expression, numbers, backwards: backwards) { search, ids, last in
            try search.add(ids, question, to: &hits)
            guard count(hits) - before >= wanted else { return true }
            pagesLeft = (pagesLeft ?? Self.pagesOfDay) - 1
            end = end ?? last + DocumentNumber.day * (backwards ? -1 : 1)
            let isBehind = end.map { backwards ? last < $0 : last > $0 } ?? true
            return !isBehind && pagesLeft != 0
        }
    }

    /// Calls `body` with the matching components, a page at a time, until it returns false. `body` also takes
    /// the last document's number.
    private mutating func forEachPage(
        _ expression: String, _ numbers: Range<Int64>, backwards: Bool = false,
        _ body: (inout SearchReader, [Int64], Int64) throws -> Bool
    ) throws {
        var numbers = numbers
        while !numbers.isEmpty {
            var ids: [Int64] = []
            var (count, last) = (0, Int64(0))
            try index.forEach(
                matching: expression, among: numbers, backwards: backwards, limit: Self.page,
                database
            ) { number, componentID in
                if componentID != 0 { ids.append(componentID) }
                (count, last) = (count + 1, number)
            }
            guard try body(&self, ids, last), count == Self.page else { return }
            numbers =
                backwards ? numbers.lowerBound..<last : (last + 1)..<numbers.upperBound
        }
    }

    /// Adds the events of these components.
    private mutating func add(
        _ ids: [Int64], _ question: SearchQuery, to hits: inout SearchHits
    ) throws {
        let new = ids.filter { seen.insert($0).inserted }
        for case let described? in try occurrences.events.fetch(new)
        where described.series.isShared || !hits.knows(uid: described.series.uid) {
            seenSeries.insert(described.series.id)
            if let event = try nearestEvent(described) ?? shown(insteadOf: described, question) {
                add(event, to: &hits)
            }
        }
    }

    private func add(_ event: AgendaEvent, to hits: inout SearchHits) {
        hits.add(event, isOver: present.isOver(event.span))
    }

    /// What is shown of a component's nearest occurrence; nil if it has none or another copy is shown.
    private mutating func nearestEvent(_ described: StoredEvent) throws -> AgendaEvent? {
        guard let nearest = try occurrences.nearest(described, to: present) else { return nil }
        if let event = try assembler.event(nearest) { return event }
        guard described.isRuled, described.series.isRecurring else { return nil }
        // A rule hides that instance, and perhaps not all.
        let window = NodeWindow(
            firstDate: present.today - Self.ruledDays, count: 2 * Self.ruledDays,
            zone: present.zone)
        var others: [StoredOccurrence] = []
        try occurrences.forEach(
            in: window, around: present.today, among: [described.event.id]
        ) { others.append($0) }
        for other in others.sorted(by: present.isNearer) {
            if let event = try assembler.event(other) { return event }
        }
        return nil
    }

    /// The copy that is shown instead of a hidden one, if it has been filled with the hidden one's words.
    private mutating func shown(
        insteadOf described: StoredEvent, _ question: SearchQuery
    ) throws -> AgendaEvent? {
        guard described.series.isShared,
            let winner = try assembler.copies(uid: described.series.uid)
                .group(of: described.series.id)?.decision.winner,
            winner.seriesID != described.series.id,
            let master = winner.master,
            case let other?? = try occurrences.events.fetch([master.eventID]).first,
            let event = try nearestEvent(other), event.hasWords(of: question)
        else { return nil }
        return event
    }

    /// The matching occurrences on some days, by time.
    mutating func occurrences(
        _ question: SearchQuery, on dates: Range<CivilDate>, limit: Int?
    ) throws -> EventSearch.Results {
        guard
            let expression = try SearchExpression.text(
                question, rank: .anywhere, index: index, database)
        else { return EventSearch.Results([], limit: limit) }
        let zone = present.zone
        let window = NodeWindow(firstDate: dates.lowerBound, count: dates.count, zone: zone)
        let endings =
            occurrences.hasExpanded(window.dates)
            ? DocumentNumber.endings(after: window.instants.lowerBound)
            : DocumentNumber.endings.lowerBound
        var found: Set<Int64> = []
        for numbers in [
            DocumentNumber.singles(overlapping: window.instants), endings..<Int64.max,
        ] {
            try index.forEach(
                matching: expression, among: numbers, limit: Int.max, database
            ) { found.insert($1) }
        }
        let wanted = try found.union(index.copies(of: found, database))
        var events: [AgendaEvent] = []
        try occurrences.forEach(in: window, around: present.today, among: wanted) { occurrence in
            guard !window.indices(of: occurrence.span).isEmpty,
                let event = try assembler.event(occurrence)
            else { return }
            // A shown copy may have been filled with the words of one that is not shown.
            if found.contains(occurrence.event.id) || event.hasWords(of: question) {
                events.append(event)
            }
        }
        let ordered = events.map {
            (start: zone.instant(of: $0.span.start), order: EventOrder($0, zone: zone), event: $0)
        }.sorted { ($0.start, $0.order) < ($1.start, $1.order) }
        return EventSearch.Results(ordered.map(\.event), limit: limit)
    }
}

extension AgendaEvent {
    /// Whether the words are in what is shown of the event, not counting its participants.
    fileprivate func hasWords(of question: SearchQuery) -> Bool {
        question.matches([summary, location, details, organizer])
    }
}
