internal import AgendaActions
internal import AgendaJSON
internal import AgendaKit
internal import AgendaSync
internal import AgendaWords
internal import CalendarFiles
internal import Foundation
internal import ICalendar

extension Route {
    /// Calendars made, set up and removed. No path of the machine is taken or told, and no program is started.
    static let administration: [Route] = [
        Route(
            method: "GET", path: "/v1/calendars/{id}",
            summary: "How a calendar is set up; its `ETag` changes with what can be set alone.",
            parameters: [.source], statuses: [200, 404]
        ) { call in
            try call.described(try call.calendarState())
        },
        Route(
            method: "PATCH", path: "/v1/calendars/{id}",
            summary:
                "Set up a calendar; of a feed also `interval`, in seconds. `order` is where it is shown among the others (null: where it was added), `group` the name of those with which it is shown.",
            parameters: [.source], statuses: [200, 404, 412, 428], takesContent: true
        ) { call in
            try await call.setUp(try call.content(CalendarChanges.self))
        },
        Route(
            method: "DELETE", path: "/v1/calendars/{id}",
            summary:
                "Remove a calendar from all lists. Its files stay; `/v1/undo` brings it back. One that another user shares is given back, and only that user brings it back.",
            parameters: [.source], statuses: [200, 404, 412, 428]
        ) { call in
            try await call.removeCalendar()
        },
        Route(
            method: "POST", path: "/v1/calendars",
            summary:
                "Make a calendar of one's own by a `name`, or subscribe to a feed by its `address`.",
            statuses: [201], takesContent: true, asksServers: true
        ) { call in
            try await call.newCalendar(try call.content(NewCalendar.self))
        },
        Route(
            method: "POST", path: "/v1/calendars/file",
            summary: "Make a calendar of one's own of a file, the content, of at most 10 MiB.",
            parameters: [
                .init("name", .text, "What to call it.", format: "title", isRequired: true)
            ],
            statuses: [201, 409, 413, 415]
        ) { call in
            try await call.newCalendarOfFile()
        },
        Route(
            method: "POST", path: "/v1/calendars/{id}/refresh",
            summary: "Ask a feed's server now, due or not.", parameters: [.source],
            statuses: [200, 404], asksServers: true
        ) { call in
            try await call.refreshFeed()
        },
    ]
}

extension Route.Parameter {
    fileprivate static let source = Self(
        "id", .number, "The calendar's number.", range: 0...Int.max)
}

/// The content of a request for a calendar.
private struct NewCalendar: Decodable {
    var name: String?
    var color: String?
    var address: String?
    var interval: Int?
}

extension Call {
    /// Where the request's changes are made: in the store that is open.
    func asker() throws -> Person {
        var person = try changer()
        person.report = NoReport()
        return person
    }

    /// The name of the user who shares a calendar; nil for one's own.
    func owner(of source: CalendarSource) -> String? {
        source.isShared ? source.location.flatMap { live.person.kept?.owner(at: $0) } : nil
    }

    /// What a calendar is called in addresses.
    func number(of source: CalendarSource) -> Int {
        Int(live.person.kept?.number(of: source) ?? source.id)
    }

    /// The calendars with what is known of feeds and accounts.
    func calendarStates() throws -> [CalendarState] {
        let (sources, online) = (try store.sources(), try online())
        let feeds = try online?.feeds(of: sources) ?? [:]
        let accounts = try online?.accountStore.accounts() ?? []
        let folders = Dictionary(
            try online?.accountStore.calendars().map { ($0.folder, $0.account) } ?? [],
            uniquingKeysWith: { first, _ in first })
        return sources.map { source in
            let owner = source.location.flatMap { folders[$0] }
            return CalendarState(
                number: number(of: source), source: source, feed: feeds[source.id],
                account: accounts.first { $0.id == owner }?.name, owner: self.owner(of: source))
        }
    }

    fileprivate func calendarState() throws -> CalendarState {
        guard let state = try calendarStates().first(where: { "\($0.number)" == values["id"] })
        else {
            throw Problem(
                404, "no-calendar", "there is no such calendar any more",
                remedy: "ask for the list again")
        }
        return state
    }

    fileprivate func described(
        _ state: CalendarState, number: Int64? = nil, status: Int = 200
    ) throws -> ServiceResponse {
        let output = JSONWriter.document(zone: live.zone) { json in
            state.writeMembers(to: &json)
            json.member("number", number.map { Int($0) })
        }
        var response = ServiceResponse.json(output.bytes, status: status)
        response.fields["ETag"] = state.tag
        return response
    }

