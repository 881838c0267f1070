import Testing

@testable import AgendaSync

@Suite("What was set apart, and is no longer there")
struct ForgottenItemTests {
    @Test(
        "needs nobody's attention as soon as the server says so",
        arguments: [Dialect.plain, .radicale, .sabre, .noTokenNoTag])
    func forgotten(dialect: Dialect) async {
        let device = Device(server: MemoryServer(dialect))
        device.server["good.ics"] = event("good", "s")
        device.server["bad.ics"] = "no calendar"
        #expect(await device.sync().setApart == 1)
        device.server["bad.ics"] = nil
        // Sooner than it would be fetched again.
        let report = await device.sync()
        #expect(report.setApart == 0 && !report.needsPerson)
        #expect(device.replica.names == ["good.ics"])
    }
}
