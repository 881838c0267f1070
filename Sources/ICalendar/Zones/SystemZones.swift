/// The system's time zone data.
public enum SystemZones {
    /// The folder of the zones: tzdata's on Linux, the system's on macOS (from documentation, not tried).
    public static let folder = folders.first(where: hasZones) ?? folders[0]

    /// Whether the system has time zone data.
    public static let isInstalled = hasZones(folder)

    private static let folders = ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo"]

    private static func hasZones(_ folder: String) -> Bool {
        SystemFile.bytes(path: folder + "/UTC") != nil
    }

    /// The zones under ``folder``; each is read once.
    public static let database = TimeZoneDatabase { name in
        // A folder, such as `Europe`, also passes as a name here; reading it fails.
        SystemFile.bytes(path: folder + "/" + name)
    }
}
