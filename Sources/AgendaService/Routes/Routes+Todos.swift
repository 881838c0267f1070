internal import AgendaActions
internal import AgendaKit
internal import ICalendar

extension Route {
    /// One to-do, and what says that it is done: a change in the journal, as that of an event.
    static let todos: [Route] = [
        Route(
            method: "POST", path: "/v1/todos", summary: "Add a to-do, in words or by its values.",
            parameters: [.dryRun, .zone], statuses: [200, 201, 422], takesContent: true
        ) { call in
            try await call.add(.todo)
        },
        Route(
            method: "GET", path: "/v1/todos/{id}",
            summary: "One to-do; of one that repeats what is next, or the instance of the id.",
            parameters: [.todoID, .zone], statuses: [200, 404, 409]
        ) { call in
            call.tagged(try await call.document(of: call.requiredTodo().occurrence))
        },
        Route(
            method: "PATCH", path: "/v1/todos/{id}",
            summary:
                "Change the members given (RFC 7396); `status` alone is that of an instance, as is all else without `scope`.",
            parameters: [.todoID, .scope, .dryRun, .zone],
            statuses: [200, 404, 409, 412, 422, 428], takesContent: true
        ) { call in
            let values = try call.content(ItemValues.self, of: .todo)
            return try await call.changeTodo { try await call.edit($0, to: values) }
        },
        Route(
            method: "DELETE", path: "/v1/todos/{id}", summary: "Delete a to-do.",
            parameters: [
                .todoID, .scope,
                .init("withSubtasks", .flag, "Whether its parts go along."), .dryRun, .zone,
            ],
            statuses: [200, 404, 409, 412, 422, 428]
        ) { call in
            let withSubtasks = try call.query.flag("withSubtasks")
            return try await call.changeTodo { target in
                try await target.delete(
                    try call.scope(of: target.occurrence), withSubtasks: withSubtasks,
                    isDryRun: call.isDryRun)
            }
        },
    ]
}

/// The status of a to-do in a request.
enum TodoRequest {
    /// The values of `status`, as documents have them.
    static let values = [Todo.Status.needsAction, .inProcess, .completed, .cancelled].map {
        $0.rawValue.lowercased()
    }
}

extension Route.Parameter {
    fileprivate static let todoID = Self(
        "id", .text, "Its id, or the beginning.", format: "todo-id")
}

extension Call {
    /// The to-do that the path names; nil if there is none.
    ///
    /// - Throws: ``Problem`` if several begin so.
    func todo() async throws -> TodoItem? {
        let id = values["id"] ?? ""
        let found = try await live.provider(try zone(), EventFilter()).todos(named: id)
        guard Set(found.map(\.occurrence.id.key)).count < 2 else {
            throw Problem(
                409, "ambiguous", "'\(id)' is the beginning of several to-dos",
                remedy: "give a whole id of /v1/todos")
        }
        return found.first { !$0.isClosed } ?? found.last
    }

    /// Changes the to-do that the path names, if it is still what the reader has seen.
    fileprivate func changeTodo(
        _ make: (ItemTarget) async throws -> Outcome
    ) async throws -> ServiceResponse {
        let known = try knownTags()
        let item = try await requiredTodo()
        try require(known, item, await document(of: item.occurrence))
        let target = try await ItemTarget(found: item.occurrence, item, changer())
        do { return try written(await make(target).change) } catch let error as CommandFailure {
            throw Problem(unfit: error, member: "due")
        }
    }

    fileprivate func edit(
        _ target: ItemTarget, to values: ItemValues
    ) async throws -> Outcome {
        let named = try query.text("scope").flatMap(RecurrenceScope.init)
        let scope = named ?? (target.occurrence.isRecurring ? .this : .all)
        var edits = try values.todoEdits(zone: try zone())
        if let parent = edits.parent, !parent.isEmpty { try await target.requireNoPart(parent) }
        let calendar = try otherCalendar(values, than: target, scope, of: "to-dos")
        if let text = edits.status, let status = Todo.Status(rawValue: text.uppercased()) {
            edits.status = nil
            if edits.isEmpty, calendar == nil {
                return try await target.setStatus(
                    status, status == .cancelled ? scope : .this, isDryRun: isDryRun)
            }
            edits.status = text
        }
        return try await target.edit(edits, scope, to: calendar, isDryRun: isDryRun)
    }

    fileprivate func requiredTodo() async throws -> TodoItem {
        if let item = try await todo() { return item }
        throw Problem(
            404, "not-found", "no to-do has the id '\(values["id"] ?? "")'",
            remedy: "ask /v1/todos for the list: it may have been deleted since")
    }
}
