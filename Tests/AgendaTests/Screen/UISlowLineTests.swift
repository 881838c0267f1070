import Foundation
import Testing

@testable import agenda

@Suite("agenda ui over a slow line", .timeLimit(.minutes(30)))
struct UISlowLineTests {
    @Test("keys that come faster than a line of 9,600 baud drains do not queue up frames")
    func slow() throws {
        let agenda = try StoreProcess()
        let events = (100..<500).map { number in
            "BEGIN:VEVENT\r\nUID:\(number)\r\nDTSTAMP:20261101T000000Z\r\nDTSTART:20261120T120000Z\r\n"
                + "SUMMARY:Number \(number) of many events\r\nEND:VEVENT\r\n"
        }
        let path = try agenda.folder.write(
            "a.ics",
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(events.joined())END:VCALENDAR\r\n")
        let ui = try UISession([path], environment: agenda.process.environment)
        try ui.wait(for: "j/k day")
        // Ten bytes a hundredth of a second, as a terminal takes them that answers what it is asked.
        let question = Array("\u{1B}[5n".utf8)
        var asked = 0
        func drain() {
            ui.session.read(most: 10)
            Thread.sleep(forTimeInterval: 0.01)
            while let next = ui.session.bytes[asked...].firstRange(of: question) {
                asked = next.upperBound
                ui.type("\u{1B}[0n")
            }
        }
        for _ in 0..<20 { drain() }
        let before = ui.session.bytes.count
        // Each page is another screen of some 1,400 bytes.
        for number in 0..<61 {
            ui.type(number % 2 == 0 ? "\u{1B}[6~" : "\u{1B}[5~")
            drain()
        }
        func isShown() -> Bool {
            ui.screen.rows.contains { $0.contains("> 13:00        Number 122 of many") }
        }
        var turns = 0
        while turns < 3_000, turns % 50 != 0 || !isShown() {
            drain()
            turns += 1
        }
        #expect(isShown())
        let written = ui.session.bytes.count - before
        print("slow line: \(written) bytes for 61 pages")
        #expect(written < 61 * 700)
        ui.quit()
    }
}
