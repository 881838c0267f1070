/// The system's time zone data.
public enum SystemZones {
    /// Where Debian and most others keep it.
    public static let folder = "/usr/share/zoneinfo"

    /// The zones under ``folder``, each read once.
    public static let database = TimeZoneDatabase { name in
        // A folder, too, has a name here (`Europe`); reading it fails.
        SystemFile.bytes(path: folder + "/" + name)
    }
}
