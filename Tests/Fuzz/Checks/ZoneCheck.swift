import ICalendar

/// Zones from TZif bytes, from a footer and from a VTIMEZONE, and conversions of times in them.
enum ZoneCheck {
    static func run(_ bytes: UnsafeRawBufferPointer) throws(BrokenPromise) {
        if let zone = try? TimeZoneRules(name: "Fuzz/File", tzif: Array(bytes)) {
            try check(zone, bytes)
        }
        let line = String(decoding: bytes, as: UTF8.self)
        if line.utf8.count < 200, !line.utf8.contains(10),
            let zone = try? TimeZoneRules(name: "Fuzz/Footer", tzif: FuzzZones.tzif(line))
        {
            try check(zone, bytes)
        }
        let components = ComponentScanner.scan(bytes).components
        let definitions = components.filter { $0.kind == .timeZone }.compactMap {
            ICalendarParser.timeZone(in: UnsafeRawBufferPointer(rebasing: bytes[$0.range])).value
        }
        let scope = TimeZoneScope(database: FuzzZones.database, definitions: definitions)
        for definition in definitions {
            if let zone = TimeZoneRules(definition) { try check(zone, bytes) }
            if let zone = scope.rules(for: definition.tzid) { try check(zone, bytes) }
        }
        _ = scope.rules(for: line)
    }

    /// Checks times of all ages, including those in the input itself.
    private static func check(
        _ zone: TimeZoneRules, _ bytes: UnsafeRawBufferPointer
    ) throws(BrokenPromise) {
        var times = [
            Int.min, Int.max, 0, -1, -4_000_000_000, 4_000_000_000, 400_000_000_000,
            -400_000_000_000, 1 << 40, -(1 << 40), 1_773_000_000, 1_793_000_000,
        ]
        for offset in stride(from: 0, to: min(bytes.count - 7, 64 * 8), by: 8) {
            let value = bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self)
            times += [Int(value.bigEndian), Int(value.bigEndian) >> 24]
        }
        for time in times {
            let instant = Instant(secondsSinceEpoch: time)
            let wall = zone.wallTime(at: instant)
            let read = zone.instant(of: wall)
            _ = zone.instant(of: CivilDateTime(secondsSinceEpoch: time))
            _ = zone.startOfDay(CivilDate(daysSinceEpoch: time))
            _ = zone.abbreviation(at: instant)
            guard abs(time / 4) < 1 << 40 else { continue }
            let offset = zone.offset(at: instant)
            try promise(
                wall.secondsSinceEpoch == time + offset, "\(time) shows \(wall.secondsSinceEpoch)")
            try promise(
                abs(read - instant) <= 4 * 86_400,
                "\(time) shows \(wall.iso), which is read as \(read.secondsSinceEpoch)")
        }
    }
}
