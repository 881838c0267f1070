import Glibc
import ICalendar

/// Collects what goes to standard output and writes it at once.
struct OutputBuffer {
    /// What has been collected, UTF-8.
    var bytes: [UInt8] = []

    /// Appends text as it is.
    mutating func append(_ text: some StringProtocol) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Appends one byte.
    mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }

    /// Appends at least `width` digits, zeros in front.
    mutating func append(_ number: Int, width: Int = 1) {
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

    /// Appends `2026-11-20`.
    mutating func append(_ date: CivilDate) {
        let (year, month, day) = date.yearMonthDay
        append(year, width: 4)
        append(UInt8(ascii: "-"))
        append(month, width: 2)
        append(UInt8(ascii: "-"))
        append(day, width: 2)
    }

    /// Appends `09:30`.
    mutating func append(clockOf time: CivilDateTime) {
        append(time.hour, width: 2)
        append(UInt8(ascii: ":"))
        append(time.minute, width: 2)
    }

    /// Appends `2026-11-20T09:30:00+01:00`: RFC 3339 with the zone's offset at that instant.
    ///
    /// RFC 3339 has no seconds in an offset; local mean times before about 1920 have. The offset
    /// is then cut to minutes and the clock time moved with it, so that the instant stays right.
    mutating func append(_ instant: Instant, in zone: TimeZoneRules) {
        let offset = zone.offset(at: instant) / 60 * 60
        let wall = CivilDateTime(secondsSinceEpoch: instant.secondsSinceEpoch + offset)
        append(wall.date)
        append(UInt8(ascii: "T"))
        append(clockOf: wall)
        append(UInt8(ascii: ":"))
        append(wall.second, width: 2)
        append(UInt8(ascii: offset < 0 ? "-" : "+"))
        append(abs(offset) / 3_600, width: 2)
        append(UInt8(ascii: ":"))
        append(abs(offset) / 60 % 60, width: 2)
    }

    /// Writes all to standard output. A reader that has closed its pipe (`agenda | head`) has
    /// what it wanted: that ends quietly. Any other failure, such as a full disk, is one.
    func flush() {
        guard let reason = Self.write(bytes, to: STDOUT_FILENO) else { return }
        Terminal.complain("standard output: \(reason)")
        exit(ExitStatus.failure.rawValue)
    }

    /// The system's words when it failed for another reason than a closed pipe.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> String? {
        bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    return errno == EPIPE ? nil : String(cString: strerror(errno))
                }
                written += count
            }
            return nil
        }
    }
}
