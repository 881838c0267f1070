import CalendarMerge
import ICalendar
import Testing

@Suite("Merging what two sides made of one series")
struct SeriesMergeTests {
    private let merge = ThreeWayMerge(zones: SystemZones.database)
    private static let daily = "DTSTART:20261201T100000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=9"
    /// The same an hour later.
    private static let later = "DTSTART:20261201T110000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=9"
    private static let third = "DTSTART:20261203T120000Z\nSUMMARY:"

    @Test(
        "an edited instance that the other side deleted stays, without its EXDATE",
        arguments: [false, true])
    func revived(swapped: Bool) throws {
        let base = calendar(Self.daily, extra: instance(":20261203T100000Z", Self.third + "Once"))
        let edited = calendar(Self.daily, extra: instance(":20261203T100000Z", Self.third + "New"))
        let deleted = calendar(Self.daily, "EXDATE:20261202T100000Z,20261203T100000Z")
        let merged = try merge.result(base, swapped ? deleted : edited, swapped ? edited : deleted)
        #expect(lines(merged.text).contains("SUMMARY:New"))
        #expect(lines(merged.text).filter { $0.hasPrefix("EXDATE") } == ["EXDATE:20261202T100000Z"])
        #expect(merged.clashes.map(\.recurrenceID) == ["20261203T100000Z"])
        #expect(merged.clashes.map(\.winner) == [swapped ? .theirs : .mine])
    }

    @Test("an untouched instance that the other side deleted is deleted")
    func deletedInstance() throws {
        let base = calendar(
            Self.daily, "SUMMARY:a", extra: instance(":20261203T100000Z", Self.third + "Once"))
        let deleted = calendar(Self.daily, "SUMMARY:a", "EXDATE:20261203T100000Z")
        let renamed = calendar(
            Self.daily, "SUMMARY:b", extra: instance(":20261203T100000Z", Self.third + "Once"))
        let both = calendar(Self.daily, "SUMMARY:b", "EXDATE:20261203T100000Z")
        #expect(try merge.result(base, deleted, renamed) == .init(text: both, clashes: []))
        #expect(Set(lines(try merge.result(base, renamed, deleted).text)) == Set(lines(both)))
    }

    @Test("the whole series deleted on one side, one instance edited on the other: all of it stays")
    func deletedSeries() throws {
        let base = calendar(Self.daily)
        let edited = calendar(Self.daily, extra: instance(":20261203T100000Z", Self.third + "New"))
        #expect(try merge.result(base, nil, edited).text == edited)
        #expect(try merge.result(base, edited, nil).text == edited)
        #expect(try merge.result(base, edited, nil).clashes.map(\.winner) == [.mine])
    }

    @Test(
        "a moved series and an instance deleted on the other side: the deleted one does not come back"
    )
    func movedAndDeleted() throws {
        let base = calendar(Self.daily, "SUMMARY:a")
        let (moved, deleted) = (
            calendar(Self.later, "SUMMARY:a"),
            calendar(Self.daily, "SUMMARY:b", "EXDATE:20261203T100000Z")
        )
        let merged = try merge.result(base, moved, deleted)
        #expect(merged.text == deleted)
        try #require(merged.clashes.map(\.property) == ["DTSTART"])
        #expect(merged.clashes[0].mine == Self.later.split(separator: "\n").map(String.init))
        let mine = try ThreeWayMerge(zones: SystemZones.database, policy: .mine)
            .result(base, moved, deleted)
        #expect(mine.text == calendar(Self.later, "SUMMARY:b"))
        #expect(Set(mine.clashes.map(\.property)) == ["DTSTART", "EXDATE"])
        #expect(mine.clashes.allSatisfy { $0.winner == .mine })
    }

    @Test("a moved series and an instance changed on the other side: no instance is there twice")
    func movedAndChanged() throws {
        let before = instance(":20261203T100000Z", Self.third + "Once")
        let base = calendar(Self.daily, extra: before)
        let moved = calendar(Self.later, extra: instance(":20261203T110000Z", Self.third + "Once"))
        let changed = calendar(Self.daily, extra: instance(":20261203T100000Z", Self.third + "New"))
        let merged = try merge.result(base, moved, changed)
        #expect(merged.text == changed)
        #expect(merged.clashes.count == 2)
        let mine = try ThreeWayMerge(zones: SystemZones.database, policy: .mine)
            .result(base, moved, changed)
        #expect(mine.text == moved)
        #expect(mine.clashes.contains { $0.theirs.contains("SUMMARY:New") })
    }

