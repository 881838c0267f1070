internal import CZlib
internal import ICalendar

/// Compression of contents (RFC 9110 section 8.4).
enum ContentCoding {
    /// A short name of a content, for tags and addresses.
    static func hash(_ text: String) -> String { String(text.utf8.fnv1a, radix: 36) }

    /// Below this, the fields cost more than the compression saves.
    private static let leastBytes = 1_024
    /// zlib's fastest level: 150 MB/s, and a timeline becomes a tenth; the best level takes ten times as long for a
    /// quarter less.
    static let level: Int32 = 1
    /// For what is compressed once and kept.
    static let bestLevel: Int32 = 9

    /// Whether a request takes gzip (RFC 9110 section 12.5.3).
    static func isTaken(by request: ServiceRequest) -> Bool {
        let accepted = (request.fields["Accept-Encoding"] ?? "").lowercased().split(separator: ",")
        return accepted.contains { part in
            let words = part.filter { !$0.isWhitespace }.split(separator: ";")
            guard words.first == "gzip" else { return false }
            return !words.dropFirst().contains {
                $0.hasPrefix("q=0") && !$0.contains { ("1"..."9").contains($0) }
            }
        }
    }

    /// Whether contents of a type become smaller.
    static func isUseful(for response: ServiceResponse) -> Bool {
        guard response.status == 200, case .bytes(let bytes) = response.body,
            bytes.count >= leastBytes
        else { return false }
        let type = response.fields["Content-Type"] ?? ""
        return type.hasPrefix("text/") || type.hasPrefix("application/") || type == "image/svg+xml"
    }

    /// The bytes in gzip's format; nil if that is not smaller.
    static func gzip(_ bytes: [UInt8], _ level: Int32 = level) -> [UInt8]? {
        let result = [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
            count = bytes.withUnsafeBytes {
                czlib_gzip($0.baseAddress, $0.count, level, buffer.baseAddress, buffer.count)
            }
        }
        return result.isEmpty ? nil : result
    }

    /// The tag of the compressed form: it has other bytes (RFC 9110 section 8.8.3).
    static func tag(_ tag: String) -> String { tag.dropLast() + "-gzip\"" }

    /// The tags of a field, without the spaces before them.
    static func tags(_ field: String) -> [Substring] {
        field.split(separator: ",").map { $0.drop { $0 == " " } }
    }

    /// A field of tags as the documents have them.
    static func plainTags(_ field: String) -> String { field.replacing("-gzip\"", with: "\"") }

    /// The tags of a field as the documents have them, also where a proxy that compresses has made them weak.
    static func ownTags(_ field: String) -> [String] {
        tags(plainTags(field)).map { $0.hasPrefix("W/") ? String($0.dropFirst(2)) : String($0) }
    }
}
