internal import AgendaActions
internal import AgendaKit
internal import ICalendar

extension Route {
    /// The page, for browsers. Browsers open documents by themselves and with all cookies, so that one for whoever comes
    /// over the network holds nothing but the frame: its scripts ask for the rest, and prove that they may. Who comes over
    /// the private socket or has the token gets the days with it.
    static let page: [Route] = [
        Route(
            method: "GET", path: "/", summary: "The page; without scripts a list of 29 days.",
            parameters: [
                .init("from", .date, "The day in the middle; by default today."),
                .init("day", .date, "The same, of what `view` shows."),
                .init("view", .text, "What the scripts show: list, week, day or month."),
                .init("by", .text, "`calendar`: of a day, a column for each calendar."),
            ],
            content: .page, audience: .all
        ) { call in
            try await call.page(on: try call.query.date("day") ?? call.query.date("from"))
        },
        Route(
            method: "GET", path: "/search", summary: "The page with what a search finds.",
            parameters: [.init("q", .text, "The words.")], content: .page, audience: .all
        ) { call in
            let text = try call.query.text("q") ?? ""
            guard call.isOwners else { return call.frame(query: text) }
            var (found, items): ([AgendaEvent], [AgendaEvent]) = ([], [])
            if let words = SearchQuery(text) {
                let provider = try call.provider()
                found = try await provider.search(words, limit: 100).events
                items = Array(try await provider.items(matching: words).prefix(100))
            }
            return try await call.page(on: nil, query: text) { html in
                "<ol class=\"found\">" + found.map { html.event($0, on: nil) }.joined()
                    + items.map(html.row).joined() + "</ol>"
            }
        },
        Route(
            method: "GET", path: "/events/{id}",
            summary: "The page with one event, to-do or journal entry.",
            parameters: [.id], content: .page, statuses: [200, 404, 409], audience: .all
        ) { call in
            guard call.isOwners else { return call.frame() }
            let details: EventDetails
            do {
                details = try call.details()
            } catch let error as AgendaError where error.code == .notFound {
                if let item = try await call.todo() {
                    let due = item.dueDate(in: call.live.zone)
                    return try await call.page(on: due) { $0.details(item) }
                }
                guard let entry = try await call.journal() else { throw error }
                let day = entry.days(today: try call.today(), in: call.live.zone).first
                return try await call.page(on: day) { $0.details(journal: entry) }
            }
            let start = call.live.zone.instant(of: details.occurrence.span.start)
            return try await call.page(on: call.live.zone.wallTime(at: start).date) {
                $0.details(details)
            }
        },
        Route(
            method: "GET", path: "/assets/calendars.css", summary: "The colours of the calendars.",
            content: .style
        ) { call in
            let colors = try call.store.sources(counting: false).map(\.color)
            let rules = colors.enumerated().map { place, color in
                // A name of CSS or its hexadecimal digits: nothing that ends the rule.
                let known = color.flatMap {
                    $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "#") }
                        ? $0 : nil
                }
                // Those without one get different hues, by the golden angle. Each is made dark enough for white
                // paper and light enough for black.
                let color = known ?? "hsl(\((place * 137 + 100) % 360) 60% 45%)"
                return ".c-\(place) { --accent: light-dark(oklch(from \(color) min(l, .65) c h), "
                    + "oklch(from \(color) max(l, .68) c h)); }\n"
            }
            return .text(rules.joined(), type: "text/css")
        },
        Route(
            method: "GET", path: "/assets/{digest}/{name}", summary: "A file of the page.",
            parameters: [
                .init("digest", .text, "The version."), .init("name", .text, "The file."),
            ],
            content: .file, statuses: [200, 404], audience: .all
        ) { call in
            guard
                let file = call.service.files.response(
                    call.values["digest"] ?? "", call.values["name"] ?? "")
            else { throw Problem.notFound }
            return file
        },
        Route(
            method: "GET", path: "/sw.js", summary: "The page's service worker.", content: .script,
            audience: .all
        ) { call in
            let files = call.service.files
            let text = PageAssets.filled(files.text("sw.js")) { _ in
                files.offline.map(files.address).joined(separator: " ")
            }
            return .text(text, type: "text/javascript")
        },
        Route(
            method: "GET", path: "/manifest.webmanifest", summary: "The page as an app.",
            content: .manifest, audience: .all
        ) { call in
            let files = call.service.files
            let text = PageAssets.filled(files.text("manifest.webmanifest")) { name in
                files.address(String(name.dropFirst("asset:".count)))
            }
            return .text(text, type: "application/manifest+json")
        },
    ]
}

extension Call {
    /// Nothing but the service's own files, and no text of an event is ever code.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'; worker-src 'self'; "
        + "require-trusted-types-for 'script'; trusted-types agenda"

