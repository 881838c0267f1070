import Foundation
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Birthdays and anniversaries of contacts")
struct ContactSourceTests {
    private let folder: TemporaryFolder
    private let bench: Bench

    init() throws {
        folder = try TemporaryFolder()
        bench = try Bench()
    }

    private static func card(_ uid: String, _ name: String, _ day: String) -> String {
        ContactCase.card("UID:\(uid)\nFN:\(name)\nBDAY:\(day)")
    }

    private static func writable(
        _ name: String, _ kind: CalendarSource.Kind, at location: String
    ) -> CalendarSource {
        var source = CalendarSource(name: name, kind: kind, location: location)
        source.isWritable = true
        return source
    }

    private static var editable: SourceSettings {
        var settings = SourceSettings()
        settings.isWritable = true
        return settings
    }

    /// The days of a year with their titles.
    private func lines(_ year: Int = 2027) async throws -> [String] {
        let first = try Make.date("\(year)-01-01")
        let last = try Make.date("\(year)-12-31")
        return try await bench.provider().days(first..<(last + 1)).nodes.flatMap { node in
            node.events.map { "\(node.date.iso) \($0.summary ?? "")" }
        }
    }

    /// `3 BDAY: reason`.
    private func faults() throws -> [String] {
        try bench.store.diagnostics().map(\.diagnostic).map {
            "\($0.line) \($0.property ?? ""): \($0.reason)"
        }
    }

    @Test("come from whatever program wrote them", arguments: ContactCase.all)
    func programs(_ contact: ContactCase) async throws {
        try Data(contact.bytes).write(to: URL(filePath: folder.path + "/book.vcf"))
        try await bench.add(folder.path + "/book.vcf")
        #expect(try await lines() == contact.days)
        #expect(try faults() == contact.faults)
        #expect(try await bench.importer.verify().isEmpty)
    }

    @Test("there are some of them, of each kind of program")
    func count() { #expect(ContactCase.all.count >= 25) }

    @Test("a day of 29 February is on 29 February in leap years, and counts on")
    func leapDay() async throws {
        try await bench.add(try folder.write(Self.card("a", "Leap", "20000229"), to: "a.vcf"))
        #expect(try await lines(2028) == ["2028-02-29 Leap's birthday (28)"])
        #expect(try await lines(2029) == ["2029-02-28 Leap's birthday (29)"])
        #expect(try await lines(2000) == ["2000-02-29 Leap's birthday"])
        #expect(try await lines(1999).isEmpty)
        // 2100 is no leap year.
        #expect(try await lines(2100) == ["2100-02-28 Leap's birthday (100)"])
    }

    @Test("they are of kind contacts, all day, yearly, and block no time")
    func kind() async throws {
        try await bench.add(try folder.write(Self.card("a", "Anna", "19850412"), to: "anna.vcf"))
        let source = try #require(try bench.store.sources().first)
        #expect(source.name == "anna")
        #expect(source.kind == .contacts)
        let day = try Make.date("2027-04-12")
        let event = try #require(
            try await bench.provider().days(day..<(day + 1)).nodes[0].events.first)
        #expect(event.span == .dates(day..<(day + 1)))
        #expect(event.isRecurring)
        #expect(event.isTransparent)
        #expect(event.uid == "a-birthday")
        #expect(event.occasion == Occasion(kind: .birthday, name: "Anna", year: 1985))
    }

    @Test("a contact that changes, comes or goes in a file costs itself")
    func changedInFile() async throws {
        let cards = (1...9).map { Self.card("u\($0)", "P\($0)", "1985-04-1\($0)") }
        let path = try folder.write(cards.joined(), to: "book.vcf", age: 90)
        #expect(try await bench.add(path).componentsParsed == 9)
        var changed = cards
        changed[4] = Self.card("u5", "P5", "1985-05-15")
        try folder.write(changed.joined(), to: "book.vcf", age: 80)
        let report = try await bench.importer.refresh()
        #expect(report.componentsParsed == 1)
        #expect(report.componentsRemoved == 1)
        #expect(try await lines().last == "2027-05-15 P5's birthday (42)")
        // A telephone number is no event.
        changed[4] = changed[4].replacing("END:", with: "TEL:1\nEND:")
        try folder.write(changed.joined(), to: "book.vcf", age: 70)
        #expect(try await bench.importer.refresh().componentsParsed == 0)
        try folder.write(changed.dropFirst(2).joined(), to: "book.vcf", age: 60)
        #expect(try await bench.importer.refresh().componentsRemoved == 2)
        #expect(try await lines().count == 7)
    }

