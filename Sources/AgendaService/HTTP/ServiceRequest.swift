/// One request, as the program that owns the sockets has read it.
public struct ServiceRequest: Sendable {
    /// How it came in, which decides what it must prove.
    public enum Line: Sendable {
        /// Over a Unix socket that only its owner can connect to.
        case privateSocket
        /// Over a Unix socket that only a proxy can connect to, which says who has signed in (``People``).
        case identitySocket
        /// Over a Unix socket that only whoever operates the service can connect to, and that answers nothing of users (``People``).
        case operatorSocket
        /// Over TCP: anybody on the machine can connect, and a page of any site through the user's browser.
        case network
    }

    /// Such as `GET`, in upper case.
    public var method: String
    /// Path and query as they were sent: `/v1/events?from=2026-11-20`.
    public var target: String
    /// The header's fields.
    public var fields: HeaderFields
    /// The content; empty where there is none.
    public var body: [UInt8]
    /// How it came in.
    public var line: Line
    /// The address of whoever has connected; nil over a Unix socket.
    public var peer: String?

    /// Creates a request.
    public init(
        _ method: String, _ target: String, fields: HeaderFields = [:], body: [UInt8] = [],
        line: Line = .privateSocket, peer: String? = nil
    ) {
        (self.method, self.target, self.fields) = (method, target, fields)
        (self.body, self.line, self.peer) = (body, line, peer)
    }

    /// What the browser keeps under a name; of one name there may be several, for different paths (RFC 6265 section 5.4).
    func cookies(_ name: String) -> [String] {
        fields.values("Cookie").flatMap { value in
            value.split(separator: ";").compactMap { pair in
                let sides = pair.split(separator: "=", maxSplits: 1)
                guard sides.count == 2, sides[0].drop(while: { $0 == " " }) == name else {
                    return nil
                }
                return String(sides[1])
            }
        }
    }

    /// The path's segments, decoded; nil if one is not UTF-8, holds a slash or NUL, or is `.` or `..`.
    var segments: [String]? {
        let path = target.prefix { $0 != "?" }
        guard path.first == "/" else { return nil }
        var segments: [String] = []
        for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let text = PercentEncoding.decoded(part), text != ".", text != "..",
                !text.contains("/"), !text.contains("\0")
            else { return nil }
            segments.append(text)
        }
        if segments.last == "" { segments.removeLast() }
        return segments
    }
}

/// The fields of a header, in order; names in any case (RFC 9110 section 5.1).
public struct HeaderFields: Sendable, ExpressibleByDictionaryLiteral {
    /// Name and value of each.
    public private(set) var all: [(name: String, value: String)] = []

    /// Creates fields.
    public init(dictionaryLiteral elements: (String, String)...) { all = elements }

    /// Adds a field, also beside one of the same name.
    public mutating func append(_ name: String, _ value: String) { all.append((name, value)) }

    /// The first value of a field; setting replaces all of that name.
    public subscript(_ name: String) -> String? {
        get {
            all.first { Self.isSame($0.name, name) }?.value
        }
        set {
            all.removeAll { Self.isSame($0.name, name) }
            if let newValue { all.append((name, newValue)) }
        }
    }

    /// The values of all fields of a name.
    func values(_ name: String) -> [String] {
        all.filter { Self.isSame($0.name, name) }.map(\.value)
    }

    /// How often a field is there: who is to be believed where `Host` is there twice?
    func count(_ name: String) -> Int { all.count { Self.isSame($0.name, name) } }

    /// Whether two names differ in their case alone. They are ASCII (RFC 9110 section 5.6.2), and each answer asks some ten times.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count
            && zip(one.utf8, other.utf8).allSatisfy { $0 == $1 || lower($0) == lower($1) }
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
}

/// Percent-encoding (RFC 3986 section 2.1).
enum PercentEncoding {
    /// Nil where an escape is broken or the text is not UTF-8.
    static func decoded(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit),
                    let low = rest.popFirst().flatMap(digit)
                else { return nil }
                bytes.append(high * 16 + low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}

extension ServiceRequest {
    /// Whether its method changes nothing (RFC 9110 section 9.2.1; RFC 4918 section 9.1, RFC 3253 section 3.6).
    var isSafe: Bool { ["GET", "HEAD", "OPTIONS", "PROPFIND", "REPORT"].contains(method) }
}
