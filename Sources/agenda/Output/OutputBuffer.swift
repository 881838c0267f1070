internal import CalendarMerge
import AgendaKit
import Glibc
import ICalendar

/// Collects what goes to standard output and writes it at once.
struct OutputBuffer {
    /// What has been collected, UTF-8.
    var bytes: [UInt8] = []

    /// Appends text as it is.
    mutating func append(_ text: some StringProtocol) {
        // A view's own way into an array takes three times as long.
        let isAppended: Void? = text.utf8.withContiguousStorageIfAvailable {
            bytes.append(contentsOf: $0)
        }
        if isAppended == nil { bytes.append(contentsOf: text.utf8) }
    }

    /// What `write` appends, as a text.
    static func text(_ write: (inout OutputBuffer) -> Void) -> String {
        var output = OutputBuffer()
        write(&output)
        return String(decoding: output.bytes, as: UTF8.self)
    }

    /// What `write` makes of each part, one after the other; each on a core of its own.
    ///
    /// - Parameter write: reads only what nobody writes meanwhile.
    static func joining<Part>(_ parts: [Part], _ write: (Part) -> OutputBuffer) -> OutputBuffer {
        var outputs = AllCores.map(parts, chunk: 1, write)
        guard !outputs.isEmpty else { return OutputBuffer() }
        var joined = OutputBuffer()
        swap(&joined, &outputs[0])
        for output in outputs { joined.bytes += output.bytes }
        return joined
    }

    /// Appends one byte.
    mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }

    /// Appends at least `width` digits, zeros in front.
    mutating func append(_ number: Int, width: Int = 1) {
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

    /// Appends a number from 0 to 99 as two digits: dates and times have several a line.
    private mutating func append(twoDigits number: Int) {
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }

    /// Appends `2026-11-20`.
    mutating func append(_ date: CivilDate) {
        let (year, month, day) = date.yearMonthDay
        append(year, width: 4)
        append(UInt8(ascii: "-"))
        append(twoDigits: month)
        append(UInt8(ascii: "-"))
        append(twoDigits: day)
    }

    /// Appends `09:30`.
    mutating func append(clockOf time: CivilDateTime) {
        let minutes = time.secondOfDay / 60
        append(twoDigits: minutes / 60)
        append(UInt8(ascii: ":"))
        append(twoDigits: minutes % 60)
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
        append(twoDigits: wall.second)
        append(UInt8(ascii: offset < 0 ? "-" : "+"))
        append(twoDigits: abs(offset) / 3_600)
        append(UInt8(ascii: ":"))
        append(twoDigits: abs(offset) / 60 % 60)
    }

    /// Appends a point in time as in JSON: `2026-11-20T09:30:00+01:00`, or `2026-11-20`.
    mutating func append(_ point: OccurrencePoint, in zone: TimeZoneRules) {
        if case .date(let date) = point {
            append(date)
        } else {
            append(zone.instant(of: point), in: zone)
        }
    }

    /// Writes all to standard output. A reader that has closed its pipe (`agenda | head`) has
    /// what it wanted: that ends quietly. Any other failure, such as a full disk, is one.
    func flush() {
        guard let reason = Self.write(bytes, to: STDOUT_FILENO) else { return }
        Terminal.complain("standard output: \(reason)")
        exit(ExitStatus.failure.rawValue)
    }

    /// Writes what a command says that has changed something. Whether it did is told by its exit status alone,
    /// or a script would try again and do it twice: where these lines cannot be printed, standard error has
    /// them.
    func acknowledge() {
        guard let reason = Self.write(bytes, to: STDOUT_FILENO) else { return }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        Terminal.complain("standard output: \(reason): done all the same: \(lines.first ?? "")")
        for line in lines.dropFirst() { Terminal.complain(line: String(line)) }
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
