import ICalendar
import Testing

@testable import AgendaSync

@Suite("What is agreed, in SQL")
struct FolderStateTests {
    @Test("random changes do in SQL what they do in the value", arguments: 0..<12)
    func random(seed: UInt64) throws {
        let fixture = ReplicaFixture()
        let replica = try fixture.replica()
        var changes = RandomChanges(seed: seed)
        var value = try replica.state()
        for _ in 0..<40 {
            let batch = (0..<Int.random(in: 1...12, using: &changes.generator)).map { _ in
                changes.next()
            }
            value.apply(batch)
            _ = try replica.commit([], batch)
            #expect(try replica.state() == value)
        }
        // Another run of the program reads the same.
        #expect(try fixture.replica().state() == value)
        for base in value.bases.values {
            #expect(try replica.baseText(of: base.href) == changes.texts[base.href])
        }
        #expect(try replica.baseText(of: href("nobody.ics")) == nil)
    }

    @Test("a database of the first version takes operations, and keeps what it has")
    func firstVersion() throws {
        let fixture = ReplicaFixture()
        let first = ReplicaSchema.room.steps[0]
        // As in the databases that are in use: a step is never edited.
        #expect(first.contains("target TEXT") && first.contains("is_unknown INTEGER NOT NULL"))
        let database = try RoomDatabase.open(path: fixture.folder.path + "/first.db")
        try database.prepare(SchemaRoom(name: "mirror", steps: [first]))
        let replica = try FolderReplica(
            database: database, key: "1", path: fixture.folder.path + "/other",
            now: { Instant(secondsSinceEpoch: 0) })
        let operation = AgendaSync.Operation(
            id: 7, .update, href: href("a.ics"), name: "a.ics", text: [1, 2], etag: ETag("\"1\""))
        _ = try replica.commit([], [.note(operation)])
        #expect(try replica.state().operations == [7: operation])
    }

    @Test("two replicas in one database know nothing of each other")
    func two() throws {
        let fixture = ReplicaFixture()
        let first = try fixture.replica()
        try fixture.pull(["a.ics": lunch("a")], into: first)
        let second = try FolderReplica(
            database: first.database, key: "2", path: fixture.folder.path + "/other",
            now: { Instant(secondsSinceEpoch: 0) })
        #expect(try second.state().bases.isEmpty)
        #expect(try second.state().digestKey != first.state().digestKey)
        try FolderReplica.forget(key: "1", in: first.database)
        #expect(try first.state().bases.isEmpty)
    }

    @Test("only one at a time has the lease, and its end frees it")
    func lease() throws {
        let fixture = ReplicaFixture()
        let (first, second) = (try fixture.replica(), try fixture.replica())
        var lease = try first.takeLease()
        #expect(lease != nil)
        #expect(try second.takeLease() == nil)
        lease = nil
        #expect(try second.takeLease() != nil)
    }
}

/// Changes of few resources, so that they meet.
struct RandomChanges {
    var generator: SeededGenerator
    /// The texts of the bases that were set last.
    var texts: [Href: [UInt8]] = [:]

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
    mutating func maybe<T>(_ value: T) -> T? { number(2) == 0 ? value : nil }
    mutating func name() -> String { ["a", "b c", "d%", "ü", "e"][number(5)] + ".ics" }
    mutating func href() -> Href {
        Href(normal: "/alice/work/" + ["a", "b%20c", "d%25", "%C3%BC", "e"][number(5)] + ".ics")
    }
    mutating func text() -> [UInt8] {
        (0..<number(9)).map { _ in UInt8(number(256)) }
    }
    mutating func word() -> String { ["", "SUMMARY", "x'y\"", "Übung"][number(4)] }
    mutating func time() -> Instant { Instant(secondsSinceEpoch: 1_795_341_600 + number(99)) }
    mutating func digest() -> ContentDigest {
        ContentDigest(
            high: .random(in: 0 ... .max, using: &generator),
            low: .random(in: 0 ... .max, using: &generator))
    }

    mutating func next() -> StateChange {
        switch number(20) {
        case 0 where number(4) == 0: return .forget(generation: number(9))
        case 0, 1:
            return .plan(
                fetch: (0..<number(6)).map { _ in href() },
                gone: (0..<number(4)).map { _ in href() },
                SyncState.Pending(token: maybe(word()), ctag: maybe(word()), listed: maybe(time())))
        case 2, 7: return .crossOff(href())
        case 3: return .isBack(href())
        case 4, 5, 6:
            let (href, text) = (href(), text())
            texts[href] = text
            return .setBase(
                Base(
                    href: href, name: name(), etag: maybe(ETag("\"\(number(99))\"")),
                    digest: digest(), version: maybe(LocalVersion("v\(number(99))"))), text: text)
        case 8: return .removeBase(href())
        case 9: return .finishPull
        case 10:
            let kind: [AgendaSync.Operation.Kind] = [.create, .update, .delete]
            return .note(
                Operation(
                    id: number(20), kind[number(3)], href: href(), name: name(), text: text(),
                    etag: maybe(ETag("\"\(number(9))\""))))
        case 11, 12: return .settle(number(20))
        case 13:
            let reasons: [SetApart.Reason] = [
                .answered(status: 403, condition: maybe(word())), .notCalendar, .localBroken, .busy,
                .notWritable(word()),
            ]
            return .setApart(
                SetApart(
                    subject(), reasons[number(5)], failures: number(9), retry: time(),
                    digest: maybe(digest())))
        case 14: return .takeBack(subject())
        case 15:
            return .hold(
                Hold(
                    direction(), Set((0..<number(4)).map { _ in href() }), since: time(),
                    isAllowed: number(2) == 0))
        case 16: return .release(direction())
        case 17:
            return .record(
                SyncConflict(
                    id: number(20), href: href(), name: name(), time: time(), base: maybe(text()),
                    mine: text(), theirs: text(), properties: (0..<number(3)).map { _ in word() },
                    isOpen: number(2) == 0))
        case 18:
            let kind: [SyncNote.Kind] = [.deletionUndone, .droppedByServer([word(), word()])]
            return .tell(SyncNote(id: number(20), name: name(), time: time(), kind[number(2)]))
        default: return number(2) == 0 ? .resolve(number(20)) : .forgetNote(number(20))
        }
    }

    mutating func subject() -> SetApart.Subject {
        number(2) == 0 ? .fetching(href()) : .sending(name: name())
    }

    mutating func direction() -> Hold.Direction { [.fromServer, .fromReplica][number(2)] }
}

/// SplitMix64 (Steele, Lea and Flood 2014): the same numbers for a seed, everywhere.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
