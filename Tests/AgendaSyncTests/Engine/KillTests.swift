import Synchronization
import Testing

@testable import AgendaSync

@Suite("A kill at every step")
struct KillTests {
    @Test(
        "loses nothing and doubles nothing",
        arguments: [Dialect.plain, .sabre, .silentPut, .weakTags])
    func everyStep(dialect: Dialect) async {
        var step = 0
        var wasKilled = true
        while wasKilled {
            step += 1
            let server = MemoryServer(dialect)
            let (one, two) = (Device(server: server), Device(server: server))
            for name in ["a", "b", "c", "d", "e"] {
                one.replica["\(name).ics"] = event(name, "old")
            }
            await one.sync()
            await two.sync()
            two.replica["a.ics"] = event("a", "theirs")
            two.replica["b.ics"] = nil
            two.replica["c.ics"] = event("c", "old", ["LOCATION:theirs"])
            two.replica["f.ics"] = event("f", "theirs")
            await two.sync()
            one.replica["c.ics"] = event("c", "mine")
            one.replica["d.ics"] = event("d", "mine")
            one.replica["e.ics"] = nil
            one.replica["g.ics"] = event("g", "mine")

            let fuse = Fuse(step)
            await one.sync(fuse: fuse)
            wasKilled = fuse.isBlown
            let report = await one.sync()
            await two.sync()

            let expected = [
                ("a", "theirs"), ("c", "mine"), ("d", "mine"), ("f", "theirs"), ("g", "mine"),
            ].map { "\($0)=\($1)" }
            let there = server.texts.map { text -> String in
                let values = text.split(separator: "\r\n").map {
                    $0.split(separator: ":").last ?? ""
                }
                let lines = text.split(separator: "\r\n")
                let value = { (name: String) in
                    lines.firstIndex { $0.hasPrefix(name) }.map { String(values[$0]) } ?? ""
                }
                return "\(value("UID"))=\(value("SUMMARY"))"
            }.sorted()
            #expect(report.stop == nil, "step \(step)")
            #expect(there == expected, "step \(step)")
            #expect(server["c.ics"]?.contains("LOCATION:theirs") == true, "step \(step)")
            #expect(one.replica.texts.sorted() == server.texts.sorted(), "step \(step)")
            #expect(two.replica.texts.sorted() == server.texts.sorted(), "step \(step)")
            let state = one.replica.known
            #expect(state.operations.isEmpty && state.conflicts.isEmpty, "step \(step)")
            #expect(state.setApart.isEmpty, "step \(step)")
        }
        #expect(step > 25)
    }

    @Test("a cancelled run stores nothing more and can be taken up again")
    func cancelled() async {
        let device = Device(server: MemoryServer())
        for number in 1...50 { device.server["\(number).ics"] = event("\(number)", "s") }
        var options = CollectionSync.Options()
        options.pageSize = 10
        let running = RunningTask()
        let (start, starter) = AsyncStream<Void>.makeStream()
        let task = Task { [options] in
            for await _ in start { break }
            let line = FaultyExchange(device.server) { number, _ in
                // The third page is asked for while the second one is put in place.
                if number == 4 { running.cancel() }
                return nil
            }
            return await device.sync(through: line, options: options)
        }
        running.set(task)
        starter.yield()
        let report = await task.value
        #expect(report.stop == .cancelled && [10, 20].contains(report.fetched))
        #expect(device.replica.names.count == report.fetched)
        #expect(device.replica.known.toFetch.count == 50 - report.fetched)
        let again = await device.sync(options: options)
        #expect(again.fetched == 50 - report.fetched)
        #expect(device.replica.names.count == 50)
    }

    @Test(
        "a page that does not come leaves those before it, though the next one was asked for ahead")
    func lostPage() async {
        let device = Device(server: MemoryServer())
        for number in 1...50 { device.server["\(number).ics"] = event("\(number)", "s") }
        var options = CollectionSync.Options()
        options.pageSize = 10
        // Two requests for the listing, then one a page.
        let line = FaultyExchange(device.server) { number, _ in number == 4 ? .dropped : nil }
        let report = await device.sync(through: line, options: options)
        #expect(report.stop != nil && report.fetched == 20)
        #expect(device.replica.names.count == 20)
        #expect(device.replica.known.toFetch.count == 30 && device.replica.known.token == nil)
        #expect(await device.sync(options: options).fetched == 30)
        #expect(device.replica.texts.sorted() == device.server.texts.sorted())
    }
}

/// A task that what it does may cancel.
private final class RunningTask: Sendable {
    private let task = Mutex<Task<SyncReport, Never>?>(nil)
    func set(_ new: Task<SyncReport, Never>) { task.withLock { $0 = new } }
    func cancel() { task.withLock { $0?.cancel() } }
}
