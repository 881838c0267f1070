import Testing

@testable import AgendaSync

@Suite("A calendar and its replica")
struct CollectionSyncTests {
    @Test(
        "what the server has comes, and nothing new costs one request", arguments: Dialect.honouring
    )
    func download(dialect: Dialect) async {
        let device = Device(server: MemoryServer(dialect))
        for number in 1...5 { device.server["\(number).ics"] = event("\(number)", "s\(number)") }
        let first = await device.sync()
        #expect(first.stop == nil)
        #expect(first.fetched == 5)
        #expect(device.replica.names == ["1.ics", "2.ics", "3.ics", "4.ics", "5.ics"])
        #expect(device.replica["3.ics"] == event("3", "s3"))
        let traffic = Traffic(device.server)
        #expect(await device.sync(through: traffic).fetched == 0)
        if dialect.hasTokens { #expect(traffic.soFar.requests == 1) }
        #expect(traffic.soFar.requests <= 2)
    }

    @Test("what is made, changed and deleted here arrives", arguments: Dialect.honouring)
    func upload(dialect: Dialect) async {
        let device = Device(server: MemoryServer(dialect))
        device.server["a.ics"] = event("a", "old")
        device.server["b.ics"] = event("b", "old")
        await device.sync()
        device.replica["a.ics"] = event("a", "new")
        device.replica["b.ics"] = nil
        device.replica["c.ics"] = event("c", "made here")
        let report = await device.sync()
        #expect(report.stop == nil)
        #expect(report.sent == 2)
        #expect(report.deletedThere == 1)
        #expect(device.server.names == ["a.ics", "c.ics"])
        #expect(Set(device.server.texts) == Set(device.replica.texts))
        #expect(device.replica["a.ics"]?.contains("SUMMARY:new") == true)
        #expect(device.replica.known.operations.isEmpty)
        let again = await device.sync()
        #expect(again.sent == 0 && again.fetched == 0)
    }

    @Test("a value that loses against the server's is told, and kept in both texts")
    func clash() async {
        let device = Device(server: MemoryServer(.radicale))
        device.server["a.ics"] = event("a", "old")
        await device.sync()
        device.replica["a.ics"] = event("a", "mine")
        device.server["a.ics"] = event("a", "theirs")
        let report = await device.sync()
        #expect(report.conflicts == 1)
        #expect(device.replica["a.ics"]?.contains("SUMMARY:theirs") == true)
        let kept = device.replica.known.conflicts.values.first
        #expect(kept?.properties == ["SUMMARY"])
        #expect(kept.map { String(decoding: $0.mine, as: UTF8.self) } == event("a", "mine"))
    }

    @Test(
        "nothing of a calendar that is read only is sent, and what the server changes still comes")
    func readOnly() async {
        let device = Device(server: MemoryServer(.plain))
        for name in ["a", "b"] { device.server["\(name).ics"] = event(name, "old") }
        var options = CollectionSync.Options()
        options.isReadOnly = true
        #expect(await device.sync(options: options).isReadOnly == false)
        device.replica["a.ics"] = event("a", "edited here")
        device.replica["b.ics"] = nil
        device.replica["c.ics"] = event("c", "made here")
        device.server["d.ics"] = event("d", "made there")
        let report = await device.sync(options: options)
        #expect(report.isReadOnly && report.sent == 0 && report.deletedThere == 0)
        #expect(device.server.names == ["a.ics", "b.ics", "d.ics"])
        #expect(device.server["a.ics"] == event("a", "old"))
        #expect(device.replica.names == ["a.ics", "c.ics", "d.ics"])
        options.isDryRun = true
        #expect(await device.sync(options: options).planned.isEmpty)
    }
}
