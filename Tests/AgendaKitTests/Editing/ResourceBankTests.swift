import Foundation
import ICalendar
import Testing

@testable import AgendaKit
@testable import CalendarFiles

@Suite("Whatever keeps a calendar's resources")
struct ResourceBankTests {
    enum Kind: CaseIterable { case folder, folderWithoutSwap, local }

    /// A bank without resources, and what it calls that of an event.
    private final class World {
        let folder: TemporaryFolder
        let bank: any ResourceBank
        private let kind: Kind

        init(_ kind: Kind) throws {
            folder = try TemporaryFolder()
            self.kind = kind
            switch kind {
            case .folder: bank = try FolderBank(folder.path)
            case .folderWithoutSwap:
                bank = try FolderBank(folder.path, names: PoorKernel(.flagsAndLinks).names)
            case .local:
                let bench = try Bench()
                bank = LocalBank(
                    source: try bench.store.localCalendar(), context: bench.importer.context)
            }
        }

        func name(_ uid: String) -> String {
            kind == .local
                ? ResourceRecord.localHref(SeriesName(kind: .event, uid: uid)) : uid + ".ics"
        }
    }

    private static func text(_ uid: String, _ summary: String) -> [UInt8] {
        Array(
            Make.calendar("UID:\(uid)\r\nDTSTART:20261120T100000Z\r\nSUMMARY:\(summary)").utf8)
    }

    private static func summary(_ bank: some ResourceBank, _ name: String) throws -> String? {
        try bank.read([name])[name].flatMap { text in
            EventTexts.divided(text.bytes).first.flatMap {
                ICalendarParser.event(in: $0).value?.summary
            }
        }
    }

    private static func members<Bank: ResourceBank>(
        _ bank: Bank, since revision: Bank.Revision? = nil
    ) throws -> (changed: [String: ContentDigest], gone: Set<String>, now: Bank.Revision) {
        guard case .changes(let changed, let gone, let now) = try bank.members(since: revision)
        else { throw AgendaError(.refused("too old"), place: "") }
        return (changed, gone, now)
    }

    private static let wrong = ResourceChange.Condition.digest(ContentDigest(high: 1, low: 1))

