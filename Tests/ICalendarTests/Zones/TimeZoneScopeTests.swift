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
        for row in WindowsZoneName.rows {
            #expect(systemZones.rules(named: row.zone) != nil, "\(row.name)")
        }
    }

    @Test("the Windows names are CLDR's, every one")
    func newestNames() {
        let names = cldrWindowsNames.split(separator: "\n").map {
            $0.split(separator: "=").map(String.init)
        }
        #expect(names.count == 142)
        for name in names {
            #expect(WindowsZoneName.ianaName(for: name[0]) == name[1], "\(name[0])")
        }
        #expect(WindowsZoneName.rows.count == names.count)
    }

    @Test(
        "the spellings of Windows names that files have",
        arguments: [
            ("W. Europe", "Europe/Berlin"), ("Eastern", "America/New_York"),
            ("Pacific", "America/Los_Angeles"), ("FLE", "Europe/Kiev"),
            ("Central America", "America/Guatemala"),
            ("(UTC-05:00) Eastern Time (US and Canada)", "America/New_York"),
            ("(UTC-08:00) Pacific Time (US & Canada)", "America/Los_Angeles"),
            ("Eastern Time (US & Canada)", "America/New_York"),
            ("(GMT+01.00) Amsterdam / Berlin / Bern / Rome / Stockholm / Vienna", "Europe/Berlin"),
            ("(GMT-06.00) Central Time (US & Canada)", "America/Chicago"),
            ("(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London", "Europe/London"),
            ("(GMT+01:00) Sarajevo/Warsaw/Zagreb", "Europe/Warsaw"),
            ("(UTC+05:30) Chennai,Kolkata,Mumbai,New Delhi", "Asia/Kolkata"),
            ("w. europe standard time", "Europe/Berlin"),
            ("Pacific Daylight Time", "America/Los_Angeles"),
            ("W. Europe Summer Time", "Europe/Berlin"), ("India Time", "Asia/Kolkata"),
            ("(UTC+06:00) Bishkek", "Asia/Bishkek"), ("(UTC+06:00) Astana", "Asia/Almaty"),
            ("(UTC-07:00) La Paz, Mazatlan", "America/Mazatlan"),
            ("(UTC-11:00) Co-ordinated Universal Time-11", "Etc/GMT+11"),
            ("(UTC+12:00) Coordinated Universal Time+12", "Etc/GMT-12"),
            ("Alberta Standard Time", "America/Edmonton"), ("Manitoba", "America/Winnipeg"),
            ("British Columbia Standard Time", "America/Vancouver"),
        ])
    func windowsSpellings(tzid: String, name: String) throws {
        let rules = try #require(scope.rules(for: tzid))
        #expect(try agree(rules, zone(name)))
    }

    @Test("an offset in brackets says nothing without words that are known")
    func windowsUnknown() {
        for tzid in [
            "(GMT+01.00) Atlantis", "(UTC)", "(UTC+01:00) ", "Standard Time",
            "Berlin Standard Time",
        ] {
            #expect(WindowsZoneName.ianaName(for: tzid) == nil, "\(tzid)")
        }
    }

    @Test("a name in another spelling than tz data's is the file's where the file defines it")
    func otherSpelling() throws {
        let now = try utc("2024-07-01T00:00")
        for name in [
            "Europe/lisbon", "europe/Lisbon", "EUROPE/LISBON", "/mozilla.org/x/Europe/lisbon",
            "us/eastern",
        ] {
            let scope = TimeZoneScope(
                database: systemZones, definitions: [try definition(name, offset: 60)])
            #expect(scope.rules(for: name)?.offset(at: now) == 60, "\(name)")
            // One without rules defines nothing.
            let empty = TimeZoneScope(
                database: systemZones, definitions: [TimeZoneDefinition(tzid: name)])
            #expect(empty.rules(for: name)?.hasYearlyChanges == true, "\(name)")
        }
        let scope = TimeZoneScope(
            database: systemZones,
            definitions: [
                try definition("Europe/Lisbon", offset: 60),
                try definition("US/Eastern", offset: 60),
                try definition("Here", offset: 60, location: "europe/lisbon"),
            ])
        #expect(try scope.rules(for: "Europe/Lisbon") == zone("Europe/Lisbon"))
        #expect(scope.rules(for: "US/Eastern")?.offset(at: now) == -14_400)
        #expect(scope.rules(for: "europe/lisbon")?.offset(at: now) == 3_600)
        #expect(scope.rules(for: "Here")?.offset(at: now) == 60)
    }
}

/// Whether two zones agree in this year.
private func agree(_ one: TimeZoneRules, _ other: TimeZoneRules) throws -> Bool {
    let start = try utc("2026-01-01T00:00")
    return (0..<52).map { start + $0 * 604_800 }
        .allSatisfy { one.offset(at: $0) == other.offset(at: $0) }
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
