import Testing

@testable import ICalendar

/// Names that tz data do not have, and whose zone or offset can be read.
@Suite("Spellings of zones")
struct ZoneSpellingTests {
    private let scope = TimeZoneScope(database: systemZones)

    /// Hours east of UTC, in the middle of January and of July 2026.
    private func hours(_ tzid: String) throws -> [Double]? {
        let rules = scope.rules(for: tzid)
        let days = [try utc("2026-01-15T00:00"), try utc("2026-07-15T00:00")]
        return rules.map { rules in days.map { Double(rules.offset(at: $0)) / 3_600 } }
    }

    @Test(
        "a number that Exchange appends is no part of the name",
        arguments: [
            ("Tokyo Standard Time 1", [9, 9.0]), ("Pacific Standard Time 2", [-8, -7]),
            ("GMT Standard Time 1", [0, 1]), ("Asia/Tokyo 2", [9, 9]),
            ("America/New_York1", [-5, -4]),
            ("(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna 1", [1, 2]),
            ("W. Europe Standard Time 12", [1, 2]),
        ])
    func numbered(tzid: String, hours: [Double]) throws {
        #expect(try self.hours(tzid) == hours)
    }

    @Test(
        "the cities of a localised text tell the zone, with its summer time",
        arguments: [
            ("(UTC+09:00) Osaka, Sapporo, Tokio", [9, 9.0]),
            ("(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien", [1, 2]),
            ("(UTC+00:00) Dublin, Edinburgh, Lissabon, London", [0, 1]),
            ("(UTC+05:30) Chennai, Kolkata, Mumbai, Neu-Delhi", [5.5, 5.5]),
            ("(UTC-05:00) Est (États-Unis et Canada)", [-5, -4]),
            ("(GMT+10.00) Canberra / Melbourne / Sydney (Sommerzeit)", [10, 11]),
        ])
    func localised(tzid: String, hours: [Double]) throws {
        // Sydney's summer is in January.
        let expected = tzid.contains("Sydney") ? hours.reversed() : hours
        #expect(try self.hours(tzid) == expected)
        #expect(!scope.knowsOnlyOffset(of: tzid))
    }

    @Test(
        "an offset in front of an unknown text is better than the reader's zone, and is told",
        arguments: [
            ("(UTC+09:00) 大阪、札幌、東京", 9.0), ("(UTC-08:00) 太平洋標準時 (米国およびカナダ)", -8),
            ("（UTC+08:00）北京，重庆", 8), ("(GMT+03.00) Kuwait-Stadt", 3),
            ("GMT +0100 (Standard) / GMT +0200 (Daylight)", 1), ("(UTC−03:30) Neufundland", -3.5),
            // Each of them has its own zone, and Cairo's changes clocks on other days.
            ("(UTC+02:00) Cairo, Jerusalem", 2),
        ])
    func offsetAlone(tzid: String, hours: Double) throws {
        #expect(try self.hours(tzid) == [hours, hours])
        #expect(scope.knowsOnlyOffset(of: tzid))
    }

    @Test("UTC without an offset is UTC, and an offset as the whole name needs no report")
    func utcTexts() throws {
        for (tzid, hours) in [
            ("(UTC) Koordinierte Weltzeit", 0.0), ("(UTC) 协调世界时", 0), ("UTC+09:00", 9),
        ] {
            #expect(try self.hours(tzid) == [hours, hours])
            #expect(!scope.knowsOnlyOffset(of: tzid))
        }
    }

    @Test(
        "abbreviations and spellings of a single zone",
        arguments: [
            ("US-Eastern", [-5, -4.0]), ("US-Pacific", [-8, -7]), ("JST", [9, 9]), ("MEZ", [1, 2]),
            ("MESZ", [1, 2]), ("CET_SAP", [1, 2]), ("America/New York", [-5, -4]),
            ("Europe_Amsterdam", [1, 2]), ("Europe-Berlin", [1, 2]), ("'Asia/Tokyo'", [9, 9]),
            ("X-LIC-Asia/Tokyo", [9, 9]),
        ])
    func spellings(tzid: String, hours: [Double]) throws {
        #expect(try self.hours(tzid) == hours)
    }

    @Test(
        "what may mean several zones, or nothing, stays unknown",
        arguments: [
            "BST", "IST", "CST", "GMT 1", "UTC 2", "Customized Time Zone 1", "UTC-Zeit", "GMTX",
            "(UTC) ", "Foo_Bar", "A 1",
        ])
    func unknown(tzid: String) {
        if tzid == "(UTC) " {
            #expect(scope.rules(for: tzid) == .utc)
        } else {
            #expect(scope.rules(for: tzid) == nil)
        }
    }

    @Test("a file's own definition comes before all of these")
    func ownDefinition() throws {
        var own = TimeZoneDefinition(tzid: "Tokyo Standard Time 1")
        own.observances = [
            .init(
                isDaylight: false, start: try wall("1970-01-01T00:00"), offsetFrom: 3_600,
                offsetTo: 3_600)
        ]
        let scope = TimeZoneScope(database: systemZones, definitions: [own])
        let now = try utc("2026-01-15T00:00")
        #expect(scope.rules(for: "Tokyo Standard Time 1")?.offset(at: now) == 3_600)
        #expect(scope.rules(for: "Tokyo Standard Time 2")?.offset(at: now) == 32_400)
    }
}
