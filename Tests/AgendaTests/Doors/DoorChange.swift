import AgendaActions
import AgendaKit
import AgendaService
import ArgumentParser
import Foundation
import ICalendar
import Testing
import TerminalOutput

@testable import AgendaScreen
@testable import agenda

/// A change that a person may ask for, and how each door says it.
struct DoorChange: CustomTestStringConvertible, Sendable {
    /// One value, as a person means it.
    enum Value: Sendable {
        /// `2027-03-27T22:00`, or a day.
        case start(String)
        /// The same; a day is the last one.
        case end(String)
        case length(String)
        case allDay
        case zone(String)
        case rule(String)
        case summary(String)
        case location(String)
        case description(String)
        case categories([String])
        case status(String)
        case busy(Bool)
        case alarms([String])
        case attendees([String])
        case until(String)
        // Of a to-do.
        case due(String)
        case priority(Int)
        case percent(Int)
    }

    enum Ask: Sendable {
        case edit([Value])
        case add([Value])
        case words(String)
        case delete
        case undo
        case todoWords(String)
        case todoStatus(String)
        case todoDelete
        case todoAdd([Value])
        case todoEdit([Value])
    }

    enum Door: String, CaseIterable, Sendable {
        case command, service, assistant, screen
    }

    var ask: Ask
    /// The subject's UID, and which of its instances.
    var uid = ""
    var instance = 0
    var scope: String?
    /// Whether the id names the series, not an instance.
    var isWhole = false
    /// Whether each door is to refuse it.
    var isRefused = false

    var testDescription: String {
        "\(ask) of \(uid) \(instance)" + (scope.map { " scope \($0)" } ?? "")
            + (isWhole ? " whole" : "")
    }

    /// What the change makes of the texts through each door that can say it, the command first; each begins with the
    /// same texts, as what the one before did is undone.
    func texts(
        through doors: [Door] = Door.allCases
    ) async throws -> [(door: Door, texts: [String])] {
        let store = try await DoorStore(uid)
        var id = uid.isEmpty ? "" : try await store.instance(uid, instance).id.description
        if isWhole { id = String(id.prefix { $0 != "-" }) }
        var found: [(door: Door, texts: [String])] = []
        var last = try store.lastChange()
        for door in doors {
            switch door {
            case .command:
                guard let words = words(id) else { continue }
                try await Self.run(words + ["--quiet"], store)
            case .service:
                guard let request = request(id) else { continue }
                _ = await (try store.service()).answer(request)
            case .assistant:
                guard let (tool, arguments) = tool(id) else { continue }
                _ = try await DoorAssistant(store).call(tool, arguments)
            case .screen:
                guard !isWhole, try await isDoneOnScreen(id, store) else { continue }
            }
            found.append((door, try store.texts(after: last)))
            try await store.revert(to: last)
            last = try store.lastChange()
        }
        return found
    }

