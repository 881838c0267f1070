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
        let known = try stateTag()
        // Its readers learn nothing of what they do not see: neither the store's revision nor a tag that changes with it.
        // The link's secret is the digest's key, so that the tag outlives the service.
        let documents = service.documents
        var bytes = documents.bytes(for: request.target, tag: known.tag)
        if bytes == nil {
            let text = try await feed.text(
                of: store, clock: live.clock, zone: live.zone, me: live.me)
            documents.keep(text, for: request.target, tag: known.tag)
            bytes = text
        }
        let tag = digestTag(of: bytes ?? [], link, known.tag)
        let fields: HeaderFields = ["ETag": tag, "Cache-Control": "private, no-cache"]
        if let same = notModified(tag, fields) { return same }
        var response = ServiceResponse(200, fields: fields, body: .bytes(bytes ?? []))
        response.fields["Content-Type"] = "text/calendar; charset=utf-8"
        return response
    }

    /// The tag of a feed's content; computed once for a state of the store.
    private func digestTag(of bytes: [UInt8], _ link: SharedLink, _ state: String) -> String {
        let target = "tag " + request.target
        if let known = service.documents.bytes(for: target, tag: state) {
            return String(decoding: known, as: UTF8.self)
        }
        let secret = link.token.suffix(32)
        let halves = [secret.prefix(16), secret.suffix(16)].map {
            UInt64($0, radix: 16) ?? 0
        }
        let digest = ContentDigest(bytes, key: .init(low: halves[0], high: halves[1]))
        let tag = "\"\(String(digest.high, radix: 16))\(String(digest.low, radix: 16))\""
        service.documents.keep(Array(tag.utf8), for: target, tag: state)
        return tag
    }
}
