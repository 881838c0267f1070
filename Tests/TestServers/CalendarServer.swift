package import FoundationEssentials
internal import Synchronization

/// A CalDAV server of the tests' own, over the loopback server: the calendars of the user anna, without sync tokens.
package final class CalendarServer: Sendable {
    /// A calendar at `/anna/NAME/`.
    package struct Calendar: Sendable {
        /// What people call it.
        package var title: String
        package var color: String?
        package var isReadOnly = false
        /// The principal whose it is; nil if the server does not say.
        package var owner: String?
        /// By the last segment of their addresses.
        package var items: [String: String] = [:]

        package init(_ title: String, color: String? = nil, items: [String: String] = [:]) {
            (self.title, self.color, self.items) = (title, color, items)
        }
    }

    /// What it knows. Tests change it.
    package struct State: Sendable {
        package var calendars: [String: Calendar] = [:]
        /// How the header fields `Authorization` begin that it takes; nil for anybody.
        package var credentials: Set<String>?
        /// Take the place of its own, by `METHOD /path`.
        package var answers: [String: LoopbackServer.Answer] = [:]
        /// By which invitations name anna if the server schedules (RFC 6638); nil if it does not.
        package var schedules: [String]?
    }

    private let box: Box
    package let server: LoopbackServer

    private final class Box: Sendable { let state = Mutex(State()) }

    package init(_ calendars: [String: Calendar] = [:]) throws {
        let box = Box()
        self.box = box
        box.state.withLock { $0.calendars = calendars }
        server = try LoopbackServer { request in
            box.state.withLock { $0.answer(to: request) }
        }
    }

    package var url: URL { server.url() }
    package var state: State { box.state.withLock { $0 } }
    package func change(_ body: (inout State) -> Void) { box.state.withLock { body(&$0) } }
    /// `METHOD /path` of each request.
    package var log: [String] { server.received.map { "\($0.method) \($0.target)" } }

    /// An answer of several statuses.
    package static func multistatus(_ responses: String) -> LoopbackServer.Answer {
        let body = """
            <d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" \
            xmlns:a="http://apple.com/ns/ical/">\(responses)</d:multistatus>
            """
        return answer(207, "Content-Type: application/xml; charset=utf-8\r\n", body)
    }

    /// One of them.
    package static func response(_ href: String, _ properties: String) -> String {
        "<d:response><d:href>\(href)</d:href><d:propstat><d:prop>\(properties)</d:prop>"
            + "<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>"
    }

    package static func answer(
        _ status: Int, _ fields: String = "", _ body: String = ""
    ) -> LoopbackServer.Answer {
        .text(
            "HTTP/1.1 \(status) X\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
}

extension CalendarServer.State {
    fileprivate mutating func answer(
        to request: LoopbackServer.Received
    ) -> LoopbackServer.Answer {
        if let answer = answers["\(request.method) \(request.target)"] { return answer }
        let field = request.field("Authorization") ?? ""
        if let credentials, !credentials.contains(where: field.hasPrefix) {
            let ways = "WWW-Authenticate: Basic realm=\"x\"\r\nWWW-Authenticate: Bearer\r\n"
            return CalendarServer.answer(401, ways)
        }
        let path = request.target.split(separator: "/").map(String.init)
        switch (request.method, path.count) {
        case ("PROPFIND", _): return found(path, isDeep: request.field("Depth") == "1")
        case ("REPORT", _): return report(path, String(decoding: request.body, as: UTF8.self))
        case ("GET", 3):
            guard let text = calendars[path[1]]?.items[path[2]] else {
                return CalendarServer.answer(404)
            }
            return CalendarServer.answer(200, "ETag: \(Self.tag(text))\r\n", text)
        case ("PUT", 3): return put(request, path)
        case ("OPTIONS", _):
            let feature = schedules == nil ? "" : ", calendar-auto-schedule"
            return CalendarServer.answer(200, "DAV: 1, 3, calendar-access\(feature)\r\n")
        case ("DELETE", 3):
            guard calendars[path[1]]?.items.removeValue(forKey: path[2]) != nil else {
                return CalendarServer.answer(404)
            }
            return CalendarServer.answer(204)
        default: return CalendarServer.answer(404)
        }
    }

    /// FNV-1a: an item's tag depends on its text alone.
    private static func tag(_ text: String) -> String {
        let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return "\"\(String(hash, radix: 16))\""
    }

    private mutating func put(
        _ request: LoopbackServer.Received, _ path: [String]
    ) -> LoopbackServer.Answer {
        guard let calendar = calendars[path[1]] else { return CalendarServer.answer(404) }
        guard !calendar.isReadOnly else { return CalendarServer.answer(403) }
        let old = calendar.items[path[2]]
        if request.field("If-None-Match") != nil, old != nil { return CalendarServer.answer(412) }
        if let match = request.field("If-Match"), old.map(Self.tag) != match {
            return CalendarServer.answer(412)
        }
        let text = String(decoding: request.body, as: UTF8.self)
        calendars[path[1]]?.items[path[2]] = text
        return CalendarServer.answer(201, "ETag: \(Self.tag(text))\r\n")
    }

    private func found(_ path: [String], isDeep: Bool) -> LoopbackServer.Answer {
        switch (path.count, isDeep) {
        case (2, _):
            guard let calendar = calendars[path[1]], path[0] == "anna" else {
                return CalendarServer.answer(404)
            }
            let own = Self.described(path[1], calendar)
            let items = calendar.items.sorted { $0.key < $1.key }.map {
                CalendarServer.response(
                    "/anna/\(path[1])/\($0.key)", "<d:getetag>\(Self.tag($0.value))</d:getetag>")
            }
            return CalendarServer.multistatus(own + (isDeep ? items.joined() : ""))
        case (1, true):
            let all = calendars.sorted { $0.key < $1.key }.map { Self.described($0.key, $0.value) }
            return CalendarServer.multistatus(all.joined())
        default:
            return CalendarServer.multistatus(
                CalendarServer.response(
                    "/" + path.joined(separator: "/"),
                    """
                    <d:resourcetype><d:collection/></d:resourcetype>\
                    <d:current-user-principal><d:href>/anna/</d:href></d:current-user-principal>\
                    <c:calendar-home-set><d:href>/anna/</d:href></c:calendar-home-set>
                    """ + scheduling))
        }
    }

    private var scheduling: String {
        guard let schedules else { return "" }
        let addresses = schedules.map { "<d:href>\($0)</d:href>" }.joined()
        return """
            <c:schedule-outbox-URL><d:href>/anna/outbox/</d:href></c:schedule-outbox-URL>\
            <c:calendar-user-address-set>\(addresses)</c:calendar-user-address-set>
            """
    }

    private static func described(_ name: String, _ calendar: CalendarServer.Calendar) -> String {
        let write = calendar.isReadOnly ? "" : "<d:privilege><d:write/></d:privilege>"
        let color = calendar.color.map { "<a:calendar-color>\($0)</a:calendar-color>" } ?? ""
        let owner =
            calendar.owner.map {
                "<d:owner><d:href>\($0)</d:href></d:owner>"
                    + "<d:current-user-principal><d:href>/anna/</d:href></d:current-user-principal>"
            } ?? ""
        return CalendarServer.response(
            "/anna/\(name)/",
            """
            <d:resourcetype><d:collection/><c:calendar/></d:resourcetype>\
            <d:displayname>\(calendar.title)</d:displayname>\(color)<d:current-user-privilege-set>\
            <d:privilege><d:read/></d:privilege>\(write)</d:current-user-privilege-set>\(owner)
            """)
    }

    private func report(_ path: [String], _ body: String) -> LoopbackServer.Answer {
        guard path.count == 2, let calendar = calendars[path[1]],
            body.contains("calendar-multiget")
        else { return CalendarServer.answer(403) }
        let asked = body.split(separator: "<d:href>").dropFirst().map { $0.prefix { $0 != "<" } }
        let responses = asked.map { href in
            let name = String(href.split(separator: "/").last ?? "")
            guard let text = calendar.items[name] else {
                return "<d:response><d:href>\(href)</d:href>"
                    + "<d:status>HTTP/1.1 404 No</d:status></d:response>"
            }
            let data = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            return CalendarServer.response(
                String(href),
                "<d:getetag>\(Self.tag(text))</d:getetag><c:calendar-data>\(data)</c:calendar-data>"
            )
        }
        return CalendarServer.multistatus(responses.joined())
    }
}