    /// The calendar that the path names, if it is still what the reader has seen.
    private func knownCalendar() throws -> CalendarState {
        let (known, state) = (try knownTags(), try calendarState())
        try require(known, state.tag, "the calendar is no longer what it was", present: state)
        return state
    }

    /// The number of the last change, by which it is undone.
    private func lastNumber() throws -> Int64? { try store.history(last: 1).last?.id }

    fileprivate func setUp(_ changes: CalendarChanges) async throws -> ServiceResponse {
        let state = try knownCalendar()
        let settings = try changes.settings()
        if let interval = changes.interval {
            guard let feed = state.feed, let online = try online() else {
                throw Problem.badContent(
                    "interval: the calendar is no feed", remedy: "leave it out")
            }
            var new = feed.settings
            new.every = interval
            do { _ = try online.feeds.set(new, of: feed.id) } catch { throw Problem(online: error) }
        }
        var number: Int64?
        if settings != SourceSettings() {
            let made = try await live.present.importer.updateSource(
                named: state.source.name, settings)
            if made.before != made.after { number = try lastNumber() }
        }
        return try described(try calendarState(), number: number)
    }

    fileprivate func removeCalendar() async throws -> ServiceResponse {
        let state = try knownCalendar()
        guard state.account == nil else {
            throw Problem(
                409, "of-account", "the calendar comes from the account \(state.account ?? "")",
                remedy: "remove the account, or hide the calendar")
        }
        if let desk = service.seat?.sharing, state.source.isShared {
            try desk.leave(state.source)
            try store.forget(state.source)
            return try described(state)
        }
        try await live.present.editor.removeSource(named: state.source.name)
        return try described(state, number: lastNumber())
    }

    fileprivate func newCalendar(_ new: NewCalendar) async throws -> ServiceResponse {
        let name = try new.name.map(CalendarChanges.checked(name:))
        let color = try new.color.map(CalendarChanges.checked(color:))
        let source: CalendarSource
        if let address = new.address {
            source = try await subscribe(address, every: new.interval, name: name, color: color)
        } else {
            guard new.interval == nil else {
                throw Problem(
                    422, "bad-content", "interval: only a feed is fetched",
                    remedy: "leave it out, or give the feed's address")
            }
            guard let name else {
                throw Problem(
                    422, "bad-content", "a calendar needs a name, or an address if it is a feed",
                    remedy: "give one")
            }
            source = try await ownCalendar(name, color)
        }
        return try described(try state(of: source), number: lastNumber(), status: 201)
    }

    /// A calendar that was made, as the store has it now.
    private func state(of source: CalendarSource) throws -> CalendarState {
        try calendarStates().first { $0.source.id == source.id }
            ?? CalendarState(number: number(of: source), source: source, feed: nil, account: nil)
    }

    /// A folder of its own beside the store, as a device gets one that makes a calendar: each event is a file there, which
    /// can be changed and which devices synchronise.
    private func ownCalendar(_ name: String, _ color: String?) async throws -> CalendarSource {
        guard try !store.sources(counting: false).contains(where: { $0.name == name }) else {
            throw Problem(
                409, "name-taken", "there is a calendar '\(name)' already",
                remedy: "give another name")
        }
        let path: String
        do {
            path = try service.database.makeCalendar(name, of: live.person)
        } catch {
            throw Problem(
                500, "not-made", "the calendar's folder cannot be made",
                remedy: "look at the rights and the room of the service's data folder")
        }
        var source = CalendarSource(name: name, kind: .folder, location: path)
        (source.isWritable, source.color) = (true, color)
        return try await live.present.importer.addSource(source, isUndoable: true).source
    }

