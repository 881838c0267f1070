import AgendaKit
import Foundation
import ICalendar
import Testing

@testable import AgendaService

@Suite("Instances, cancellations and old texts between the users of one service (RFC 6638)")
struct SchedulingInstanceTests {
    typealias Bench = SchedulingBench

    @Test("moving a resource minds the schedule tag")
    func move() async throws {
        let bench = try await Bench("kim", "lee")
        let tag = await bench.put(Bench.event(), as: "kim").fields["Schedule-Tag"]
        for (given, status) in [("\"none\"", 412), (tag ?? "", 201)] {
            let moved = await bench.ask(
                "MOVE", "calendar/a.ics", as: "kim",
                fields: [
                    "Destination": "/dav/c/kim/calendar/b.ics", "If-Schedule-Tag-Match": given,
                ])
            #expect(moved.status == status)
        }
    }
}
