internal import Synchronization

/// The system's time zone data.
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
}
