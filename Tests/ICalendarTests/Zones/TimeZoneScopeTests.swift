import Synchronization
import Testing

@testable import ICalendar

/// A VTIMEZONE with one fixed offset, and one with daylight saving time besides.
private func definition(
    _ tzid: String, offset: Int, location: String? = nil, hasDaylight: Bool = false
) throws -> TimeZoneDefinition {
    var definition = TimeZoneDefinition(tzid: tzid, location: location)
    definition.observances = [
        .init(
            isDaylight: false, start: try wall("1970-01-01T00:00"), offsetFrom: offset,
            offsetTo: offset)
    ]
    if hasDaylight {
        definition.observances.append(
            .init(
                isDaylight: true, start: try wall("2020-04-01T00:00"), offsetFrom: offset,
                offsetTo: offset + 3_600))
    }
    return definition
}

@Suite("What a file's TZIDs mean")
struct TimeZoneScopeTests {
    private let scope = TimeZoneScope(database: systemZones)

    @Test(
        "a TZID is found by name, by tail, by alias, by Windows name",
        arguments: [
            ("Europe/Berlin", "Europe/Berlin"),
            (" \"Europe/Berlin\" ", "Europe/Berlin"),
            ("europe/berlin", "Europe/Berlin"),
            ("AMERICA/NEW_YORK", "America/New_York"),
            ("America/Port_Of_Spain", "America/Port_of_Spain"),
            ("US/Eastern", "US/Eastern"),
            ("utc", "UTC"),
            ("/freeassociation.sourceforge.net/Europe/Berlin", "Europe/Berlin"),
            ("/freeassociation.sourceforge.net/Tzfile/Europe/Berlin", "Europe/Berlin"),
            ("/mozilla.org/20050126_1/Europe/Berlin", "Europe/Berlin"),
            ("/mozilla.org/20050126_1/America/Argentina/Ushuaia", "America/Argentina/Ushuaia"),
            ("/citadel.org/20210210_1/UTC", "UTC"),
            ("mozilla.org/20050126_1/Europe/Berlin", "Europe/Berlin"),
            ("W. Europe Standard Time", "Europe/Berlin"),
            ("Eastern Standard Time", "America/New_York"),
            ("(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Berlin"),
            ("(GMT-05:00) Eastern Time (US & Canada)", "America/New_York"),
            ("tzone://Microsoft/Utc", "Etc/UTC"),
        ])
    func found(tzid: String, name: String) throws {
        #expect(try scope.rules(for: tzid)?.name == zone(name).name)
    }

    @Test(
        "an offset written as a name has ISO's sign, tz data's names have their own",
        arguments: [
            ("UTC+02:00", 7_200), ("GMT-5", -18_000), ("+0530", 19_800), ("Z", 0), ("GMT", 0),
            ("UTC-03", -10_800), ("(UTC+05:45)", 20_700), ("Etc/GMT+5", -18_000),
            ("UTC+12", 43_200), ("GMT+0", 0), ("utc+1", 3_600),
        ])
    func offsets(tzid: String, offset: Int) throws {
        #expect(scope.rules(for: tzid)?.offset(at: try utc("2024-07-01T00:00")) == offset)
    }

    @Test(
        "what nothing explains is no zone",
        arguments: [
            "", "Customized Time Zone", "Berlin", "Mars/Olympus", "../../etc/passwd", "/etc/passwd",
            "/", "//", "Europe//Berlin", "Europe", "zone.tab", "localtime", "UTC+25:00", "UTC+1:75",
            "right/Europe/Paris/..", "tzdata.zi", "Factory",
        ])
    func unknown(tzid: String) {
        #expect(scope.rules(for: tzid) == nil)
    }

    @Test("two files give one name two meanings")
    func fileScope() throws {
        let now = try utc("2024-07-01T00:00")
        for offset in [3_600, -18_000] {
            let scope = TimeZoneScope(
                database: systemZones,
                definitions: [try definition("Customized Time Zone", offset: offset)])
            #expect(scope.rules(for: "Customized Time Zone")?.offset(at: now) == offset)
        }
    }

