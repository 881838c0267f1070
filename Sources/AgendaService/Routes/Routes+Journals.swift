internal import AgendaActions
internal import AgendaKit
internal import ICalendar

extension Route {
    /// Journal entries: made, changed and deleted as to-dos are, each a change in the history that can be undone.
    static let journals: [Route] = [
        Route(
            method: "POST", path: "/v1/journals",
            summary:
                "Add a journal entry, in words, which are about today if they name no day, or by its values.",
            parameters: [.dryRun, .zone], statuses: [200, 201, 422], takesContent: true
        ) { call in
            try await call.add(.journal)
        },
        Route(
            method: "GET", path: "/v1/journals/{id}",
            summary: "One journal entry; of one that repeats the first, or the instance of the id.",
            parameters: [.journalID, .zone], statuses: [200, 404]
        ) { call in
            call.tagged(try await call.document(of: call.requiredJournal()))
        },
        Route(
            method: "PATCH", path: "/v1/journals/{id}",
            summary:
                "Change the members given (RFC 7396); `description` is the first of `descriptions`, and the others stay.",
            parameters: [.journalID, .scope, .dryRun, .zone],
            statuses: [200, 404, 409, 412, 422, 428], takesContent: true
        ) { call in
            let values = try call.content(ItemValues.self, of: .journal)
            return try await call.changeJournal { target, scope in
                try await target.edit(
                    try values.todoEdits(zone: try call.zone()), scope,
                    to: call.otherCalendar(values, than: target, scope, of: "entries"),
                    isDryRun: try call.isDryRun)
            }
        },
        Route(
            method: "DELETE", path: "/v1/journals/{id}", summary: "Delete a journal entry.",
            parameters: [.journalID, .scope, .dryRun, .zone],
            statuses: [200, 404, 409, 412, 422, 428]
        ) { call in
            try await call.changeJournal { try await $0.delete($1, isDryRun: call.isDryRun) }
        },
    ]
}

extension Route.Parameter {
    fileprivate static let journalID = Self(
        "id", .text, "Its id, or the beginning.", format: "journal-id")
}

extension Call {
    /// The journal entry that the path names; nil if there is none, or several begin so.
    func journal() async throws -> AgendaEvent? {
        let found = try await live.provider(try zone(), EventFilter())
            .journals(named: values["id"] ?? "")
        return Set(found.map(\.id.key)).count < 2 ? found.first : nil
    }

    fileprivate func requiredJournal() async throws -> AgendaEvent {
        if let entry = try await journal() { return entry }
        throw Problem(
            404, "not-found", "no journal entry has the id '\(values["id"] ?? "")'",
            remedy: "ask /v1/timeline for the list: it may have been deleted since")
    }

    /// Changes the journal entry that the path names, if it is still what the reader has seen.
    fileprivate func changeJournal(
        _ make: (ItemTarget, RecurrenceScope) async throws -> Outcome
    ) async throws -> ServiceResponse {
        let known = try knownTags()
        let entry = try await requiredJournal()
        try require(known, entry, await document(of: entry))
        let scope = try scope(of: entry)
        let target = try await ItemTarget(
            found: entry, namesInstance: values["id"]?.contains("-") == true, changer())
        do { return try written(await make(target, scope).change) } catch let error
            as CommandFailure
        {
            throw Problem(unfit: error, member: "start")
        }
    }
}
