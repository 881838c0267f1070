/// An answer of a name server (RFC 1035 section 4), of which the two kinds of records are read that discovery needs.
struct DNSMessage {
    /// Where a service is (RFC 2782).
    struct Service: Hashable {
        var priority: Int
        var weight: Int
        var port: Int
        var host: String
    }

    private let bytes: [UInt8]
    /// Of each answer: its type, and where its data are.
    private let records: [(type: Int, data: Range<Int>)]

    /// Nil where the message ends too early.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard bytes.count >= 12 else { return nil }
        let number = { (place: Int) in Int(bytes[place]) << 8 | Int(bytes[place + 1]) }
        var place = 12
        for _ in 0..<number(4) {
            guard let name = Self.name(at: place, bytes), name.end + 4 <= bytes.count else {
                return nil
            }
            place = name.end + 4
        }
        var records: [(type: Int, data: Range<Int>)] = []
        for _ in 0..<number(6) {
            guard let name = Self.name(at: place, bytes), name.end + 10 <= bytes.count else {
                return nil
            }
            let start = name.end + 10
            let end = start + number(start - 2)
            guard end <= bytes.count else { return nil }
            records.append((number(name.end), start..<end))
            place = end
        }
        self.records = records
    }

    /// SRV records, the best first. Of those of the same priority the heaviest comes first, rather than one by lot: an
    /// account is set up once.
    var services: [Service] {
        records.compactMap { type, data -> Service? in
            guard type == Self.service, data.count > 6,
                let target = Self.name(at: data.lowerBound + 6, bytes)
            else { return nil }
            let number = { (offset: Int) in
                Int(bytes[data.lowerBound + offset]) << 8 | Int(bytes[data.lowerBound + offset + 1])
            }
            // The root says that there is no such service.
            guard !target.name.isEmpty, number(4) > 0 else { return nil }
            return Service(
                priority: number(0), weight: number(2), port: number(4), host: target.name)
        }
        .sorted { ($0.priority, -$0.weight, $0.host) < ($1.priority, -$1.weight, $1.host) }
    }

    /// The strings of TXT records.
    var texts: [String] {
        records.flatMap { type, data -> [String] in
            guard type == Self.text else { return [] }
            var (texts, rest): ([String], _) = ([], bytes[data])
            while let length = rest.popFirst(), Int(length) <= rest.count {
                texts.append(String(decoding: rest.prefix(Int(length)), as: UTF8.self))
                rest = rest.dropFirst(Int(length))
            }
            return texts
        }
    }

    static let text = 16
    static let service = 33

    /// A name of labels that may stand in an address, and where it ends; nil for any other. A name may point to an earlier
    /// one.
    private static func name(at start: Int, _ bytes: [UInt8]) -> (name: String, end: Int)? {
        var (labels, place, end): ([String], Int, Int?) = ([], start, nil)
        // As long as a name can be, so that no circle of pointers is followed for ever.
        for _ in 0..<128 {
            guard place < bytes.count else { return nil }
            let length = Int(bytes[place])
            switch length {
            case 0: return (labels.joined(separator: "."), end ?? place + 1)
            case 1...63:
                guard place + length < bytes.count else { return nil }
                let label = bytes[(place + 1)...(place + length)]
                guard label.allSatisfy(isPlain) else { return nil }
                labels.append(String(decoding: label, as: UTF8.self))
                place += 1 + length
            case 192...:
                guard place + 1 < bytes.count else { return nil }
                end = end ?? place + 2
                place = (length & 63) << 8 | Int(bytes[place + 1])
            default: return nil
            }
        }
        return nil
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