    @Test("a series that one side alone moved, with its instances")
    func moved() throws {
        let base = calendar(
            Self.daily, "SUMMARY:a", "EXDATE:20261204T100000Z",
            extra: instance(":20261203T100000Z", Self.third + "Once"))
        let moved = calendar(
            Self.later, "SUMMARY:a", "EXDATE:20261204T110000Z",
            extra: instance(":20261203T110000Z", Self.third + "Once"))
        let renamed = calendar(
            Self.daily, "SUMMARY:b", "EXDATE:20261204T100000Z",
            extra: instance(":20261203T100000Z", Self.third + "Once"))
        let both = calendar(
            Self.later, "SUMMARY:b", "EXDATE:20261204T110000Z",
            extra: instance(":20261203T110000Z", Self.third + "Once"))
        #expect(try merge.result(base, moved, renamed) == .init(text: both, clashes: []))
        #expect(try merge.result(base, renamed, moved) == .init(text: both, clashes: []))
    }

    @Test("a series that both sides ended: one end stands, and deleted instances of both")
    func endedTwice() throws {
        let rule = { (until: String) in
            "DTSTART:20261201T100000Z\nRRULE:FREQ=DAILY;UNTIL=\(until)T100000Z"
        }
        let base = calendar("DTSTART:20261201T100000Z\nRRULE:FREQ=DAILY")
        let merged = try merge.result(
            base, calendar(rule("20261220"), "EXDATE:20261202T100000Z"),
            calendar(rule("20261210"), "EXDATE:20261203T100000Z"))
        #expect(
            merged.text
                == calendar(rule("20261210"), "EXDATE:20261203T100000Z", "EXDATE:20261202T100000Z"))
        #expect(merged.clashes.map(\.property) == ["DTSTART"])
    }

    @Test(
        "the same instance changed on both sides by different properties, and its master by a third"
    )
    func threeChanges() throws {
        let once = Self.third + "Once"
        let base = calendar(Self.daily, "SUMMARY:a", extra: instance(":20261203T100000Z", once))
        let merged = try merge.result(
            base,
            calendar(
                Self.daily, "SUMMARY:a",
                extra: instance(":20261203T100000Z", once + "\nLOCATION:here")),
            calendar(
                Self.daily, "SUMMARY:b",
                extra: instance(":20261203T100000Z", once + "\nURL:http://x")))
        #expect(merged.clashes.isEmpty)
        #expect(
            lines(merged.text)
                == lines(
                    calendar(
                        Self.daily, "SUMMARY:b",
                        extra: instance(":20261203T100000Z", once + "\nURL:http://x\nLOCATION:here")
                    )))
    }

    @Test("RANGE=THISANDFUTURE is another thing than its single instance")
    func range() throws {
        let base = calendar(
            Self.daily,
            extra: instance(":20261203T100000Z", Self.third + "One")
                + instance(";RANGE=THISANDFUTURE:20261203T100000Z", Self.third + "All"))
        let mine = calendar(
            Self.daily,
            extra: instance(":20261203T100000Z", Self.third + "Mine")
                + instance(";RANGE=THISANDFUTURE:20261203T100000Z", Self.third + "All"))
        let theirs = calendar(
            Self.daily,
            extra: instance(":20261203T100000Z", Self.third + "One")
                + instance(";RANGE=THISANDFUTURE:20261203T100000Z", Self.third + "Theirs"))
        let merged = try merge.result(base, mine, theirs)
        #expect(merged.clashes.isEmpty)
        #expect(
            lines(merged.text).filter { $0.hasPrefix("SUMMARY") } == [
                "SUMMARY:Mine", "SUMMARY:Theirs",
            ])
    }

    private static func zone(_ offset: String) -> String {
        "BEGIN:VTIMEZONE\nTZID:Custom\nBEGIN:STANDARD\nDTSTART:19700101T000000\n"
            + "TZOFFSETFROM:\(offset)\nTZOFFSETTO:\(offset)\nEND:STANDARD\nEND:VTIMEZONE\n"
    }

    @Test("a zone that two sides define differently keeps both meanings")
    func customZones() throws {
        let start = "DTSTART;TZID=Custom:20261201T100000"
        let base = calendar(start, "SUMMARY:a", head: Self.zone("+0100"))
        let mine = calendar(
            start, "SUMMARY:b", "X-WHEN;TZID=Custom:20261201T120000", head: Self.zone("+0100"))
        let theirs = calendar(start, "SUMMARY:a", head: Self.zone("+0300"))
        let merged = try merge.result(base, mine, theirs)
        let text = lines(merged.text)
        #expect(text.contains("SUMMARY:b"))
        #expect(text.contains(start))
        #expect(text.contains("X-WHEN;TZID=Custom 2:20261201T120000"))
        #expect(text.filter { $0.hasPrefix("TZID") } == ["TZID:Custom", "TZID:Custom 2"])
        #expect(
            text.filter { $0.hasPrefix("TZOFFSETTO") } == ["TZOFFSETTO:+0300", "TZOFFSETTO:+0100"])
        #expect(try merge.result(base, mine, merged.text).text == merged.text)
    }
}
