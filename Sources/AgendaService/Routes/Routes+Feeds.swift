internal import AgendaKit
internal import ICalendar

extension Route {
    /// Calendars for whoever has a link (``SharedLink``): no other request is answered to them.
    static let feeds: [Route] = [
        Route(
            method: "GET", path: "/feeds/{token}.ics",
            summary: "The calendars that a link shows, merged, to subscribe to.",
            parameters: [.token], content: .calendar, statuses: [200, 404], audience: .all
        ) { call in
            try await call.feed()
        },
        Route(
            method: "GET", path: "/feeds/{token}/busy.ics",
            summary: "When somebody is busy, and nothing of what for.",
            parameters: [.token], content: .calendar, statuses: [200, 404], audience: .all
        ) { call in
            try await call.feed(isBusyOnly: true)
        },
    ]
}

extension Route.Parameter {
    fileprivate static let token = Self("token", .text, "The link's secret part.")
}

extension Call {
    fileprivate func feed(isBusyOnly: Bool = false) async throws -> ServiceResponse {
        guard let link = try service.links.link(token: values["token"] ?? "", at: live.clock.now)
        else {
            throw Problem(
                404, "no-such-link", "there is no such link, or it has ended",
                remedy: "ask its owner for another one")
        }
        let feed = SharedFeed(link, isBusyOnly: isBusyOnly)
        let (store, live) = (store, live)
        return try await document(of: "text/calendar; charset=utf-8") {
            try await feed.text(of: store, clock: live.clock, zone: live.zone)
        }
    }
}