    @Test("a folder of contacts is one source; a file that changes or goes costs itself")
    func folderOfContacts() async throws {
        try folder.write(Self.card("a", "Anna", "19850412"), to: "a.vcf")
        try folder.write(Self.card("b", "Bo", "19900501"), to: "b.VCF")
        try folder.write(ContactCase.card("UID:c\nFN:Nobody\nTEL:1"), to: "c.vcf")
        try folder.write("Friends", to: "displayname")
        try folder.write("readme", to: "readme.txt")
        try await bench.add(folder.path, kind: .folder)
        let source = try #require(try bench.store.sources().first)
        #expect(source.name == "Friends")
        #expect(source.kind == .contacts)
        #expect(source.status == .ok)
        #expect(
            try await lines() == [
                "2027-04-12 Anna's birthday (42)", "2027-05-01 Bo's birthday (37)",
            ])
        try folder.write(Self.card("a", "Anna", "19850413"), to: "a.vcf", age: 30)
        // A slow machine may read the others again, too: they are young.
        #expect(try await bench.importer.refresh().componentsParsed == 1)
        try folder.remove("b.VCF")
        #expect(try await bench.importer.refresh().resourcesRemoved == 1)
        #expect(try await lines() == ["2027-04-13 Anna's birthday (42)"])
        #expect(try await bench.importer.refresh().componentsParsed == 0)
    }

    @Test("in a folder that has calendars, contacts are passed over")
    func mixed() async throws {
        try folder.write(Self.card("a", "Anna", "19850412"), to: "a.vcf")
        try folder.write(
            Make.calendar("UID:l\r\nDTSTART:20270101T110000Z\r\nSUMMARY:Lunch"), to: "l.ics")
        try await bench.add(folder.path, kind: .folder)
        #expect(try bench.store.sources().map(\.kind) == [.folder])
        #expect(try await lines() == ["2027-01-01 Lunch"])
    }

    @Test("a file that is still being written, or holds something else by now, keeps its last days")
    func broken() async throws {
        let (anna, bo) = (Self.card("a", "Anna", "19850412"), Self.card("b", "Bo", "19900501"))
        let path = try folder.write(anna + bo, to: "book.vcf", age: 90)
        try await bench.add(path)
        let good = try await lines()
        #expect(good.count == 2)
        try folder.write(anna + "BEGIN:VCARD\nFN:Bo\nBDAY:199", to: "book.vcf", age: 80)
        _ = try await bench.importer.refresh()
        #expect(try await lines() == good)
        #expect(try faults() == ["7 VCARD: has no end: the file ends inside it"])
        try folder.write("<html>", to: "book.vcf", age: 70)
        _ = try await bench.importer.refresh()
        #expect(try await lines() == good)
        #expect(try faults() == ["0 : not an iCalendar file"])
        try folder.write(bo, to: "book.vcf", age: 60)
        _ = try await bench.importer.refresh()
        #expect(try await lines() == ["2027-05-01 Bo's birthday (37)"])
        #expect(try faults().isEmpty)
    }

    @Test("a fault is told again on its line when the contact before it grows")
    func movedFault() async throws {
        let (anna, odd) = (Self.card("a", "Anna", "19850412"), Self.card("b", "Bo", "soon"))
        try await bench.add(try folder.write(anna + odd, to: "book.vcf", age: 90))
        #expect(try faults() == ["11 BDAY: 'soon' was left out: it is not a date"])
        try folder.write(anna.replacing("END", with: "TEL:1\nEND") + odd, to: "book.vcf", age: 80)
        _ = try await bench.importer.refresh()
        #expect(try faults() == ["12 BDAY: 'soon' was left out: it is not a date"])
        #expect(try bench.store.sources().map(\.status) == [.partial])
    }

    @Test("a contact in two books is one event, and people of one name without UID are two")
    func copies() async throws {
        let anna = Self.card("a", "Anna", "19850412")
        let (one, other) = (
            ContactCase.card("FN:John Smith\nBDAY:19850413"),
            ContactCase.card("FN:John Smith\nBDAY:19600701")
        )
        try await bench.add(try folder.write(anna + one, to: "phone.vcf"))
        try await bench.add(try folder.write(anna + other, to: "work.vcf"))
        #expect(
            try await lines() == [
                "2027-04-12 Anna's birthday (42)", "2027-04-13 John Smith's birthday (42)",
                "2027-07-01 John Smith's birthday (67)",
            ])
        let day = try Make.date("2027-04-12")
        let event = try await bench.provider().days(day..<(day + 1)).nodes[0].events[0]
        #expect([event.calendar] + event.alsoIn == ["phone", "work"])
    }

    @Test("no setting makes contacts writable, and their file is not edited")
    func readOnly() async throws {
        let text = Self.card("a", "Anna", "19850412")
        let path = try folder.write(text, to: "book.vcf")
        let refused = AgendaError(.contactsOnlyRead, place: path)
        let (file, all) = (
            Self.writable("", .file, at: path), Self.writable("", .folder, at: folder.path)
        )
        await #expect(throws: refused) { _ = try await bench.importer.addSource(file) }
        await #expect(throws: AgendaError(.contactsOnlyRead, place: folder.path)) {
            _ = try await bench.importer.addSource(all)
        }
        try await bench.add(path)
        let settings = Self.editable
        await #expect(throws: refused) {
            _ = try await bench.importer.updateSource(named: "book", settings)
        }
        let event = try #require(
            try await bench.provider().timeline().nodes.flatMap(\.events).first)
        await #expect(throws: AgendaError(.contactsOnlyRead, place: "book")) {
            try await bench.editor.edit(event, scope: .all) { $0.event.summary = "x" }
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test("a calendar that turns into contacts is not edited either")
    func calendarBecomesContacts() async throws {
        let calendar = Make.calendar("UID:l\r\nDTSTART:20261121T110000Z\r\nSUMMARY:Lunch")
        let path = try folder.write(calendar, to: "l.ics")
        _ = try await bench.importer.addSource(Self.writable("l", .file, at: path))
        let event = try #require(
            try await bench.provider().timeline().nodes.flatMap(\.events).first)
        let cards = Self.card("a", "Anna", "19850412")
        try folder.write(cards, to: "l.ics")
        await #expect(throws: AgendaError.self) {
            try await bench.editor.edit(event, scope: .all) { $0.event.summary = "x" }
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == cards)
    }

    @Test("an address book beyond the size for batches is read whole")
    func large() async throws {
        await bench.importer.use(LargeFileLimits(minimal: 64, part: 64, resources: 1_000))
        let text = (1...9).map { Self.card("u\($0)", "P\($0)", "1985-04-1\($0)") }.joined()
        try await bench.add(try folder.write(text, to: "book.vcf"))
        #expect(try await lines().count == 9)
        #expect(try faults().isEmpty)
    }

    @Test("a contact that is added while somebody watches appears")
    func watched() async throws {
        try folder.write(Self.card("a", "Anna", "19850412"), to: "a.vcf")
        try await bench.add(folder.path, kind: .folder)
        let live = LiveTimeline(
            store: bench.store, importer: bench.importer, provider: bench.provider())
        let following = Task { await live.follow { _ in } }
        defer { following.cancel() }
        try folder.write(Self.card("b", "Bo", "19900501"), to: "b.vcf")
        var found: [String] = []
        for _ in 0..<2_000 where found.count < 2 {
            found = try await lines()
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(found.last == "2027-05-01 Bo's birthday (37)")
    }

    @Test("words find them by name and by what they are")
    func search() async throws {
        try await bench.add(
            try folder.write(ContactCase.card("UID:a\nFN:Zoë Öztürk\nBDAY:19850412"), to: "a.vcf"))
        let search = EventSearch(store: bench.store, clock: bench.clock, zone: bench.zone)
        let found = try search.events(try #require(SearchQuery("ozturk birthday")))
        #expect(found.events.map(\.summary) == ["Zoë Öztürk's birthday (42)"])
    }
}
