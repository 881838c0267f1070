internal import AgendaActions
internal import AgendaJSON
internal import AgendaKit
internal import AgendaWords
internal import ICalendar

extension Route {
    /// Events of different calendars that are likely the same, and what is said of them.
    static let similar: [Route] = [
        Route(
            method: "GET", path: "/v1/similar",
            summary:
                "Events of different UIDs and calendars that are likely the same, the surest first, with the `reasons`.",
            parameters: [.zone]
        ) { call in
            try await call.document {
                let pairs = try await call.live.provider(call.zone(), EventFilter()).similar()
                return JSONWriter.document(zone: try call.zone()) { $0.lines("similar", pairs) }
            }
        },
        Route(
            method: "POST", path: "/v1/similar",
            summary:
                "Say that two events are the same, so that they are one everywhere, or with `same` false that they are not. `notes` says what keeps them apart all the same.",
            statuses: [200, 404, 409], takesContent: true
        ) { call in
            try await call.pair(try call.content(PairRequest.self))
        },
    ]
}

/// What is said of two events.
private struct PairRequest: Decodable {
    var first: String
    var second: String
    var same: Bool
}

extension Call {
    fileprivate func pair(_ wanted: PairRequest) async throws -> ServiceResponse {
        // Words would search, and a page has ids.
        for id in [wanted.first, wanted.second] where !OccurrenceName.isOne(id) {
            throw Problem.unfitContent(
                "'\(id)' is no id of an event", remedy: "give ids as /v1/similar has them")
        }
        let (change, notes): (EventChange?, [Message])
        do {
            (change, notes) = try await Pairing((wanted.first, wanted.second), changer())
                .note(isSame: wanted.same)
        } catch let error as CommandFailure {
            throw Problem(409, "no-pair", error)
        }
        return .json(
            JSONWriter.document(zone: live.zone) { json in
                json.member("same", wanted.same)
                json.member("number", change.map { Int($0.id) })
                json.member("notes", notes.map { $0.text(in: .english) })
            }.bytes)
    }
}
