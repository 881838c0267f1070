import ICalendar
import Testing

@testable import AgendaKit

@Suite("Days whose occurrences are stored")
struct HorizonTests {
    @Test("serve as long as they hold the timeline and a day before and after it, for other zones")
    func covers() throws {
        let stored = Horizon.days(around: try Make.date("2026-11-20"))
        // The timeline is 120 days, today, and 367 days.
        #expect(stored == (try Make.date("2026-03-23"))..<(try Make.date("2028-03-24")))
        for (today, isCovered) in [
            ("2026-11-20", true), ("2027-03-21", true), ("2027-03-22", false),
            ("2026-07-22", true), ("2026-07-21", false),
        ] {
            #expect(Horizon.covers(stored, today: try Make.date(today)) == isCovered, "\(today)")
        }
    }
}
