internal import AgendaJSON
internal import AgendaKit

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
                    json.object("Problem", schema: problem)
                    json.object("NewEvent", schema: newEvent)
                    json.object("Event", schema: values)
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
            }
            if route.takesContent {
                json.object("requestBody") { json in
                    json.member("required", true)
                    json.object("content") { json in
                        json.object(named: "application/json") { json in
                            json.object("schema") { json in
                                if route.path == "/v1/undo" {
                                    json.member("type", "object")
                                } else {
                                    json.member(
                                        "$ref",
                                        "#/components/schemas/"
                                            + (route.method == "POST" ? "NewEvent" : "Event"))
                                }
                            }
                        }
                    }
                }
            }
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
                                    } else {
                                        json.member(
                                            "type", route.content == .json ? "object" : "string")
                                    }
                                }
                            }
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
            if isInPath { json.member("required", true) }
            json.member("description", parameter.summary)
            json.object("schema") { json in
                switch parameter.kind {
                case .text: json.member("type", "string")
                case .number: json.member("type", "integer")
                case .flag: json.member("type", "boolean")
                case .date:
                    json.member("type", "string")
                    json.member("format", "date")
                case .list:
                    json.member("type", "array")
                    json.object("items") { $0.member("type", "string") }
                }
                if !parameter.values.isEmpty { json.member("enum", parameter.values) }
            }
        }
    }

    private static let problem: [(String, String)] = [
        ("type", "string"), ("title", "string"), ("status", "integer"), ("detail", "string"),
        ("code", "string"), ("remedy", "string"),
    ]
    private static let values: [(String, String)] = [
        ("summary", "string"), ("location", "string"), ("description", "string"), ("url", "string"),
        ("categories", "array"), ("rules", "array"), ("start", "string"), ("end", "string"),
        ("timeZone", "string"), ("status", "string"), ("allDay", "boolean"),
        ("transparent", "boolean"),
        ("calendar", "string"),
    ]
    private static let newEvent = [("words", "string"), ("language", "string")] + values
}

extension JSONWriter {
    /// A member whose name is not known before.
    fileprivate mutating func object(named name: String, _ members: (inout JSONWriter) -> Void) {
        key(quoting: name)
        object(members)
    }

    fileprivate mutating func object(_ name: StaticString, schema members: [(String, String)]) {
        object(name) { json in
            json.member("type", "object")
            json.object("properties") { json in
                for (name, type) in members {
                    json.object(named: name) { json in
                        json.member("type", type)
                        if type == "array" { json.object("items") { $0.member("type", "string") } }
                    }
                }
            }
        }
    }
}
