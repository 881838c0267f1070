internal import AgendaActions
internal import AgendaJSON
internal import AgendaKit
internal import AgendaWords
internal import ICalendar

extension Route {
    /// Changes that an assistant proposes: each waits until it is accepted, and is then a change like others, or refused.
    static let proposals: [Route] = [
        Route(
            method: "GET", path: "/v1/proposals",
            summary:
                "The changes that an assistant proposes: `becomes` has the events as they would be, `about` the item as it is now; `stale` says that it has changed since.",
            parameters: [.zone]
        ) { call in
            let all = try await call.reviewing { try await $0.all() }
            return .json(
                JSONWriter.document(zone: try call.zone()) { $0.lines("proposals", all) }.bytes)
        },
        Route(
            method: "POST", path: "/v1/proposals/{number}",
            summary:
                "Accept a proposed change, perhaps with other `values`: all those of a new event, those that differ of another one. One whose event has changed since needs `stale`.",
            parameters: [.proposal, .zone], statuses: [200, 404], takesContent: true
        ) { call in
            try await call.accept(try call.content(AcceptRequest.self))
        },
        Route(
            method: "DELETE", path: "/v1/proposals/{number}",
            summary: "Refuse a proposed change: it waits no more.", parameters: [.proposal],
            statuses: [200, 404]
        ) { call in
            let number = call.proposalNumber
            try await call.reviewing { try $0.refuse(number) }
            return .json(
                JSONWriter.document(zone: call.live.zone) { $0.member("refused", number) }.bytes)
        },
    ]
}

extension Route.Parameter {
    fileprivate static let proposal = Self(
        "number", .number, "The proposal's number.", range: 1...Int(Int32.max))
}

/// The content of a request that accepts a proposal.
private struct AcceptRequest: Decodable {
    let stale: Bool
    let values: ItemValues?

    private enum CodingKeys: String, CodingKey, CaseIterable { case stale, values }

    init(from decoder: any Decoder) throws {
        try ItemValues.requireMembers(CodingKeys.allCases.map(\.rawValue), in: decoder)
        let members = try decoder.container(keyedBy: CodingKeys.self)
        stale = try members.decodeIfPresent(Bool.self, forKey: .stale) ?? false
        values = try members.decodeIfPresent(ItemValues.self, forKey: .values)
    }
}

extension Call {
    fileprivate var proposalNumber: Int { Int(values["number"] ?? "") ?? 0 }

    /// Says in a problem why nothing can be decided.
    fileprivate func reviewing<Value>(
        _ body: (ReviewDesk) async throws -> Value
    ) async throws -> Value {
        do {
            var person = try changer()
            // What is told is in the answer.
            person.isQuiet = true
            return try await body(ReviewDesk(person))
        } catch let fault as ReviewDesk.Fault {
            switch fault {
            case .unknown:
                throw Problem(
                    404, "no-proposal", "this proposal waits no more",
                    remedy: "ask for the list again")
            case .stale:
                throw Problem(
                    409, "stale", "the event has changed since this was proposed",
                    remedy: "look at what it would change now, and send stale")
            }
        } catch let error as AgendaError where error.place.hasPrefix("/") {
            throw AgendaError(error.reason)
        } catch let failure as CommandFailure {
            throw Problem(409, "not-possible", failure)
        }
    }

    fileprivate func accept(_ wanted: AcceptRequest) async throws -> ServiceResponse {
        let (number, zone, person) = (proposalNumber, try zone(), try changer())
        let done = try await reviewing { desk in
            let change = try ReviewedProposal.change(desk.proposal(number))
            return try await desk.accept(number, evenIfStale: wanted.stale) {
                guard let values = wanted.values else {
                    return try await change.outcome(person) { new, _ in "\(new.event.summary ?? "")"
                    }
                }
                return try await change.outcome(with: values, person, zone)
            }
        }
        let output = JSONWriter.document(zone: zone) { json in
            json.member("number", Int(done.change.id))
            json.member("summary", done.change.summary)
            json.member("id", done.id.map { $0.description })
        }
        return .json(output.bytes)
    }
}

extension ToolChange {
    /// Does it with other values: a new event has these alone, another one also those that they leave as they were proposed.
    fileprivate func outcome(
        with values: ItemValues, _ person: Person, _ zone: TimeZoneRules
    ) async throws -> Outcome? {
        switch verb {
        case .addEvent:
            return try await NewItem(values, .event, for: person)
                .add(to: values.calendar ?? calendar, person)
        case .editEvent:
            var change = self
            change.edits.take(try values.edits(zone: zone))
            return try await change.outcome(person) { new, _ in "\(new.event.summary ?? "")" }
        default:
            throw Problem.unfitContent(
                "values: only a new or a changed event has some", remedy: "leave them out")
        }
    }
}

extension ItemEdits {
    /// Takes what others say, and keeps the rest.
    fileprivate mutating func take(_ other: ItemEdits) {
        func take<Value>(_ key: WritableKeyPath<ItemEdits, Value?>) {
            if let value = other[keyPath: key] { self[keyPath: key] = value }
        }
        take(\.summary)
        take(\.location)
        take(\.description)
        take(\.url)
        take(\.categories)
        take(\.status)
        take(\.busy)
        take(\.classification)
        if other.times != nil {
            (start, end, duration, timeZone, allDay) = (nil, nil, nil, nil, false)
            times = other.times
        }
        if other.rules != nil || other.every != nil {
            (every, until, count) = (nil, nil, nil)
            take(\.rules)
            take(\.every)
        }
        if other.guests != nil {
            attendees = nil
            take(\.guests)
        }
        if other.alarmValues != nil {
            alarms = nil
            take(\.alarmValues)
        }
    }
}
