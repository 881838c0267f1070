internal import AgendaJSON

/// The routes as an OpenAPI 3.1 document.
enum OpenAPI {
    static func document(_ routes: [Route]) -> OutputBuffer {
        var json = JSONWriter()
        json.object { json in
            json.member("openapi", "3.1.0")
            json.object("info") { json in
                json.member("title", "agenda")
                json.member("version", "1")
                json.member(
                    "description",
                    "The timeline over HTTP. Documents are those of the command's --json, version 1. Errors are "
                        + "problem documents (RFC 9457) with 'code' and 'remedy'.")
            }
            json.array("security") { json in json.object { $0.member("token", [String]()) } }
            json.object("components") { json in
                json.object("securitySchemes") { json in
                    json.object("token") { json in
                        json.member("type", "http")
                        json.member("scheme", "bearer")
                    }
                }
                json.object("schemas") { json in
                    for schema in Schema.all + items {
                        json.object(named: schema.name, schema.write)
                    }
                }
            }
            json.object("paths") { json in
                var paths: [String] = []
                for route in routes where !paths.contains(route.path) { paths.append(route.path) }
                for path in paths {
                    json.object(named: path) { json in
                        for route in routes where route.path == path { operation(route, &json) }
                    }
                }
            }
        }
        return json.output
    }

    private static func operation(_ route: Route, _ json: inout JSONWriter) {
        json.object(named: route.method.lowercased()) { json in
            json.member("summary", route.summary)
            if route.audience == .all { json.array("security") { _ in } }
            json.array("parameters") { json in
                for parameter in route.parameters { write(parameter, of: route, &json) }
                for field in fields(route) { write(field, &json) }
            }
            if route.takesContent { content(of: route, &json) }
            json.object("responses") { json in
                for status in Set(route.statuses + refusals(route)).sorted() {
                    json.object(named: "\(status)") { json in
                        json.member(
                            "description",
                            status < 400 ? "What was asked for." : "Why it is refused.")
                        if status == 303 { return }
                        json.object("content") { json in
                            json.object(
                                named: status < 400
                                    ? route.content.rawValue : "application/problem+json"
                            ) { json in
                                json.object("schema") { json in
                                    if status >= 400 {
                                        json.member("$ref", "#/components/schemas/Problem")
                                    } else if status == 200, !answers(of: route).isEmpty {
                                        json.array("anyOf") { json in
                                            for name in answers(of: route) {
                                                json.object {
                                                    $0.member(
                                                        "$ref", "#/components/schemas/" + name)
                                                }
                                            }
                                        }
                                    } else {
                                        json.member(
                                            "type",
                                            [.json, .manifest].contains(route.content)
                                                ? "object" : "string")
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    private static func content(of route: Route, _ json: inout JSONWriter) {
        let schema =
            switch (route.path, route.method) {
            case ("/v1/undo", _): "Undo"
            case ("/v1/todos/{id}", _): "Todo"
            case ("/v1/todos", _): "NewTodo"
            case ("/v1/journals/{id}", _): "Journal"
            case ("/v1/journals", _): "NewJournal"
            case ("/v1/devices", _): "NewDevice"
            case ("/v1/invitations", _): "InvitationMessage"
            case ("/v1/invitations/{id}", _): "InvitationAnswer"
            case ("/v1/accounts", _): "NewAccount"
            case ("/v1/shares", _): "NewShare"
            case ("/v1/sharing", _): "NewGrant"
            case ("/v1/rules", _): "NewRule"
            case ("/v1/rules/{number}", _): "Rule"
            case ("/v1/proposals/{number}", _): "Acceptance"
            case ("/v1/similar", _): "Pair"
            case ("/v1/mirrors", _): "NewMirror"
            case ("/v1/mirrors/{name}", _): "Mirror"
            case ("/v1/calendars", _): "NewCalendar"
            case ("/v1/calendars/{id}", _): "Calendar"
            case (_, "POST"): "NewEvent"
            case (_, "PUT"): "WholeEvent"
            default: "Event"
            }
        json.object("requestBody") { json in
            json.member("required", true)
            json.object("content") { json in
                for type in route.contentTypes {
                    json.object(named: type) { json in
                        json.object("schema") {
                            $0.member("$ref", "#/components/schemas/" + schema)
                        }
                    }
                }
            }
        }
    }

    /// The refusals that each route may have.
    private static func refusals(_ route: Route) -> [Int] {
        var statuses = [400, 421]
        if route.audience == .owner { statuses.append(401) }
        if route.method != "GET" { statuses += [403, 409] }
        if route.takesContent { statuses += [413, 415, 422] }
        return statuses + [500, 503]
    }

    private static func write(
        _ parameter: Route.Parameter, of route: Route, _ json: inout JSONWriter
    ) {
        let isInPath = route.path.contains("{\(parameter.name)}")
        json.object { json in
            json.member("name", parameter.name)
            json.member("in", isInPath ? "path" : "query")
            if isInPath || parameter.isRequired { json.member("required", true) }
            json.member("description", parameter.summary)
            json.object("schema") { json in
                switch parameter.kind {
                case .text:
                    json.member("type", "string")
                    if let format = parameter.format { json.member("format", format) }
                case .number:
                    json.member("type", "integer")
                    if let range = parameter.range {
                        json.member("minimum", range.lowerBound)
                        json.member("maximum", range.upperBound)
                    }
                case .flag: json.member("type", "boolean")
                case .date:
                    json.member("type", "string")
                    json.member("format", "date")
                case .list:
                    json.member("type", "array")
                    json.object("items") { json in
                        json.member("type", "string")
                        if let format = parameter.format { json.member("format", format) }
                    }
                }
                if !parameter.values.isEmpty { json.member("enum", parameter.values) }
            }
        }
    }

    /// What a route reads of the header.
    private static func fields(_ route: Route) -> [(name: String, summary: String)] {
        // 428 is the answer where it is missing.
        route.statuses.contains(428)
            ? [("If-Match", "The `ETag` of the event that is to be changed; `*` for any.")] : []
    }

    private static func write(
        _ field: (name: String, summary: String), _ json: inout JSONWriter
    ) {
        json.object { json in
            json.member("name", field.name)
            json.member("in", "header")
            json.member("required", true)
            json.member("description", field.summary)
            json.object("schema") { json in
                json.member("type", "string")
                json.member("format", "entity-tag")
            }
        }
    }
}

extension Route {
    /// In which forms the content may come.
    fileprivate var contentTypes: [String] {
        method == "PATCH"
            ? ["application/merge-patch+json", "application/json"] : ["application/json"]
    }
}
