internal import AgendaActions
internal import AgendaJSON
internal import AgendaKit
internal import ICalendar

extension Route {
    /// What changes events: each change is in the journal, and can be undone.
    static let changing: [Route] = [
        Route(
            method: "POST", path: "/v1/events", summary: "Add an event, in words or by its values.",
            parameters: [.dryRun, .zone],
            statuses: [200, 201, 422],
            takesContent: true
        ) { call in
            try await call.add()
        },
        Route(
            method: "PATCH", path: "/v1/events/{id}",
            summary: "Change the members given (RFC 7396); `calendar` moves the event.",
            parameters: [.id, .scope, .dryRun, .zone],
            statuses: [200, 404, 409, 412, 428], takesContent: true
        ) { call in
            let values = try call.content(ItemValues.self)
            return try await call.change(speaking: values.language) {
                try await call.edit($0, $1, to: values, keeping: $2)
            }
        },
        Route(
            method: "PUT", path: "/v1/events/{id}",
            summary: "Replace the event's values: what is left out is removed.",
            parameters: [.id, .scope, .dryRun, .zone],
            statuses: [200, 404, 412, 428], takesContent: true
        ) { call in
            let values = try call.content(ItemValues.self)
            guard values.start != nil else {
                throw Problem.badContent(
                    "start is missing", remedy: "give a start, or change single values with PATCH")
            }
            return try await call.change(speaking: values.language) {
                try await call.edit($0, $1, to: values.complete, keeping: $2)
            }
        },
        Route(
            method: "DELETE", path: "/v1/events/{id}", summary: "Delete an event.",
            parameters: [.id, .scope, .dryRun, .zone],
            statuses: [200, 404, 412, 422, 428]
        ) { call in
            try await call.change { target, scope, _ in
                try await target.delete(scope, isDryRun: call.isDryRun)
            }
        },
        Route(
            method: "POST", path: "/v1/undo",
            summary: "Take back the last change made here, or the one with the number `only`.",
            statuses: [200, 404, 409], takesContent: true
        ) { call in
            let only = try call.content(UndoRequest.self).only
            return try await call.reverted { (editor) throws(AgendaError) in
                try await editor.takeBack(only)
            }
        },
        Route(
            method: "POST", path: "/v1/redo",
            summary: "Make the change again that was taken back last.",
            statuses: [200, 404, 409]
        ) { call in
            try await call.reverted { (editor) throws(AgendaError) in
                try await editor.makeAgain()
            }
        },
    ]

    private struct UndoRequest: Decodable { var only: Int64? }
}

extension Call {
    var isDryRun: Bool { get throws(Problem) { try query.flag("dryRun") } }

    /// How much of an event is meant: of one that does not recur, all.
    func scope(of occurrence: AgendaEvent) throws(Problem) -> RecurrenceScope {
        guard occurrence.isRecurring else { return .all }
        guard let text = try query.text("scope") else {
            // No schema says which events repeat.
            throw Problem(
                422, "no-scope", "scope: the event repeats", remedy: "give this, future or all")
        }
        guard let scope = RecurrenceScope(rawValue: text) else {
            throw .badParameter(
                "scope", "expected this, future or all, got '\(text)'", remedy: "give one of them")
        }
        return scope
    }

    /// The calendar to which values move an item; nil if it stays where it is.
    ///
    /// - Parameter items: what is moved, for the reader.
    func otherCalendar(
        _ values: ItemValues, than item: ItemTarget, _ scope: RecurrenceScope, of items: String
    ) throws -> String? {
        let calendar = try values.calendar.flatMap { try target($0) }
        guard let calendar, calendar != item.occurrence.calendar else { return nil }
        guard scope == .all else {
            throw Problem.unfitContent(
                "calendar: only whole \(items) can be moved", remedy: "use scope=all")
        }
        return calendar
    }