    @Test("an IANA name is tz data's, whatever the file says of it")
    func ianaWins() throws {
        let scope = TimeZoneScope(
            database: systemZones, definitions: [try definition("Europe/Berlin", offset: 60)])
        #expect(try scope.rules(for: "Europe/Berlin") == zone("Europe/Berlin"))
    }

    @Test("EST is the file's when the file gives it a summer, else tz data's")
    func abbreviation() throws {
        let summer = try utc("2024-07-01T00:00")
        for (hasDaylight, offset) in [(true, -14_400), (false, -18_000)] {
            let scope = TimeZoneScope(
                database: systemZones,
                definitions: [try definition("EST", offset: -18_000, hasDaylight: hasDaylight)])
            #expect(scope.rules(for: "EST")?.offset(at: summer) == offset)
        }
    }

    @Test("X-LIC-LOCATION comes before the file's rules, those before a Windows name")
    func order() throws {
        let scope = TimeZoneScope(
            database: systemZones,
            definitions: [
                try definition("Mine", offset: 60, location: "Asia/Tokyo"),
                try definition("Yours", offset: 60, location: "Nowhere/Land"),
                try definition("W. Europe Standard Time", offset: 120),
                TimeZoneDefinition(tzid: "Eastern Standard Time"),
            ])
        let now = try utc("2024-01-01T00:00")
        #expect(scope.rules(for: "Mine")?.offset(at: now) == 32_400)
        #expect(scope.rules(for: "Yours")?.offset(at: now) == 60)
        #expect(scope.rules(for: "W. Europe Standard Time")?.offset(at: now) == 120)
        #expect(scope.rules(for: "Eastern Standard Time")?.name == "America/New_York")
    }

    @Test("every Windows zone leads to a zone of the system")
    func windowsTable() {
        for (windows, iana) in WindowsZones.byName {
            #expect(systemZones.rules(named: iana) != nil, "\(windows)")
        }
        for (shown, windows) in WindowsZones.byDisplayText {
            #expect(WindowsZones.byName[windows] != nil, "\(shown)")
        }
        #expect(WindowsZones.byName.count == 139)
    }
}

@Suite("The database of IANA zones")
struct TimeZoneDatabaseTests {
    @Test("a name is asked for once, known or not")
    func cached() {
        let asked = Mutex<[String]>([])
        let database = TimeZoneDatabase { name in
            asked.withLock { $0.append(name) }
            return name == "Area/City" ? tzif(types: [(60, false, "X")], footer: "XXX-1") : nil
        }
        for _ in 0..<3 { #expect(database.rules(named: "Area/City") != nil) }
        #expect(asked.withLock { $0 } == ["Area/City"])
        for _ in 0..<3 { #expect(database.rules(named: "No/Where") == nil) }
        #expect(asked.withLock { $0.count { $0 == "No/Where" } } == 1)
    }

    @Test(
        "names that could leave the store are never loaded",
        arguments: [
            "../etc/passwd", "/etc/passwd", "Europe/../../x", "Europe/./Berlin", "a\0b", "a b", "",
            "Europe/", String(repeating: "a", count: 65), "Zürich",
        ])
    func unsafe(name: String) {
        let database = TimeZoneDatabase { name in
            Issue.record("asked for \(name)")
            return nil
        }
        #expect(database.rules(named: name) == nil)
    }

    @Test("an old name is found where the system left it out")
    func legacy() {
        let database = TimeZoneDatabase { name in
            name == "America/New_York" ? tzif(types: [(-60, false, "X")], footer: "XXX1") : nil
        }
        for name in ["US/Eastern", "us/eastern", "EST5EDT"] {
            #expect(database.rules(named: name)?.name == "America/New_York")
        }
    }

    @Test("zone data that cannot be read counts as none")
    func unreadable() {
        #expect(TimeZoneDatabase { _ in Array("junk".utf8) }.rules(named: "A/B") == nil)
    }
}
