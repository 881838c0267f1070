import Glibc
import Testing

@testable import AgendaSync

@Suite("Programs that misbehave")
struct HostileProgramTests {
    /// What each is told to do, and what is said of it. `8 s` is the limit of those that are waited for.
    private static let faults: [(mode: String, sentence: String)] = [
        ("deaf", "the program did not answer 'hello' within 8 s, and was ended"),
        ("hang", "the program did not answer 'list' within 8 s, and was ended"),
        (
            "flood",
            "the program answered 'list' with a line of more than 2097152 bytes, and was ended"
        ),
        ("chatter", "the program wrote what nobody had asked for, and was ended"),
        ("grumble", "the program wrote what nobody had asked for, and was ended"),
        (
            "nonsense",
            "the program answered 'list' with a line that is no JSON object, and was ended"
        ),
        ("stranger", "the program answered 'list' with the id of another request, and was ended"),
        (
            "types",
            "the program's answer to 'list' is not as the protocol wants it: 'resources' is of another type"
        ),
        (
            "forgetful",
            "the program's answer to 'list' is not as the protocol wants it: 'resources' is missing"
        ),
        (
            "twice",
            "the program's answer to 'list' is not as the protocol wants it: a resource comes twice"
        ),
        (
            "circle",
            "the program's answer to 'list' is not as the protocol wants it: the page 'again' comes twice"
        ),
        (
            "endless",
            "the program's answer to 'list' is not as the protocol wants it: it has no end"
        ),
        (
            "bad-name",
            "the program's answer to 'list' is not as the protocol wants it: a 'resource' is empty, "
                + "longer than 200 bytes or has control characters"
        ),
        ("half", "the program answered 'list' with the error 'later': the cable is out"),
        ("die", "the program ended with status 3 before its answer to 'list'"),
        ("killed", "signal 9 ended the program before its answer to 'list'"),
        ("forkdie", "the program ended with status 5 before its answer to 'list'"),
        ("fork", "the program did not answer 'list' within 8 s, and was ended"),
        (
            "future",
            "the program's answer to 'hello' is not as the protocol wants it: 'protocol' must be 1"
        ),
        ("new", "the program has a resource of more than 1048576 bytes"),
    ]

    @Test("each costs its own calendar its freshness, and nothing that is there", arguments: faults)
    func misbehaviour(mode: String, sentence: String) async throws {
        var limits = ProgramLimits()
        (limits.seconds, limits.pages, limits.body) = (8, 20, 1 << 20)
        if !sentence.contains(" 8 s") { limits.seconds = 120 }
        let desk = try ProgramDesk(limits)
        let account = try await desk.add(desk.hostile())
        #expect(try await desk.synchronise(account).stop == nil)
        #expect(try desk.names(account) == ["a.ics", "b.ics"])
        desk.set(mode)
        let report = try await desk.synchronise(account)
        #expect(report.stop?.description == "\(account.name): \(sentence)")
        #expect(try desk.names(account) == ["a.ics", "b.ics"])
        let calendar = try #require(try desk.online.calendars(of: account).first)
        let fault = try desk.online.accountStore.lastRuns()[calendar.id]?.fault
        #expect(fault == "\(account.name): \(sentence)")
        // Whoever it has started has ended with it.
        if let child = desk.folder.read("pid").flatMap({ pid_t($0) }) {
            #expect(kill(child, 0) == -1 && errno == ESRCH)
        } else {
            #expect(!mode.hasPrefix("fork"))
        }
        desk.set("good")
        #expect(try await desk.synchronise(account).stop == nil)
    }

    @Test("what it says on its standard error is kept")
    func complaints() async throws {
        let desk = try ProgramDesk()
        let account = try await desk.add(desk.hostile())
        desk.set("die")
        _ = try await desk.synchronise(account)
        #expect(
            try desk.online.accountStore.said(by: account.id) == ["Traceback: the cable is out"])
        desk.set("good")
        _ = try await desk.synchronise(account)
        #expect(try desk.online.accountStore.said(by: account.id) == [])
    }

    @Test("one that suddenly has nothing is not believed until a person says so")
    func emptied() async throws {
        let desk = try ProgramDesk()
        let account = try await desk.add(desk.hostile())
        _ = try await desk.synchronise(account)
        desk.set("empty")
        for _ in 0..<2 { #expect(try await desk.synchronise(account).held == 2) }
        #expect(try desk.names(account) == ["a.ics", "b.ics"])
        let calendar = try #require(try desk.online.calendars(of: account).first)
        try desk.online.allowHeldDeletions(of: calendar)
        #expect(try await desk.synchronise(account).held == 0)
        #expect(try desk.names(account) == [])
    }

    @Test("one that hangs keeps nobody else waiting")
    func isolation() async throws {
        var limits = ProgramLimits()
        limits.seconds = 8
        let desk = try ProgramDesk(limits)
        let hostile = try desk.hostile()
        let slow = try await desk.add(hostile)
        desk.folder.write("rota", "date,start,end,what\n2026-12-01,08:00,16:00,Early\n")
        let shifts = try await desk.add(
            desk.program(
                "Samples/Sources/agenda-source-shifts", "shifts", of: desk.folder.path + "/rota"))
        desk.set("hang")
        let order = await withTaskGroup(of: String.self) { group in
            for account in [slow, shifts] {
                group.addTask {
                    _ = try? await desk.online.synchronise(account)
                    return account.name
                }
            }
            return await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(order == [shifts.name, slow.name])
        #expect(try desk.names(shifts).count == 1)
    }

    @Test("a program that tells of changes is heard, and one that floods is not")
    func watching() async throws {
        let desk = try ProgramDesk()
        let account = try await desk.add(desk.hostile())
        let (told, teller) = AsyncStream<Void>.makeStream()
        let watch = Task { await desk.online.watch(account) { teller.yield() } }
        var iterator = told.makeAsyncIterator()
        for _ in 0..<2 { await iterator.next() }
        watch.cancel()
        #expect(await watch.value)
        desk.set("flood")
        // It ends by itself: a thousand lines in a second are more than anybody wants to know.
        #expect(await desk.online.watch(account) {})
    }
}