    fileprivate func newCalendarOfFile() async throws -> ServiceResponse {
        let kind = request.fields["Content-Type"]?.prefix { $0 != ";" }.lowercased() ?? ""
        guard kind == "text/calendar" else {
            throw Problem(
                415, "not-a-calendar", "the content is of type '\(kind)'",
                remedy: "send the file with 'Content-Type: text/calendar'")
        }
        let name = try CalendarChanges.checked(name: try query.text("name") ?? "")
        // Before anything is made for a file that is no calendar.
        let incoming: IncomingCalendar
        do throws(AgendaError) {
            incoming = try IncomingCalendar(request.body, place: name, kinds: [.event, .todo])
        } catch {
            throw Problem.badContent(
                error.description,
                remedy: "give an iCalendar file, which begins with BEGIN:VCALENDAR")
        }
        let source = try await ownCalendar(name, nil)
        let received: ReceivedEvents
        do {
            // What somebody brings along invites nobody anew.
            received = try await SchedulingRequest.$tells.withValue(false) {
                try await live.present.editor.receive(incoming, into: source.name)
            }
        } catch {
            _ = try? await live.present.importer.removeSource(named: source.name)
            throw error
        }
        let state = try state(of: source)
        let left = received.items.filter { if case .refused = $0.outcome { true } else { false } }
        let number = try lastNumber()
        let output = JSONWriter.document(zone: live.zone) { json in
            state.writeMembers(to: &json)
            json.member("number", number.map { Int($0) })
            json.member("imported", received.items.count - left.count)
            json.member("leftOut", left.map { $0.summary ?? $0.uid })
            json.member("others", incoming.otherCount)
        }
        return .json(output.bytes, status: 201)
    }

    private func subscribe(
        _ address: String, every interval: Int?, name: String?, color: String?
    ) async throws -> CalendarSource {
        try checkEncrypted(address)
        var settings = FeedSettings()
        (settings.every, settings.onlyPublic) = (
            interval, service.allowsPrivateSources ? nil : true
        )
        do {
            let person = try asker()
            return try await FeedSubscription(online: OnlineAccess(person), person: person)
                .add(address, settings, areGiven: true, name: name, color: color).source
        } catch let error as AgendaError {
            throw error
        } catch let error as CommandFailure {
            throw Problem(409, "exists", "the calendar is in the list already", remedy: error.text)
        } catch {
            throw Problem(online: error)
        }
    }

    /// Of several people, each asks other servers over TLS alone.
    func checkEncrypted(_ address: String) throws(Problem) {
        guard service.seat != nil, let end = address.firstRange(of: "://")?.lowerBound,
            !["https", "webcals"].contains(
                address[..<end].filter { !$0.isWhitespace }.lowercased())
        else { return }
        throw Problem(
            422, "not-encrypted", "only addresses of https are asked here",
            remedy: "give an address such as https://example.org/team.ics")
    }

    fileprivate func refreshFeed() async throws -> ServiceResponse {
        let state = try calendarState()
        guard let feed = state.feed, let online = try online() else {
            throw Problem(
                409, "no-feed", "the calendar is no feed",
                remedy: "synchronise its account, if it has one")
        }
        guard !feed.settings.startsProgram else { throw Problem.startsProgram("agenda refresh") }
        do { _ = try await online.feeds.refresh([feed.id]) } catch { throw Problem(online: error) }
        _ = try await live.present.importer.refresh()
        return try described(try calendarState())
    }
}

extension Problem {
    /// What a page must not set off.
    static func startsProgram(_ command: String) -> Problem {
        Problem(
            409, "starts-a-program", "the password comes from a program, which no page starts",
            remedy: "run '\(command)' on the machine of the service")
    }

    /// Why a server could not be asked, or gave no calendar.
    init(online error: any Error) {
        let error = SyncError(error)
        let (status, code, remedy) =
            switch error.code {
            case .invalid:
                (422, "bad-address", "give an address such as https://example.org/team.ics")
            case .exists: (409, "exists", "choose another name or address")
            case .notFound: (422, "nothing-there", "check the address")
            case .refused: (422, "not-let-in", "check the user and the password")
            case .addressRefused:
                (
                    422, "private-address",
                    "let the page ask there with 'agenda serve --private-sources', or add it with the command"
                )
            case .noAnswer: (422, "no-answer", "check the address, and try again later")
            case .notACalendar:
                (
                    422, "not-a-calendar",
                    "give the address of the calendar itself, not of a web page"
                )
            case .busy: (409, "busy", "try again in a moment")
            case .unsent: (409, "unsent", "synchronise first")
            case .libraryMissing:
                (501, "no-library", "install libcurl on the machine of the service")
            case .cancelled: (503, "cancelled", "try again")
            case .storage: (500, "no-state", "see the service's log")
            }
        self.init(status, code, error.publicDescription, remedy: remedy)
    }
}

extension CommandFailure {
    /// What to do, as it says itself.
    fileprivate var text: String { (message?.text(in: .english) ?? "").reasonAndRemedy.remedy }
}
