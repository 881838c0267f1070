/// The system's time zone data.
public enum SystemZones {
    /// Where Debian and most other systems install it.
    public static let folder = "/usr/share/zoneinfo"

    /// The zones under ``folder``; each is read once.
    public static let database = TimeZoneDatabase { name in
        // A folder, such as `Europe`, also passes as a name here; reading it fails.
        SystemFile.bytes(path: folder + "/" + name)
    }
}