    /// Changes what the path names, if it is still what the reader has seen.
    ///
    /// - Parameters:
    ///   - language: of words among the values.
    ///   - make: is given the event, how much of it is meant, and its guests.
    fileprivate func change(
        speaking language: String? = nil,
        _ make: (ItemTarget, RecurrenceScope, [Participant]) async throws -> Outcome
    ) async throws -> ServiceResponse {
        let known = try knownTags()
        let details: EventDetails
        do {
            details = try self.details()
        } catch let error as AgendaError where error.code == .notFound {
            guard let item = try await todo() else {
                guard let entry = try await journal() else { throw error }
                throw Problem(
                    404, "is-journal", "\(entry.id) is a journal entry",
                    remedy: "change it at /v1/journals/\(entry.id)")
            }
            throw Problem(
                404, "is-todo", "\(item.occurrence.id) is a to-do",
                remedy: "set its status at /v1/todos/\(item.occurrence.id)")
        }
        try require(known, details, document(of: details))
        let scope = try scope(of: details.occurrence)
        // A change of all is one of the series, unless the path names an instance, whose day and hour count then. Which
        // instance another one is about, the reader has seen.
        let target = try await ItemTarget(
            found: details.occurrence,
            namesInstance: scope != .all || values["id"]?.contains("-") == true,
            changer(speaking: language))
        do {
            return try written(await make(target, scope, details.participants).change, scope)
        } catch let error as CommandFailure {
            throw Problem(unfit: error)
        }
    }

    /// `If-Match`, without which nothing is changed.
    func knownTags() throws(Problem) -> String {
        guard let known = request.fields["If-Match"].map(ContentCoding.plainTags) else {
            throw Problem(
                428, "no-if-match", "the request does not say which state it changes",
                remedy: "send the ETag of GET \(request.target.prefix { $0 != "?" }) as 'If-Match'")
        }
        return known
    }

    /// Throws if what is there has none of the tags.
    func require(
        _ known: String, _ present: any JSONValue & Sendable, _ document: OutputBuffer
    ) throws(Problem) {
        try require(
            known, Self.tag(document.bytes), "the event is no longer what it was", present: present)
    }

    /// Throws if what is there has none of the tags.
    ///
    /// - Parameters:
    ///   - known: of `If-Match`.
    ///   - tag: of what is there.
    ///   - detail: what the problem says.
    ///   - present: what is there, for the answer; nil where one asks for a list to see it.
    func require(
        _ known: String, _ tag: String, _ detail: String,
        present: (any JSONValue & Sendable)? = nil
    ) throws(Problem) {
        guard known != "*", !ContentCoding.tags(known).contains(where: { $0 == tag }) else {
            return
        }
        let place = present == nil ? "ask for the list again" : "look at 'present'"
        var problem = Problem(
            412, "changed-meanwhile", detail, remedy: "\(place), and make the change to that")
        if let present { problem.extra = [("present", present)] }
        problem.fields = ["ETag": tag]
        throw problem
    }

    fileprivate func edit(
        _ event: ItemTarget, _ scope: RecurrenceScope, to values: ItemValues,
        keeping guests: [Participant]
    ) async throws -> Outcome {
        let edits = try values.edits(zone: try zone(), keeping: guests)
        try await requireOwner(of: event.occurrence, edits)
        let calendar = try otherCalendar(values, than: event, scope, of: "events")
        return try await event.edit(edits, scope, to: calendar, isDryRun: try isDryRun)
    }

    /// Only its organizer says who comes to an event (RFC 5546 3.2.2).
    private func requireOwner(of event: AgendaEvent, _ edits: ItemEdits) async throws {
        guard edits.guests != nil, let organizer = event.organizer.map(Participant.bareAddress),
            try await !invitationReader().addresses.all.contains(organizer)
        else { return }
        throw Problem(
            409, "not-organizer",
            "participants: \(organizer) organizes the event",
            remedy: "leave them out, and ask the organizer to invite others")
    }

    /// Takes a change back, or makes it again.
    fileprivate func reverted(_ step: Outcome.Step) async throws -> ServiceResponse {
        let done = try await Outcome.reverting(try editor(), try changer(), step: step)
        if done.change.rules != nil { live.takeConfiguration() }
        return try written(done.change)
    }