    /// Runs a command in this process; one that refuses changes nothing, which the texts show.
    private static func run(_ words: [String], _ store: DoorStore) async throws {
        var command = try await Agenda.asyncParseAsRoot(words + store.options)
        do {
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch is CommandFailure {
        } catch is AgendaError {
        }
    }

    // MARK: The command

    private func words(_ id: String) -> [String]? {
        let scope = scope.map { ["--scope", $0] } ?? []
        switch ask {
        case .edit(let values): return ["edit", id] + scope + values.flatMap(Self.options)
        case .add(let values): return ["add"] + values.flatMap(Self.options)
        case .words(let words): return ["add", words]
        case .delete: return ["delete", id] + scope
        case .undo: return ["undo"]
        case .todoWords(let words): return ["todo", "add", words]
        case .todoStatus("completed"): return ["todo", "done", id]
        case .todoStatus("needs-action"): return ["todo", "undone", id]
        case .todoStatus: return nil
        case .todoDelete: return ["todo", "delete", id] + scope
        case .todoAdd(let values): return ["todo", "add"] + values.flatMap(Self.options)
        case .todoEdit(let values):
            return ["todo", "edit", id] + scope + values.flatMap(Self.options)
        }
    }

    private static func options(_ value: Value) -> [String] {
        switch value {
        case .start(let text): ["--start", text]
        case .end(let text): ["--end", text]
        case .length(let text): ["--for", text]
        case .allDay: ["--all-day"]
        case .zone(let name): ["--event-time-zone", name]
        case .rule(let rule): ["--every", rule]
        case .summary(let text): ["--summary", text]
        case .location(let text): ["--location", text]
        case .description(let text): ["--description", text]
        case .categories(let names): names.flatMap { ["--category", $0] }
        case .status(let name): ["--status", name]
        case .busy(let isBusy): [isBusy ? "--busy" : "--no-busy"]
        case .alarms(let texts): texts.flatMap { ["--alarm", $0] }
        case .attendees(let texts): texts.flatMap { ["--attendee", $0] }
        case .until(let text): ["--until", text]
        case .due(let text): ["--due", text]
        case .priority(let number): ["--priority", "\(number)"]
        case .percent(let number): ["--percent", "\(number)"]
        }
    }

    // MARK: HTTP

    private func request(_ id: String) -> ServiceRequest? {
        let scope = scope.map { "?scope=\($0)" } ?? ""
        func request(_ method: String, _ target: String, _ members: [String: Any]?)
            -> ServiceRequest?
        {
            let body = members.flatMap { try? JSONSerialization.data(withJSONObject: $0) }
            return ServiceRequest(
                method, target,
                fields: ["If-Match": "*", "Content-Type": "application/json"],
                body: Array(body ?? Data()))
        }
        switch ask {
        case .edit(let values):
            return Self.members(values).flatMap { request("PATCH", "/v1/events/\(id)\(scope)", $0) }
        case .add(let values):
            return Self.members(values).flatMap { request("POST", "/v1/events", $0) }
        case .words(let words): return request("POST", "/v1/events", ["words": words])
        case .delete: return request("DELETE", "/v1/events/\(id)\(scope)", nil)
        case .undo: return request("POST", "/v1/undo", [:])
        case .todoWords(let words): return request("POST", "/v1/todos", ["words": words])
        case .todoStatus(let status): return request("PATCH", "/v1/todos/\(id)", ["status": status])
        // HTTP has no deletion of to-dos.
        case .todoDelete: return nil
        case .todoAdd(let values):
            return Self.members(values).flatMap { request("POST", "/v1/todos", $0) }
        // It sets the status alone.
        case .todoEdit: return nil
        }
    }

    /// Nil for what HTTP has no member for: a length, and a rule in other words than an RRULE.
    private static func members(_ values: [Value]) -> [String: Any]? {
        var members: [String: Any] = [:]
        for value in values {
            switch value {
            case .start(let text), .end(let text), .due(let text):
                guard text.isEmpty || text.hasPrefix("20") else { return nil }
            default: break
            }
            switch value {
            case .start(let text): members["start"] = text
            case .due(let text): members["due"] = text
            case .priority(let number): members["priority"] = number
            case .alarms, .attendees, .until, .percent: return nil
            case .end(let text):
                // HTTP's last day is the one after it.
                members["end"] = CivilDate(iso: text).map { ($0 + 1).iso } ?? text
            case .length: return nil
            case .allDay: members["allDay"] = true
            case .zone(let name):
                // Names of cities are for people.
                guard name.contains("/") || name == "UTC" else { return nil }
                members["timeZone"] = name
            case .rule(let rule):
                guard rule.hasPrefix("FREQ") || rule == "none" else { return nil }
                members["rules"] = rule == "none" ? [] : [rule]
            case .summary(let text): members["summary"] = text
            case .location(let text): members["location"] = text
            case .description(let text): members["description"] = text
            case .categories(let names): members["categories"] = names.filter { !$0.isEmpty }
            case .status(let name): members["status"] = name
            case .busy(let isBusy): members["transparent"] = !isBusy
            }
        }
        return members
    }

    // MARK: The assistant

    private func tool(_ id: String) -> (String, [String: Any])? {
        var named: [String: Any] = id.isEmpty ? [:] : ["id": id]
        if let scope { named["scope"] = scope }
        switch ask {
        case .edit(let values):
            return ("edit_event", named.merging(Self.arguments(values)) { $1 })
        case .add(let values): return ("add_event", Self.arguments(values))
        case .words(let words): return ("add_event", ["words": words])
        case .delete: return ("delete_event", named)
        case .undo: return ("undo", [:])
        case .todoWords(let words): return ("add_todo", ["words": words])
        case .todoStatus("completed"): return ("complete_todo", named)
        case .todoStatus("needs-action"): return ("reopen_todo", named)
        case .todoStatus: return nil
        case .todoDelete: return ("delete_todo", named)
        case .todoAdd(let values): return ("add_todo", Self.arguments(values))
        case .todoEdit(let values):
            return ("edit_todo", named.merging(Self.arguments(values)) { $1 })
        }
    }

    private static func arguments(_ values: [Value]) -> [String: Any] {
        values.reduce(into: [:]) { arguments, value in
            switch value {
            case .start(let text): arguments["start"] = text
            case .end(let text): arguments["end"] = text
            case .length(let text): arguments["for"] = text
            case .allDay: arguments["all_day"] = true
            case .zone(let name): arguments["time_zone"] = name
            case .rule(let rule): arguments["every"] = rule
            case .summary(let text): arguments["summary"] = text
            case .location(let text): arguments["location"] = text
            case .description(let text): arguments["description"] = text
            case .categories(let names): arguments["category"] = names
            case .status(let name): arguments["status"] = name
            case .busy(let isBusy): arguments["busy"] = isBusy
            case .alarms(let texts): arguments["alarm"] = texts
            case .attendees(let texts): arguments["attendee"] = texts
            case .until(let text): arguments["until"] = text
            case .due(let text): arguments["due"] = text
            case .priority(let number): arguments["priority"] = "\(number)"
            case .percent(let number): arguments["percent"] = number
            }
        }
    }

    // MARK: The screen

    /// Does what a key asks for; false for what no key does. Events are edited there by the command.
    private func isDoneOnScreen(_ id: String, _ store: DoorStore) async throws -> Bool {
        let common = try CommonOptions.parse(store.options)
        let inbox = ScreenInbox()
        let worker = ScreenWorker(
            { () throws(CommandFailure) in
                var person = try common.person()
                person.isQuiet = true
                return person
            }, style: .plain, inbox: inbox)
        let person = try common.person()
        let event = uid.isEmpty ? nil : try await store.instance(uid, instance)
        do {
            switch (ask, event) {
            case (.words(let words), _):
                let read = try ItemEdits().newEvent(words, person: person)
                if read.doubt == nil, let draft = read.draft { try await worker.add(draft) }
            case (.todoWords(let words), _):
                let read = try ItemEdits().newTodo(words, person: person)
                if read.doubt == nil, let draft = read.draft { try await worker.add(draft) }
            case (.delete, let event?), (.todoDelete, let event?):
                try await worker.delete(event, RecurrenceScope(rawValue: scope ?? "all") ?? .all)
            case (.todoStatus(let name), let event?):
                guard let status = Todo.Status(rawValue: name.uppercased()) else { return false }
                try await worker.setStatus(status, of: event)
            case (.undo, _):
                try await worker.revert { (editor) throws(AgendaError) in
                    try await editor.takeBack()
                }
            default: return false
            }
        } catch is CommandFailure {
        } catch is AgendaError {
        }
        return true
    }
}

/// `agenda mcp` over a door's store.
struct DoorAssistant {
    let server: MCPServer

    init(_ store: DoorStore) throws {
        let common = try CommonOptions.parse(store.options)
        server = MCPServer(
            tools: MCPTool.all(allowingEdits: true), ask: { await $0.run(common) },
            change: { change, _ in await change.run(common) })
    }

    /// The result of a call.
    func call(_ tool: String, _ arguments: [String: Any]) async throws -> [String: Any] {
        let message: [String: Any] = [
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": ["name": tool, "arguments": arguments],
        ]
        let line = try JSONSerialization.data(withJSONObject: message)
        let answer = try #require(await server.answer(Array(line)))
        let object = try JSONSerialization.jsonObject(with: Data(answer)) as? [String: Any]
        return try #require(object?["result"] as? [String: Any])
    }
}