    @Test("what was read is replaced and removed, anything else stays", arguments: Kind.allCases)
    func conditions(kind: Kind) throws {
        func check(_ bank: some ResourceBank, _ name: String) throws {
            #expect(try bank.read([name]).isEmpty)
            try bank.put(Self.text("x", "First"), name, if: .absent)
            #expect(try Self.summary(bank, name) == "First")
            for condition in [.absent, Self.wrong] {
                #expect(throws: BankError(.changed, name)) {
                    try bank.put(Self.text("x", "Wrong"), name, if: condition)
                }
            }
            #expect(throws: BankError(.changed, name)) { try bank.delete(name, if: Self.wrong) }
            #expect(try Self.summary(bank, name) == "First")
            let first = try #require(try bank.read([name])[name])
            try bank.put(Self.text("x", "Second"), name, if: first.version)
            #expect(try Self.summary(bank, name) == "Second")
            #expect(throws: BankError(.changed, name)) { try bank.delete(name, if: first.version) }
            let second = try #require(try bank.read([name])[name])
            #expect(second.version.digest != first.version.digest)
            let digest = try #require(second.version.digest)
            try bank.delete(name, if: .digest(digest))
            #expect(try bank.read([name]).isEmpty)
        }
        let world = try World(kind)
        try check(world.bank, world.name("x"))
        withExtendedLifetime(world) {}
    }

    @Test("several are changed, or none", arguments: Kind.allCases)
    func several(kind: Kind) throws {
        func check(_ bank: some ResourceBank, _ names: [String]) throws {
            try bank.commit(
                zip(names, ["x", "y", "z"]).prefix(2).map {
                    ResourceChange($0, if: .absent, to: Self.text($1, "Old"))
                })
            let texts = try bank.read(names)
            #expect(Set(texts.keys) == Set(names.prefix(2)))
            func changes(_ last: ResourceChange.Condition) -> [ResourceChange] {
                [
                    ResourceChange(
                        names[0], if: texts[names[0]]?.version ?? .absent,
                        to: Self.text("x", "New")),
                    ResourceChange(names[1], if: last, to: nil),
                    ResourceChange(names[2], if: .absent, to: Self.text("z", "New")),
                ]
            }
            #expect(throws: BankError(.changed, names[1])) { try bank.commit(changes(Self.wrong)) }
            #expect(try names.map { try Self.summary(bank, $0) } == ["Old", "Old", nil])
            try bank.commit(changes(texts[names[1]]?.version ?? .absent))
            #expect(try names.map { try Self.summary(bank, $0) } == ["New", nil, "New"])
        }
        let world = try World(kind)
        try check(world.bank, ["x", "y", "z"].map(world.name))
        withExtendedLifetime(world) {}
    }

    @Test("what has changed since is told once, and nothing else", arguments: Kind.allCases)
    func changed(kind: Kind) throws {
        func check(_ bank: some ResourceBank, _ x: String, _ y: String) throws {
            try bank.put(Self.text("x", "Old"), x, if: .absent)
            try bank.put(Self.text("y", "Old"), y, if: .absent)
            let first = try Self.members(bank)
            let texts = try bank.read([x, y])
            #expect(first.changed == texts.compactMapValues(\.version.digest) && first.gone.isEmpty)
            let same = try Self.members(bank, since: first.now)
            #expect(same.changed.isEmpty && same.gone.isEmpty)
            try bank.put(Self.text("x", "New"), x, if: texts[x]?.version ?? .absent)
            try bank.delete(y, if: texts[y]?.version ?? .absent)
            let second = try Self.members(bank, since: first.now)
            #expect(Array(second.changed.keys) == [x] && second.gone == [y])
            #expect(Array(try Self.members(bank).changed.keys) == [x])
        }
        let world = try World(kind)
        try check(world.bank, world.name("x"), world.name("y"))
        withExtendedLifetime(world) {}
    }

    @Test("a name that no resource can have is refused", arguments: Kind.allCases)
    func names(kind: Kind) throws {
        let world = try World(kind)
        func check(_ bank: some ResourceBank) throws {
            for name in ["../x.ics", "/x.ics", "", "a//x.ics"] {
                #expect(throws: BankError(.badName, name)) {
                    try bank.put(Self.text("x", "Lunch"), name, if: .absent)
                }
            }
        }
        try check(world.bank)
        withExtendedLifetime(world) {}
    }

    @Test("a file gets another name, and a calendar says what it is called")
    func folders() throws {
        let folder = try TemporaryFolder()
        let bank = try FolderBank(folder.path)
        #expect(bank.properties == BankProperties())
        try folder.write("Work  and\tmore\n", to: "displayname")
        try folder.write("#aAbB09\n", to: "color")
        #expect(bank.properties == BankProperties(name: "Work and more", color: "#aAbB09"))
        try folder.write("red", to: "color")
        #expect(bank.properties.color == "red" && bank.watchedPath == folder.path)
        try bank.put(Self.text("x", "Lunch"), "x.ics", if: .absent)
        chmod(folder.path + "/x.ics", 0o640)
        try bank.move("x.ics", to: "y.ics")
        #expect(try bank.read(["x.ics", "y.ics"]).keys.sorted() == ["y.ics"])
        #expect(FileSystem.status(folder.path + "/y.ics").map { $0.st_mode & 0o777 } == 0o640)
        #expect(throws: BankError(.changed, "x.ics")) { try bank.move("x.ics", to: "z.ics") }
        try bank.put(Self.text("x", "Lunch"), "x.ics", if: .absent)
        #expect(throws: BankError(.changed, "x.ics")) { try bank.move("y.ics", to: "x.ics") }
    }

    @Test("what the store has of the local calendar is too old for who asks from before")
    func tooOld() throws {
        let bench = try Bench()
        let bank = LocalBank(
            source: try bench.store.localCalendar(), context: bench.importer.context)
        #expect(try bank.members(since: MemberToken(revision: 1_000_000, nonce: 0)) == .tooOld)
    }
}
