import Foundation
import Testing

@Suite("A screen on which nothing happens", .timeLimit(.minutes(30)))
struct IdleScreenTests {
    /// Outside of the folder for temporary files, in which other tests work: every name that appears in a folder on the way
    /// to a watched file is looked at.
    private let folder = "/var/tmp/agenda-idle-\(UUID().uuidString)"

    @Test("sleeps, also after keys, a search and an import; then it sees what happens")
    func sleeps() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let environment = ["AGENDA_DATABASE": folder + "/agenda.db"]
        func write(_ title: String) throws {
            try Data(calendar("UID:a\nDTSTART:20261120T150000Z\nSUMMARY:\(title)").utf8)
                .write(to: URL(filePath: folder + "/a.ics"))
        }
        try write("One")
        let added = try AgendaProcess(environment: environment)
            .run(["source", "add", folder + "/a.ics"])
        #expect(added.status == 0, "\(added)")
        let ui = try UISession(environment: environment)
        try ui.wait(for: "> 16:00        One")
        ui.type("jk/one")
        try ui.wait(for: "> Fri 2026-11-20  16:00")
        ui.type("\u{1B}")
        try ui.wait(without: "Search:")
        try write("Two")
        try ui.wait(for: "> 16:00        Two")
        expectSleep(ui)
        try write("Three")
        try ui.wait(for: "16:00        Three")
        ui.quit()
    }

    @Test("sleeps after changes made in it, the first of which makes the store")
    func sleepsAfterChanges() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let ui = try UISession(environment: ["AGENDA_DATABASE": folder + "/agenda.db"])
        try ui.wait(for: "No calendars yet")
        ui.type("cTea 18:00\r")
        try ui.wait(for: "Added Tea")
        try ui.wait(for: "> 18:00-19:00  Tea")
        ui.type("cPay 2026-11-20\t\r")
        try ui.wait(for: "Added Pay")
        try ui.wait(for: "> all day      ☐ Pay")
        ui.type("x")
        try ui.wait(for: "☑ Pay")
        ui.type("\u{7F}y")
        try ui.wait(for: "Deleted Pay")
        ui.type("u")
        try ui.wait(for: "Undone")
        expectSleep(ui)
        ui.quit()
    }

    private func expectSleep(_ ui: UISession, sourceLocation: SourceLocation = #_sourceLocation) {
        // Something else on the machine may touch a folder on the way: one quiet stretch of 16 is enough.
        let process = Int(ui.session.identifier)
        var counts: [Int] = []
        while counts.count < 16, counts.last != 0 {
            let before = (try? ContextSwitches.count(of: process)) ?? 0
            Thread.sleep(forTimeInterval: 3)
            counts.append(((try? ContextSwitches.count(of: process)) ?? 0) - before)
        }
        print("idle screen: wake-ups in stretches of 3 s: \(counts)")
        #expect(counts.last == 0, "\(counts)", sourceLocation: sourceLocation)
    }
}
