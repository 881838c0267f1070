package import FoundationEssentials

/// Where a resource is on the account's server: a path in the one form that all spellings of it have.
///
/// Servers answer with other %-encodings than they were asked with, and clients compare. Each segment is decoded
/// and encoded again: letters, digits and `-._~@` stand for themselves, all else is `%XX` in capitals. An encoded slash stays
/// one, so no segment becomes two.
package struct Href: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The encoded path, which starts with a slash.
    package let description: String

    /// Reads a path or an address.
    ///
    /// - Parameters:
    ///   - text: What a server or a user wrote: a path, a relative path or an absolute address.
    ///   - base: An address of the account's server.
    /// - Returns: nil for another origin than the base's, for a step upwards (`..`, encoded or not), for a control
    ///   character, a query or a broken `%`.
    package init?(_ text: String, relativeTo base: URL) {
        if Self.isNormal(text.utf8) {
            description = text
            return
        }
        var path = Array(text.utf8)[...]
        if let fragment = path.firstIndex(of: UInt8(ascii: "#")) { path = path[..<fragment] }
        guard !path.contains(UInt8(ascii: "?")), !path.isEmpty else { return nil }
        if let address = Self.absolute(path, base) {
            guard let host = URL(string: address.origin), Self.isSame(host, base) else {
                return nil
            }
            path = address.path
        } else if path.first != UInt8(ascii: "/") {
            // A colon in the first segment ends a scheme (RFC 3986 section 4.2).
            guard !path.prefix(while: { $0 != UInt8(ascii: "/") }).contains(UInt8(ascii: ":"))
            else { return nil }
            let folder = base.path(percentEncoded: true).utf8
            let end = folder.lastIndex(of: UInt8(ascii: "/")).map(folder.index(after:))
            path = Array(folder[..<(end ?? folder.startIndex)] + path)[...]
        }
        guard let normal = Self.normal(path) else { return nil }
        description = normal
    }

    /// Takes what ``description`` gave, unchecked.
    init(normal: String) { description = normal }

    /// The last segment, decoded: any characters but control characters, a slash among them.
    package var name: String {
        let end = isCollection ? description.dropLast() : description[...]
        let segment = end.suffix(
            from: end.lastIndex(of: "/").map(end.index(after:)) ?? end.startIndex)
        return Self.decoded(segment.utf8).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Whether it ends with a slash.
    package var isCollection: Bool { description.hasSuffix("/") }

    /// The same with a slash at the end, as collections are asked for.
    package var asCollection: Href { isCollection ? self : Href(normal: description + "/") }

    /// A resource in this collection.
    ///
    /// - Parameter name: Not encoded, and neither empty nor `.` nor `..`; those give the collection itself.
    package func appending(_ name: String) -> Href {
        guard name != ".", name != ".." else { return asCollection }
        return Href(normal: asCollection.description + Self.segment(name))
    }

    /// A name as a segment of a path, with no sign escaped that servers and clients write plainly (RFC 3986 section 3.3).
    package static func segment(_ name: String) -> String { encoded(Array(name.utf8)) }

    /// Whether this lies directly in a collection.
    package func isChild(of collection: Href) -> Bool {
        let (parent, path) = (collection.asCollection.description, description)
        guard path.utf8.count > parent.utf8.count, path.hasPrefix(parent) else { return false }
        let rest = path.utf8.dropFirst(parent.utf8.count)
        return rest.firstIndex(of: UInt8(ascii: "/")).map { rest.index(after: $0) == rest.endIndex }
            ?? true
    }

    /// The whole address.
    ///
    /// - Parameter base: An address of the server; only its scheme, host and port count.
    package func url(on base: URL) -> URL {
        URL(string: description, relativeTo: base)?.absoluteURL ?? base
    }

    /// By the encoded path.
    package static func < (one: Href, other: Href) -> Bool { one.description < other.description }
}

extension Href {
    /// Origin and path of an absolute address, or of one without a scheme; nil for a path.
    private static func absolute(
        _ text: ArraySlice<UInt8>, _ base: URL
    ) -> (origin: String, path: ArraySlice<UInt8>)? {
        let (slash, colon) = (UInt8(ascii: "/"), UInt8(ascii: ":"))
        let first = text.firstIndex { $0 == slash || $0 == colon } ?? text.endIndex
        var rest = text
        var scheme = base.scheme ?? ""
        if first < text.endIndex, text[first] == colon {
            (scheme, rest) = (String(decoding: text[..<first], as: UTF8.self), text[(first + 1)...])
        }
        guard rest.starts(with: [slash, slash]) else { return nil }
        rest = rest.dropFirst(2)
        let end = rest.firstIndex(of: slash) ?? rest.endIndex
        let host = String(decoding: rest[..<end], as: UTF8.self)
        return ("\(scheme)://\(host)/", end < rest.endIndex ? rest[end...] : [slash])
    }

    /// Whether two addresses are of the same origin, or differ in nothing but the scheme: Xandikos writes whole addresses,
    /// and behind a proxy that ends TLS it takes them for http.
    private static func isSame(_ url: URL, _ base: URL) -> Bool {
        guard let one = Origin(url), let other = Origin(base) else { return false }
        return one == other || (one.host == other.host && url.port == base.port)
    }

    /// Whether a path is in its one form beyond doubt, as most of a listing are.
    private static func isNormal(_ path: String.UTF8View) -> Bool {
        guard path.first == UInt8(ascii: "/") else { return false }
        var last: UInt8 = 0
        for byte in path {
            if last == UInt8(ascii: "/"), byte == last || byte == UInt8(ascii: ".") { return false }
            guard byte == UInt8(ascii: "/") || isPlain(byte) else { return false }
            last = byte
        }
        return true
    }

    private static func normal(_ path: ArraySlice<UInt8>) -> String? {
        var result = ""
        for segment in path.split(separator: UInt8(ascii: "/")) {
            guard let bytes = decoded(segment), bytes != [0x2E, 0x2E],
                !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F })
            else { return nil }
            if bytes != [0x2E] { result += "/" + encoded(bytes) }
        }
        return path.last == UInt8(ascii: "/") ? result + "/" : result.isEmpty ? "/" : result
    }

    private static func decoded(_ segment: some Collection<UInt8>) -> [UInt8]? {
        var (bytes, rest): ([UInt8], _) = ([], segment[...])
        bytes.reserveCapacity(segment.count)
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.popFirst().flatMap(digit),
                    let low = rest.popFirst().flatMap(digit)
                else { return nil }
                bytes.append(high << 4 | low)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func encoded(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for byte in bytes {
            if isPlain(byte) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "@")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
