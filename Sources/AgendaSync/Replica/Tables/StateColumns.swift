internal import FoundationEssentials
internal import GRDB
internal import ICalendar

// How the values of a state lie in columns.

extension Row {
    func href(_ index: Int) -> Href { Href(normal: self[index]) }
    func etag(_ index: Int) -> ETag? { (self[index] as String?).map { ETag($0) } }
    func bytes(_ index: Int) -> [UInt8] { [UInt8](self[index] as Data) }
    func instant(_ index: Int) -> Instant? {
        (self[index] as Int?).map(Instant.init(secondsSinceEpoch:))
    }
    func digest(_ index: Int) -> ContentDigest? {
        (self[index] as Data?).map { ContentDigest(columns: $0) }
    }
}

extension ContentDigest {
    /// Its two words, the most significant byte first.
    var data: Data {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Data($0) }
    }

    /// From ``data``; a value of another length gives a digest that no text has.
    init(columns data: Data) { self = data.withUnsafeBytes { Self(columns: $0) } }

    /// From ``data``.
    init(columns bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 16 else {
            self.init(high: 0, low: 0)
            return
        }
        func word(_ offset: Int) -> UInt64 {
            UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        self.init(high: word(0), low: word(8))
    }
}

/// Several strings in one column: each ends with a unit separator, which no name or href has.
enum StringList {
    private static let end = "\u{1F}"

    static func text(_ strings: some Sequence<String>) -> String {
        strings.map { $0 + end }.joined()
    }

    static func strings(_ text: String) -> [String] {
        text.split(separator: end, omittingEmptySubsequences: false).dropLast().map(String.init)
    }
}

extension SetApart.Reason {
    /// A name, a number and words.
    var columns: (name: String, number: Int?, words: String?) {
        switch self {
        case .answered(let status, let condition): ("answered", status, condition)
        case .notCalendar: ("notCalendar", nil, nil)
        case .localBroken: ("localBroken", nil, nil)
        case .busy: ("busy", nil, nil)
        case .notWritable(let words): ("notWritable", nil, words)
        }
    }

    /// Nil for a name that this version does not write.
    init?(_ name: String, _ number: Int?, _ words: String?) {
        switch name {
        case "answered": self = .answered(status: number ?? 0, condition: words)
        case "notCalendar": self = .notCalendar
        case "localBroken": self = .localBroken
        case "busy": self = .busy
        case "notWritable": self = .notWritable(words ?? "")
        default: return nil
        }
    }
}

extension SyncNote.Kind {
    var columns: (name: String, words: String) {
        switch self {
        case .droppedByServer(let properties):
            ("droppedByServer", StringList.text(properties))
        case .deletionUndone: ("deletionUndone", "")
        }
    }

    /// Nil for a name that this version does not write.
    init?(_ name: String, _ words: String) {
        switch name {
        case "droppedByServer": self = .droppedByServer(StringList.strings(words))
        case "deletionUndone": self = .deletionUndone
        default: return nil
        }
    }
}
