import Foundation
import Testing

@testable import agenda

@Suite("Rules in agenda ui", .timeLimit(.minutes(30)))
struct UIRulesTests {
    @Test("rules hide and rename here, too, and the details say which rule did what")
    func rules() throws {
        let agenda = try StoreProcess()
        try agenda("add", "Lunch today 12:30-13:30", "--quiet")
        try agenda("add", "Jour fixe today 14:00-15:00", "--quiet")
        try FileManager.default.createDirectory(
            atPath: agenda.folder.file("config/agenda"), withIntermediateDirectories: true)
        _ = try agenda.folder.write(
            "config/agenda/config.toml",
            """
            [[rules]]
            summary = "lunch"
            hide = true
            [[rules]]
            summary = "jour*"
            title = "Weekly"
            """)
        let ui = try UISession(
            [],
            environment: agenda.process.environment.merging(
                ["XDG_CONFIG_HOME": agenda.folder.file("config")]) { $1 }, columns: 80, rows: 24)
        try ui.wait(for: "> 14:00-15:00  Weekly")
        #expect(!ui.screen.text.contains("Lunch") && !ui.screen.text.contains("Jour"))
        ui.type("\r")
        try ui.wait(for: "2: title = Weekly")
        ui.type("q")
        try ui.wait(without: "2: title = Weekly")
        ui.quit()
    }
}
