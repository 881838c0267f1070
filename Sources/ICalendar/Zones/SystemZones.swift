internal import Synchronization

/// The system's time zone data.
///
/// ```swift
/// print(SystemZones.database.rules(named: "Asia/Tokyo")?.offset(at: noon) ?? "unknown")
/// print(SystemZones.database.rules(named: "Nowhere/City")?.offset(at: noon) ?? "unknown")
/// ```
public enum SystemZones {
    /// The folder of the zones: `TZDIR` as for the C library (tzset(3)), else tzdata's on Linux, or the system's on
    /// macOS (from documentation, not tried).
    public static let folder =
        SystemFile.variable("TZDIR") ?? folders.first(where: hasZones) ?? folders[0]

    /// Whether the system has time zone data.
    public static let isInstalled = hasZones(folder)

    private static let folders = ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo"]

    private static func hasZones(_ folder: String) -> Bool {
        SystemFile.bytes(path: folder + "/UTC") != nil
    }

    /// Whether this process looked for a zone in vain because the system has no time zone data.
    package static var isMissed: Bool { wasMissed.load(ordering: .relaxed) }

    private static let wasMissed = Atomic(false)

    /// Remembers that a zone is unknown if the reason may be that the system has no time zone data.
    static func noteUnknown() {
        if !isInstalled { wasMissed.store(true, ordering: .relaxed) }
    }

    /// The zones under ``folder``; each is read once.
    public static let database = TimeZoneDatabase { name in
        // A folder, such as `Europe`, also passes as a name here; reading it fails.
        SystemFile.bytes(path: folder + "/" + name)
    }

    /// The version of the system's tz data, such as `2026b`; nil if the system does not state it.
    public static var version: String? {
        // "# version 2026b"
        let first = index.prefix { $0 != UInt8(ascii: "\n") }
        let words = String(decoding: first, as: UTF8.self).split(separator: " ")
        return words.count == 3 && words[1] == "version" ? String(words[2]) : nil
    }

    /// The names of all zones and links, sorted; empty if the system has no list.
    public static var names: [String] {
        index.split(separator: UInt8(ascii: "\n")).compactMap { line in
            // "Z NAME OFFSET…" begins a zone, "L TARGET NAME" is a link (zic(8)).
            let words = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
            let isZone = words.first?.elementsEqual("Z".utf8) ?? false
            let isLink = words.first?.elementsEqual("L".utf8) ?? false
            guard isZone || isLink, words.count > 2 else { return nil }
            return String(decoding: words[isZone ? 1 : 2], as: UTF8.self)
        }
        .sorted()
    }

    /// The tz data in the compact form that zic(8) reads; installed beside the compiled zones.
    private static var index: [UInt8] {
        SystemFile.bytes(path: folder + "/tzdata.zi") ?? []
    }
}
