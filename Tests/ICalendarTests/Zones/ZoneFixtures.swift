import Foundation
import Testing

@testable import ICalendar

/// The system's tz data.
let systemZones = TimeZoneDatabase { name in
    (try? Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(name)"))).map(Array.init)
}

/// A zone of the system's tz data.
func zone(_ name: String) throws -> TimeZoneRules {
    try #require(systemZones.rules(named: name), "tz data has no \(name)")
}

/// The wall time written as `2026-03-29T02:30` or with seconds.
func wall(_ iso: String) throws -> CivilDateTime {
    let digits = iso.filter { $0 != "-" && $0 != ":" }
    let padded = digits + String(repeating: "0", count: max(0, 15 - digits.count))
    return try #require(CivilDateTime(icalendar: padded), "\(iso) is no time")
}

/// The instant at which UTC's clock shows this.
func utc(_ iso: String) throws -> Instant { Instant(utc: try wall(iso)) }

/// The day written as `2026-03-29`.
func day(_ iso: String) throws -> CivilDate {
    try #require(CivilDate(iso: iso), "\(iso) is no day")
}

/// A TZif file of version 2 (RFC 9636) with an empty version 1 block.
func tzif(
    types: [(offset: Int, isDaylight: Bool, name: String)],
    transitions: [(at: Int, type: UInt8)] = [], footer: String, leapSeconds: UInt8 = 0
) -> [UInt8] {
    func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    func header(_ counts: [Int]) -> [UInt8] {
        Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + counts.flatMap { bigEndian($0, 4) }
    }
    var names = [UInt8]()
    var records = [UInt8]()
    for type in types {
        records += bigEndian(type.offset, 4) + [type.isDaylight ? 1 : 0, UInt8(names.count)]
        names += Array(type.name.utf8) + [0]
    }
    let counts = [0, 0, Int(leapSeconds), transitions.count, types.count, names.count]
    var bytes = header([0, 0, 0, 0, 1, 1]) + [0, 0, 0, 0, 0, 0, 0] + header(counts)
    bytes += transitions.flatMap { bigEndian($0.at, 8) } + transitions.map(\.type)
    bytes += records + names + [UInt8](repeating: 0, count: 12 * Int(leapSeconds))
    return bytes + Array("\n\(footer)\n".utf8)
}

/// A zone ruled at all times by a POSIX rule.
func ruled(by footer: String) throws -> TimeZoneRules {
    try TimeZoneRules(
        name: footer, tzif: tzif(types: [(0, false, "LMT")], footer: footer))
}