    /// What was done, or would be.
    ///
    /// - Parameter scope: how much of a series it was done to; nil where none was named.
    func written(
        _ change: EventChange, _ scope: RecurrenceScope? = nil
    ) throws -> ServiceResponse {
        let dryRun = try isDryRun
        let zone = try zone()
        // Of one instance nothing else is to be said.
        let outline =
            dryRun && scope != nil && scope != .this
            ? change.outline(from: live.clock.now, zone: zone) : nil
        let output = JSONWriter.document(zone: zone) { json in
            json.member("dryRun", dryRun)
            json.member("number", dryRun ? nil : Int(change.id))
            json.member("change", change)
            if let outline { json.member("instances", outline) }
        }
        return .json(output.bytes)
    }

    /// Adds what the content says.
    func add(_ kind: ItemKind = .event) async throws -> ServiceResponse {
        var new: NewItem
        let calendar: String?
        switch try content(NewItemRequest.self, of: kind) {
        case .words(let words, let place, let language):
            let person = try person(speaking: language)
            calendar = place
            new = try NewItem(words: words) { (words) throws(CommandFailure) in
                switch kind {
                case .event: try ItemEdits().newEvent(words, person: person)
                case .todo: try ItemEdits().newTodo(words, person: person)
                case .journal: try ItemEdits().newJournal(words, person: person)
                }
            }
        case .values(let values):
            (new, calendar) = (
                try NewItem(
                    values, kind, for: person(speaking: values.language)),
                values.calendar
            )
        }
        let uid = try uidOfRequest()
        if let uid { new.event.uid = uid }
        let item = UnderstoodItem(
            new: new, calendar: try target(calendar),
            outline: try isDryRun && kind == .event
                ? SeriesOutline([new.event], from: live.clock.now, zone: try zone())
                : nil)
        if let uid, try store.hasEvent(uid: uid) { return try added(item, by: nil, isDone: true) }
        do {
            let done = try await new.add(to: calendar, isDryRun: isDryRun, changer())
            return try added(item, by: done.isDryRun ? nil : done.change)
        } catch let error as AgendaError
            where uid != nil && [.eventChanged, .fileChanged].contains(error.reason)
        {
            // It has come to another node, too, and what became of it there is not known here yet.
            throw Problem(
                503, "away", "the same request is being answered elsewhere", remedy: "try again")
        }
    }

    /// The `UID` of what a request with an `Idempotency-Key` adds, where several nodes may get it: each makes the same event of it.
    private func uidOfRequest() throws -> String? {
        guard live.person.kept != nil, try !isDryRun, let key = try key() else { return nil }
        let text = "\(key) \(request.method) \(request.target) "
        let digest = SHA256.digest(Array(text.utf8) + request.body).prefix(16)
        return digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// - Parameters:
    ///   - change: nil if nothing was changed.
    ///   - isDone: whether it is there, by a change that this node does not know.
    private func added(
        _ item: UnderstoodItem, by change: EventChange?, isDone: Bool = false
    ) throws -> ServiceResponse {
        let isThere = isDone || change != nil
        let event = item.new.event
        let id = OccurrenceID(event)
        let details =
            !isThere || event.todo != nil
            ? nil : try? store.details(of: id.description, clock: live.clock, zone: try zone())
        let output = JSONWriter.document(zone: try zone()) { json in
            json.member("understood", item)
            json.member("id", isThere ? (details?.occurrence.id ?? id).description : nil)
            json.member("change", change.map { Int($0.id) })
        }
        return .json(output.bytes, status: isThere ? 201 : 200)
    }

    /// What was answered to the request before, by a process that has ended; nil if it is new.
    func repeated() async throws -> ServiceResponse? {
        guard let change = try await editor().earlierChange(),
            live.clock.now - change.instant < AnsweredRequests.lifetime
        else { return nil }
        guard change.kind == .add, let text = change.operations.first?.after,
            let event = ICalendarParser.event(in: text).value
        else { return try written(change) }
        return try added(UnderstoodItem(new: NewItem(event), calendar: change.calendar), by: change)
    }
}
