import ICalendar
import Testing

@testable import AgendaKit

// To-dos that come by mail or in a file.
extension ReceivingTests {
    @Test(
        "to-dos come along, a newer one replaces its older self, and a cancelled one is cancelled")
    func todos() async throws {
        let bench = try Bench()
        func receive(
            _ method: String, _ sequence: Int, _ title: String
        ) async throws -> [ReceivedEvents.Item] {
            let text = """
                BEGIN:VCALENDAR\r
                VERSION:2.0\r
                METHOD:\(method)\r
                BEGIN:VTODO\r
                UID:a\r
                DTSTAMP:20261101T000000Z\r
                SEQUENCE:\(sequence)\r
                DUE;VALUE=DATE:20261124\r
                ORGANIZER:mailto:o@example.org\r
                SUMMARY:\(title)\r
                END:VTODO\r
                BEGIN:VTODO\r
                UID:b\r
                DTSTAMP:20261101T000000Z\r
                ORGANIZER:mailto:o@example.org\r
                SUMMARY:Some day\r
                END:VTODO\r
                BEGIN:VJOURNAL\r
                UID:c\r
                END:VJOURNAL\r
                END:VCALENDAR\r

                """
            let incoming = try IncomingCalendar(
                Array(text.utf8), place: "mail", kinds: [.event, .todo])
            #expect(incoming.series.map(\.name.kind) == [.todo, .todo] && incoming.otherCount == 1)
            return try await bench.editor.receive(incoming).items
        }
        // An event of the same UID is something else.
        _ = try await self.receive(bench, tea)
        let added = try await receive("PUBLISH", 0, "Pay rent")
        try #require(added.map(\.outcome) == [.added, .added])
        #expect(added.map(\.todoStatus) == [.needsAction, .needsAction])
        #expect(added[0].span != nil && added[1].span == nil)
        #expect(
            try await receive("PUBLISH", 1, "Pay all").map(\.outcome) == [.updated, .unchanged])
        #expect(try await receive("PUBLISH", 0, "Pay rent").map(\.outcome) == [.older, .unchanged])
        #expect(
            try await receive("CANCEL", 2, "Pay all").map(\.outcome) == [.cancelled, .cancelled])
        let operation = try #require(
            try bench.store.history().first?.operations.first { $0.uid == "a" })
        let after = String(decoding: operation.after ?? [], as: UTF8.self)
        #expect(after.contains("STATUS:CANCELLED\r\n") && after.contains("SUMMARY:Pay all\r\n"))
        #expect(try text(bench).contains("SUMMARY:Tea\r\n"))
    }

    @Test("only the kinds that are asked for come along")
    func kinds() throws {
        let text = """
            BEGIN:VCALENDAR\r
            BEGIN:VTODO\r
            UID:a\r
            DTSTAMP:20261101T000000Z\r
            END:VTODO\r
            END:VCALENDAR\r

            """
        let incoming = try IncomingCalendar(Array(text.utf8), place: "mail")
        #expect(incoming.otherCount == 1)
        #expect(throws: AgendaError.self) { try Invitation(incoming) }
    }
}
