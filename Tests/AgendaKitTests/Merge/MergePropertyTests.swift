@testable import CalendarMerge
import ICalendar
import Testing

@testable import AgendaKit

/// What merging must be, whatever the copies: checked on seeded random copies of one event.
@Suite("Merging, in general")
struct MergePropertyTests {
    /// A small generator that gives the same numbers for the same seed (SplitMix64).
    struct Seeded: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private static let instances = (0..<4).map {
        OccurrencePoint.instant(Instant(secondsSinceEpoch: $0 * 86_400))
    }

    /// Copies with and without a master, with equal and different revisions.
    private static func copies(_ random: inout Seeded) -> [EventCopy] {
        (0..<Int.random(in: 1...6, using: &random)).map { index in
            func revision() -> ComponentRevision {
                let modified = Int.random(in: 0...2, using: &random)
                return ComponentRevision(
                    sequence: Int.random(in: 0...2, using: &random),
                    lastModified: modified == 0 ? nil : Instant(secondsSinceEpoch: modified),
                    stamp: nil)
            }
            var parts: [(OccurrencePoint?, ComponentRevision)] = []
            if Int.random(in: 0...2, using: &random) > 0 { parts.append((nil, revision())) }
            for instance in instances where Bool.random(using: &random) || parts.isEmpty {
                parts.append((instance, revision()))
            }
            return EventCopy(
                seriesID: Int64(index), calendar: "calendar \(index)", sourceOrder: index,
                isWritable: Bool.random(using: &random), href: "",
                components: parts.enumerated().map { place, part in
                    EventCopy.Component(
                        eventID: Int64(index * 100 + place), recurrenceID: part.0,
                        revision: part.1)
                })
        }
    }

    /// For each instance, and for the series as such, the copy that is shown.
    private static func shown(_ decision: CopyChoice, _ copies: [EventCopy]) -> [Int64?] {
        (instances.map(Optional.some) + [nil]).map { instance in
            copies.first {
                decision.shows(seriesID: $0.seriesID, recurrenceID: instance)
            }?.seriesID
        }
    }

    @Test("does not depend on the order in which copies come", arguments: 0..<500)
    func commutative(seed: UInt64) {
        var random = Seeded(state: seed)
        let copies = Self.copies(&random)
        let expected = Self.shown(CopyChoice(copies), copies)
        for _ in 0..<4 {
            let shuffled = copies.shuffled(using: &random)
            #expect(Self.shown(CopyChoice(shuffled), copies) == expected)
        }
    }

    /// An invitation to one instance that a series' own override hides may come back when another
    /// series wins, so a merge in steps keeps it.
    @Test("in steps gives the same, where invitations to instances are kept", arguments: 0..<500)
    func associative(seed: UInt64) {
        var random = Seeded(state: seed)
        let copies = Self.copies(&random)
        let expected = Self.shown(CopyChoice(copies), copies)
        let split = Int.random(in: 0...copies.count, using: &random)
        let part = Array(copies[..<split])
        let winner = CopyChoice(part).winner
        let kept = part.filter { $0 == winner || $0.master == nil }
        #expect(Self.shown(CopyChoice(kept + copies[split...]), copies) == expected)
    }

    @Test("twice is as good as once", arguments: 0..<200)
    func idempotent(seed: UInt64) {
        var random = Seeded(state: seed)
        let copies = Self.copies(&random)
        let decision = CopyChoice(copies)
        let kept = copies.filter { $0 == decision.winner || decision.overlays.values.contains($0) }
        #expect(Self.shown(CopyChoice(kept), copies) == Self.shown(decision, copies))
    }

    @Test("loses no instance, and shows each from one copy", arguments: 0..<500)
    func complete(seed: UInt64) {
        var random = Seeded(state: seed)
        let copies = Self.copies(&random)
        let decision = CopyChoice(copies)
        for instance in Self.instances {
            let showing = copies.filter {
                decision.shows(seriesID: $0.seriesID, recurrenceID: instance)
            }
            let isKnown = copies.contains { $0.component(for: instance) != nil }
            #expect(showing.count == (isKnown ? 1 : 0))
            for copy in copies where copy.seriesID != showing.first?.seriesID && isKnown {
                #expect(decision.reason(for: copy, recurrenceID: instance) != nil)
            }
        }
    }

    @Test("the winner is not older than any other series", arguments: 0..<200)
    func newest(seed: UInt64) {
        var random = Seeded(state: seed)
        let copies = Self.copies(&random)
        guard let winner = CopyChoice(copies).winner?.master else { return }
        for master in copies.compactMap(\.master) {
            #expect(!(winner.revision < master.revision))
        }
    }
}
