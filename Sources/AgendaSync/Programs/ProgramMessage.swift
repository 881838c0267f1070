internal import FoundationEssentials

/// What a program is asked: a line of JSON.
struct ProgramRequest: Hashable, Encodable {
    /// The answer has it, too.
    var id = 0
    var method: String
    /// Of `hello`: the protocol's version.
    var version: Int?
    /// Of `hello`: what stands behind the colon.
    var argument: String?
    /// Of `hello`.
    var secret: String?
    /// Of `list`: what the page before named as the next one.
    var page: String?
    /// Of `read`, `put` and `delete`.
    var resource: String?
    /// Of `put` and `delete`: the version that is to be replaced or removed; nil where nothing may be there.
    var condition: String?
    /// Of `put`: the text or a part of it.
    var text: String?
    /// Of `put`: whether more of the text comes.
    var more: Bool?

    init(_ method: String, resource: String? = nil, condition: String? = nil) {
        (self.method, self.resource, self.condition) = (method, resource, condition)
    }

    private enum CodingKeys: String, CodingKey {
        case id, method, argument, secret, page, resource, text, more
        case version = "protocol"
        case condition = "if"
    }

    /// As a line, without its end.
    var line: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { [UInt8]($0) } ?? []
    }
}

/// What a program answers: a line of JSON, or several for a long text.
struct ProgramAnswer: Hashable, Decodable {
    struct Resource: Hashable, Decodable {
        var resource: String
        var version: String
    }

    var id: Int
    // Of a refusal.
    var error: String?
    var message: String?
    // Of a resource.
    var version: String?
    var text: String?
    var more: Bool?
    // Of a list.
    var resources: [Resource]?
    var next: String?
    // Of the greeting.
    var protocolVersion: Int?
    var name: String?
    var color: String?
    var writable: Bool?
    var watch: Bool?
    var components: [String]?

    private enum CodingKeys: String, CodingKey {
        case id, error, message, version, text, more, resources, next
        case name, color, writable, watch, components
        case protocolVersion = "protocol"
    }

    /// Reads a line.
    init(_ line: [UInt8], to request: String) throws(ProgramFault) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(line))
        } catch DecodingError.keyNotFound(let key, let context) {
            let place = (context.codingPath + [key]).map(\.stringValue).joined(separator: ".")
            throw .broken(request: request, "'\(place)' is missing")
        } catch DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty,
            DecodingError.valueNotFound(_, let context) where !context.codingPath.isEmpty
        {
            let place = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw .broken(request: request, "'\(place)' is of another type")
        } catch {
            throw .notJSON(request: request)
        }
    }
}
