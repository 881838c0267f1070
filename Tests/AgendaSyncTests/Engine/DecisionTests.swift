import CalendarMerge
import ICalendar
import Testing

@testable import AgendaSync

private let now = Instant(secondsSinceEpoch: 1_795_341_600)

private func hrefs(_ range: Range<Int>) -> Set<Href> {
    Set(range.map { place("/c/\($0).ics") })
}

@Suite("Deletions that are too many to be believed")
struct DeletionGuardTests {
    @Test(
        "more than 20, and more than a fifth of all",
        arguments: [
            (20, 20, false), (21, 21, true), (21, 1_000, false), (200, 1_000, false),
            (201, 1_000, true), (1, 1, false), (0, 0, false),
        ])
    func limit(deletions: Int, all: Int, asks: Bool) {
        #expect(DeletionGuard.mustAsk(deletions, of: all) == asks)
    }

    @Test("what waits goes on waiting, even when little of it is left")
    func waits() {
        let held = Hold(.fromServer, hrefs(0..<50), since: now - 60)
        let hold = DeletionGuard.hold(
            .fromServer, hrefs(45..<55), held: held, of: 100, now: now)
        #expect(hold == Hold(.fromServer, hrefs(45..<50), since: now - 60))
    }

    @Test("what waits and grows has waited since it began to")
    func grows() {
        let held = Hold(.fromServer, hrefs(0..<50), since: now - 60)
        let hold = DeletionGuard.hold(
            .fromServer, hrefs(0..<70), held: held, of: 100, now: now)
        #expect(hold == Hold(.fromServer, hrefs(0..<70), since: now - 60))
    }

    @Test("only what a person has seen is allowed")
    func allowed() {
        let held = Hold(.fromServer, hrefs(0..<50), since: now, isAllowed: true)
        let more = DeletionGuard.hold(
            .fromServer, hrefs(0..<90), held: held, of: 100, now: now)
        #expect(more == Hold(.fromServer, hrefs(50..<90), since: now))
        let same = DeletionGuard.hold(
            .fromServer, hrefs(0..<50), held: held, of: 100, now: now)
        #expect(same == held)
        #expect(
            DeletionGuard.hold(.fromServer, [], held: held, of: 100, now: now) == nil)
    }
}

@Suite("What a pull makes of an answer")
struct PullPlanTests {
    private var state: SyncState {
        var state = SyncState(digestKey: ContentDigest.Key(low: 1, high: 2))
        for href in hrefs(0..<4) {
            let base = Base(
                href: href, name: href.name, etag: ETag("\"1\""), digest: state.digest([]))
            state.apply(.setBase(base, text: []))
        }
        state.apply(.plan(fetch: [], gone: [], .init(token: "t1", listed: now)))
        state.apply(.finishPull)
        return state
    }

    private func changes(_ changed: [(Int, String?)], gone: [Int] = [], token: String? = "t2")
        -> CollectionChanges
    {
        var changes = CollectionChanges()
        changes.changed = changed.map {
            CollectionMember(href: place("/c/\($0.0).ics"), etag: $0.1.map { ETag($0) })
        }
        changes.gone = gone.map { place("/c/\($0).ics") }
        changes.token = token
        return changes
    }

    @Test("nothing new is nothing to do")
    func nothing() throws {
        let plan = try #require(PullPlan(changes([], token: "t1"), since: "t1", to: state))
        #expect(plan.isNothing(for: state))
    }

    @Test("what has another version is fetched, and what was never here is not deleted")
    func some() throws {
        let answer = changes([(0, "\"2\""), (9, "\"1\""), (1, nil)], gone: [2, 77])
        let plan = try #require(PullPlan(answer, since: "t1", to: state))
        #expect(plan.fetch == [0, 9, 1].map { place("/c/\($0).ics") })
        #expect(plan.gone == hrefs(2..<3))
        #expect(plan.pending.token == "t2")
    }

    @Test("an answer that cannot be about the token asks for a listing")
    func suspicious() {
        // DAViCal and SOGo tell all there is.
        let all = changes((0..<4).map { ($0, "\"1\"") })
        #expect(PullPlan(all, since: "t1", to: state) == nil)
        let most = changes([(0, "\"1\""), (1, "\"1\""), (2, "\"2\"")])
        #expect(PullPlan(most, since: "t1", to: state) == nil)
        #expect(PullPlan(changes([]), since: "t1", to: state) == nil)
        #expect(PullPlan(changes([(0, "\"2\"")], token: nil), since: "t1", to: state) == nil)
    }

    @Test("our own PUTs are no reason to be suspicious")
    func own() throws {
        var state = state
        state.apply(.plan(fetch: [place("/c/0.ics")], gone: [], .init(token: "t1")))
        let plan = try #require(PullPlan(changes([(0, "\"1\"")]), since: "t1", to: state))
        #expect(plan.fetch == [place("/c/0.ics")] && plan.gone.isEmpty)
    }

    @Test("a listing tells what is gone and what is back")
    func listing() {
        var state = state
        state.apply(.plan(fetch: [], gone: [place("/c/3.ics")], .init(token: "t1")))
        let listing = [(0, "\"1\""), (1, "\"2\""), (3, "\"1\"")].map {
            CollectionMember(href: place("/c/\($0.0).ics"), etag: ETag($0.1))
        }
        let plan = PullPlan(
            listing, of: CollectionState(href: place("/c/")), to: state, now: now)
        #expect(plan.fetch == [place("/c/1.ics")])
        #expect(plan.gone == hrefs(2..<3))
        #expect(plan.back == hrefs(3..<4))
    }

