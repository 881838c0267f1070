internal import CalendarMerge
import AgendaKit
import Glibc
import ICalendar

/// Collects output and writes it to standard output at once.
struct OutputBuffer {
    /// The bytes collected so far, UTF-8.
    var bytes: [UInt8] = []

    init(bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func append(_ text: some StringProtocol) {
        // Appending the UTF-8 view itself to the array takes three times as long.
        let isAppended: Void? = text.utf8.withContiguousStorageIfAvailable {
            bytes.append(contentsOf: $0)
        }
        if isAppended == nil { bytes.append(contentsOf: text.utf8) }
    }

    /// Returns what `write` appends, as text.
    static func text(_ write: (inout OutputBuffer) -> Void) -> String {
        var output = OutputBuffer()
        write(&output)
        return String(decoding: output.bytes, as: UTF8.self)
    }

    /// Joins what `write` produces for each part; the parts run on several cores.
    ///
    /// - Parameter write: must read only data that nobody modifies meanwhile.
    static func joining<Part>(_ parts: [Part], _ write: (Part) -> OutputBuffer) -> OutputBuffer {
        var outputs = AllCores.map(parts, chunk: 1, write)
        guard !outputs.isEmpty else { return OutputBuffer() }
        var joined = OutputBuffer()
        swap(&joined, &outputs[0])
        for output in outputs { joined.bytes += output.bytes }
        return joined
    }

    mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }

    /// Appends at least `width` digits, with leading zeros.
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

    /// Appends a number from 0 to 99 as two digits: each line contains several, in dates and times.
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
    /// RFC 3339 offsets have no seconds, but local mean times before about 1920 do. The offset is
    /// then cut to minutes and the wall time adjusted, so that the instant stays right.
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

    /// Appends a point in time in its JSON form: `2026-11-20T09:30:00+01:00`, or `2026-11-20`.
    mutating func append(_ point: OccurrencePoint, in zone: TimeZoneRules) {
        if case .date(let date) = point {
            append(date)
        } else {
            append(zone.instant(of: point), in: zone)
        }
    }

    /// Writes everything to standard output. A reader that closes its pipe (`agenda | head`) has
    /// what it wanted: return quietly. Any other failure, such as a full disk, ends the process.
    func flush() {
        guard let reason = Self.write(bytes, to: STDOUT_FILENO) else { return }
        Terminal.complain("standard output: \(reason)")
        exit(ExitStatus.failure.rawValue)
    }

    /// Writes the report of a command that has made a change. The exit status alone says whether
    /// the change succeeded; otherwise a script would retry and make it twice. If standard output
    /// fails, the report goes to standard error.
    func acknowledge() {
        guard let reason = Self.write(bytes, to: STDOUT_FILENO) else { return }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        Terminal.complain("standard output: \(reason); done nevertheless: \(lines.first ?? "")")
        for line in lines.dropFirst() { Terminal.complain(line: String(line)) }
    }

    /// Writes the bytes; returns the system's message on failure, except for a closed pipe.
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

extension OccurrencePoint {
    /// The point in its JSON form: `2026-11-20T09:30:00+01:00`, or `2026-11-20`.
    func text(in zone: TimeZoneRules) -> String {
        OutputBuffer.text { $0.append(self, in: zone) }
    }
}

extension Instant {
    func text(in zone: TimeZoneRules) -> String {
        OutputBuffer.text { $0.append(self, in: zone) }
    }
}

extension CivilDateTime {
    /// The time to the minute: `2026-11-20 09:30`.
    var minuteText: String {
        OutputBuffer.text { output in
            output.append(date)
            output.append(" ")
            output.append(clockOf: self)
        }
    }
}
