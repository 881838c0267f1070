import FoundationEssentials
import Synchronization

@testable import AgendaSync

/// A CalDAV server without network: one calendar at `/alice/work/`, in a ``Dialect``.
final class MemoryServer: HTTPExchange {
    struct Resource: Hashable {
        var text: String
        var etag: String
    }

    struct Contents {
        var dialect: Dialect
        var resources: [String: Resource] = [:]
        /// Paths in the order in which they changed.
        var log: [String] = []
        /// Which incarnation of the calendar this is.
        var epoch = 1
        var exists = true
        var isReadOnly = false
        var isFull = false
        var isLocked: Set<String> = []
        /// Paths whose presence makes reports fail.
        var poison: Set<String> = []
        var requests: [String] = []
    }

    static let base = URL(string: "http://127.0.0.1:1/") ?? URL(filePath: "/")
    static let path = "/alice/work/"

    private let contents: Mutex<Contents>

    init(_ dialect: Dialect = .plain) { contents = Mutex(Contents(dialect: dialect)) }

    func with<Value>(_ body: (inout Contents) -> Value) -> Value {
        contents.withLock { body(&$0) }
    }

    // MARK: - What other clients and the operator do

    subscript(_ name: String) -> String? {
        get { with { $0.resources[Self.path + name]?.text } }
        set {
            with { contents in
                if let newValue {
                    contents.store(newValue, at: Self.path + name)
                } else {
                    contents.remove(Self.path + name)
                }
            }
        }
    }

    var names: [String] {
        with { $0.resources.keys.sorted().map { String($0.dropFirst(Self.path.count)) } }
    }
    var texts: [String] { with { contents in contents.resources.values.map(\.text) } }
    var requests: [String] { with { $0.requests } }

    /// The calendar made anew at its URL.
    func recreate() {
        with { contents in
            contents.resources = [:]
            contents.log = []
            contents.epoch += 1
        }
    }

    // MARK: - HTTPExchange

    func send(
        _ request: HTTPRequest, as credentials: HTTPCredentials?
    ) async throws(HTTPError) -> HTTPResponse {
        with { contents in
            let path = request.url.path(percentEncoded: false)
            contents.requests.append("\(request.method) \(path)")
            var answer = contents.answer(request, path)
            answer.url = request.url
            return answer
        }
    }
}

extension MemoryServer.Contents {
    func tag(_ resource: MemoryServer.Resource) -> String? {
        switch dialect.tags {
        case .strong: "\"\(resource.etag)\""
        case .weak: "W/\"\(resource.etag)\""
        case .unquoted: resource.etag
        case .none: nil
        }
    }

    mutating func store(_ text: String, at path: String) {
        // The text's own digest, as Radicale, Xandikos and DAViCal have it.
        var etag = ResourceNames.hexadecimal(text)
        if dialect.countsVersions {
            let last = resources[path].flatMap { Int($0.etag.dropFirst(3)) }
            etag = "gcs\((last ?? -1) + 1)"
        }
        resources[path] = MemoryServer.Resource(text: text, etag: etag)
        log.append(path)
    }

    mutating func remove(_ path: String) {
        resources[path] = nil
        log.append(path)
    }

    func answer(_ status: Int, _ fields: HTTPFields = [:], _ body: String = "") -> HTTPResponse {
        HTTPResponse(status: status, fields: fields, body: Array(body.utf8), url: MemoryServer.base)
    }

    func refusal(_ status: Int, _ condition: String?) -> HTTPResponse {
        guard let condition else { return answer(status) }
        return answer(
            status, ["Content-Type": "application/xml"],
            "<?xml version=\"1.0\"?><error xmlns=\"DAV:\"><\(condition)/></error>")
    }

