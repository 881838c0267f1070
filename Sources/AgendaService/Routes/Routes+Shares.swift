internal import AgendaActions
internal import AgendaJSON
internal import AgendaKit
internal import ICalendar
internal import Synchronization

extension Route {
    /// Links by which others read, made and ended.
    static let shares: [Route] = [
        Route(
            method: "POST", path: "/v1/shares",
            summary:
                "Make a link by which others read calendars. `events` are the first that it shows, as its readers get them; the answer alone has the whole `link`.",
            parameters: [.dryRun], statuses: [200, 201], takesContent: true
        ) { call in
            try await call.share(try call.content(NewShare.self))
        },
        Route(
            method: "DELETE", path: "/v1/shares/{token}",
            summary: "End a link: nobody can read it from now on.",
            parameters: [.init("token", .text, "The link's secret part.")], statuses: [200, 404]
        ) { call in
            let token = call.values["token"] ?? ""
            guard let link = try call.service.links.all().first(where: { $0.token == token }) else {
                throw Problem(
                    404, "no-such-link", "there is no such link, or it was ended",
                    remedy: "ask for the list again")
            }
            try call.service.links.revoke(token)
            return .json(
                JSONWriter.document(zone: call.live.zone) { link.writeMembers(to: &$0) }.bytes)
        },
    ]
}

/// The content of a request for a link.
private struct NewShare: Decodable {
    var name: String?
    var calendars: [String]?
    var busyOnly: Bool?
    var days: Int?
    var expires: String?
    var includesPrivate: Bool?
}

extension Call {
    fileprivate func share(_ new: NewShare) async throws -> ServiceResponse {
        let isBusyOnly = new.busyOnly == true
        if let days = new.days, !SharedLink.days.contains(days) {
            throw Problem.badContent(
                "days: expected 1 to \(SharedLink.days.upperBound), got \(days)",
                remedy: "give such a number, or none for all days")
        }
        guard !(isBusyOnly && new.includesPrivate == true) else {
            throw Problem.badContent(
                "includesPrivate: it is there beside busyOnly", remedy: "give one of them")
        }
        let wanted = try known(new.calendars ?? []).sorted()
        try requireOwn(wanted)
        if let name = new.name, name.isEmpty || name.contains(where: \.isNewline) {
            throw Problem.badContent("name: it is not one line of text", remedy: "give such a name")
        }
        let links = service.links
        var link = SharedLink(
            name: try new.name ?? links.freeName(for: wanted, isBusyOnly: isBusyOnly),
            created: live.clock.now, mark: service.mark)
        (link.calendars, link.isBusyOnly, link.days) = (wanted, isBusyOnly, new.days)
        link.includesPrivate = new.includesPrivate == true
        link.expires = try new.expires.map(end)
        let events = try await preview(link)
        let isDryRun = try isDryRun
        if !isDryRun { try links.add(link) }
        let made = link
        let output = JSONWriter.document(zone: live.zone) { json in
            json.member("dryRun", isDryRun)
            if !isDryRun {
                made.writeMembers(to: &json)
                json.member("link", self.address().map { $0 + made.path })
            }
            json.lines("events", events)
        }
        return .json(output.bytes, status: isDryRun ? 200 : 201)
    }

    /// The calendars' names as they are.
    func known(_ wanted: [String]) throws -> Set<String> {
        let names = try store.sources(counting: false).map(\.name)
        return try Set(
            wanted.map { name in
                guard let known = CalendarChoice.named(name, among: names) else {
                    throw Problem.badContent(
                        "calendars: there is no calendar '\(name)'",
                        remedy: "use one of /v1/calendars: \(names.joined(separator: ", "))")
                }
                return known
            })
    }

    /// When a day is over.
    private func end(_ text: String) throws -> Int {
        guard let day = CivilDate(iso: text), day >= (try today()) else {
            throw Problem(
                422, "bad-content", "expires: expected a day from today on, got '\(text)'",
                remedy: "give a day such as 2027-01-31")
        }
        return live.zone.instant(of: CivilDateTime(day + 1)).secondsSinceEpoch
    }

    /// The address of the service, as this request has it.
    private func address() -> String? {
        let scheme = request.fields["X-Forwarded-Proto"]?.lowercased() == "https" ? "https" : "http"
        return request.fields["Host"].map { "\(scheme)://\($0)" }
            ?? service.addresses.withLock(\.first)
    }

    /// The first events that a link shows: its feed itself is read, so that nothing else can be seen by it.
    private func preview(_ link: SharedLink) async throws -> [AgendaEvent] {
        var near = link
        near.days = min(link.days ?? Self.previewDays, Self.previewDays)
        let text = try await SharedFeed(near).text(
            of: store, clock: live.clock, zone: live.zone, me: live.me)
        let reader = try EventStore.inMemory()
        _ = try await Importer(store: reader, clock: live.clock).addStream(text, name: link.name)
        let provider = EventProvider(
            store: reader, clock: live.clock, zone: live.zone, filter: EventFilter())
        let today = try today()
        let events = try await provider.days(today..<today + Self.previewDays).occurrences
        return Array(events.prefix(Self.mostPreviewed))
    }

    private static let previewDays = 60
    private static let mostPreviewed = 10
}
