/// A compiled tz data file (TZif, RFC 9636, versions 1 to 4).
struct TimeZoneFile {
    /// One block's counts (RFC 9636 3.1).
    private struct Header {
        var version: UInt8  // 0 for version 1, else its ASCII digit
        var isUTC, isStandard, leap, time, type, character: Int

        /// Bytes of the block that follows, with times of so many bytes.
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
    /// - Throws: `malformedZoneData` for bytes that are no TZif file, `unsupportedZoneData` for
    ///   one that counts leap seconds, which instants here do not.
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
            throw ICalendarError(
                .unsupportedZoneData, "time zone data for \(name) counts leap seconds",
                remedy: "use the tz data without leap seconds")
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
        // Before the first transition the first type holds (RFC 9636 3.2); without transitions
        // the footer alone (3.3).
        guard let rule else { return TimeZoneTable(first: periods[0], changes: changes) }
        return rule.table(first: periods[0], changes: changes)
    }

    /// One local time type record: offset, daylight flag, place of the abbreviation.
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

    /// The rule between the two line feeds at the file's end; nil when they enclose nothing.
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
        ICalendarError(
            .malformedZoneData, "time zone data for \(name) \(what)",
            remedy: "reinstall the system's tz data")
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
    /// The zone that a compiled tz data file describes (TZif, RFC 9636, versions 1 to 4), its
    /// footer rule for the years past its last transition included.
    ///
    /// - Parameters:
    ///   - name: what the zone is called.
    ///   - bytes: the file's content.
    /// - Throws: ``ICalendarError`` with `malformedZoneData` for bytes that are no TZif file, and
    ///   with `unsupportedZoneData` for one that counts leap seconds (`right/Europe/Berlin`).
    public init(name: String, tzif bytes: [UInt8]) throws(ICalendarError) {
        self.init(name: name, table: try TimeZoneFile.table(name: name, bytes: bytes))
    }
}
