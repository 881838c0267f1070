import Foundation
import Testing

@testable import agenda

@Suite("To-dos in agenda ui", .timeLimit(.minutes(30)))
struct UITodoTests {
    private let agenda: StoreProcess

    init() throws {
        agenda = try StoreProcess()
    }

    private func ui(columns: Int = 80, with more: [String: String] = [:]) throws -> UISession {
        try UISession(
            environment: agenda.process.environment.merging(more) { $1 }, columns: columns)
    }

    private func states() throws -> String {
        try agenda("todo", "list", "--all", "--format", "{status} {summary}")
    }

    @Test(
        "each locale and width shows the to-dos that the timeline prints, with their boxes",
        arguments: OutputCase.locales, [40, 80, 200])
    func lines(_ locale: String, _ columns: Int) throws {
        for words in ["Pay rent 2026-11-20 18:00", "水 2026-11-20", "Later 2026-12-24"] {
            try agenda("todo", "add", words, "--quiet")
        }
        try agenda("todo", "add", "Late", "--due", "2026-11-18", "--quiet")
        try agenda("todo", "done", "later", "--quiet")
        let ui = try ui(columns: columns, with: ["LC_ALL": locale])
        try ui.wait(for: "18:00")
        // Today with three of them, the day of the one that is done, and the past one's.
        try ui.expectTimeline(of: agenda, locale: locale, count: 8)
        ui.quit()
    }

    @Test("x ticks one, in the journal as todo done does; x again and u open it; details show it")
    func ticking() throws {
        try agenda("todo", "add", "Pay rent today !1 #home", "--quiet")
        let ui = try ui()
        try ui.wait(for: "> all day      ☐ Pay rent")
        ui.type("x")
        try ui.wait(for: "Done: Pay rent, due Fri 2026-11-20")
        try ui.wait(for: "> all day      ☑ Pay rent")
        #expect(try states() == "completed Pay rent\n")
        ui.type("x")
        try ui.wait(for: "Open again: Pay rent")
        try ui.wait(for: "> all day      ☐ Pay rent")
        ui.type("u")
        try ui.wait(for: "> all day      ☑ Pay rent")
        ui.type("\r")
        try ui.wait(for: "categories") {
            $0.rows[0] == "☑ Pay rent" && $0.text.contains("home") && $0.text.contains("uid")
        }
        ui.type("x")
        try ui.wait(for: "the open box in the details") { $0.rows[0] == "☐ Pay rent" }
        #expect(try states() == "needs-action Pay rent\n")
        ui.type("q")
        try ui.wait(for: "> all day")
        ui.quit()
    }

    @Test("of one that repeats, the instance on the selected day is done, and no other")
    func repeating() throws {
        try agenda("todo", "add", "Water", "--due", "2026-11-20", "--every", "day", "--quiet")
        let ui = try ui()
        try ui.wait(for: "> all day      ☐ Water")
        ui.type("jx")
        try ui.wait(for: "Done: Water, due Sat 2026-11-21")
        try ui.wait(for: "> all day      ☑ Water")
        #expect(ui.screen.rows[1].hasSuffix("all day      ☐ Water ⟳"))
        ui.type("u")
        try ui.wait(for: "> all day      ☐ Water")
        ui.type("\u{1B}[3~")
        try ui.wait(for: "Delete this one (t), this and all after it (f), or all (a)?")
        ui.type("f")
        try ui.wait(for: "Deleted Water, due Sat 2026-11-21 and all after it")
        try ui.wait(without: "Sun 2026-11-22")
        #expect(ui.screen.text.contains("☐ Water"))
        ui.quit()
    }

    @Test("c and Tab add one in words; Delete deletes it; search finds it")
    func adding() throws {
        let ui = try ui()
        try ui.wait(for: "No calendars yet")
        ui.type("cPay rent monday\t")
        try ui.wait(for: "Pay rent, due Mon 2026-11-23")
        #expect(ui.screen.rows[23] == "Add to-do: Pay rent monday")
        ui.type("\r")
        try ui.wait(for: "Added Pay rent, due Mon 2026-11-23")
        try ui.wait(for: "> all day      ☐ Pay rent")
        #expect(try states() == "needs-action Pay rent\n")
        ui.type("t/rent")
        try ui.wait(for: "> Mon 2026-11-23  all day      ☐ Pay rent")
        ui.type("\r")
        try ui.wait(for: "the to-do") { $0.text.contains("> all day      ☐ Pay rent") }
        ui.type("\u{1B}[3~y")
        try ui.wait(for: "Deleted Pay rent, due Mon 2026-11-23")
        #expect(try states() == "")
        ui.quit()
    }

    @Test("one of a calendar that is only read stays as it is, and says why")
    func readOnly() throws {
        let path = try agenda.folder.write(
            "a.ics",
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\nUID:a\r\nDTSTAMP:20261101T000000Z\r\n"
                + "DUE;VALUE=DATE:20261120\r\nSUMMARY:Tidy\r\nEND:VTODO\r\nEND:VCALENDAR\r\n")
        try agenda("source", "add", path)
        let ui = try ui(columns: 200)
        try ui.wait(for: "> all day      ☐ Tidy")
        ui.type("x")
        try ui.wait(for: "belongs to a, which is read-only")
        #expect(try states() == "needs-action Tidy\n")
        ui.quit()
    }
}
