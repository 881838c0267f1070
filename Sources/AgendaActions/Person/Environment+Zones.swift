import AgendaKit
import Glibc
package import ICalendar

extension Environment {
    /// This program's path.
    package static func ownPath() throws(CommandFailure) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard count > 0 else {
            throw .failure("/proc/self/exe: cannot be read: mount /proc, which names this program")
        }
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The zone in which days are shown: `TZ`, else the configuration file's, else the system's; UTC
    /// where there is none, as POSIX has it.
    package static func displayZone(
        _ configuration: Configuration = .current
    ) throws(CommandFailure) -> TimeZoneRules {
        guard let value = getenv("TZ").map({ String(cString: $0) }) else {
            guard let name = configuration.timeZone else { return try systemZone() }
            let place = configuration.place(of: .timeZone)
            return try zone(named: name, place: "\(place): time-zone \(name)")
        }
        // POSIX: a leading colon means "in the implementation's own way", here a name.
        let name = value.hasPrefix(":") ? String(value.dropFirst()) : value
        return name.isEmpty ? .utc : try zone(named: name, place: "TZ=\(value)")
    }

    /// A zone by its IANA name, path or POSIX description, or by a city's name as in `agenda add`.
    ///
    /// - Parameter place: where the name stands, for the error message.
    package static func zone(named name: String, place: String) throws(CommandFailure)
        -> TimeZoneRules
    {
        if let rules = SystemZones.database.rules(named: name) { return rules }
        if name.hasPrefix("/"), let rules = zone(file: name) { return rules }
        if let rules = TimeZoneRules(posix: name) { return rules }
        if let rules = ZoneNames.system.zone(called: name, vocabulary: .current) { return rules }
        guard SystemZones.isInstalled else {
            throw .usage("\(place): this system has no time zone data: install the package tzdata")
        }
        throw .usage("\(place): no such time zone: use a name such as Europe/Berlin")
    }

    /// Whether the system's zone is shown because neither `TZ` nor the configuration file names one.
    package static func hasNoZone(_ configuration: Configuration) -> Bool {
        getenv("TZ") == nil && configuration.timeZone == nil
    }

    package static let systemZonePath = "/etc/localtime"

    /// The system's zone: UTC if it has none, as POSIX says, but not if it has one that is not installed.
    static func systemZone(_ path: String = systemZonePath) throws(CommandFailure) -> TimeZoneRules
    {
        if let rules = zone(file: path) { return rules }
        var status = stat()
        guard lstat(path, &status) == 0 else { return .utc }
        throw .failure(
            "\(path): the time zone that it names is not installed: install the package tzdata, or set TZ"
        )
    }

    /// The zone that a TZif file holds, under its IANA name where a link or `/etc/timezone`
    /// tells it.
    private static func zone(file path: String) -> TimeZoneRules? {
        let folder = SystemZones.folder + "/"
        let target = FileSystem.resolved(path)
        if target.hasPrefix(folder),
            let rules = SystemZones.database.rules(
                named: String(target.dropFirst(folder.utf8.count)))
        {
            return rules
        }
        // A pipe would keep everybody waiting, and a device may never end.
        guard InputFile.kind(of: path) == .file, let bytes = try? InputFile.read(path) else {
            return nil
        }
        if path == systemZonePath, let line = try? InputFile.read("/etc/timezone") {
            let name = String(decoding: line.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self)
            if let rules = SystemZones.database.rules(named: name),
                let named = try? InputFile.read(folder + name), named == bytes
            {
                return rules
            }
        }
        return try? TimeZoneRules(name: path, tzif: bytes)
    }
}
