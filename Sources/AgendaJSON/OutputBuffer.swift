internal import CalendarMerge
package import ICalendar

/// Collects UTF-8 text: each line of a list and each value of JSON.
package struct OutputBuffer {
    /// The bytes collected so far, UTF-8.
    @usableFromInline package var bytes: [UInt8] = []

    @inlinable package init(bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    @inlinable package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    @inlinable package mutating func append(_ text: some StringProtocol) {
        // Appending the UTF-8 view itself to the array takes three times as long.
        let isAppended: Void? = text.utf8.withContiguousStorageIfAvailable {
            bytes.append(contentsOf: $0)
        }
        if isAppended == nil { bytes.append(contentsOf: text.utf8) }
    }

    // The compiler does not specialize the one above for strings of other modules: 150 instructions for each.
    @inlinable package mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// Returns what `write` appends, as text.
    package static func text(_ write: (inout OutputBuffer) -> Void) -> String {
        var output = OutputBuffer()
        write(&output)
        return output.text
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Joins what `write` produces for each part; the parts run on several cores.
    ///
    /// - Parameter write: must read only data that nobody modifies meanwhile.
    package static func joining<Part>(_ parts: [Part], _ write: (Part) -> OutputBuffer)
        -> OutputBuffer
    {
        var outputs = AllCores.map(parts, chunk: 1, write)
        guard !outputs.isEmpty else { return OutputBuffer() }
        var joined = OutputBuffer()
        swap(&joined, &outputs[0])
        for output in outputs { joined.bytes += output.bytes }
        return joined
    }

    @inlinable package mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }

    /// Appends at least `width` digits, with leading zeros.
    @inlinable package mutating func append(_ number: Int, width: Int = 1) {
        if 1_000..<10_000 ~= number, width <= 4 {
            append(twoDigits: number / 100)
            append(twoDigits: number % 100)
            return
        }
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        var rest = number.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        while bytes.count - start < width { bytes.append(UInt8(ascii: "0")) }
        bytes[start...].reverse()
    }

    /// Appends a number from 0 to 99 as two digits: each line contains several, in dates and times.
    @inlinable package mutating func append(twoDigits number: Int) {
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }

    /// Appends `2026-11-20`.
    @inlinable package mutating func append(_ date: CivilDate) {
        let (year, month, day) = date.yearMonthDay
        append(year, width: 4)
        append(UInt8(ascii: "-"))
        append(twoDigits: month)
        append(UInt8(ascii: "-"))
        append(twoDigits: day)
    }

    /// Appends `09:30`.
    @inlinable package mutating func append(clockOf time: CivilDateTime) {
        // All at once: each line of a timeline has two.
        let (hour, minute) = (time.secondOfDay / 3_600, time.secondOfDay / 60 % 60)
        func digit(_ number: Int) -> UInt8 { UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number) }
        let text = (
            digit(hour / 10), digit(hour % 10), UInt8(ascii: ":"), digit(minute / 10),
            digit(minute % 10)
        )
        withUnsafeBytes(of: text) { bytes.append(contentsOf: $0) }
    }

    /// Appends `2026-11-20T09:30:00+01:00`: RFC 3339 with the zone's offset at that instant.
    ///
    /// RFC 3339 offsets have no seconds, but local mean times before about 1920 do. The offset is
    /// then cut to minutes and the wall time adjusted, so that the instant stays right.
    @inlinable package mutating func append(_ instant: Instant, in zone: TimeZoneRules) {
        let offset = zone.offset(at: instant) / 60 * 60
        let wall = CivilDateTime(secondsSinceEpoch: instant.secondsSinceEpoch + offset)
        append(wall.date)
        append(UInt8(ascii: "T"))
        append(clockOf: wall)
        append(UInt8(ascii: ":"))
        append(twoDigits: wall.second)
        append(UInt8(ascii: offset < 0 ? "-" : "+"))
        append(twoDigits: abs(offset) / 3_600)
        append(UInt8(ascii: ":"))
        append(twoDigits: abs(offset) / 60 % 60)
    }

    /// Appends a point in time in its JSON form: `2026-11-20T09:30:00+01:00`, or `2026-11-20`.
    @inlinable package mutating func append(_ point: OccurrencePoint, in zone: TimeZoneRules) {
        if case .date(let date) = point {
            append(date)
        } else {
            append(zone.instant(of: point), in: zone)
        }
    }
}

extension OccurrencePoint {
    /// The point in its JSON form: `2026-11-20T09:30:00+01:00`, or `2026-11-20`.
    package func text(in zone: TimeZoneRules) -> String {
        OutputBuffer.text { $0.append(self, in: zone) }
    }
}

extension Instant {
    package func text(in zone: TimeZoneRules) -> String {
        OutputBuffer.text { $0.append(self, in: zone) }
    }
}

extension CivilDateTime {
    /// The time to the minute: `2026-11-20 09:30`.
    package var minuteText: String {
        OutputBuffer.text { output in
            output.append(date)
            output.append(" ")
            output.append(clockOf: self)
        }
    }
}
