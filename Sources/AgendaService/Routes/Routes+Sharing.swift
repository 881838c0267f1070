internal import AgendaJSON
internal import AgendaKit
internal import ICalendar

extension Route {
    /// Calendars that users of one service share with each other.
    static let sharing: [Route] = [
        Route(
            method: "GET", path: "/v1/sharing",
            summary:
                "Where `several` people are served: who may see which calendars of the user's (`given`), and which calendars are other users' (`taken`); `access` is `busy`, `read` or `write`."
        ) { call in
            try call.shared()
        },
        Route(
            method: "POST", path: "/v1/sharing",
            summary:
                "Let another user see a calendar: when one is busy (`busy`), what is not private (`read`), or change that as well (`write`); no more by `none`. It counts from that user's next request on. The answer is all that is shared now.",
            statuses: [200, 404, 409], takesContent: true
        ) { call in
            try call.share(try call.content(NewGrant.self))
        },
    ]
}

/// The content of a request to share.
private struct NewGrant: Decodable {
    var calendar: String
    var user: String
    var access: String
}

extension Call {
    private func desk() throws(Problem) -> any CalendarSharing {
        guard let desk = service.seat?.sharing else {
            throw Problem(
                404, "one-person", "one person is served here",
                remedy: "make a link with /v1/shares")
        }
        return desk
    }

    fileprivate func shared() throws -> ServiceResponse {
        let (desk, sources) = (service.seat?.sharing, try store.sources(counting: false))
        let given = try desk?.given(sources) ?? []
        let taken = try desk?.taken(sources) ?? []
        func write(_ shared: SharedCalendar, as name: StaticString, to json: inout JSONWriter) {
            json.object { json in
                json.member("id", number(of: shared.source))
                json.member("calendar", shared.source.name)
                json.member(name, shared.other)
                json.member("access", shared.access.rawValue)
            }
        }
        return .json(
            JSONWriter.document(zone: live.zone) { json in
                json.member("several", desk != nil)
                json.lines("given", given) { write($0, as: "user", to: &$1) }
                json.lines("taken", taken) { write($0, as: "owner", to: &$1) }
            }.bytes)
    }

    fileprivate func share(_ new: NewGrant) throws -> ServiceResponse {
        let desk = try desk()
        let access = SharedAccess(rawValue: new.access)
        guard access != nil || new.access == "none" else {
            throw Problem.badContent(
                "access: expected busy, read, write or none, got '\(new.access)'",
                remedy: "give one of these")
        }
        let name = try known([new.calendar]).first
        guard let source = try store.sources(counting: false).first(where: { $0.name == name })
        else { return try shared() }
        do {
            try desk.share(source, with: new.user, access)
        } catch let refusal as SharingRefusal {
            switch refusal {
            case .noUser(let name):
                throw Problem(
                    404, "no-user", "nobody is called '\(name)' here",
                    remedy: "ask them for the name with which they sign in")
            case .oneself:
                throw Problem(
                    409, "oneself", "the calendar is the user's own", remedy: "name somebody else")
            case .notOwn(let name):
                throw Problem(
                    409, "not-own", "'\(name)' is no calendar of the user's own",
                    remedy: "share one that was made here")
            }
        }
        return try shared()
    }

    /// Refuses what would show another user's calendar to others.
    func requireOwn(_ names: some Sequence<String>) throws {
        let foreign = Set(try store.sources(counting: false).filter(\.isShared).map(\.name))
        for name in names where foreign.contains(name) {
            throw Problem(
                409, "not-own", "'\(name)' is another user's, who shares it",
                remedy: "ask its owner for a link")
        }
    }
}
