import AgendaActions
import AgendaSync
import Foundation
import Testing

@testable import AgendaService

/// Nodes with 10,000 duties of 1,000 users, on a clock of its own; runs are held up, and nodes are killed and held up.
@Suite struct LeaseSimulation {
    struct Run {
        let lease: DutyLease
        let end: Int
        /// Whether it ends in vain.
        let fails: Bool
    }

    struct Node {
        var node: LeaseNode
        var runs: [Run] = []
        /// It does nothing until then.
        var heldUp = 0
    }

    static let (period, users, feeds, span) = (3_600, 1_000, 10, 7_400)

    @Test("of 10,000 duties none is committed twice in a generation, and none starves")
    func nodes() throws {
        let bench = try LeaseTests.Bench(users: Self.users)
        var random = SplitMix64(state: 38)
        // All of them begin at once, as after a night.
        for user in 1...Self.users {
            try bench.plan(
                (1...Self.feeds).map {
                    LeaseTests.feed($0, due: 1, host: "h\((user * 31 + $0) % 2_000)")
                }, of: Int64(user))
        }
        // One user's hosts hang, and fail.
        let hostile: Int64 = 7
        var limits = LeaseLimits()
        (limits.atOnce, limits.failing) = (24, 12)
        var nodes = (0..<3).map { Node(node: LeaseNode("n\($0)", bench.book, limits)) }
        // What each user's folder knows: which generation has begun.
        var fences: [Duty: Int64] = [:]
        var commits: Set<DutyLease> = []
        var lastCommit: [Duty: Int] = [:]
        var (longest, late, kills, pauses) = (0, 0, 0, 0)
        var perMinute: [Int: Int] = [:]
        for now in 1...Self.span {
            for index in nodes.indices {
                guard nodes[index].heldUp <= now else { continue }
                // Runs end; those of a node that was held up, too, without its knowing what it has lost.
                for run in nodes[index].runs where run.end <= now {
                    let isCurrent = fences[run.lease.duty] == run.lease.generation
                    if isCurrent, !run.fails {
                        #expect(commits.insert(run.lease).inserted)
                        longest = max(longest, now - lastCommit[run.lease.duty, default: now])
                        lastCommit[run.lease.duty] = now
                        perMinute[now / 60, default: 0] += 1
                    } else if !isCurrent {
                        late += 1
                    }
                    _ = try nodes[index].node.end(
                        run.lease,
                        run.fails ? .failed(wait: 600) : .done(every: Double(Self.period)),
                        at: now, random: 0.5)
                }
                nodes[index].runs.removeAll { $0.end <= now }
                _ = try nodes[index].node.renew(at: now)
                for lease in try nodes[index].node.take(at: now) {
                    guard fences[lease.duty, default: 0] < lease.generation else {
                        Issue.record("generation \(lease.generation) began twice")
                        continue
                    }
                    fences[lease.duty] = lease.generation
                    let hangs = lease.duty.user == hostile
                    let takes = hangs ? 300 : Int.random(in: 1...8, using: &random)
                    nodes[index].runs.append(Run(lease: lease, end: now + takes, fails: hangs))
                }
                switch Int.random(in: 0..<2_000, using: &random) {
                case 0:
                    kills += 1
                    nodes[index] = Node(
                        node: LeaseNode("n\(index)-\(now)", bench.book, limits), heldUp: now + 20)
                case 1...2:
                    pauses += 1
                    nodes[index].heldUp = now + Int.random(in: 5...200, using: &random)
                default: break
                }
            }
        }
        let healthy = Self.users * Self.feeds - Self.feeds
        #expect(lastCommit.count == healthy)
        #expect(kills > 2 && pauses > 5 && late > 0)
        // A period, what a late start adds to it, and what a killed node costs.
        #expect(longest <= Self.period * 3 / 2 + 600, "\(longest) s between two runs")
        #expect(commits.count >= healthy * 2)
        // In the second hour each minute has at most three times its share, though all began at once.
        let share = Double(healthy) / Double(Self.period / 60)
        let most = (60..<120).map { perMinute[$0] ?? 0 }.max() ?? 0
        #expect(Double(most) <= share * 3, "\(most) in a minute, \(share) on average")
        print(
            "leases: \(commits.count) commits, \(late) late ones refused, \(kills) kills, \(pauses) pauses, longest \(longest) s, most a minute \(most), average \(Int(share))"
        )
    }
}
