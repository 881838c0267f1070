import Foundation
import Testing

// What rules make of reminders, by the daemon's whole way.
extension ReminderCommandTests {
    @Test(
        "a hidden event is silent, unless it is hidden from others alone; a renamed one rings with its new name"
    )
    func rules() throws {
        func meeting(_ title: String, _ start: String) -> String {
            Self.meeting.replacingOccurrences(of: "meet", with: title)
                .replacingOccurrences(of: "Meet", with: title)
                .replacingOccurrences(of: "T130000Z", with: "T\(start)00Z")
        }
        try write(
            meeting("Secret", "1300"), meeting("Shared", "1305"), meeting("Renamed", "1310"))
        try FileManager.default.createDirectory(
            atPath: folder.file("config/agenda"), withIntermediateDirectories: true)
        _ = try folder.write(
            "config/agenda/config.toml",
            """
            [[rules]]
            summary = "secret"
            hide = true
            [[rules]]
            summary = "shared"
            hide = true
            in = ["shares", "mirrors"]
            [[rules]]
            summary = "renamed"
            title = "Talk"
            """)
        let process = AgendaProcess(
            environment: environment.merging(["XDG_CONFIG_HOME": folder.file("config")]) { $1 })
        func said(_ time: String) throws -> String {
            let result = try process.run([
                "daemon", "--once", "--quiet", "--now", "2026-11-20T\(time)Z", "--time-zone",
                "Europe/Berlin",
            ])
            #expect(result.status == 0 && result.output == "", "\(result)")
            return result.complaints
        }
        #expect(try said("12:45:00") == "")
        #expect(try said("12:50:00") == "reminder: 14:05-15:00 Shared @ Room Elbe\n")
        #expect(try said("12:55:00") == "reminder: 14:10-15:00 Talk @ Room Elbe\n")
        #expect(try said("13:30:00") == "")
    }
}
