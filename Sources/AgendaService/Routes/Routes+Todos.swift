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
            try await call.add(isTodo: true)
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
            summary: "Set a to-do's status; of one that repeats that of the instance.",
            parameters: [.todoID, .dryRun, .zone],
            statuses: [200, 404, 409, 412, 428], takesContent: true
        ) { call in
            let status = try call.content(TodoRequest.self).status
            let known = try call.knownTags()
            let item = try await call.requiredTodo()
            try call.require(known, item, await call.document(of: item.occurrence))
            let target = try await ItemTarget(found: item.occurrence, item, call.changer())
            return try call.written(
                await target.setStatus(status, .this, isDryRun: call.isDryRun).change)
        },
    ]
}

/// The new status of a to-do.
struct TodoRequest: Decodable {
    let status: Todo.Status

    private enum CodingKeys: String, CodingKey { case status }

    /// The values of `status`, as documents have them.
    static let values = [Todo.Status.needsAction, .inProcess, .completed, .cancelled].map {
        $0.rawValue.lowercased()
    }

    init(from decoder: any Decoder) throws {
        try ItemValues.requireMembers(["status"], in: decoder)
        let text = try decoder.container(keyedBy: CodingKeys.self)
            .decode(String.self, forKey: .status)
        guard Self.values.contains(text), let status = Todo.Status(rawValue: text.uppercased())
        else {
            throw Problem.badContent(
                "status: '\(text)' is none",
                remedy: "give one of \(Self.values.joined(separator: ", "))")
        }
        self.status = status
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

    /// The journal entry that the path names; nil if there is none, or several begin so.
    func journal() async throws -> AgendaEvent? {
        let found = try await live.provider(try zone(), EventFilter())
            .journals(named: values["id"] ?? "")
        return Set(found.map(\.id.key)).count < 2 ? found.first : nil
    }

    fileprivate func requiredTodo() async throws -> TodoItem {
        if let item = try await todo() { return item }
        throw Problem(
            404, "not-found", "no to-do has the id '\(values["id"] ?? "")'",
            remedy: "ask /v1/todos for the list: it may have been deleted since")
    }
}
