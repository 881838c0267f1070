internal import AgendaActions
internal import AgendaJSON
internal import AgendaKit
internal import FoundationEssentials
internal import ICalendar

/// A request that has come in, with what is needed to answer it.
struct Call: Sendable {
    let request: ServiceRequest
    let query: Query
    /// The variables of the path.
    let values: [String: String]
    let visitor: Gate.Visitor
    let service: ServiceParts

    var live: LiveStore { service.live }
    var store: EventStore { live.present.store }
    /// Whether whoever asked may still come in.
    var isStillLetIn: @Sendable () -> Bool {
        guard case .page(let session) = visitor else { return { true } }
        let (browsers, clock) = (service.gate.browsers, live.clock)
        return { browsers?.sessions.isOpen(session, at: clock.now) ?? false }
    }

    /// Names its change after the request, so that a repetition finds it.
    func editor() throws(Problem) -> CalendarEditor {
        guard let key = try key() else { return live.present.editor }
        return CalendarEditor(live.present.importer, identifier: key)
    }

    /// What the request is called by whoever may repeat it.
    func key() throws(Problem) -> String? {
        guard let key = request.fields["Idempotency-Key"] else { return nil }
        guard (1...255).contains(key.utf8.count),
            key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw Problem(
                400, "bad-key", "'Idempotency-Key' is not 1 to 255 letters, digits and signs",
                remedy: "give a random UUID")
        }
        return key
    }

    func zone() throws(Problem) -> TimeZoneRules { try query.zone("zone") ?? live.zone }

    /// Who asks: the service's person, in the zone that the request names.
    ///
    /// - Parameter language: that of the words in the request; nil for English.
    func person(speaking language: String? = nil) throws(Problem) -> Person {
        var person = live.person
        person.language = language ?? ""
        if let zone = try query.zone("zone") { person.zone = zone }
        return person
    }

    /// Who asks for a change of the store that is open. It is named after the request, so that a repetition finds it.
    func changer(speaking language: String? = nil) throws(Problem) -> Person {
        var person = try person(speaking: language)
        (person.editor, person.isQuiet) = (try editor(), true)
        return person
    }

    func filter() throws(Problem) -> EventFilter {
        var filter = EventFilter()
        if live.person.configuration.hasBrokenRules { filter.rules = nil }
        filter.attendee = try query.text("attendee")
        guard !query.all("calendar").isEmpty || !query.all("notCalendar").isEmpty else {
            return filter
        }
        let sources = try take { () throws(AgendaError) in try store.sources(counting: false) }
        let names = sources.map(\.name)
        for (parameter, path) in [
            ("calendar", \EventFilter.calendars), ("notCalendar", \EventFilter.hiddenCalendars),
        ] {
            for name in query.all(parameter) {
                guard let name = CalendarChoice.named(name, among: names) else {
                    throw .badParameter(
                        parameter, "there is no calendar '\(name)'",
                        remedy: "use one of /v1/calendars: \(names.joined(separator: ", "))")
                }
                filter[keyPath: path].insert(name)
            }
        }
        return filter
    }

    /// The calendar that a change goes to.
    ///
    /// - Parameter name: as the request has it; nil for the one that the user prefers.
    /// - Returns: nil for the user's own, which is made with its first event.
    func target(_ name: String?) throws -> String? {
        do {
            return try CalendarChoice.target(name, in: store, for: live.person)
        } catch is CommandFailure {
            throw AgendaError(
                .noSuchSource, place: name ?? live.person.configuration.calendar ?? "")
        }
    }

    func provider() throws(Problem) -> EventProvider { live.provider(try zone(), try filter()) }

    /// Knows what the user has declined.
    func plannedProvider() throws(Problem) -> EventProvider {
        var filter = try filter()
        filter.me = live.me
        return live.provider(try zone(), filter)
    }

    func today() throws(Problem) -> CivilDate {
        try person().today
    }

    /// The days that `from`, `to` and `days` name.
    ///
    /// - Parameter count: how many, where nothing is said.
    func dates(_ count: Int) throws(Problem) -> Range<CivilDate> {
        let today = try today()
        let first = try query.date("from") ?? today
        let days = try query.number("days", in: 1...Self.mostDays)
        guard let last = try query.date("to") else { return first..<first + (days ?? count) }
        guard days == nil else {
            throw .badParameter("days", "it is there beside 'to'", remedy: "give one of them")
        }
        guard last >= first, last - first < Self.mostDays else {
            throw .badParameter(
                "to",
                "expected a day from \(first.iso) to \((first + (Self.mostDays - 1)).iso), got \(last.iso)",
                remedy: "ask for fewer days")
        }
        return first..<last + 1
    }

    /// Ten years: more is asked for in parts.
    private static let mostDays = 3_660

    /// Runs what throws the library's errors.
    func take<Value>(_ body: () throws(AgendaError) -> Value) throws(Problem) -> Value {
        do throws(AgendaError) { return try body() } catch { throw Problem(error) }
    }

    /// The content, from JSON.
    func content<Value: Decodable>(
        _ type: Value.Type, of kind: ItemKind = .event
    ) throws(Problem) -> Value {
        let format = request.fields["Content-Type"]?.prefix { $0 != ";" }.lowercased() ?? ""
        guard ["application/json", "application/merge-patch+json"].contains(format) else {
            throw Problem(
                415, "not-json", "the content is of type '\(format)'",
                remedy: "send JSON with 'Content-Type: application/json'")
        }
        do {
            let decoder = JSONDecoder()
            if let key = CodingUserInfoKey.itemKind { decoder.userInfo[key] = kind }
            return try decoder.decode(type, from: Data(request.body))
        } catch let error as Problem {
            throw error
        } catch {
            throw .badContent(
                "the content is not the JSON that this route takes: \(Self.words(error))",
                remedy: "see /v1/openapi.json")
        }
    }

    private static func words(_ error: any Error) -> String {
        func place(_ context: DecodingError.Context) -> String {
            context.codingPath.map(\.stringValue).joined(separator: ".")
        }
        return switch error as? DecodingError {
        case .typeMismatch(_, let context)?: "\(place(context)) has another type"
        case .valueNotFound(_, let context)?: "\(place(context)) is null"
        case .keyNotFound(let key, _)?: "\(key.stringValue) is missing"
        default: "it is no JSON"
        }
    }

    /// A document that depends on the store, the query and the day alone. Unchanged since the reader saw it, it costs
    /// one look at the store's revision; asked for by several, it is written once.
    func document(_ write: () async throws -> OutputBuffer) async throws -> ServiceResponse {
        let (tag, revision) = try stateTag()
        let fields: HeaderFields = [
            "ETag": tag, "Cache-Control": "private, no-cache", "X-Agenda-Revision": "\(revision)",
        ]
        if let same = notModified(tag, fields) { return same }
        var response = ServiceResponse(200, fields: fields)
        response.fields["Content-Type"] = Route.Content.json.rawValue
        if let bytes = service.documents.bytes(for: request.target, tag: tag) {
            response.body = .bytes(bytes)
            return response
        }
        let bytes = try await write().bytes
        // What was read may be newer than the tag, but never older: the next request is answered anew then.
        service.documents.keep(bytes, for: request.target, tag: tag)
        response.body = .bytes(bytes)
        return response
    }

    /// Names the state of what this request reads: the store's, the day, and what is asked for.
    func stateTag() throws(Problem) -> (tag: String, revision: Int64) {
        let opened = live.present
        let revision = try take { () throws(AgendaError) in try opened.store.revision() }
        let day = try today().daysSinceEpoch
        return (
            "\"\(opened.name)-\(revision)-\(day)-\(ContentCoding.hash(request.target))\"", revision
        )
    }

    /// The answer for who has what has this tag, under the tag that he has; nil for who has something else.
    func notModified(_ tag: String, _ fields: HeaderFields) -> ServiceResponse? {
        guard let known = request.fields["If-None-Match"] else { return nil }
        let packed = ContentCoding.tag(tag)
        var found = known == "*" ? tag : nil
        for text in ContentCoding.tags(known) {
            let text = text.hasPrefix("W/") ? text.dropFirst(2) : text
            if text == packed { found = packed }
            if text == tag, found == nil { found = tag }
        }
        guard let found else { return nil }
        var fields = fields
        fields["ETag"] = found
        fields["Vary"] = "Accept-Encoding"
        return ServiceResponse(304, fields: fields)
    }
}