    /// So many events are in the first response: with more, the browser is longer in laying them out than in asking.
    private static let mostEvents = 400

    /// The browser's language; another that the user chose is in the page's storage, since a cookie is for all ports.
    var words: PageWords { .wanted(request.fields["Accept-Language"] ?? "") }

    /// How times and dates are shown, as far as the owner has said it; the week begins as usual in the browser's country.
    var shown: (weekStart: String, clock: String?, dateFormat: String?) {
        let configuration = live.person.configuration
        let locale = PageWords.tags(request.fields["Accept-Language"] ?? "").first ?? ""
        return (
            "\(configuration.weekStart ?? .first(locale: locale))", configuration.clock?.rawValue,
            configuration.dateFormat?.pattern
        )
    }

    /// The page with the days around one, rendered.
    fileprivate func page(
        on date: CivilDate?, query: String = "", before: (PageHTML) -> String = { _ in "" }
    ) async throws -> ServiceResponse {
        guard isOwners else { return frame(on: date, query: query) }
        let (words, zone) = (words, live.zone)
        let sources = try store.sources(counting: false)
        let today = try today()
        let middle = date ?? today
        let (dates, provider) = (middle - 14..<middle + 15, try plannedProvider())
        var timeline = try await provider.days(dates)
        let items = try await provider.items(on: dates)
        timeline = timeline.adding(items)
        let html = PageHTML(
            words: words, zone: zone, today: today,
            clock: live.person.configuration.clock ?? .hours24,
            places: Dictionary(
                sources.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { one, _ in one }))
        let (nearest, shown) = (Self.nearest(timeline.nodes, to: 14), shown)
        return page("page.html") { name in
            switch name {
            case "today": today.iso
            case "from": date?.iso ?? ""
            case "colors": "<link rel=\"stylesheet\" href=\"/assets/calendars.css\">"
            case "place": "<script src=\"\(service.files.address("place.js"))\"></script>"
            case "calendar":
                PageHTML.escaped((try? target(nil)).flatMap { $0 } ?? "")
            case "zone": PageHTML.escaped(zone.name)
            case "revision": "\(timeline.revision)"
            case "weekStart": shown.weekStart
            case "clock": shown.clock ?? ""
            case "dateFormat": PageHTML.escaped(shown.dateFormat ?? "")
            case "month": words.monthAndYear(middle)
            case "query": PageHTML.escaped(query)
            case "before": before(html)
            case "earlier": (middle - 29).iso
            case "later": (middle + 29).iso
            case "days":
                nearest.map { html.day($0, isHere: $0.date == middle) }.joined(separator: "\n")
            case "calendars": html.calendars(sources)
            default: ""
            }
        }
    }

    /// Whether the document may hold what is the owner's.
    fileprivate var isOwners: Bool { if case .owner = visitor { true } else { false } }

    /// The page with nothing in it.
    fileprivate func frame(on date: CivilDate? = nil, query: String = "") -> ServiceResponse {
        page("page.html") { name in
            switch name {
            case "from": date?.iso ?? ""
            case "slice": "\(NodeWindow.todayIndex / NodeWindow.sliceLength)"
            case "query": PageHTML.escaped(query)
            case "before": "<noscript>\(words.say("needsScripts"))</noscript>"
            default: ""
            }
        }
    }

    /// A document of the page's files, with what a name stands for.
    func page(_ name: String, _ value: (Substring) -> String) -> ServiceResponse {
        let text = PageAssets.filled(service.files.text(name)) { name in
            if name.hasPrefix("asset:") {
                return service.files.address(String(name.dropFirst("asset:".count)))
            }
            if name.hasPrefix("say:") { return words.say(String(name.dropFirst("say:".count))) }
            return switch name {
            case "lang": words.locale
            case "title": words.say("agenda")
            case "words": service.files.address(words.file)
            case "languages": PageWords.choices
            case "dayCount": "\(NodeWindow.timelineCount)"
            case "todayIndex": "\(NodeWindow.todayIndex)"
            case "sliceLength": "\(NodeWindow.sliceLength)"
            default: value(name)
            }
        }
        var response = ServiceResponse.text(text, type: "text/html")
        response.fields["Content-Security-Policy"] = Self.policy
        response.fields["Cache-Control"] = "private, no-cache"
        response.fields["Vary"] = "Accept-Language"
        return response
    }

    /// The days around one, as long as they do not hold too many events.
    private static func nearest(_ nodes: [Node], to middle: Int) -> ArraySlice<Node> {
        var (low, high, count) = (middle, middle, nodes[middle].events.count)
        while count < mostEvents, low > 0 || high < nodes.count - 1 {
            if high < nodes.count - 1 {
                high += 1
                count += nodes[high].events.count
            }
            if count < mostEvents, low > 0 {
                low -= 1
                count += nodes[low].events.count
            }
        }
        return nodes[low...high]
    }
}