    mutating func answer(_ request: HTTPRequest, _ path: String) -> HTTPResponse {
        guard exists || request.method == "MKCALENDAR" else { return answer(404) }
        let body = String(decoding: request.body, as: UTF8.self)
        switch request.method {
        case "PROPFIND": return propfind(path, depth: request.fields["Depth"] ?? "0", body)
        case "REPORT":
            return body.contains("sync-collection") ? changes(body) : multiget(body)
        case "GET":
            guard let resource = resources[path] else { return answer(404) }
            var fields: HTTPFields = ["Content-Type": "text/calendar"]
            if let tag = tag(resource) { fields["ETag"] = tag }
            return answer(200, fields, resource.text)
        case "PUT": return put(request, path, body)
        case "DELETE": return delete(request, path)
        case "MOVE": return move(request, path)
        case "MKCALENDAR":
            (exists, resources) = (true, [:])
            return answer(201)
        default: return answer(501)
        }
    }

    private func conditionHolds(_ request: HTTPRequest, _ path: String) -> Bool {
        let present = resources[path]
        if let match = request.fields["If-Match"] {
            guard let present else { return false }
            if match == "*" { return true }
            // A weak tag never matches (RFC 9110 section 13.1.1).
            guard dialect.tags != .weak, let tag = tag(present) else { return false }
            return match.split(separator: ",").contains { $0.drop { $0 == " " } == tag }
        }
        if request.fields["If-None-Match"] == "*", dialect.honoursNoneMatch {
            return present == nil
        }
        return true
    }

    private mutating func put(_ request: HTTPRequest, _ path: String, _ body: String)
        -> HTTPResponse
    {
        if isLocked.contains(path) { return answer(423) }
        if isReadOnly { return answer(403) }
        if isFull { return answer(507) }
        guard conditionHolds(request, path) else { return answer(412) }
        if body.contains("X-INVALID") { return answer(dialect.invalid) }
        let uid = SyncedText(request.body)?.uid
        let other = resources.first {
            $0.key != path && SyncedText(Array($0.value.text.utf8))?.uid == uid
        }
        if other != nil {
            switch dialect.sameUID {
            case .stored: break
            case .status(let status, let condition): return refusal(status, condition)
            case .inside207:
                return multistatus([
                    "<response><href>\(path)</href><status>HTTP/1.1 412 No</status></response>"
                ])
            }
        }
        let isNew = resources[path] == nil
        store(rewritten(body), at: path)
        var fields: HTTPFields = [:]
        if dialect.tellsTagOfPut, let tag = resources[path].flatMap(tag) { fields["ETag"] = tag }
        return answer(isNew ? 201 : 204, fields)
    }

    private func rewritten(_ text: String) -> String {
        switch dialect.rewriting {
        case .nothing: return text
        case .form, .loses:
            // The same meaning in another order, and in a second pass the same bytes.
            var lines = text.split(separator: "\r\n").map(String.init)
            if dialect.rewriting == .loses { lines.removeAll { $0.hasPrefix("X-") } }
            var result: [String] = []
            var late: [String] = []
            for line in lines {
                if line == "END:VEVENT" {
                    result += late.sorted()
                    late = []
                }
                if line.hasPrefix("SUMMARY") { late.append(line) } else { result.append(line) }
            }
            return result.map { $0 + "\r\n" }.joined()
        }
    }

    private mutating func delete(_ request: HTTPRequest, _ path: String) -> HTTPResponse {
        if isLocked.contains(path) { return answer(423) }
        if isReadOnly { return answer(403) }
        guard resources[path] != nil else { return answer(404) }
        if dialect.honoursMatchOnDelete, !conditionHolds(request, path) { return answer(412) }
        remove(path)
        return answer(204)
    }

    private mutating func move(_ request: HTTPRequest, _ path: String) -> HTTPResponse {
        guard dialect.hasMove else { return answer(405) }
        guard let resource = resources[path] else { return answer(404) }
        guard let target = request.fields["Destination"].flatMap({ URL(string: $0) })?.path,
            resources[target] == nil
        else { return answer(412) }
        remove(path)
        store(resource.text, at: target)
        return answer(201)
    }
}