    @Test("a listing is due after a day, and when the clock goes back")
    func due() {
        #expect(!PullPlan.isListingDue(state, now: now + 86_399))
        #expect(PullPlan.isListingDue(state, now: now + 86_400))
        #expect(PullPlan.isListingDue(state, now: now - 1))
        #expect(PullPlan.isListingDue(SyncState(digestKey: .init(low: 0, high: 0)), now: now))
    }
}

@Suite("What a push makes of the differences")
struct PushPlanTests {
    @Test("what waits for a person's decision is not sent until there is one")
    func waiting() {
        let (one, two) = (place("/c/a.ics"), place("/c/b.ics"))
        var state = SyncState(digestKey: ContentDigest.Key(low: 1, high: 2))
        for (id, href) in [one, two].enumerated() {
            let base = Base(
                href: href, name: href.name, etag: ETag("\"1\""), digest: state.digest([]))
            state.apply(.setBase(base, text: []))
            state.apply(
                .record(
                    SyncConflict(
                        id: id, href: href, name: href.name, time: now, base: nil, mine: [],
                        theirs: [], properties: ["SUMMARY"], isOpen: href == one)))
        }
        var look = ReplicaComparison.Differences()
        look.changed = [one: "a.ics", two: "b.ics"]
        #expect(PushPlan(look, state, now: now).updates == [two])
        state.apply(.resolve(0))
        #expect(PushPlan(look, state, now: now).updates == [one, two])
    }
}

@Suite("What an answer to a write means")
struct WriteVerdictTests {
    @Test(
        "by its status",
        arguments: [
            (400, WriteVerdict.refused), (401, .stop), (403, .readOnly), (404, .look),
            (407, .stop), (408, .stop), (425, .stop), (502, .stop), (504, .stop),
            (405, .look), (409, .look), (410, .look), (412, .look), (413, .refused),
            (415, .refused), (423, .refused), (429, .stop), (500, .look), (503, .stop),
            (507, .quota),
        ])
    func status(status: Int, verdict: WriteVerdict) {
        let error = DAVError(
            .status(status, condition: nil), method: "PUT", path: "/", mayHaveArrived: false)
        #expect(WriteVerdict(error) == verdict)
    }

    @Test("403 about the content is no read-only calendar")
    func conditions() {
        let error = DAVError(
            .status(403, condition: "no-uid-conflict"), method: "PUT", path: "/",
            mayHaveArrived: false)
        #expect(WriteVerdict(error) == .refused)
    }

    @Test("a 412 whose version is the one named is about the data")
    func look() {
        let (sent, other) = (Array("sent".utf8), Array("other".utf8))
        let (one, two) = (ETag("\"1\""), ETag("\"2\""))
        func after(_ found: (text: [UInt8], etag: ETag?)?, isNew: Bool = false) -> WriteRecheck {
            WriteRecheck(sent: sent, replacing: isNew ? nil : one, isNew: isNew, found: found)
        }
        #expect(after((other, one)) == .unchanged)
        #expect(after((sent, one)) == .other)
        #expect(after((other, two)) == .other)
        #expect(after((other, nil)) == .other)
        #expect(after(nil) == .deleted)
        #expect(after(nil, isNew: true) == .refused)
        #expect(after((other, one), isNew: true) == .other)
    }
}

@Suite("Names here and there")
struct ResourceNamesTests {
    @Test("a name that every server takes stays")
    func remote() {
        #expect(ResourceNames.remote(for: "Work-1.ics", uid: "u") == "Work-1.ics")
        let derived = ResourceNames.remote(for: "Größe 1.ics", uid: "u")
        #expect(derived == ResourceNames.remote(for: "other.one.ics", uid: "u"))
        #expect(derived != ResourceNames.remote(for: "other.one.ics", uid: "v"))
        #expect(derived.utf8.count == 36)
        #expect(
            ResourceNames.remote(for: String(repeating: "a", count: 65) + ".ics", uid: "u")
                == derived)
    }

    @Test("a name that no file should have is not used")
    func local() throws {
        #expect(try ResourceNames.local(for: place("/c/a b.ics")) { _ in false } == "a b.ics")
        for bad in ["/c/.hidden.ics", "/c/a%2Fb.ics", "/c/a.txt", "/c/%2E%2E%2Fa.ics"] {
            let name = try ResourceNames.local(for: place(bad)) { _ in false }
            #expect(name.utf8.count == 36 && name.hasSuffix(".ics"))
        }
        // Bytes that are not UTF-8: two names stay two.
        let odd = try ["/c/%FF%FE.ics", "/c/%FE%FF.ics"].map { text in
            try ResourceNames.local(for: place(text)) { _ in false }
        }
        #expect(Set(odd).count == 2 && odd.allSatisfy { $0.utf8.count == 36 })
        let taken = try ResourceNames.local(for: place("/c/a.ics")) { $0 == "a.ics" }
        #expect(taken != "a.ics" && taken.hasSuffix(".ics"))
    }
}
