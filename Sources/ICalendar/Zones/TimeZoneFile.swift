/// A compiled tz data file (TZif, RFC 9636, versions 1 to 4).
struct TimeZoneFile {
    /// The counts of one data block (RFC 9636 3.1).
    private struct Header {
        var version: UInt8  // 0 for version 1, else its ASCII digit
        var isUTC, isStandard, leap, time, type, character: Int

        /// The size in bytes of the block that follows, with times of `timeSize` bytes.
        func blockSize(timeSize: Int) -> Int {
            time * (timeSize + 1) + type * 6 + character + leap * (timeSize + 4) + isStandard
                + isUTC
        }
    }

    private var bytes: ArraySlice<UInt8>
    private let name: String

    /// Reads a file's bytes into a table.
    ///
    /// - Parameter name: for error messages.
    /// - Throws: `malformedZoneData` for bytes that are not a TZif file, `leapSeconds` for a file
    ///   that counts them.
    static func table(name: String, bytes: [UInt8]) throws(ICalendarError) -> TimeZoneTable {
        var file = TimeZoneFile(bytes: bytes[...], name: name)
        let first = try file.header()
        guard first.version > 0 else { return try file.table(first, timeSize: 4) }
        _ = try file.take(first.blockSize(timeSize: 4))
        return try file.table(try file.header(), timeSize: 8)
    }

    private mutating func header() throws(ICalendarError) -> Header {
        let head = try take(44)
        guard head.starts(with: "TZif".utf8) else { throw malformed("does not begin with TZif") }
        var counts = head.dropFirst(20)
        func next() -> Int {
            defer { counts = counts.dropFirst(4) }
            return Self.number(counts.prefix(4), isSigned: false)
        }
        let header = Header(
            version: head[head.startIndex + 4], isUTC: next(), isStandard: next(), leap: next(),
            time: next(), type: next(), character: next())
        return header
    }

    private mutating func table(
        _ header: Header, timeSize: Int
    ) throws(ICalendarError) -> TimeZoneTable {
        guard header.type > 0 else { throw malformed("has no local time type") }
        guard header.leap == 0 else {
            throw .leapSeconds(zone: name)
        }
        let times = try take(header.time * timeSize)
        let kinds = try take(header.time)
        let types = try take(header.type * 6)
        let names = try take(header.character)
        _ = try take(header.isStandard + header.isUTC)
        var periods = [TimeZoneTable.Period]()
        for index in 0..<header.type {
            periods.append(
                try period(types.dropFirst(index * 6).prefix(6), names: names))
        }
        var changes = [TimeZoneTable.Change]()
        changes.reserveCapacity(header.time + 800)
        for (index, kind) in kinds.enumerated() {
            guard Int(kind) < periods.count else { throw malformed("names a type it has not") }
            let at = Self.number(
                times.dropFirst(index * timeSize).prefix(timeSize), isSigned: true)
            guard changes.last.map({ $0.at < at }) ?? true else {
                throw malformed("has transitions out of order")
            }
            changes.append(.init(at: at, period: periods[Int(kind)]))
        }
        let rule = timeSize == 8 ? try footer() : nil
        // The first type applies before the first transition (RFC 9636 3.2); without transitions
        // the footer alone applies (3.3).
        guard let rule else { return TimeZoneTable(first: periods[0], changes: changes) }
        return rule.table(first: periods[0], changes: changes)
    }

    /// One local time type record: offset, daylight flag, position of the abbreviation.
    private func period(
        _ record: ArraySlice<UInt8>, names: ArraySlice<UInt8>
    ) throws(ICalendarError) -> TimeZoneTable.Period {
        let offset = Self.number(record.prefix(4), isSigned: true)
        guard abs(offset) <= TimeZoneTable.offsetLimit else {
            throw malformed("has an offset of \(offset) seconds")
        }
        let place = Int(record[record.startIndex + 5])
        guard place < names.count else { throw malformed("names an abbreviation it has not") }
        let name = names.dropFirst(place).prefix { $0 != 0 }
        return .init(
            offset: offset, isDaylight: record[record.startIndex + 4] != 0,
            abbreviation: String(decoding: name, as: UTF8.self))
    }

    /// The rule between the two line feeds at the end of the file; nil if there is nothing between
    /// them.
    private mutating func footer() throws(ICalendarError) -> PosixTimeZone? {
        let lineFeed = UInt8(ascii: "\n")
        guard try take(1).first == lineFeed, let end = bytes.firstIndex(of: lineFeed) else {
            throw malformed("has no footer")
        }
        let text = bytes[..<end]
        if text.isEmpty { return nil }
        guard let rule = PosixTimeZone(text) else {
            throw malformed("ends in the rule \(String(decoding: text, as: UTF8.self))")
        }
        return rule
    }

    private mutating func take(_ count: Int) throws(ICalendarError) -> ArraySlice<UInt8> {
        guard count <= bytes.count else { throw malformed("ends too early") }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count)
    }

    private func malformed(_ what: String) -> ICalendarError {
        .malformedZoneData(zone: name, fault: what)
    }

    /// A big-endian number of up to 8 bytes.
    private static func number(_ bytes: ArraySlice<UInt8>, isSigned: Bool) -> Int {
        var value: UInt64 = 0
        for byte in bytes { value = value << 8 | UInt64(byte) }
        guard isSigned else { return Int(truncatingIfNeeded: value) }
        let unused = UInt64(64 - 8 * bytes.count)
        return Int(Int64(bitPattern: value << unused) >> Int64(unused))
    }
}

extension TimeZoneRules {
    /// Reads a zone from a compiled tz data file (TZif, RFC 9636, versions 1 to 4), including its
    /// footer rule for the years after its last transition.
    ///
    /// - Parameters:
    ///   - name: the zone's name.
    ///   - bytes: the file's content.
    /// - Throws: ``ICalendarError``: `malformedZoneData` for bytes that are not a TZif file,
    ///   and `leapSeconds` for a file that counts them (`right/Europe/Berlin`).
    public init(name: String, tzif bytes: [UInt8]) throws(ICalendarError) {
        self.init(name: name, table: try TimeZoneFile.table(name: name, bytes: bytes))
    }
}
